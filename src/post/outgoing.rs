//! Outgoing email as bytes that depend only on the arguments.

use std::borrow::Cow;
use std::fmt;

use chrono::{DateTime, Utc};
use lettre::message::header::{self, ContentTransferEncoding, ContentType, HeaderName, HeaderValue, Headers};
use lettre::message::{Body, Mailboxes, MaybeString, MultiPart, SinglePart};

use super::Mailbox;
use crate::campaign::{Address, Fingerprint, MessageId, calendar, escaped};

/// The content of our `X-Loop` field: an email that brings it back is never answered.
pub const LOOP_MARK: &str = "ashpost";
/// The most letters of a subject: one long word could not be folded, and header lines have a limit.
const SUBJECT_LETTERS: usize = 400;
/// The most letters of a [`Label`].
const LABEL_LETTERS: usize = 300;

/// An email of ours to one recipient. Everything in it can be written, because its types hold nothing else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outgoing {
    /// Its id; the MIME boundaries are derived from it.
    pub message_id: MessageId,
    /// When it was written; a reader's mail program shows it.
    pub date: DateTime<Utc>,
    /// The host's address, and the name shown with it.
    pub from: Mailbox,
    /// The one recipient.
    pub to: Mailbox,
    /// Where answers go; `None` if they go to the sender.
    pub reply_to: Option<Mailbox>,
    /// Oldest first; the last one is what this answers.
    pub references: Vec<MessageId>,
    /// `rim-3.games.example`: the campaign as a list, for readers who sort their email.
    pub list_id: Option<Label>,
    /// What to send to get no more of these.
    pub list_unsubscribe: Option<MailTo>,
    /// The public part of the key that signs what the host vouches for, so that readers can compare it with later emails.
    pub host_key: Option<Label>,
    /// What it says; the other fields are for mail programs.
    pub message: Message,
}

/// The content of an email of ours, without its recipient.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// May be of any length and hold line ends; it is sent as one line, cut to what a header holds.
    pub subject: String,
    /// The plain text, with any line ends.
    pub text: String,
    /// The same as an HTML page; `None` for an email of text alone.
    pub html: Option<String>,
    /// PNG pictures that the HTML shows by `cid:`.
    pub pictures: Vec<InlinePicture>,
    /// The attachments, in this order.
    pub attachments: Vec<Attachment>,
    /// Whether it answers an email; mail programs are told.
    pub origin: Origin,
}

impl Message {
    /// A message of text alone.
    pub fn plain(subject: String, text: String, origin: Origin) -> Message {
        Message { subject, text, html: None, pictures: Vec::new(), attachments: Vec::new(), origin }
    }
}

/// A name in a header: ASCII letters, digits, `.`, `-` and `_`, and never too long for a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label(String);

impl Label {
    /// Replaces what a label cannot hold by `-`, and cuts it to its greatest length.
    pub fn new(text: &str) -> Label {
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-' | '_');
        Label(text.chars().take(LABEL_LETTERS).map(|letter| if is_plain(letter) { letter } else { '-' }).collect())
    }
}

/// An email that the reader's mail program prepares. Displays as RFC 6068 spells it, `mailto:games@host.example?subject=HELP`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailTo {
    /// The recipient.
    pub address: Address,
    /// Its subject, unescaped.
    pub subject: String,
}

impl fmt::Display for MailTo {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [local_part, domain, subject] = [self.address.local_part(), self.address.domain(), &self.subject].map(escaped);
        write!(formatter, "mailto:{local_part}@{domain}?subject={subject}")
    }
}

/// Why we write (RFC 3834).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// An answer to an email.
    Reply,
    /// The calendar, as for a report or a reminder.
    Calendar,
}

/// A picture inside the HTML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InlinePicture {
    /// The name after `cid:`.
    pub content_id: Label,
    /// The PNG file.
    pub png: Vec<u8>,
}

/// A file that goes along.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attachment {
    /// The file name, as the reader's mail program shows it and saves it.
    pub name: String,
    /// The type that mail programs are told.
    pub kind: FileKind,
    /// The file itself.
    pub bytes: Vec<u8>,
}

