//! The server that sends our emails: where it is, how to speak to it, and how long it may take.

use std::fmt;
use std::time::Duration;

use super::wire::Certificates;
use crate::campaign::config::Tls;

/// Where the server is and how to speak to it.
#[derive(Debug, Clone)]
pub struct SmtpSettings {
    /// Its name or address. The certificate must be for it, unless the connection is unencrypted.
    pub host: String,
    /// Its TCP port.
    pub port: u16,
    /// Whether the connection is encrypted, and from when on.
    pub tls: Tls,
    /// User and password, if the server requires them.
    pub credentials: Option<(String, String)>,
    /// How long it may take before the connection is closed.
    pub patience: Patience,
}

/// How long a server may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// Between two answers, and to connect. A server that examines an email before it accepts it needs some time.
    pub silence: Duration,
    /// For one email as a whole, from the call on, even if the server keeps answering.
    pub mail: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience { silence: Duration::from_secs(60), mail: Duration::from_secs(120) }
    }
}

/// A server, and what we need to trust it.
pub(super) struct Server {
    pub(super) settings: SmtpSettings,
    pub(super) certificates: Option<Certificates>,
}

impl fmt::Display for Server {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}", self.settings.host, self.settings.port)
    }
}
