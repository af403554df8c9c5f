//! The value of a header field as text: decoded, on one line, with nothing in it that cannot be seen.

use mail_parser::{HeaderValue, MessageParser};

use crate::engine::is_invisible;

/// Without control characters and characters that only change how others look; runs of blanks become one.
pub(super) fn clean(text: &str, collapse: bool) -> String {
    let visible = text.chars().filter(|letter| !is_invisible(*letter));
    let spaced: String = visible.map(|letter| if letter.is_control() || letter.is_whitespace() { ' ' } else { letter }).collect();
    if collapse { spaced.split_whitespace().collect::<Vec<_>>().join(" ") } else { spaced.trim().to_owned() }
}

/// Encoded words decoded, one line, no control characters.
pub(super) fn decode_text(value: &str) -> String {
    let raw = format!("Subject: {value}\r\n\r\n");
    let parsed = MessageParser::new().with_mime_headers().header_text(mail_parser::HeaderName::Subject).parse_headers(raw.as_bytes());
    let header = parsed.as_ref().and_then(|parsed| parsed.header(mail_parser::HeaderName::Subject));
    match header {
        Some(HeaderValue::Text(text)) => clean(text, true),
        _ => clean(value, true),
    }
}
