//! Mail through an SMTP server.

use std::time::Duration;

use lettre::Transport as _;
use lettre::address::Envelope;
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Tls as LettreTls, TlsParameters};

use super::{SendError, Transport};

/// Where the server is and how to speak to it.
#[derive(Debug, Clone)]
pub struct SmtpSettings {
    pub host: String,
    pub port: u16,
    pub tls: Tls,
    /// User and password, if the server wants them.
    pub credentials: Option<(String, String)>,
    pub timeout: Duration,
}

/// When to encrypt. Certificates are always checked, against the system's and `SSL_CERT_FILE`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tls {
    None,
    /// STARTTLS if the server offers it.
    Opportunistic,
    /// STARTTLS or nothing.
    Starttls,
    /// TLS from the first byte.
    Tls,
}

/// One server; connections are kept between mails.
pub struct SmtpTransport {
    server: String,
    inner: lettre::SmtpTransport,
}

impl SmtpTransport {
    /// No connection is made yet.
    ///
    /// # Errors
    /// When the system's certificates cannot be used or the host name is none.
    pub fn new(settings: &SmtpSettings) -> Result<SmtpTransport, SendError> {
        let parameters = || TlsParameters::new(settings.host.clone()).map_err(|error| SendError::Temporary(format!("TLS: {error}")));
        let tls = match settings.tls {
            Tls::None => LettreTls::None,
            Tls::Opportunistic => LettreTls::Opportunistic(parameters()?),
            Tls::Starttls => LettreTls::Required(parameters()?),
            Tls::Tls => LettreTls::Wrapper(parameters()?),
        };
        let mut builder =
            lettre::SmtpTransport::builder_dangerous(&settings.host).port(settings.port).tls(tls).timeout(Some(settings.timeout));
        if let Some((user, password)) = &settings.credentials {
            builder = builder.credentials(Credentials::new(user.clone(), password.clone()));
        }
        Ok(SmtpTransport { server: format!("{}:{}", settings.host, settings.port), inner: builder.build() })
    }
}

impl Transport for SmtpTransport {
    fn send(&self, from: &str, to: &str, _message_id: &str, raw: &[u8]) -> Result<(), SendError> {
        let address = |text: &str| text.parse().map_err(|error| SendError::Permanent(format!("{text:?} is no address: {error}")));
        let from = if from.is_empty() { None } else { Some(address(from)?) };
        let envelope = Envelope::new(from, vec![address(to)?]).map_err(|error| SendError::Permanent(error.to_string()))?;
        match self.inner.send_raw(&envelope, raw) {
            Ok(_) => Ok(()),
            Err(error) if error.is_permanent() && !is_login_refusal(&error) => Err(SendError::Permanent(self.reason(&error))),
            Err(error) => Err(SendError::Temporary(self.reason(&error))),
        }
    }
}

impl SmtpTransport {
    fn reason(&self, error: &lettre::transport::smtp::Error) -> String {
        let mut reason = format!("{}: {error}", self.server);
        let mut source = std::error::Error::source(error);
        while let Some(cause) = source {
            let cause_text = cause.to_string();
            if !reason.contains(&cause_text) {
                reason.push_str(": ");
                reason.push_str(&cause_text);
            }
            source = cause.source();
        }
        reason
    }
}

/// 530 and 535 are permanent in SMTP, but they speak of our password and not of this mail: a bounce counted
/// against the player would be unjust, and the mail can go when the game master has mended the setting.
fn is_login_refusal(error: &lettre::transport::smtp::Error) -> bool {
    error.status().is_some_and(|code| matches!(u16::from(code), 530 | 534 | 535 | 538))
}
