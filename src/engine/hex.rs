//! Reads and writes bytes as hexadecimal digits; nothing else does.

use std::fmt::{Display, Formatter, Result};

/// The digits by their values.
const DIGITS: [u8; 16] = *b"0123456789abcdef";

/// Bytes, displayed as two lower-case digits each.
#[derive(Debug, Clone, Copy)]
pub struct HexDigits<'b>(pub &'b [u8]);

impl Display for HexDigits<'_> {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        let mut digits = String::with_capacity(2 * self.0.len());
        for byte in self.0 {
            digits.extend([byte >> 4, byte & 15].map(|half| char::from(DIGITS[usize::from(half)])));
        }
        out.write_str(&digits)
    }
}

/// Reads exactly two digits of either case for each byte; `None` for any other text.
pub fn read_hex<const BYTES: usize>(text: &str) -> Option<[u8; BYTES]> {
    let digit = |digit: u8| char::from(digit).to_digit(16).and_then(|value| u8::try_from(value).ok());
    let mut bytes = [0; BYTES];
    if text.len() != 2 * BYTES {
        return None;
    }
    for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
        *byte = 16 * digit(pair[0])? + digit(pair[1])?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_reads_what_it_writes_and_refuses_anything_else() {
        let bytes = [0, 0xa5, 0x10, 0xff];
        assert_eq!((HexDigits(&bytes).to_string().as_str(), read_hex("00A510ff")), ("00a510ff", Some(bytes)));
        for wrong in ["", "00a510f", "00a510ff0", "00a510fg", "\u{e9}0a510f", "+0a510ff"] {
            assert_eq!(read_hex::<4>(wrong), None, "{wrong:?}");
        }
    }
}
