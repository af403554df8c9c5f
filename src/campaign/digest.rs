//! SHA-256, as `sha256sum` prints it.

use sha2::{Digest as _, Sha256};

use super::hex::Hex;

/// The SHA-256 of something, 64 hexadecimal digits.
pub type Digest = Hex<32, OfDigest>;

/// Tells digests from other bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum OfDigest {}

impl Digest {
    /// The SHA-256 of these bytes.
    pub fn of(bytes: &[u8]) -> Digest {
        Digest::from_bytes(Sha256::digest(bytes).into())
    }
}

/// The SHA-256 of a text, as hexadecimal digits.
pub fn digest(text: &str) -> String {
    Digest::of(text.as_bytes()).to_string()
}
