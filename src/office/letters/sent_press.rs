//! What the writer of a message to other players is told of it.

use serde::Serialize;

use crate::campaign::press::PressRefusal;

/// The fate of a message, for its writer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct SentPress {
    /// The line that begins it, as its writer wrote it; empty if it came by a player's own address at the host.
    pub heading: String,
    /// Why it was not sent.
    pub problem: Option<PressRefusal>,
    /// How many messages after it were not sent for the same reason.
    pub more: usize,
    pub is_public: bool,
    /// Who reads it, unless everybody does.
    pub to: Option<String>,
    pub is_anonymous: bool,
    /// It leaves with the next report.
    pub waits: bool,
    /// Nothing was sent: its writer only asked.
    pub is_try: bool,
    /// The game master gets a copy.
    pub gm_reads: bool,
}
