//! Splits the header block of an email into fields as they arrived; mail-parser decodes only single values.
//!
//! mail-parser reads `Fr om:` as From and takes the last of two From fields. So the fields are split here exactly as RFC 5322 says, and
//! each value is decoded on its own.

use mail_parser::{MessageParser, MimeHeaders};

use super::flow::Flow;
use super::mailbox::{Mailbox, Mailboxes};
use super::words::{clean, decode_text};
use crate::campaign::MessageId;

/// The most bytes of a header that are read; what follows is ignored.
const HEADER_BYTES: usize = 64 * 1024;
/// The most mailboxes or message ids that are read from all fields of one name.
const ENTRIES: usize = 100;

/// The fields of a header block in their order, names in lower case, values still encoded.
#[derive(Debug, Clone, Default)]
pub struct Fields(Vec<(String, String)>);

/// A MIME type and what it says about a part's content, all in lower case but for names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ContentType {
    pub kind: String,
    pub boundary: Option<String>,
    pub charset: Option<String>,
    pub name: Option<String>,
    pub flow: Option<Flow>,
}

impl Fields {
    /// Splits an email at its first empty line into fields and body.
    ///
    /// Bytes that do not begin with a header field are all body.
    pub fn split(raw: &[u8]) -> (Fields, &[u8]) {
        let mut fields = Fields::default();
        let mut rest = skip_mbox_line(raw);
        let mut bytes_left = HEADER_BYTES;
        let mut is_first = true;
        while !rest.is_empty() {
            let (line, behind) = split_line(rest);
            if line.is_empty() && !is_first {
                return (fields, behind);
            }
            if is_first && field_name(line).is_none() {
                return (fields, raw);
            }
            is_first = false;
            rest = behind;
            if line.len() < bytes_left {
                bytes_left -= line.len();
                fields.take_line(line);
            } else {
                bytes_left = 0;
            }
        }
        (fields, rest)
    }

    /// Splits a MIME part: it may begin with an empty line and then has no fields.
    pub fn split_part(raw: &[u8]) -> (Fields, &[u8]) {
        let (line, behind) = split_line(raw);
        if line.is_empty() { (Fields::default(), behind) } else { Fields::split(raw) }
    }

    /// A folded line continues its field; a line that is neither that nor a field is dropped.
    fn take_line(&mut self, line: &[u8]) {
        if matches!(line[0], b' ' | b'\t') {
            if let Some((_, value)) = self.0.last_mut() {
                value.push(' ');
                value.push_str(printable(line).trim());
            }
        } else if let Some(name) = field_name(line) {
            let value = printable(&line[line.iter().position(|byte| *byte == b':').unwrap_or(0) + 1..]);
            self.0.push((name, value.trim().to_owned()));
        }
    }

