//! Texts in links.

use std::fmt::Write;

/// A text as a part of a link: all but the unreserved signs of RFC 3986 is percent-encoded.
pub fn escaped(text: &str) -> String {
    text.bytes().fold(String::new(), |mut escaped, byte| {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => escaped.push(char::from(byte)),
            // Writing into a text does not fail.
            _ => drop(write!(escaped, "%{byte:02X}")),
        }
        escaped
    })
}
