//! Mail through an SMTP server.

use std::sync::mpsc;
use std::thread;
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
    pub patience: Patience,
}

/// How long a server may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// Between two answers, and until a connection stands. A server that looks through a mail before it takes it needs some time.
    pub silence: Duration,
    /// For one mail as a whole, however lively the server is.
    pub mail: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience { silence: Duration::from_secs(60), mail: Duration::from_secs(120) }
    }
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
    patience: Patience,
    inner: lettre::SmtpTransport,
}

impl SmtpTransport {
    /// No connection is made yet.
    ///
    /// # Errors
    /// When the system's certificates cannot be used or the host name is none.
    pub fn new(settings: &SmtpSettings) -> Result<SmtpTransport, SendError> {
        let parameters = || TlsParameters::new(settings.host.clone()).map_err(|error| SendError::Unusable(format!("TLS: {error}")));
        let tls = match settings.tls {
            Tls::None => LettreTls::None,
            Tls::Opportunistic => LettreTls::Opportunistic(parameters()?),
            Tls::Starttls => LettreTls::Required(parameters()?),
            Tls::Tls => LettreTls::Wrapper(parameters()?),
        };
        let mut builder =
            lettre::SmtpTransport::builder_dangerous(&settings.host).port(settings.port).tls(tls).timeout(Some(settings.patience.silence));
        if let Some((user, password)) = &settings.credentials {
            builder = builder.credentials(Credentials::new(user.clone(), password.clone()));
        }
        Ok(SmtpTransport { server: format!("{}:{}", settings.host, settings.port), patience: settings.patience, inner: builder.build() })
    }
}

impl Transport for SmtpTransport {
    fn send(&self, from: &str, to: &str, _message_id: &str, raw: &[u8]) -> Result<(), SendError> {
        let address = |text: &str| text.parse().map_err(|error| SendError::Permanent(format!("{text:?} is no address: {error}")));
        let from = if from.is_empty() { None } else { Some(address(from)?) };
        let envelope = Envelope::new(from, vec![address(to)?]).map_err(|error| SendError::Permanent(error.to_string()))?;
        let (inner, raw) = (self.inner.clone(), raw.to_vec());
        let (tell, told) = mpsc::channel();
        thread::spawn(move || tell.send(inner.send_raw(&envelope, &raw)));
        let Ok(outcome) = told.recv_timeout(self.patience.mail) else {
            return Err(SendError::Unusable(format!(
                "{} did not take a mail within {} seconds",
                self.server,
                self.patience.mail.as_secs()
            )));
        };
        let error = match outcome {
            Ok(_) => return Ok(()),
            Err(error) => error,
        };
        let reason = self.reason(&error);
        Err(match error.status() {
            Some(_) if is_login_refusal(&error) => SendError::Unusable(reason),
            Some(_) if error.is_permanent() => SendError::Permanent(reason),
            Some(code) if u16::from(code) != 421 => SendError::Temporary(reason),
            _ => SendError::Unusable(reason),
        })
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