    /// All values of a field; `name` in lower case.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |(field, _)| field == name).map(|(_, value)| value.as_str())
    }

    /// The first value of a field, still encoded.
    pub fn first(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(field, _)| field == name).map(|(_, value)| value.as_str())
    }

    /// The first value of a field as people read it: decoded, on one line, without control characters.
    pub fn text(&self, name: &str) -> Option<String> {
        self.first(name).map(decode_text)
    }

    /// The id in the first field of this name; `None` if it could not be written again.
    pub fn id(&self, name: &str) -> Option<MessageId> {
        MessageId::new(ids(self.first(name)?).next()?)
    }

    /// All message ids in all fields of this name that could be written again.
    pub fn ids(&self, name: &str) -> Vec<MessageId> {
        self.all(name).flat_map(ids).filter_map(MessageId::new).take(ENTRIES).collect()
    }

    /// The id by which the sender tells this email from others, even one that could not be written again; `None` if there is none.
    pub fn raw_id(&self) -> Option<&str> {
        let mut words = self.all("message-id").flat_map(|value| value.split([' ', '\t', ',', '<', '>']));
        let word = words.find(|word| word.len() > 2 && word.contains('@'));
        word.or(self.first("message-id")).filter(|id| !id.is_empty())
    }

    /// The mailboxes in all address fields of this name, best effort; the first hundred.
    pub fn addresses(&self, name: &str) -> Vec<Mailbox> {
        self.all(name).flat_map(|value| Mailboxes::read(value).usable).take(ENTRIES).collect()
    }

    /// The type of this part; `None` if it is missing or unreadable.
    pub fn content_type(&self) -> Option<ContentType> {
        let raw = format!("Content-Type: {}\r\n\r\n", self.first("content-type")?);
        let parsed = MessageParser::new().with_mime_headers().parse_headers(raw.as_bytes())?;
        let parsed = parsed.content_type()?;
        let attribute = |name: &str| parsed.attribute(name).map(clean).filter(|value| !value.is_empty());
        let is = |name: &str, value: &str| attribute(name).is_some_and(|given| given.eq_ignore_ascii_case(value));
        Some(ContentType {
            kind: format!("{}/{}", parsed.ctype(), parsed.subtype().unwrap_or("")).to_ascii_lowercase(),
            boundary: parsed.attribute("boundary").map(str::to_owned).filter(|boundary| !boundary.trim().is_empty()),
            charset: attribute("charset").map(|charset| charset.to_ascii_lowercase()),
            name: attribute("name"),
            flow: is("format", "flowed").then(|| Flow { deletes_blank: is("delsp", "yes") }),
        })
    }

    /// Whether this part is marked as an attachment, and its file name.
    pub fn disposition(&self) -> (bool, Option<String>) {
        let Some(value) = self.first("content-disposition") else { return (false, None) };
        let raw = format!("Content-Disposition: {value}\r\n\r\n");
        let parsed = MessageParser::new().with_mime_headers().parse_headers(raw.as_bytes());
        let Some(disposition) = parsed.as_ref().and_then(|parsed| parsed.content_disposition()) else { return (false, None) };
        let name = disposition.attribute("filename").map(clean).filter(|name| !name.is_empty());
        (disposition.ctype().eq_ignore_ascii_case("attachment"), name)
    }
}

/// The first line without its end, and what follows it.
pub(super) fn split_line(bytes: &[u8]) -> (&[u8], &[u8]) {
    let (line, behind) = match bytes.iter().position(|byte| *byte == b'\n') {
        Some(end) => (&bytes[..end], &bytes[end + 1..]),
        None => (bytes, &bytes[bytes.len()..]),
    };
    (line.strip_suffix(b"\r").unwrap_or(line), behind)
}

/// The ids in angle brackets; if there are no brackets, the words.
fn ids(value: &str) -> impl Iterator<Item = &str> {
    let has_brackets = value.contains('<');
    let bracketed = value.split('>').filter_map(|piece| piece.rsplit_once('<')).map(|(_, id)| id.trim()).filter(move |_| has_brackets);
    let bare = value.split([' ', '\t', ',']).filter(move |word| !has_brackets && !word.is_empty());
    bracketed.chain(bare)
}

/// mbox files and some pipes put `From sender date` before the first field.
fn skip_mbox_line(raw: &[u8]) -> &[u8] {
    if raw.starts_with(b"From ") || raw.starts_with(b">From ") { split_line(raw).1 } else { raw }
}

/// The name of a field, in lower case. RFC 5322: printable ASCII without the colon; old emails may have blanks before the colon.
fn field_name(line: &[u8]) -> Option<String> {
    let name = line.split(|byte| *byte == b':').next().filter(|name| name.len() < line.len())?;
    let name = std::str::from_utf8(name).ok()?.trim_end_matches([' ', '\t']);
    let is_name = !name.is_empty() && name.len() <= 78 && name.bytes().all(|byte| byte.is_ascii_graphic());
    is_name.then(|| name.to_ascii_lowercase())
}

/// The bytes of a header as text: UTF-8 if they are valid (RFC 6532), else Latin-1.
fn printable(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.replace(['\r', '\0'], " "),
        Err(_) => {
            bytes.iter().map(|byte| char::from(*byte)).map(|letter| if matches!(letter, '\r' | '\0') { ' ' } else { letter }).collect()
        }
    }
}
