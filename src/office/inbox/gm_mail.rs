//! An email of a game master, as found.

use crate::campaign::{Address, Digest};
use crate::office::cabinet::errands::GmRequest;
use crate::post::gm_commands::GmContent;

/// An email of a game master.
pub(in crate::office) struct GmMail {
    pub(in crate::office) content: GmContent,
    /// The code that it shows.
    pub(in crate::office) code: Option<GmCode>,
    /// Where it is answered.
    pub(in crate::office) address: Address,
}

/// A code by its digest, and what it stands for.
pub(in crate::office) enum GmCode {
    Known(Digest, GmRequest),
    Unknown,
}
