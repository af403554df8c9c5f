//! Mail through an SMTP server.

mod refusal;
mod session;
mod wire;

use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use super::{SendError, Transport};
use crate::campaign::config::Tls;
use crate::campaign::{Address, MessageId};
use session::{Session, Transfer};
use wire::{Certificates, Plug};

/// Where the server is and how to speak to it.
#[derive(Debug, Clone)]
pub struct SmtpSettings {
    /// Its name or address. The certificate must be for it, unless nothing is encrypted.
    pub host: String,
    /// The TCP port that it takes mail on.
    pub port: u16,
    /// Whether the connection is encrypted, and from when on.
    pub tls: Tls,
    /// User and password, if the server wants them.
    pub credentials: Option<(String, String)>,
    /// How long it may take before it is hung up on.
    pub patience: Patience,
}

/// How long a server may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// Between two answers, and until a connection stands. A server that looks through an email before it takes it needs some time.
    pub silence: Duration,
    /// For one email as a whole, from the call on, however lively the server is.
    pub mail: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience { silence: Duration::from_secs(60), mail: Duration::from_secs(120) }
    }
}

/// One server; a connection is kept between emails.
pub struct SmtpTransport {
    server: Arc<Server>,
    open: RefCell<Option<Session>>,
    said: RefCell<Option<String>>,
}

/// A server, and what we need to trust it.
struct Server {
    settings: SmtpSettings,
    certificates: Option<Certificates>,
}

impl SmtpTransport {
    /// No connection is made yet.
    ///
    /// # Errors
    /// When the host name is none that a certificate could be checked against.
    pub fn new(settings: &SmtpSettings) -> Result<SmtpTransport, SendError> {
        let certificates = match settings.tls {
            Tls::None => None,
            Tls::Opportunistic | Tls::Starttls | Tls::Tls => Some(Certificates::load(&settings.host).map_err(SendError::Unusable)?),
        };
        let server = Arc::new(Server { settings: settings.clone(), certificates });
        Ok(SmtpTransport { server, open: RefCell::default(), said: RefCell::default() })
    }
}

impl Transport for SmtpTransport {
    /// Works in a thread of its own. A server that is too slow is hung up on, which ends that thread as well; only one that still looks
    /// for the server's address is left to itself.
    fn send(&self, from: &Address, to: &Address, _message_id: &MessageId, raw: &[u8]) -> Result<(), SendError> {
        let letter = Transfer::new(from, to, raw);
        let said = self.in_time(move |server, open, plug| server.deliver(open, &letter, plug))?;
        self.said.replace(Some(said));
        Ok(())
    }

    fn greet(&self) -> Result<String, SendError> {
        self.in_time(|server, open, plug| server.greet(open, plug))
    }

    fn said(&self) -> Option<String> {
        self.said.borrow().clone()
    }
}

impl SmtpTransport {
    /// Speaks to the server, for so long as it has patience with it.
    fn in_time(
        &self,
        speak: impl FnOnce(&Server, Option<Session>, &Plug) -> (Option<Session>, Result<String, SendError>) + Send + 'static,
    ) -> Result<String, SendError> {
        let (server, open, plug) = (Arc::clone(&self.server), self.open.take(), Plug::default());
        let (tell, told) = mpsc::channel();
        let in_thread = plug.clone();
        thread::spawn(move || {
            // Nobody listens any more if the deadline has passed.
            let _ = tell.send(speak(&server, open, &in_thread));
        });
        let patience = self.server.settings.patience.mail;
        let (open, outcome) = told.recv_timeout(patience).map_err(|error| {
            plug.pull();
            SendError::Unusable(match error {
                RecvTimeoutError::Timeout => format!("{} did not take a mail within {} seconds", self.server, patience.as_secs()),
                RecvTimeoutError::Disconnected => format!("speaking to {} broke off", self.server),
            })
        })?;
        self.open.replace(open);
        outcome
    }
}

impl fmt::Display for Server {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}", self.settings.host, self.settings.port)
    }
}
