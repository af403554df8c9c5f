//! An incoming email as facts, best effort: any bytes give a letter, and none makes the program panic or its memory grow without limit.

use std::ops::Deref;

use sha2::{Digest, Sha256};

use super::arrival::Stamps;
use super::header::Fields;
use super::mailbox::{Mailbox, Mailboxes};
use super::text::OrderText;
use super::{html, mime, noise, returned};
use crate::campaign::{Address, Exceeded, Fingerprint, MessageId, Noise};

/// The most letters of a subject that are read; mail programs make subjects far shorter.
const SUBJECT_LETTERS: usize = 1_000;

/// An email, without any judgement: what decides whether it counts, and for whom, and what is in it.
#[derive(Debug, Clone)]
pub struct Letter {
    /// The author, if the From field names exactly one person with a usable address.
    pub from: Result<Mailbox, NoSender>,
    /// Why it must not be answered; `None` if it may be.
    pub noise: Option<Noise>,
    /// The limit that it exceeds, if any; then the texts are incomplete.
    pub exceeded: Option<Exceeded>,
    /// Equal if the same email is delivered twice, whatever way it took; see `fingerprint`.
    pub fingerprint: Fingerprint,
    /// All else that it says.
    pub inside: Inside,
}

/// What an email says, and to whom.
#[derive(Debug, Clone)]
pub struct Inside {
    /// The usable mailboxes of the Reply-To field.
    pub reply_to: Vec<Mailbox>,
    /// The usable mailboxes of the To field.
    pub to: Vec<Mailbox>,
    /// The usable mailboxes of the Cc field.
    pub cc: Vec<Mailbox>,
    /// To whom the server says that it delivered this: Delivered-To, X-Original-To, Envelope-To.
    pub delivered_to: Vec<Mailbox>,
    /// Decoded, one line; empty if there is none.
    pub subject: String,
    /// Its id; `None` if it has none, or one that no answer could name.
    pub message_id: Option<MessageId>,
    /// The ids of In-Reply-To and References, oldest first, each once.
    pub references: Vec<MessageId>,
    /// The times that its header shows.
    pub stamps: Stamps,
    /// What the player wrote; see [`OrderText`].
    pub orders: OrderText,
    /// Names or types of attachments that were not looked into.
    pub unread: Vec<String>,
    /// It has no words but those that Outlook has put into an attachment, which is the last of `unread`.
    pub is_rich_text: bool,
    /// In a delivery report: the addresses that could not be reached.
    pub failed_recipients: Vec<Address>,
    /// In a delivery report: the Message-ID of the email that it returns.
    pub enclosed_id: Option<MessageId>,
}

/// The limits within which an email is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EmailLimits {
    /// Bytes of the whole email.
    pub size_bytes: usize,
    /// The most parts besides the body's text.
    pub attachments: usize,
    /// How deep multiparts may be nested. HTML with so many tags that they could be too deep counts as too deep.
    pub depth: usize,
    /// Lines of order text, quotes not counted.
    pub lines: usize,
}

impl Default for EmailLimits {
    fn default() -> EmailLimits {
        EmailLimits { size_bytes: 256 * 1024, attachments: 10, depth: 8, lines: 2_000 }
    }
}

/// Why a letter has no sender.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each says what it is")]
pub enum NoSender {
    #[error("there is no From field")]
    Missing,
    #[error("there are {0} From fields")]
    SeveralFields(usize),
    #[error("the From field names {0} mailboxes")]
    SeveralMailboxes(usize),
    #[error("the From field names a group")]
    Group,
    #[error("the From field holds no address that mail can be sent to")]
    Unusable,
}

impl Letter {
    /// Reads an email within the usual limits.
    pub fn read(raw: &[u8]) -> Letter {
        Letter::read_within(raw, &EmailLimits::default())
    }

