//! How requests are recognized: the lines in which they may stand, and tags that hold a code.

use crate::campaign::token::Token;
use crate::post::{Inside, tag};

/// The word in place of the campaign's name in a tag that holds a one-time code: `[confirm 4F7K…]`.
pub const CODE_TAG: &str = "confirm";

/// The same for a letter that brings a challenge: `[challenge 4F7K…]`.
pub const CHALLENGE_TAG: &str = "challenge";

/// The most lines of a letter that are read: a request stands near its beginning.
pub(super) const LINES: usize = 50;

/// The code in a tag of this kind.
pub(super) fn code_in_tag(letter: &Inside, kind: &str) -> Option<Token> {
    tag::find(letter).into_iter().filter(|tag| *tag.campaign == *kind).find_map(|tag| tag.token)
}
