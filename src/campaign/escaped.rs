//! Escapes text for links.

use std::fmt::Write;

/// A text as part of a link: everything but the unreserved characters of RFC 3986 is percent-encoded.
pub fn escaped(text: &str) -> String {
    text.bytes().fold(String::new(), |mut escaped, byte| {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => escaped.push(char::from(byte)),
            // Writing into a text cannot fail.
            _ => drop(write!(escaped, "%{byte:02X}")),
        }
        escaped
    })
}