    /// Reads an email. A letter that exceeds a limit says so in `exceeded`, and can still be answered: its header is always read.
    pub fn read_within(raw: &[u8], limits: &EmailLimits) -> Letter {
        let within = &raw[..raw.len().min(limits.size_bytes)];
        let (fields, body) = Fields::split(within);
        let kind = fields.content_type().map(|content| content.kind).unwrap_or_default();
        let contents = mime::walk(&fields, body, limits.depth);
        let (to, cc) = (fields.addresses("to"), fields.addresses("cc"));
        let delivered_to: Vec<Mailbox> =
            ["delivered-to", "x-original-to", "envelope-to"].iter().flat_map(|name| fields.addresses(name)).collect();
        let answered: Vec<String> = delivered_to.iter().chain(&to).chain(&cc).map(|mailbox| without_tag(&mailbox.address)).collect();
        let mut orders = OrderText::of_mail(&contents, &answered);
        let exceeded = exceeded(raw, &contents, &orders, limits);
        orders.truncate(limits.lines);
        let noise = noise::find(&fields, &kind);
        let (failed_recipients, enclosed_id) = returned(&fields, &contents, noise.as_ref());
        let rich_text = contents.rich_text.filter(|_| orders.text.trim().is_empty());
        Letter {
            from: sender(&fields),
            noise,
            exceeded,
            fingerprint: fingerprint(&fields, &raw[raw.len().min(within.len() - body.len())..]),
            inside: Inside {
                reply_to: fields.addresses("reply-to"),
                to,
                cc,
                delivered_to,
                subject: subject(&fields),
                message_id: fields.id("message-id"),
                references: references(&fields),
                stamps: Stamps::of(&fields),
                orders,
                is_rich_text: rich_text.is_some(),
                unread: contents.unread.into_iter().chain(rich_text).collect(),
                failed_recipients,
                enclosed_id,
            },
        }
    }

    /// The subject of an email and all its words, including quotes and attached texts; a file without a header is all text. This is for
    /// showing an email, not for reading orders.
    pub fn subject_and_words(raw: &[u8]) -> (String, String) {
        let (fields, body) = Fields::split(raw);
        let contents = mime::walk(&fields, body, EmailLimits::default().depth);
        let parts = contents.body.iter().chain(&contents.order_attachments);
        let text = |part: &mime::TextPart| if part.is_html { html::to_text(&part.text) } else { part.text.clone() };
        let words = parts.map(text).collect::<Vec<_>>().join("\n");
        (subject(&fields), if words.trim().is_empty() { mime::plain_text(raw) } else { words })
    }

    /// Reads a plain order file that was dropped into a folder: text without sender or subject.
    pub fn of_order_file(bytes: &[u8], name: Option<&str>, limits: &EmailLimits) -> Letter {
        let within = &bytes[..bytes.len().min(limits.size_bytes)];
        let mut orders = OrderText::of_file(within, name);
        let exceeded = exceeded(bytes, &mime::Contents::default(), &orders, limits);
        orders.truncate(limits.lines);
        let nothing = Letter::read_within(b"", limits);
        let inside = Inside { orders, ..nothing.inside };
        Letter { exceeded, fingerprint: fingerprint(&Fields::default(), bytes), inside, ..nothing }
    }
}

/// Most questions about a letter are answered by its inside.
impl Deref for Letter {
    type Target = Inside;

    fn deref(&self) -> &Inside {
        &self.inside
    }
}

impl Inside {
    /// All recipients, first those that the server vouches for.
    pub fn recipients(&self) -> impl Iterator<Item = &Address> {
        self.delivered_to.iter().chain(&self.to).chain(&self.cc).map(|mailbox| &mailbox.address)
    }
}

