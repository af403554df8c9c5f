//! Outgoing mail as bytes that depend on nothing but what is passed in.

use chrono::{DateTime, Utc};
use lettre::message::header::{self, ContentTransferEncoding, ContentType, HeaderName, HeaderValue};
use lettre::message::{Body, Mailbox, MaybeString, Message, MultiPart, SinglePart};
use sha2::{Digest, Sha256};

use super::Address;

/// Stands in every `X-Loop` of ours: where it comes back, nothing is answered.
pub const LOOP_MARK: &str = "ashpost";
/// Stands in every Message-ID that [`message_id`] makes, and in no other program's.
pub const OWN_MARKER: &str = ".ashpost@";

/// A mail of ours to one recipient.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outgoing {
    /// Without angle brackets; from [`message_id`]. The MIME boundaries follow from it.
    pub message_id: String,
    pub date: DateTime<Utc>,
    pub from: Address,
    pub to: Address,
    pub reply_to: Option<Address>,
    pub subject: String,
    /// Ids without angle brackets, oldest first; the last one is what this answers.
    pub references: Vec<String>,
    pub origin: Origin,
    /// `rim-3.games.example`: the campaign as a list, for readers who sort their mail.
    pub list_id: Option<String>,
    pub text: String,
    pub html: Option<String>,
    /// PNG pictures that the HTML shows by `cid:`.
    pub pictures: Vec<Picture>,
    pub attachments: Vec<Attachment>,
}

/// RFC 3834: what made us write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// An answer to a mail.
    Reply,
    /// A report, a reminder: what the calendar made us write.
    Calendar,
}

/// A picture within the HTML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Letters, digits, `.`, `-` and `_`: what stands behind `cid:`.
    pub content_id: String,
    pub png: Vec<u8>,
}

/// A file that goes along.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attachment {
    pub name: String,
    /// Such as `text/plain; charset=utf-8`.
    pub content_type: String,
    pub bytes: Vec<u8>,
}

/// A mail that cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum ComposeError {
    #[error("{0:?} is no address that mail can be sent to")]
    Address(String),
    #[error("{0:?} is no MIME type")]
    ContentType(String),
    #[error("{0:?} cannot be a message id, list id or content id")]
    Identifier(String),
    #[error(transparent)]
    Message(#[from] lettre::error::Error),
}

/// The Message-ID of a mail: equal for equal arguments, and marked as ours.
///
/// `parts` say which mail it is, such as campaign, turn, seat and kind. What cannot stand in an id becomes `-`.
pub fn message_id(parts: &[&str], domain: &str) -> String {
    let safe = |text: &str| -> String { text.chars().map(|letter| if is_id_letter(letter) { letter } else { '-' }).collect() };
    let local = parts.iter().map(|part| safe(part)).collect::<Vec<_>>().join(".");
    format!("{local}{OWN_MARKER}{}", safe(domain))
}

/// The first part of an id that [`message_id`] made; `None` for those of other programs.
pub fn first_part(message_id: &str) -> Option<&str> {
    message_id.split_once(OWN_MARKER)?.0.split('.').next()
}

/// Writes a mail as it goes to the server, lines ending in CRLF.
///
/// # Errors
/// When an address, id or MIME type of it is not one.
pub fn compose(mail: &Outgoing) -> Result<Vec<u8>, ComposeError> {
    check_identifiers(mail)?;
    let mut builder = Message::builder()
        .message_id(Some(format!("<{}>", mail.message_id)))
        .date(mail.date.into())
        .from(mailbox(&mail.from)?)
        .to(mailbox(&mail.to)?)
        .subject(one_line(&mail.subject))
        .raw_header(raw("Auto-Submitted", if mail.origin == Origin::Reply { "auto-replied" } else { "auto-generated" }))
        .raw_header(raw("X-Loop", LOOP_MARK))
        // Exchange looks at nothing else before it answers with an absence note.
        .raw_header(raw("X-Auto-Response-Suppress", "All"));
    if let Some(reply_to) = &mail.reply_to {
        builder = builder.reply_to(mailbox(reply_to)?);
    }
    if let Some(list_id) = &mail.list_id {
        builder = builder.raw_header(raw("List-Id", &format!("<{list_id}>")));
    }
    if let Some(answered) = mail.references.last() {
        let ids = mail.references.iter().map(|id| format!("<{id}>")).collect::<Vec<_>>();
        // One id a line: lines of a header have an end.
        let folded = HeaderValue::dangerous_new_pre_encoded(HeaderName::new_from_ascii_str("References"), ids.join(" "), ids.join("\r\n "));
        builder = builder.in_reply_to(format!("<{answered}>")).raw_header(folded);
    }
    let message = match whole(mail)? {
        Whole::Single(part) => builder.singlepart(part)?,
        Whole::Multi(part) => builder.multipart(part)?,
    };
    Ok(message.formatted())
}

