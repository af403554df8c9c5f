//! An email of a game master, as found.

use crate::campaign::Address;
use crate::campaign::token::Token;
use crate::office::cabinet::gm_requests::CodeRequest;
use crate::post::gm_commands::GmContent;

/// An email of a game master.
pub(in crate::office) struct GmMail {
    pub(super) content: GmContent,
    /// The code that it shows.
    pub(super) code: Option<GmCode>,
    /// Where it is answered.
    pub(super) address: Address,
}

/// A code, and what it stands for.
pub(super) enum GmCode {
    Known(Token, CodeRequest),
    Unknown,
}