/// The addresses that a delivery report gives up on, and the email that it returns. Some mail systems say so only in words.
fn returned(fields: &Fields, contents: &mime::Contents, noise: Option<&Noise>) -> (Vec<Address>, Option<MessageId>) {
    let (failed, enclosed) = (contents.failed_recipients.clone(), contents.enclosed_id.clone());
    if noise != Some(&Noise::DeliveryReport) {
        return (failed, enclosed);
    }
    let texts = || contents.body.iter().map(|part| part.text.as_str());
    let failed = if failed.is_empty() { returned::of_words(fields, texts()) } else { failed };
    (failed, enclosed.or_else(|| returned::enclosed_id(texts())))
}

/// An address in lower case without the part after `+`, as an email that was sent from it names it.
fn without_tag(address: &Address) -> String {
    let local = address.local_part().split('+').next().unwrap_or_default();
    format!("{local}@{}", address.domain()).to_lowercase()
}

/// RFC 5322 allows one From field. Two are a way to show one sender to us and another to the reader's mail program.
fn sender(fields: &Fields) -> Result<Mailbox, NoSender> {
    let values: Vec<&str> = fields.all("from").collect();
    let [value] = values[..] else {
        return Err(if values.is_empty() { NoSender::Missing } else { NoSender::SeveralFields(values.len()) });
    };
    let mut found = Mailboxes::read(value);
    match (found.is_group, found.usable.len() + found.unusable) {
        (true, _) => Err(NoSender::Group),
        (false, 0 | 1) => found.usable.pop().ok_or(NoSender::Unusable),
        (false, count) => Err(NoSender::SeveralMailboxes(count)),
    }
}

fn subject(fields: &Fields) -> String {
    fields.text("subject").unwrap_or_default().chars().take(SUBJECT_LETTERS).collect()
}

fn references(fields: &Fields) -> Vec<MessageId> {
    let mut ids = fields.ids("references");
    ids.extend(fields.ids("in-reply-to"));
    let all = ids.clone();
    let mut index = 0;
    ids.retain(|id| {
        index += 1;
        !all[..index - 1].contains(id)
    });
    ids
}

fn exceeded(raw: &[u8], contents: &mime::Contents, orders: &OrderText, limits: &EmailLimits) -> Option<Exceeded> {
    let lines = orders.line_count();
    if raw.len() > limits.size_bytes {
        Some(Exceeded::Size { at_most: limits.size_bytes })
    } else if contents.is_too_deep || contents.body.iter().any(|part| part.is_html && html::is_too_much(&part.text)) {
        Some(Exceeded::Depth { at_most: limits.depth })
    } else if contents.attachment_count > limits.attachments {
        Some(Exceeded::Attachments { count: contents.attachment_count, at_most: limits.attachments })
    } else if lines > limits.lines {
        Some(Exceeded::Lines { count: lines, at_most: limits.lines })
    } else {
        None
    }
}

/// SHA-256 over Message-ID, From and the body with `\n` line ends, each with its length before it.
///
/// Fields that transport adds or rewraps do not count, nor do line ends or empty lines at the end. Without a Message-ID, Date and Subject
/// count instead, so that two emails that say `STATUS` on two days stay two.
fn fingerprint(fields: &Fields, body: &[u8]) -> Fingerprint {
    let identity = match fields.raw_id() {
        Some(id) => id.to_owned(),
        None => format!("{}\n{}", fields.first("date").unwrap_or(""), fields.text("subject").unwrap_or_default()),
    };
    let from = fields.addresses("from").first().map(|from| from.address.to_string()).unwrap_or_default();
    let mut lines = Vec::with_capacity(body.len() + 1);
    for line in body.split(|byte| *byte == b'\n') {
        lines.extend_from_slice(line.strip_suffix(b"\r").unwrap_or(line));
        lines.push(b'\n');
    }
    lines.truncate(lines.iter().rposition(|byte| *byte != b'\n').map_or(0, |last| last + 1));
    let mut hash = Sha256::new();
    for piece in [identity.as_bytes(), from.as_bytes(), &lines] {
        hash.update((piece.len() as u64).to_be_bytes());
        hash.update(piece);
    }
    Fingerprint::new(hash.finalize().into())
}
