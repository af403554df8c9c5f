//! Sends email through an SMTP server.

mod refusal;
mod server;
mod session;
mod wire;

pub use server::{Patience, SmtpSettings};

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;

use super::{SendError, Transport};
use crate::campaign::config::Tls;
use crate::campaign::{Address, MessageId};
use server::Server;
use session::{Session, Transfer};
use wire::{Certificates, Plug};

/// One server; its connection is kept between emails.
pub struct SmtpTransport {
    server: Arc<Server>,
    open: RefCell<Option<Session>>,
    said: RefCell<Option<String>>,
}

impl SmtpTransport {
    /// Makes no connection yet.
    ///
    /// # Errors
    /// When no certificate could be checked against the host name.
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
    /// Works in a thread of its own. The connection to a server that is too slow is closed, which ends that thread as well; only a thread
    /// that still looks up the server's address goes on alone.
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
    /// Speaks to the server, for as long as the patience for it lasts.
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
                RecvTimeoutError::Timeout => format!("{} did not accept an email within {} seconds", self.server, patience.as_secs()),
                RecvTimeoutError::Disconnected => format!("the session with {} broke off", self.server),
            })
        })?;
        self.open.replace(open);
        outcome
    }
}
