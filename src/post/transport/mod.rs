//! Ways to send an email to one recipient: files, a sendmail command, SMTP.

mod file;
mod process;
mod sendmail;
mod smtp;

pub use file::FileTransport;
pub use sendmail::SendmailTransport;
pub use smtp::{Patience, SmtpSettings, SmtpTransport};

use crate::campaign::{Address, MessageId};

/// Sends a complete email. Sending the same email again is safe, but delivers it twice.
///
/// Every call ends: a server or command that takes too long is given up.
pub trait Transport: Send {
    /// Sends an email.
    ///
    /// # Errors
    /// [`SendError`] says whether the server, this email for now or this email for good was refused, and so what to try again.
    fn send(&self, from: &Address, to: &Address, message_id: &MessageId, raw: &[u8]) -> Result<(), SendError>;

    /// Checks whether an email could be sent now, as far as that is possible without sending one. Returns what was found, for people to
    /// read.
    ///
    /// # Errors
    /// As for [`Transport::send`].
    fn greet(&self) -> Result<String, SendError>;

    /// Makes emails sent since the last call survive a power cut. It is called before they are noted as sent.
    ///
    /// # Errors
    /// When that is not certain for all of them.
    fn settle(&self) -> Result<(), SendError> {
        Ok(())
    }

    /// What was said when the last email was accepted, for people to read; `None` if nothing was said or no email was accepted.
    fn said(&self) -> Option<String> {
        None
    }
}

/// RFC 3463: the mailbox is full. It is refused for good by its number, but its owner will empty it.
const MAILBOX_FULL: &str = "5.2.2";

/// Why an email was not accepted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SendError {
    /// The failure is not about this email: the server or command is missing, does not answer, or refuses us. The next email would meet the
    /// same, so the transport is best left alone for a while.
    #[error("cannot send: {0}")]
    Unusable(String),
    /// This email is refused for now; others may be accepted.
    #[error("not now: {0}")]
    Temporary(String),
    /// This email is refused for good: because of its address or its content.
    #[error("refused: {0}")]
    Permanent(String),
}
