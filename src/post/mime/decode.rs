//! Transfer encodings and charsets, decoded as far as they go: a broken end loses the end only.

use mail_parser::decoders::charsets::map::charset_decoder;

/// Undoes a `Content-Transfer-Encoding`; unknown ones are taken as none.
pub fn transfer(encoding: &str, bytes: &[u8]) -> Vec<u8> {
    let encoding = encoding.split([' ', ';', '(']).next().unwrap_or("");
    if encoding.eq_ignore_ascii_case("base64") {
        base64(bytes)
    } else if encoding.eq_ignore_ascii_case("quoted-printable") {
        quoted_printable(bytes)
    } else {
        bytes.to_vec()
    }
}

/// Bytes as text. What does not say its charset is UTF-8 if it reads as that, else Windows-1252,
/// as old programs send it; a byte order mark says it too.
pub fn charset(name: Option<&str>, bytes: &[u8]) -> String {
    let name = name.unwrap_or("").trim();
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return decode("utf-16", bytes);
    }
    match std::str::from_utf8(bytes) {
        Ok(text) if matches!(name, "" | "us-ascii" | "ascii" | "utf-8" | "utf8") => text.to_owned(),
        Err(_) if matches!(name, "" | "us-ascii" | "ascii") => decode("windows-1252", bytes),
        _ => decode(name, bytes),
    }
}

fn decode(charset: &str, bytes: &[u8]) -> String {
    match charset_decoder(charset.as_bytes()) {
        Some(decoder) => decoder(bytes),
        None => String::from_utf8_lossy(bytes).into_owned(),
    }
}

fn base64(bytes: &[u8]) -> Vec<u8> {
    let mut decoded = Vec::with_capacity(bytes.len() / 4 * 3);
    let (mut group, mut bits) = (0_u32, 0);
    for byte in bytes {
        let Some(value) = base64_value(*byte) else {
            if *byte == b'=' {
                // Padding ends a group; some programs glue several encoded pieces together.
                (group, bits) = (0, 0);
            }
            continue;
        };
        group = (group << 6 | value) & 0xff_ffff;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            decoded.push((group >> bits) as u8);
        }
    }
    decoded
}

fn base64_value(byte: u8) -> Option<u32> {
    Some(u32::from(match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' | b'-' => 62,
        b'/' | b'_' => 63,
        _ => return None,
    }))
}

/// RFC 2045: `=XX` is a byte, `=` at the end of a line joins lines; any other `=` stands for itself.
fn quoted_printable(bytes: &[u8]) -> Vec<u8> {
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some((byte, behind)) = rest.split_first() {
        rest = behind;
        if *byte != b'=' {
            decoded.push(*byte);
        } else if let Some(end) = soft_line_break(behind) {
            rest = &behind[end..];
        } else if let [high, low, ..] = behind
            && let (Some(high), Some(low)) = (char::from(*high).to_digit(16), char::from(*low).to_digit(16))
        {
            decoded.push((high * 16 + low) as u8);
            rest = &behind[2..];
        } else {
            decoded.push(b'=');
        }
    }
    decoded
}

/// The length of the line end that a `=` swallows; blanks that transport added before it go too.
fn soft_line_break(behind: &[u8]) -> Option<usize> {
    let blanks = behind.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    match &behind[blanks..] {
        [] => Some(blanks),
        [b'\n', ..] => Some(blanks + 1),
        [b'\r', b'\n', ..] => Some(blanks + 2),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_encodings_lose_their_broken_end_only() {
        assert_eq!(transfer("base64", b"QlVJTEQgMyBGSSBPTiAx\r\nCg"), b"BUILD 3 FI ON 1\n");
        assert_eq!(transfer("BASE64", b"QlVJTEQgMyBG*SQ"), b"BUILD 3 FI");
        assert_eq!(transfer("quoted-printable", b"a=20=\r\nb=3D=zz="), b"a b==zz");
        assert_eq!(transfer("x-unknown", b"a=20"), b"a=20");
    }

    #[test]
    fn undeclared_bytes_are_read_as_what_they_look_like() {
        assert_eq!(charset(None, b"Z\xfcrich \x93x\x94"), "Zürich \u{201c}x\u{201d}");
        assert_eq!(charset(Some("us-ascii"), "Zürich".as_bytes()), "Zürich");
        assert_eq!(charset(None, b"\xff\xfeO\0K\0").trim_start_matches('\u{feff}'), "OK");
        assert_eq!(charset(Some("iso-8859-1"), b"Z\xfcrich"), "Zürich");
        assert_eq!(charset(Some("klingon"), b"nuqneH"), "nuqneH");
    }
}
