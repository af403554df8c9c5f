//! Bytes that people and programs write as hexadecimal digits: digests, keys, signatures, salts.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::engine::{HexDigits, read_hex};

/// A fixed number of bytes, written as hexadecimal digits, two for each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hex<const BYTES: usize, Kind> {
    bytes: [u8; BYTES],
    kind: PhantomData<Kind>,
}

/// A text that does not have this number of hexadecimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected {digits} digits, 0-9 and a-f")]
pub struct NoHex {
    digits: usize,
}

impl<const BYTES: usize, Kind> Hex<BYTES, Kind> {
    /// The value with these bytes.
    pub const fn from_bytes(bytes: [u8; BYTES]) -> Self {
        Hex { bytes, kind: PhantomData }
    }

    /// The bytes.
    pub fn as_bytes(&self) -> &[u8; BYTES] {
        &self.bytes
    }
}

impl<const BYTES: usize, Kind> fmt::Display for Hex<BYTES, Kind> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        HexDigits(&self.bytes).fmt(out)
    }
}

impl<const BYTES: usize, Kind> fmt::Debug for Hex<BYTES, Kind> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

impl<const BYTES: usize, Kind> FromStr for Hex<BYTES, Kind> {
    type Err = NoHex;

    fn from_str(text: &str) -> Result<Self, NoHex> {
        read_hex(text).map(Hex::from_bytes).ok_or(NoHex { digits: 2 * BYTES })
    }
}

impl<const BYTES: usize, Kind> Serialize for Hex<BYTES, Kind> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de, const BYTES: usize, Kind> Deserialize<'de> for Hex<BYTES, Kind> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_reads_what_it_shows_and_refuses_anything_else() {
        let bytes: Hex<4, ()> = Hex::from_bytes([0, 0xa5, 0x10, 0xff]);
        assert_eq!((bytes.to_string().as_str(), "00A510ff".parse()), ("00a510ff", Ok(bytes)));
        assert_eq!(serde_json::from_str::<Hex<4, ()>>("\"00a510ff\"").unwrap(), bytes);
        for wrong in ["", "00a510f", "00a510ff0", "00a510fg", "é0a510f", "+0a510ff"] {
            assert!(wrong.parse::<Hex<4, ()>>().is_err(), "{wrong:?}");
        }
    }
}
