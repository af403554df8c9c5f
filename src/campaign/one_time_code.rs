//! One-time codes: whoever answers with one has read the letter that it went out in.

use std::fmt;

use super::Digest;
use crate::engine::Seed;

/// Characters of a code: as many as a reply token has, so that one reader reads both.
const LETTERS: usize = 16;

/// RFC 4648 without `L`, which people read as `I`.
const ALPHABET: &[u8; 32] = b"ABCDEFGHIJKIMNOPQRSTUVWXYZ234567";

/// A code on its way out. Only its digest is kept, so that nobody who reads the database can answer with it.
#[derive(Clone, PartialEq, Eq)]
pub struct OneTimeCode(String);

impl OneTimeCode {
    /// The code that follows from bytes that nobody can foretell; another one for each `purpose`.
    pub fn new(entropy: Seed, purpose: &str) -> OneTimeCode {
        let bytes = entropy.derive(&format!("one-time code/{purpose}")).0;
        OneTimeCode(bytes.iter().take(LETTERS).map(|byte| char::from(ALPHABET[usize::from(byte & 31)])).collect())
    }

    /// A code as somebody sent it; `folded` has gone through the same slips of eye and finger as a reply token.
    pub fn sent(folded: &str) -> OneTimeCode {
        OneTimeCode(folded.to_owned())
    }

    /// For the letter alone.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What is kept of it. Codes are found by their digests, so that no comparison tells how much of a guess was right.
    pub fn digest(&self) -> Digest {
        Digest::of(format!("ashpost one-time code {}", self.0).as_bytes())
    }
}

impl fmt::Debug for OneTimeCode {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("OneTimeCode(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_differ_by_purpose_and_show_in_no_debug_output() {
        let (one, other) = (OneTimeCode::new(Seed([9; 32]), "a"), OneTimeCode::new(Seed([9; 32]), "b"));
        assert!(one != other && one.digest() != other.digest());
        assert!(one.as_str().len() == LETTERS && !one.as_str().contains('L'));
        assert_eq!(OneTimeCode::sent(one.as_str()).digest(), one.digest());
        assert_eq!(format!("{one:?}"), "OneTimeCode(…)");
    }
}
