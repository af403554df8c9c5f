//! The parts of an email: which text is its body, which attachments hold orders, and which are not read.
//!
//! mail-parser finds the parts. It is not told their encodings, because it would decode messages within messages recursively until the
//! stack overflows; see docs/decisions/0005-reading-mail.md.

use mail_parser::{HeaderName, Message, MessageParser, PartType};

use super::flow::Flow;
use super::header::{ContentType, Fields};
use super::returned;
use super::words::clean;
use crate::campaign::{Address, MessageId};

mod decode;

/// The most parts that are read, whatever the limits say.
const PARTS: usize = 500;
/// The most mentions of a multipart in an email. mail-parser looks for the end of each up to the end of the email.
const MULTIPARTS: usize = 200;

/// A text that a player wrote, decoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextPart {
    /// The whole text, including quoted lines.
    pub text: String,
    /// Whether it is HTML source instead of plain text.
    pub is_html: bool,
    /// How its lines were wrapped; `None` if that is unknown.
    pub flow: Option<Flow>,
    /// The file name of an attachment; `None` for the email's body.
    pub name: Option<String>,
}

/// What the parts of an email hold.
#[derive(Debug, Clone, Default)]
pub(super) struct Contents {
    pub body: Vec<TextPart>,
    pub order_attachments: Vec<TextPart>,
    /// The names or types of attachments that are not read.
    pub unread: Vec<String>,
    /// The name of a part in which Outlook sends its rich text (TNEF). It matters only where no other part says anything.
    pub rich_text: Option<String>,
    pub attachment_count: usize,
    /// The addresses that a delivery report gives up on.
    pub failed_recipients: Vec<Address>,
    /// The Message-ID of an email inside this one, whether it is whole or only its header.
    pub enclosed_id: Option<MessageId>,
    pub is_too_deep: bool,
}

/// Walks the parts of an email, at most `depth_limit` multiparts deep.
pub(super) fn walk(fields: &Fields, body: &[u8], depth_limit: usize) -> Contents {
    let content = fields.content_type().unwrap_or_else(|| ContentType { kind: "text/plain".to_owned(), ..ContentType::default() });
    if !content.kind.starts_with("multipart/") {
        return leaf(fields, &content, body);
    }
    let mentions = body.windows(b"multipart/".len()).filter(|bytes| bytes.eq_ignore_ascii_case(b"multipart/")).count();
    if mentions > MULTIPARTS {
        return Contents { is_too_deep: true, ..Contents::default() };
    }
    // Our own rules have read the header, so mail-parser sees only what it needs of it.
    let header = format!("Content-Type: {}\r\n\r\n", fields.first("content-type").unwrap_or(""));
    let raw = [header.as_bytes(), body].concat();
    let parser = MessageParser::new().with_mime_headers().ignore_header(HeaderName::ContentTransferEncoding);
    let Some(message) = parser.parse(&raw) else { return leaf(fields, &content, body) };
    let mut walker = Walker { raw: &raw, message: &message, depth_limit, parts_left: PARTS };
    let contents = walker.part(0, 0, "text/plain");
    dismantle(message);
    contents
}

/// Drops a message without recursion, however many messages are in it.
fn dismantle(message: Message<'_>) {
    let mut parts = message.parts;
    while let Some(part) = parts.pop() {
        if let PartType::Message(nested) = part.body {
            parts.extend(nested.parts);
        }
    }
}

struct Walker<'a> {
    raw: &'a [u8],
    message: &'a Message<'a>,
    depth_limit: usize,
    parts_left: usize,
}

impl Walker<'_> {
    fn part(&mut self, id: u32, depth: usize, default_kind: &str) -> Contents {
        let Some(part) = self.message.part(id) else { return Contents::default() };
        let (start, middle, end) = (part.offset_header as usize, part.offset_body as usize, part.offset_end as usize);
        let (fields, _) = Fields::split_part(self.raw.get(start..middle).unwrap_or_default());
        let body = self.raw.get(middle..end).unwrap_or_default();
        let content = fields.content_type().unwrap_or_else(|| ContentType { kind: default_kind.to_owned(), ..ContentType::default() });
        let Some(multipart) = content.kind.strip_prefix("multipart/") else { return leaf(&fields, &content, body) };
        if depth >= self.depth_limit {
            return Contents { is_too_deep: true, ..Contents::default() };
        }
        let PartType::Multipart(ids) = &part.body else {
            // The boundary is missing: the rest is read as plain text.
            return leaf(&fields, &ContentType { kind: "text/plain".to_owned(), ..content }, body);
        };
        let child_kind = if multipart == "digest" { "message/rfc822" } else { "text/plain" };
        let mut children = Vec::new();
        for id in ids {
            if self.parts_left == 0 {
                break;
            }
            self.parts_left -= 1;
            children.push(self.part(*id, depth + 1, child_kind));
        }
        if multipart == "alternative" {
            keep_one_alternative(&mut children);
        }
        children.into_iter().fold(Contents::default(), Contents::join)
    }
}

