//! The way out that the configuration names.

use crate::campaign::config::MailConfig;
use crate::office::World;
use crate::office::cabinet::error::{DeskError, at};
use crate::post::transport::{FileTransport, Patience, SendmailTransport, SmtpSettings, SmtpTransport, Transport};

/// Makes the transport ready; passwords come from a file or the environment, never from the configuration.
pub(crate) fn open(mail: &MailConfig, world: &World<'_>) -> Result<Box<dyn Transport>, DeskError> {
    Ok(match mail {
        MailConfig::File { directory } => Box::new(FileTransport::new(directory)),
        MailConfig::Sendmail { command } => Box::new(SendmailTransport::new(vec![command.to_string_lossy().into_owned()])),
        MailConfig::Smtp { host, port, tls, user, password_file, password_env } => {
            let password = match (password_file, password_env) {
                (Some(path), _) => Some(std::fs::read_to_string(path).map_err(at(path))?.trim_end().to_owned()),
                (None, Some(name)) => (world.environment)(name),
                (None, None) => None,
            };
            let credentials = user.clone().zip(password);
            let settings = SmtpSettings { host: host.clone(), port: *port, tls: *tls, credentials, patience: Patience::default() };
            Box::new(SmtpTransport::new(&settings)?)
        }
    })
}