/// What a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    /// Plain text in UTF-8.
    Text,
    /// A page in UTF-8.
    Html,
    /// JSON in UTF-8.
    Json,
    /// Events for a calendar (RFC 5545).
    Calendar,
}

/// An email that [`compose`] wrote, for another recipient.
pub fn readdressed(raw: &[u8], to: &Address) -> Vec<u8> {
    let text = String::from_utf8_lossy(raw);
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let mut is_in_field = false;
    let kept = head.split_inclusive("\r\n").filter(|line| {
        is_in_field = line.starts_with("To: ") || is_in_field && line.starts_with([' ', '\t']);
        !is_in_field
    });
    format!("To: {to}\r\n{}\r\n\r\n{body}", kept.collect::<String>().trim_end()).into_bytes()
}

/// Writes an email as it goes to the server, with lines that end in CRLF.
///
/// The header is not built with lettre's own builder, because that parses its own output again, and its parser drops the quotes of a local
/// part that needs them.
pub fn compose(mail: &Outgoing) -> Vec<u8> {
    let mut headers = Headers::new();
    headers.set(header::MessageId::from(format!("<{}>", mail.message_id)));
    headers.set(header::Date::from(std::time::SystemTime::from(calendar::within(mail.date))));
    headers.set(header::From::from(mailboxes(&mail.from)));
    headers.set(header::To::from(mailboxes(&mail.to)));
    headers.set(header::Subject::from(one_line(&mail.message.subject).chars().take(SUBJECT_LETTERS).collect::<String>()));
    headers.insert_raw(raw("Auto-Submitted", if mail.message.origin == Origin::Reply { "auto-replied" } else { "auto-generated" }));
    headers.insert_raw(raw("X-Loop", LOOP_MARK));
    // Exchange checks only this field before it answers with an absence note. "All" would also keep it from saying that an address is gone.
    headers.insert_raw(raw("X-Auto-Response-Suppress", "DR, RN, NRN, OOF, AutoReply"));
    if let Some(reply_to) = &mail.reply_to {
        headers.set(header::ReplyTo::from(mailboxes(reply_to)));
    }
    if let Some(Label(list_id)) = &mail.list_id {
        headers.insert_raw(raw("List-Id", &format!("<{list_id}>")));
    }
    if let Some(mail_to) = &mail.list_unsubscribe {
        headers.insert_raw(raw("List-Unsubscribe", &format!("<{mail_to}>")));
    }
    if let Some(Label(host_key)) = &mail.host_key {
        headers.insert_raw(raw("X-Ashpost-Key", host_key));
    }
    if let Some(answered) = mail.references.last() {
        headers.set(header::InReplyTo::from(format!("<{answered}>")));
        let ids = mail.references.iter().map(|id| format!("<{id}>")).collect::<Vec<_>>();
        // One id a line, because header lines have a limit.
        let name = HeaderName::new_from_ascii_str("References");
        headers.insert_raw(HeaderValue::dangerous_new_pre_encoded(name, ids.join(" "), ids.join("\r\n ")));
    }
    headers.set(header::MIME_VERSION_1_0);
    let body = match whole(mail) {
        Whole::Single(part) => part.formatted(),
        Whole::Multi(part) => part.formatted(),
    };
    [headers.to_string().into_bytes(), body].concat()
}

enum Whole {
    Single(SinglePart),
    Multi(MultiPart),
}

