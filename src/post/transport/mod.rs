//! Ways out: files, a sendmail command, SMTP. One email, one recipient.

mod file;
mod process;
mod sendmail;
mod smtp;

pub use file::FileTransport;
pub use sendmail::SendmailTransport;
pub use smtp::{Patience, SmtpSettings, SmtpTransport};

use crate::campaign::{Address, MessageId};

/// Sends a complete email. A call with the same email is safe, but sends it a second time.
///
/// A call ends: a server or command that takes too long is given up.
pub trait Transport: Send {
    /// # Errors
    /// Whom it is about, and so what is worth trying again, is what [`SendError`] says.
    fn send(&self, from: &Address, to: &Address, message_id: &MessageId, raw: &[u8]) -> Result<(), SendError>;

    /// Whether an email could be sent now, as far as that can be known without sending one. Returns what was found, for people.
    ///
    /// # Errors
    /// As [`Transport::send`].
    fn greet(&self) -> Result<String, SendError>;

    /// Makes what was sent since the last time survive a power cut; called before it is noted as sent.
    ///
    /// # Errors
    /// When that cannot be said of all of it.
    fn settle(&self) -> Result<(), SendError> {
        Ok(())
    }

    /// What was said when the last email was taken, for people; `None` if nothing was said or no email was taken.
    fn said(&self) -> Option<String> {
        None
    }
}

/// An email that was not taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SendError {
    /// It has nothing to do with this email: the server or command is not there, does not answer, or refuses us. The next email would
    /// meet the same, so the transport is best left alone for a while.
    #[error("cannot send: {0}")]
    Unusable(String),
    /// This email is not taken now; others may be, and this one may be later.
    #[error("not now: {0}")]
    Temporary(String),
    /// This email never will be: its address or the email itself is refused.
    #[error("refused: {0}")]
    Permanent(String),
}
