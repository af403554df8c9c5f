//! SHA-256, written as 64 hexadecimal digits: what `sha256sum` prints.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::engine::{Seed, SeedError};

/// The SHA-256 of something.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Digest([u8; 32]);

impl Digest {
    pub fn of(bytes: &[u8]) -> Digest {
        Digest(Sha256::digest(bytes).into())
    }

    pub fn from_bytes(bytes: [u8; 32]) -> Digest {
        Digest(bytes)
    }

    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

/// The SHA-256 of a text, in digits.
pub fn digest(text: &str) -> String {
    Digest::of(text.as_bytes()).to_string()
}

impl fmt::Display for Digest {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        Seed(self.0).fmt(out)
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Digest({self})")
    }
}

impl FromStr for Digest {
    type Err = SeedError;

    fn from_str(text: &str) -> Result<Digest, SeedError> {
        Ok(Digest(text.parse::<Seed>()?.0))
    }
}

impl TryFrom<String> for Digest {
    type Error = SeedError;

    fn try_from(text: String) -> Result<Digest, SeedError> {
        text.parse()
    }
}

impl From<Digest> for String {
    fn from(digest: Digest) -> String {
        digest.to_string()
    }
}
