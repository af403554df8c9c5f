//! How much of the email that may be waiting a run has looked at.

/// How much of the email that may be waiting a run has looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MailsSeen {
    All,
    /// More may wait, in the next portion or where this run could not look.
    NotAll,
}
