//! Ways out: files, a sendmail command, SMTP. One mail, one recipient.

mod file;
mod sendmail;
mod smtp;

pub use file::FileTransport;
pub use sendmail::SendmailTransport;
pub use smtp::{SmtpSettings, SmtpTransport, Tls};

/// Sends a mail that is complete; calling it again with the same mail is safe for everybody but the reader's patience.
pub trait Transport {
    /// # Errors
    /// Whether it is worth trying again is what [`SendError`] says.
    fn send(&self, from: &str, to: &str, message_id: &str, raw: &[u8]) -> Result<(), SendError>;

    /// Makes what was sent since the last time survive a power cut; called before it is noted as sent.
    ///
    /// # Errors
    /// When that cannot be said of all of it.
    fn settle(&self) -> Result<(), SendError> {
        Ok(())
    }
}

/// A mail that was not taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SendError {
    /// It never will be: the address or the mail is refused.
    #[error("refused: {0}")]
    Permanent(String),
    /// The way out itself fails, whatever the mail: no other mail need be tried now.
    #[error("cannot be used: {0}")]
    Unusable(String),
    /// Trying again later may help.
    #[error("not now: {0}")]
    Temporary(String),
}
