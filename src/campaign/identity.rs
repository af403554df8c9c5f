//! Identifies people by their addresses.

use std::fmt;
use std::ops::Deref;

use serde::{Deserialize, Serialize};

use super::digest;

/// Tells people apart: equal for all spellings of an address, different for different addresses. It is never shown.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Identity(String);

impl Identity {
    /// The identity of the person with this address, in any of its spellings.
    pub fn of(address: &str) -> Identity {
        Identity(address.to_ascii_lowercase())
    }

    /// Tells letters of one kind apart in Message-IDs: 16 hexadecimal digits, which do not show the address.
    pub fn short(&self) -> String {
        digest(&self.0)[..16].to_owned()
    }
}

/// Its stored form.
impl Deref for Identity {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Identity {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}