/// The bytes of a plain text file as text.
pub(super) fn plain_text(bytes: &[u8]) -> String {
    decode::charset(None, bytes)
}

impl Contents {
    fn join(mut self, other: Contents) -> Contents {
        self.body.extend(other.body);
        self.order_attachments.extend(other.order_attachments);
        self.unread.extend(other.unread);
        self.rich_text = self.rich_text.or(other.rich_text);
        self.attachment_count += other.attachment_count;
        self.failed_recipients.extend(other.failed_recipients);
        self.enclosed_id = self.enclosed_id.or(other.enclosed_id);
        self.is_too_deep |= other.is_too_deep;
        self
    }

    fn says_something(&self, is_html: bool) -> bool {
        self.body.iter().any(|part| part.is_html == is_html && !part.text.trim().is_empty())
    }
}

/// RFC 2046: alternatives say the same in several ways. Plain text is preferred; attachments of all branches are kept.
fn keep_one_alternative(children: &mut [Contents]) {
    let plain = children.iter().position(|child| child.says_something(false));
    let chosen = plain.or_else(|| children.iter().rposition(|child| child.says_something(true)));
    for (index, child) in children.iter_mut().enumerate() {
        if Some(index) != chosen {
            child.body.clear();
        }
    }
}

fn leaf(fields: &Fields, content: &ContentType, body: &[u8]) -> Contents {
    let (is_attachment, file_name) = fields.disposition();
    let name = file_name.or_else(|| content.name.clone());
    let encoding = fields.first("content-transfer-encoding").unwrap_or("");
    let is_text = content.kind.starts_with("text/") || content.kind == "text";
    let text = |name: Option<String>| TextPart {
        text: decode::charset(content.charset.as_deref(), &decode::transfer(encoding, body)),
        is_html: content.kind == "text/html",
        flow: content.flow,
        name,
    };
    let extension = name.as_deref().and_then(|name| name.rsplit_once('.')).map(|(_, extension)| extension.to_ascii_lowercase());
    let extension = extension.as_deref().unwrap_or("");
    let mut contents = Contents::default();
    let is_body = !is_attachment && matches!(content.kind.as_str(), "text/plain" | "text/html" | "text" | "text/") && !is_file(extension);
    if is_body {
        contents.body.push(text(None));
        return contents;
    }
    contents.attachment_count = 1;
    let could_be_text = is_text || content.kind == "application/octet-stream";
    match (extension, name) {
        ("orders", name) => contents.order_attachments.push(TextPart { is_html: false, ..text(name) }),
        ("txt", name) if could_be_text => contents.order_attachments.push(TextPart { is_html: false, ..text(name) }),
        (_, name) if is_rich_text(content, name.as_deref()) => contents.rich_text = Some(name.unwrap_or_else(|| RICH_TEXT.to_owned())),
        (_, name) => contents.unread.extend(unread(content, name)),
    }
    if matches!(content.kind.as_str(), "message/rfc822" | "text/rfc822-headers") {
        contents.enclosed_id = Fields::split(&decode::transfer(encoding, body)).0.id("message-id");
    }
    if content.kind == "message/delivery-status" {
        contents.failed_recipients = returned::of_status(&String::from_utf8_lossy(&decode::transfer(encoding, body)));
    }
    contents
}

/// Some programs mark named text parts as inline; a name with one of these endings is still a file.
fn is_file(extension: &str) -> bool {
    matches!(extension, "orders" | "txt" | "age" | "html" | "htm" | "json" | "csv" | "ics" | "log")
}

/// The usual name of Outlook's rich text.
const RICH_TEXT: &str = "winmail.dat";

fn is_rich_text(content: &ContentType, name: Option<&str>) -> bool {
    let is_named_so = name.is_some_and(|name| name.eq_ignore_ascii_case(RICH_TEXT));
    is_named_so || matches!(content.kind.as_str(), "application/ms-tnef" | "application/vnd.ms-tnef")
}

/// What mail programs attach by themselves: cards and keys of the sender, and the status in a delivery report.
const COMPANIONS: [&str; 4] = ["text/vcard", "text/x-vcard", "application/pgp-keys", "message/delivery-status"];

/// The name or type of a part that the player may have meant us to read; `None` for pictures and signatures, which mail programs add.
fn unread(content: &ContentType, name: Option<String>) -> Option<String> {
    let kind = content.kind.as_str();
    let travels_along = kind.starts_with("image/") || kind.ends_with("-signature") || COMPANIONS.contains(&kind);
    (!travels_along).then(|| name.unwrap_or_else(|| clean(kind)))
}
