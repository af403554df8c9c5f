//! Tells one email from all others, so that the same email is filed and answered only once.

use std::fmt;

use sha2::{Digest, Sha256};

use crate::engine::HexDigits;

/// A digest, equal for the same email whatever way it took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fingerprint([u8; 32]);

impl Fingerprint {
    /// The fingerprint with these bytes.
    pub fn new(digest: [u8; 32]) -> Fingerprint {
        Fingerprint(digest)
    }

    /// The fingerprint of the SHA-256 of some bytes.
    pub fn of(bytes: &[u8]) -> Fingerprint {
        Fingerprint(Sha256::digest(bytes).into())
    }

    /// The part of it that Message-IDs have: 24 hexadecimal digits.
    pub fn short(&self) -> String {
        self.to_string()[..24].to_owned()
    }
}

/// 64 hexadecimal digits, as stored.
impl fmt::Display for Fingerprint {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        HexDigits(&self.0).fmt(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_written_in_hexadecimal_digits_and_its_short_form_is_their_beginning() {
        let fingerprint = Fingerprint::of(b"");
        assert_eq!(fingerprint.to_string(), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        assert_eq!(fingerprint.short(), "e3b0c44298fc1c149afbf4c8");
    }
}
