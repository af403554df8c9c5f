//! The parts of a mail: which text is its body, which attachments hold orders, and what is left unread.
//!
//! The tree is walked here and not by mail-parser, whose nested messages would be dropped recursively:
//! a quarter of a megabyte of `message/rfc822` headers could overflow the stack.

use super::Address;
use super::header::{ContentType, Fields, split_line};

mod decode;

/// Parts that are looked at, whatever the limits say.
const PARTS: usize = 500;

/// A text that a player wrote, decoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextPart {
    pub text: String,
    /// HTML source instead of plain text.
    pub is_html: bool,
    /// `format=flowed`: one leading blank of a line may be stuffing.
    pub is_flowed: bool,
    /// The file name of an attachment; `None` for the mail's body.
    pub name: Option<String>,
}

/// An attachment that is encrypted to the campaign and not opened here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SealedAttachment {
    pub name: String,
    pub bytes: Vec<u8>,
}

/// What the parts of a mail hold.
#[derive(Debug, Clone, Default)]
pub struct Contents {
    pub body: Vec<TextPart>,
    pub order_attachments: Vec<TextPart>,
    pub sealed: Vec<SealedAttachment>,
    /// Names or types of attachments that nobody looks into.
    pub unread: Vec<String>,
    pub attachment_count: usize,
    /// Addresses that a delivery report gives up on.
    pub failed_recipients: Vec<Address>,
    /// The Message-ID of a mail that lies within this one, whole or as its header alone.
    pub enclosed_id: Option<String>,
    pub is_too_deep: bool,
}

/// Walks the parts of a mail, at most `depth_limit` multiparts deep.
pub fn walk(fields: &Fields, body: &[u8], depth_limit: usize) -> Contents {
    let mut walker = Walker { depth_limit, parts_left: PARTS };
    walker.part(fields, body, 0, "text/plain")
}

struct Walker {
    depth_limit: usize,
    parts_left: usize,
}

impl Walker {
    fn part(&mut self, fields: &Fields, body: &[u8], depth: usize, default_kind: &str) -> Contents {
        let content = fields.content_type().unwrap_or_else(|| ContentType { kind: default_kind.to_owned(), ..ContentType::default() });
        let Some(multipart) = content.kind.strip_prefix("multipart/") else { return leaf(fields, &content, body) };
        if depth >= self.depth_limit {
            return Contents { is_too_deep: true, ..Contents::default() };
        }
        let parts = content.boundary.as_deref().map(|boundary| split_parts(body, boundary)).unwrap_or_default();
        if parts.is_empty() {
            // Its boundary never comes: what is there is read as the text that it may be.
            return leaf(fields, &ContentType { kind: "text/plain".to_owned(), ..content }, body);
        }
        let child_kind = if multipart == "digest" { "message/rfc822" } else { "text/plain" };
        let mut children = Vec::new();
        for part in parts {
            if self.parts_left == 0 {
                break;
            }
            self.parts_left -= 1;
            let (fields, body) = Fields::split_part(part);
            children.push(self.part(&fields, body, depth + 1, child_kind));
        }
        if multipart == "alternative" {
            keep_one_alternative(&mut children);
        }
        children.into_iter().fold(Contents::default(), Contents::join)
    }
}

/// Bytes of a plain text file.
pub fn plain_text(bytes: &[u8]) -> String {
    decode::charset(None, bytes)
}

impl Contents {
    fn join(mut self, other: Contents) -> Contents {
        self.body.extend(other.body);
        self.order_attachments.extend(other.order_attachments);
        self.sealed.extend(other.sealed);
        self.unread.extend(other.unread);
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

/// The bodies of a multipart; what stands before the first boundary and after the last is no part.
fn split_parts<'a>(body: &'a [u8], boundary: &str) -> Vec<&'a [u8]> {
    let mut parts = Vec::new();
    let mut start = None;
    let mut rest = body;
    while !rest.is_empty() {
        let offset = body.len() - rest.len();
        let (line, behind) = split_line(rest);
        rest = behind;
        let Some(tail) = line.strip_prefix(b"--").and_then(|line| line.strip_prefix(boundary.as_bytes())) else { continue };
        let is_last = tail.starts_with(b"--");
        if !is_last && !tail.iter().all(|byte| matches!(byte, b' ' | b'\t')) {
            continue;
        }
        if let Some(start) = start.take() {
            parts.push(&body[start..offset]);
        }
        if is_last {
            return parts;
        }
        start = Some(body.len() - rest.len());
    }
    parts.extend(start.map(|start| &body[start..]));
    parts
}

/// RFC 2046: the same said in several ways. Plain text is preferred; attachments stay whichever branch they sit in.
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
        is_flowed: content.flowed,
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
        ("age", Some(name)) => contents.sealed.push(SealedAttachment { name, bytes: decode::transfer(encoding, body) }),
        (_, name) => contents.unread.extend(unread(content, name)),
    }
    if matches!(content.kind.as_str(), "message/rfc822" | "text/rfc822-headers") {
        contents.enclosed_id = Fields::split(&decode::transfer(encoding, body)).0.ids("message-id").into_iter().next();
    }
    if content.kind == "message/delivery-status" {
        contents.failed_recipients = failed_recipients(&String::from_utf8_lossy(&decode::transfer(encoding, body)));
    }
    contents
}

/// Some programs show named text parts inline; a file name with one of these endings is still a file.
fn is_file(extension: &str) -> bool {
    matches!(extension, "orders" | "txt" | "age" | "html" | "htm" | "json" | "csv" | "ics" | "log")
}

/// What a player may have meant us to read; pictures and signatures travel along by themselves.
fn unread(content: &ContentType, name: Option<String>) -> Option<String> {
    let travels_along =
        content.kind.starts_with("image/") || content.kind.ends_with("-signature") || content.kind == "message/delivery-status";
    (!travels_along).then(|| name.unwrap_or_else(|| content.kind.clone()))
}

/// RFC 3464: only `Action: failed` means that a mail did not and will not arrive.
fn failed_recipients(status: &str) -> Vec<Address> {
    let status = status.replace('\r', "");
    let failed = status.split("\n\n").filter(|block| field(block, "action").is_some_and(|action| action.eq_ignore_ascii_case("failed")));
    failed.filter_map(|block| Address::new(None, field(block, "final-recipient")?.rsplit(';').next()?.trim())).take(20).collect()
}

fn field<'a>(block: &'a str, name: &str) -> Option<&'a str> {
    let mut fields = block.lines().filter_map(|line| line.split_once(':'));
    fields.find(|(field, _)| field.trim().eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
}
