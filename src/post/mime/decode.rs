//! Decodes transfer encodings and charsets as far as they go: a broken end loses only the end.

use mail_parser::decoders::base64::base64_decode;
use mail_parser::decoders::charsets::map::charset_decoder;
use mail_parser::decoders::quoted_printable::quoted_printable_decode;

/// Undoes a `Content-Transfer-Encoding`; unknown ones leave the bytes as they are.
pub(super) fn transfer(encoding: &str, bytes: &[u8]) -> Vec<u8> {
    let encoding = encoding.split([' ', ';', '(']).next().unwrap_or("");
    if encoding.eq_ignore_ascii_case("base64") {
        base64(bytes)
    } else if encoding.eq_ignore_ascii_case("quoted-printable") {
        quoted_printable(bytes)
    } else {
        bytes.to_vec()
    }
}

/// Bytes as text. Without a charset or a byte order mark, it is UTF-8 if that is valid, else Windows-1252, which old programs send.
pub(super) fn charset(name: Option<&str>, bytes: &[u8]) -> String {
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

/// Decodes base64. If it fails, it is tried again without bytes that are no base64, because some programs add plain text.
fn base64(bytes: &[u8]) -> Vec<u8> {
    let is_digit = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
    base64_decode(bytes).or_else(|| base64_decode(&bytes.iter().copied().filter(is_digit).collect::<Vec<_>>())).unwrap_or_default()
}

/// Decodes the lines that are quoted-printable and keeps the others: mail-parser would lose a part of `a = 1` and what follows it.
fn quoted_printable(bytes: &[u8]) -> Vec<u8> {
    let lines = bytes.split_inclusive(|byte| *byte == b'\n');
    lines.flat_map(|line| quoted_printable_decode(line).filter(|_| is_quoted_printable(line)).unwrap_or_else(|| line.to_vec())).collect()
}

/// Whether each `=` is followed by two hexadecimal digits or the end of the line.
fn is_quoted_printable(line: &[u8]) -> bool {
    let is_code = |behind: &[u8]| behind.trim_ascii().is_empty() || behind.len() > 1 && behind[..2].iter().all(u8::is_ascii_hexdigit);
    line.split(|byte| *byte == b'=').skip(1).all(is_code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_encodings_lose_their_broken_end_only() {
        assert_eq!(transfer("base64", b"QlVJTEQgMyBGSSBPTiAx\r\nCg"), b"BUILD 3 FI ON 1\n");
        assert_eq!(transfer("BASE64", b"QlVJTEQgMyBG*SQ"), b"BUILD 3 FI");
        assert_eq!(transfer("quoted-printable", b"a=20=\r\nb=3D\r\nc=3D = 1\r\n"), b"a b=\r\nc=3D = 1\r\n");
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