/// The parts: mixed( alternative( text, related( HTML, pictures ) ), attachments ), each level only if it holds something.
fn whole(mail: &Outgoing) -> Whole {
    let text = text_part(&mail.message.text, ContentType::TEXT_PLAIN);
    let body = match &mail.message.html {
        None => Whole::Single(text),
        Some(html) => {
            let alternative = MultiPart::alternative().boundary(boundary(mail, "alternative")).singlepart(text);
            Whole::Multi(match html_with_pictures(mail, html) {
                Whole::Single(html) => alternative.singlepart(html),
                Whole::Multi(related) => alternative.multipart(related),
            })
        }
    };
    if mail.message.attachments.is_empty() {
        return body;
    }
    let mixed = MultiPart::mixed().boundary(boundary(mail, "mixed"));
    let mut mixed = match body {
        Whole::Single(part) => mixed.singlepart(part),
        Whole::Multi(part) => mixed.multipart(part),
    };
    for attachment in &mail.message.attachments {
        mixed = mixed.singlepart(attachment_part(attachment));
    }
    Whole::Multi(mixed)
}

fn html_with_pictures(mail: &Outgoing, html: &str) -> Whole {
    let html = text_part(html, ContentType::TEXT_HTML);
    if mail.message.pictures.is_empty() {
        return Whole::Single(html);
    }
    let related = MultiPart::related().boundary(boundary(mail, "related")).singlepart(html);
    Whole::Multi(mail.message.pictures.iter().fold(related, |related, picture| related.singlepart(picture_part(picture))))
}

/// Everything is quoted-printable, even plain ASCII: then no line is too long, none begins with `From `, none ends in a blank that
/// transport would remove, and none looks like a boundary.
fn text_part(text: &str, content_type: ContentType) -> SinglePart {
    let lines = if text.contains('\r') { Cow::Owned(text.replace("\r\n", "\n")) } else { Cow::Borrowed(text) };
    let text = lines.replace('\n', "\r\n");
    SinglePart::builder().header(content_type).body(encoded(MaybeString::String(text), ContentTransferEncoding::QuotedPrintable))
}

fn picture_part(picture: &InlinePicture) -> SinglePart {
    let Label(content_id) = &picture.content_id;
    SinglePart::builder()
        .header(content_type("image/png"))
        .header(header::ContentDisposition::inline_with_name(&format!("{content_id}.png")))
        .header(header::ContentId::from(format!("<{content_id}>")))
        .body(encoded(MaybeString::Binary(picture.png.clone()), ContentTransferEncoding::Base64))
}

fn attachment_part(attachment: &Attachment) -> SinglePart {
    let kind = match attachment.kind {
        FileKind::Text => "text/plain; charset=utf-8",
        FileKind::Html => "text/html; charset=utf-8",
        FileKind::Json => "application/json",
        FileKind::Calendar => "text/calendar; charset=utf-8",
    };
    SinglePart::builder()
        .header(content_type(kind))
        .header(header::ContentDisposition::attachment(&one_line(&attachment.name)))
        .body(encoded(MaybeString::Binary(attachment.bytes.clone()), ContentTransferEncoding::Base64))
}

/// Parses one of the few types written here, all of which are valid.
fn content_type(kind: &'static str) -> ContentType {
    ContentType::parse(kind).unwrap_or(ContentType::TEXT_PLAIN)
}

/// Both encodings in use take any bytes; if one were refused, Base64 would be used.
fn encoded(content: MaybeString, encoding: ContentTransferEncoding) -> Body {
    Body::new_with_encoding(content, encoding).unwrap_or_else(Body::new)
}

/// A boundary that no text contains: `=_` cannot occur in quoted-printable, nor `_` in Base64.
fn boundary(mail: &Outgoing, level: &str) -> String {
    format!("=_{level}_{}", Fingerprint::of(format!("{level}\n{}", mail.message_id).as_bytes()).short())
}

/// An [`Address`](crate::campaign::Address) holds only what lettre takes, so lettre need not check it again.
fn mailboxes(mailbox: &Mailbox) -> Mailboxes {
    let address = lettre::Address::new_dangerous(mailbox.address.local_part(), mailbox.address.domain());
    let name = mailbox.name().to_owned();
    Mailboxes::from(lettre::message::Mailbox::new((!name.is_empty()).then_some(name), address))
}

/// Names and subjects may come from players; on one line, none can begin a new header line.
fn one_line(text: &str) -> String {
    super::words::clean_words(text)
}

fn raw(name: &'static str, value: &str) -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str(name), value.to_owned())
}