enum Whole {
    Single(SinglePart),
    Multi(MultiPart),
}

/// mixed( alternative( text, related( HTML, pictures ) ), attachments ), each level only if it holds something.
fn whole(mail: &Outgoing) -> Result<Whole, ComposeError> {
    let text = text_part(&mail.text, ContentType::TEXT_PLAIN);
    let body = match &mail.html {
        None => Whole::Single(text),
        Some(html) => {
            let alternative = MultiPart::alternative().boundary(boundary(mail, "alternative")).singlepart(text);
            Whole::Multi(match html_with_pictures(mail, html) {
                Whole::Single(html) => alternative.singlepart(html),
                Whole::Multi(related) => alternative.multipart(related),
            })
        }
    };
    if mail.attachments.is_empty() {
        return Ok(body);
    }
    let mixed = MultiPart::mixed().boundary(boundary(mail, "mixed"));
    let mut mixed = match body {
        Whole::Single(part) => mixed.singlepart(part),
        Whole::Multi(part) => mixed.multipart(part),
    };
    for attachment in &mail.attachments {
        mixed = mixed.singlepart(attachment_part(attachment)?);
    }
    Ok(Whole::Multi(mixed))
}

fn html_with_pictures(mail: &Outgoing, html: &str) -> Whole {
    let html = text_part(html, ContentType::TEXT_HTML);
    if mail.pictures.is_empty() {
        return Whole::Single(html);
    }
    let related = MultiPart::related().boundary(boundary(mail, "related")).singlepart(html);
    Whole::Multi(mail.pictures.iter().fold(related, |related, picture| related.singlepart(picture_part(picture))))
}

/// Quoted-printable even for plain ASCII: then no line is too long, none begins with `From `, none ends in a
/// blank that transport would eat, and none can look like a boundary.
fn text_part(text: &str, content_type: ContentType) -> SinglePart {
    let text = text.replace("\r\n", "\n").replace('\n', "\r\n");
    SinglePart::builder().header(content_type).body(encoded(MaybeString::String(text), ContentTransferEncoding::QuotedPrintable))
}

fn picture_part(picture: &Picture) -> SinglePart {
    SinglePart::builder()
        .header(ContentType::parse("image/png").unwrap_or(ContentType::TEXT_PLAIN))
        .header(header::ContentDisposition::inline_with_name(&format!("{}.png", picture.content_id)))
        .header(header::ContentId::from(format!("<{}>", picture.content_id)))
        .body(encoded(MaybeString::Binary(picture.png.clone()), ContentTransferEncoding::Base64))
}

fn attachment_part(attachment: &Attachment) -> Result<SinglePart, ComposeError> {
    let content_type =
        ContentType::parse(&attachment.content_type).map_err(|_| ComposeError::ContentType(attachment.content_type.clone()))?;
    Ok(SinglePart::builder()
        .header(content_type)
        .header(header::ContentDisposition::attachment(&one_line(&attachment.name)))
        .body(encoded(MaybeString::Binary(attachment.bytes.clone()), ContentTransferEncoding::Base64)))
}

/// Both encodings that are used take any bytes; what an encoder refuses would go as Base64.
fn encoded(content: MaybeString, encoding: ContentTransferEncoding) -> Body {
    Body::new_with_encoding(content, encoding).unwrap_or_else(Body::new)
}

/// A line of no text: `=_` cannot stand in quoted-printable, and `_` not in Base64.
fn boundary(mail: &Outgoing, level: &str) -> String {
    let digest = Sha256::digest(format!("{level}\n{}", mail.message_id).as_bytes());
    digest.iter().take(12).fold(format!("=_{level}_"), |boundary, byte| boundary + &format!("{byte:02x}"))
}

fn mailbox(address: &Address) -> Result<Mailbox, ComposeError> {
    let email = address.email.parse().map_err(|_| ComposeError::Address(address.email.clone()))?;
    let name = one_line(&address.name);
    Ok(Mailbox::new((!name.is_empty()).then_some(name), email))
}

/// Names and subjects may come from players: none of them can begin a new header line.
fn one_line(text: &str) -> String {
    super::header::clean(text, true)
}

fn raw(name: &'static str, value: &str) -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str(name), value.to_owned())
}

fn check_identifiers(mail: &Outgoing) -> Result<(), ComposeError> {
    let pictures = mail.pictures.iter().map(|picture| &picture.content_id);
    let mut all = std::iter::once(&mail.message_id).chain(&mail.references).chain(&mail.list_id).chain(pictures);
    let is_wrong = |id: &&String| {
        id.is_empty() || id.len() > 500 || id.chars().any(|letter| !letter.is_ascii_graphic() || matches!(letter, '<' | '>'))
    };
    match all.find(is_wrong) {
        Some(wrong) => Err(ComposeError::Identifier(wrong.clone())),
        None => Ok(()),
    }
}

fn is_id_letter(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-' | '_')
}
