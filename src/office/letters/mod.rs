//! Writing letters: a template becomes an email that is the same bytes whenever it is written.

pub mod campaign;
pub mod facts;
pub mod model;

use chrono::{DateTime, Utc};

use crate::campaign::config::HostConfig;
use crate::engine::Seat;
use crate::office::cabinet::desk::Campaign;
use crate::office::cabinet::error::DeskError;
use crate::office::letters::model::LetterModel;
use crate::post::outgoing::{Attachment, Label, Origin, Outgoing, Picture, compose};
use crate::post::{Address, Mailbox, MessageId};
use crate::render::Templates;
use crate::store::{Ledger, NewOutgoing};

/// A letter to be composed and queued.
pub struct Letter<'a> {
    /// `report`, `answer`, `reminder`, `notice`.
    pub kind: &'a str,
    /// What makes its Message-ID different from others of its campaign.
    pub id: String,
    pub recipient: Address,
    pub turn: Option<u32>,
    pub seat: Option<Seat>,
    /// The email that it answers or follows, for threading.
    pub in_reply_to: Option<MessageId>,
    pub subject: String,
    pub text: String,
    pub html: Option<String>,
    pub pictures: Vec<Picture>,
    pub attachments: Vec<Attachment>,
    pub origin: Origin,
    /// Where an answer to it goes, if not to the host.
    pub reply_to: Option<Address>,
    /// The answers that it is counted with.
    pub budget: Option<String>,
}

impl<'a> Letter<'a> {
    /// A letter of text alone, about no turn and no seat, that answers nothing.
    pub fn plain(kind: &'a str, id: String, recipient: &Address, (subject, text): (String, String), origin: Origin) -> Letter<'a> {
        Letter {
            kind,
            id,
            recipient: recipient.clone(),
            turn: None,
            seat: None,
            in_reply_to: None,
            subject,
            text,
            html: None,
            pictures: Vec::new(),
            attachments: Vec::new(),
            origin,
            reply_to: None,
            budget: None,
        }
    }
}

/// A rendered letter template: its first line is `Subject: …`, a blank line follows, then the text.
pub fn render(templates: &Templates, name: &str, model: &LetterModel) -> Result<(String, String), DeskError> {
    let text = templates.text(name, model)?;
    let (first, body) = text.split_once('\n').unwrap_or((&text, ""));
    let subject = first.strip_prefix("Subject:").unwrap_or(first).trim();
    Ok((subject.to_owned(), body.trim_start_matches('\n').to_owned()))
}

/// A letter as it is sent.
pub struct Written {
    pub message_id: MessageId,
    pub raw: Vec<u8>,
}

/// Composes a letter.
pub fn write(sender: &Sender<'_>, letter: &Letter<'_>, now: DateTime<Utc>) -> Written {
    let message_id = sender.message_id(&letter.id);
    let raw = compose(&Outgoing {
        message_id: message_id.clone(),
        date: now,
        from: Mailbox::new(sender.name, sender.host.address.clone()),
        to: Mailbox::new("", letter.recipient.clone()),
        reply_to: match &letter.reply_to {
            Some(address) => Some(Mailbox::new("", address.clone())),
            None => sender.reply_to(letter.seat).map(|address| Mailbox::new(sender.name, address)),
        },
        subject: letter.subject.clone(),
        references: letter.in_reply_to.iter().cloned().collect(),
        origin: letter.origin,
        list_id: sender.list_id(),
        text: letter.text.clone(),
        html: letter.html.clone(),
        pictures: letter.pictures.clone(),
        attachments: letter.attachments.clone(),
    });
    Written { message_id, raw }
}

/// Composes a letter and queues it in the transaction; the same letter again is queued once. Returns whether it was new.
pub fn queue(ledger: &Ledger<'_>, sender: &Sender<'_>, letter: &Letter<'_>, now: DateTime<Utc>) -> Result<bool, DeskError> {
    let Written { message_id, raw } = write(sender, letter, now);
    let is_new = ledger.queue(
        &NewOutgoing {
            message_id: &message_id,
            kind: letter.kind,
            turn: letter.turn,
            seat: letter.seat,
            sender: &sender.host.address,
            recipient: &letter.recipient,
            budget: letter.budget.as_deref(),
            raw: &raw,
        },
        now,
    )?;
    Ok(is_new)
}

/// In whose name letters go out.
pub struct Sender<'a> {
    pub host: &'a HostConfig,
    /// The name beside the address.
    pub name: &'a str,
    /// `None` for letters of the host itself.
    pub campaign: Option<&'a Campaign>,
}

impl Sender<'_> {
    /// `rim-3.7.report.2.ashpost@host`: stable, so that an email sent twice is seen as one.
    pub fn message_id(&self, id: &str) -> MessageId {
        let campaign = self.campaign.map_or("office", Campaign::id);
        MessageId::of(&[campaign, id], self.host.address.domain())
    }

    /// Where the host's address is so long that no token fits behind it, the tag in the subject is all that an answer carries.
    fn reply_to(&self, seat: Option<Seat>) -> Option<Address> {
        let (campaign, seat) = (self.campaign?, seat?);
        let detail = || format!("{}.{}", campaign.id(), campaign.token(seat));
        if self.host.sub_addressing { self.host.address.with_detail(&detail()) } else { None }
    }

    fn list_id(&self) -> Option<Label> {
        self.campaign.map(|campaign| Label::new(&format!("{}.ashpost.{}", campaign.id(), self.host.address.domain())))
    }
}

impl Campaign {
    /// Who letters of this campaign come from.
    pub fn sender(&self) -> Sender<'_> {
        Sender { host: &self.host, name: &self.config.title, campaign: Some(self) }
    }
}

/// `2026-11-27 19:00 UTC`.
pub fn utc_text(instant: DateTime<Utc>) -> String {
    instant.format("%Y-%m-%d %H:%M UTC").to_string()
}
