//! Writing letters: a model, a template, and a mail that is the same bytes whenever it is written.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;

use super::desk::{Campaign, DeskError};
use crate::campaign::config::HostConfig;
use crate::campaign::schedule;
use crate::engine::{Reading, Seat, Viewer};
use crate::post::Address;
use crate::post::outgoing::{self, Attachment, Origin, Outgoing, Picture, compose};
use crate::render::Templates;
use crate::render::report::{CampaignFacts, HowToSend, NextTurn};
use crate::store::{Ledger, NewOutgoing};

/// What every letter template gets; what a letter has nothing to say about is null.
#[derive(Debug, Clone, Serialize)]
pub struct LetterModel {
    /// `[ashpost rim-3 4F7K2QXM5D3A6ZBT]`; without a token for strangers.
    pub subject_tag: String,
    /// Where players write to.
    pub address: String,
    pub campaign: Option<CampaignFacts>,
    pub seat: Option<SeatFacts>,
    /// The turn that orders are taken for.
    pub turn: Option<u32>,
    pub deadline: Option<DeadlineFacts>,
    pub verdict: String,
    pub sheet: Option<SheetFacts>,
    /// The echo of a sheet, rendered by the game's own template.
    pub reading_text: Option<String>,
    /// What is wrong, for templates that tell of a trouble.
    pub trouble: Option<String>,
    /// The mail that is answered.
    pub received: Option<ReceivedFacts>,
    /// The sender, if the mail did not come from the seat's own address.
    pub sent_from_elsewhere: Option<String>,
    /// The mail answers the report before an earlier turn than the open one: its orders count for the open one.
    pub answers_turn: Option<u32>,
    /// Who has sent orders; for STATUS and reminders.
    pub status: Option<StatusFacts>,
    /// What commands other than orders were answered with, rendered.
    pub answers: Vec<String>,
    /// The sheet that counts, as it was sent; for ORDERS?.
    pub sheet_text: Option<String>,
    /// Commands of later versions that this one does not know yet.
    pub not_yet: Vec<String>,
}

#[derive(Debug, Clone, Serialize)]
pub struct SeatFacts {
    pub number: Seat,
    pub name: String,
}

#[derive(Debug, Clone, Serialize)]
pub struct DeadlineFacts {
    pub local: String,
    pub zone: String,
    pub utc: String,
    pub in_words: String,
}

#[derive(Debug, Clone, Serialize)]
pub struct SheetFacts {
    pub digest: String,
    pub received_at_local: String,
    pub replaced: bool,
    pub orders_count: usize,
    pub problems_count: usize,
    pub doubts_count: usize,
}

#[derive(Debug, Clone, Serialize)]
pub struct ReceivedFacts {
    pub sender: String,
    pub subject: String,
    pub at_utc: String,
}

#[derive(Debug, Clone, Serialize)]
pub struct StatusFacts {
    pub seats: Vec<SeatStatus>,
    pub own_sent: bool,
    pub own_ready: bool,
}

#[derive(Debug, Clone, Serialize)]
pub struct SeatStatus {
    pub number: Seat,
    pub name: String,
    pub sent: bool,
    pub ready: bool,
}

/// A letter to be composed and queued.
pub struct Letter<'a> {
    /// `report`, `answer`, `reminder`, `notice`.
    pub kind: &'a str,
    /// What makes its Message-ID different from others of its campaign.
    pub id: String,
    pub recipient: String,
    pub turn: Option<u32>,
    pub seat: Option<Seat>,
    /// The mail that it answers or follows, for threading.
    pub in_reply_to: Option<String>,
    pub subject: String,
    pub text: String,
    pub html: Option<String>,
    pub pictures: Vec<Picture>,
    pub attachments: Vec<Attachment>,
    pub origin: Origin,
}

impl<'a> Letter<'a> {
    /// A letter of text alone, about no turn and no seat, that answers nothing.
    pub fn plain(kind: &'a str, id: String, recipient: &str, (subject, text): (String, String), origin: Origin) -> Letter<'a> {
        Letter {
            kind,
            id,
            recipient: recipient.to_owned(),
            turn: None,
            seat: None,
            in_reply_to: None,
            subject,
            text,
            html: None,
            pictures: Vec::new(),
            attachments: Vec::new(),
            origin,
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

/// Composes a letter and queues it in the transaction; the same letter again is queued once.
pub fn queue(ledger: &Ledger<'_>, sender: &Sender<'_>, letter: &Letter<'_>, now: DateTime<Utc>) -> Result<(), DeskError> {
    let message_id = sender.message_id(&letter.id);
    let raw = compose(&Outgoing {
        message_id: message_id.clone(),
        date: now,
        from: address(sender.name, &sender.host.address)?,
        to: address("", &letter.recipient)?,
        reply_to: sender.reply_to(letter.seat).map(|email| address(sender.name, &email)).transpose()?,
        subject: letter.subject.clone(),
        references: letter.in_reply_to.iter().cloned().collect(),
        origin: letter.origin,
        list_id: sender.list_id(),
        text: letter.text.clone(),
        html: letter.html.clone(),
        pictures: letter.pictures.clone(),
        attachments: letter.attachments.clone(),
    })
    .map_err(|error| DeskError::Compose(error.to_string()))?;
    ledger.queue(
        &NewOutgoing {
            message_id: &message_id,
            kind: letter.kind,
            turn: letter.turn,
            seat: letter.seat,
            sender: &sender.host.address,
            recipient: &letter.recipient,
            raw: &raw,
        },
        now,
    )?;
    Ok(())
}

fn address(name: &str, email: &str) -> Result<Address, DeskError> {
    Address::new(Some(name), email).ok_or_else(|| DeskError::Compose(format!("{email:?} is no address that mail can be sent to")))
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
    /// `rim-3.7.report.2.ashpost@host`: stable, so that a mail sent twice is seen as one.
    pub fn message_id(&self, id: &str) -> String {
        let campaign = self.campaign.map_or("office", Campaign::id);
        outgoing::message_id(&[campaign, id], domain(&self.host.address))
    }

    fn reply_to(&self, seat: Option<Seat>) -> Option<String> {
        let (campaign, seat) = (self.campaign?, seat?);
        let (local, domain) = self.host.address.rsplit_once('@')?;
        self.host.sub_addressing.then(|| format!("{local}+{}.{}@{domain}", campaign.id(), campaign.token(seat)))
    }

    fn list_id(&self) -> Option<String> {
        self.campaign.map(|campaign| format!("{}.ashpost.{}", campaign.id(), domain(&self.host.address)))
    }
}

fn domain(address: &str) -> &str {
    address.rsplit_once('@').map_or("localhost", |(_, domain)| domain)
}

impl LetterModel {
    /// A letter of the host, about no campaign.
    pub fn of_host(host: &HostConfig, verdict: &str) -> LetterModel {
        LetterModel {
            subject_tag: "[ashpost]".to_owned(),
            address: host.address.clone(),
            campaign: None,
            seat: None,
            turn: None,
            deadline: None,
            verdict: verdict.to_owned(),
            sheet: None,
            reading_text: None,
            trouble: None,
            received: None,
            answers_turn: None,
            sent_from_elsewhere: None,
            status: None,
            answers: Vec::new(),
            sheet_text: None,
            not_yet: Vec::new(),
        }
    }
}

impl Campaign {
    /// Who letters of this campaign come from.
    pub fn sender(&self) -> Sender<'_> {
        Sender { host: &self.host, name: &self.config.title, campaign: Some(self) }
    }

    pub fn facts(&self) -> CampaignFacts {
        CampaignFacts {
            id: self.id().to_owned(),
            title: self.config.title.clone(),
            game: self.game.id().to_owned(),
            game_title: self.game.title().to_owned(),
        }
    }

    /// The tag that an answer must carry; without the token for those who may not know it.
    pub fn subject_tag(&self, seat: Option<Seat>) -> String {
        match seat {
            Some(seat) => format!("[ashpost {} {}]", self.id(), self.token(seat)),
            None => format!("[ashpost {}]", self.id()),
        }
    }

    /// A letter about this campaign, to the holder of a seat or to somebody who holds none.
    pub fn letter_model(&self, seat: Option<Seat>, verdict: &str, now: DateTime<Utc>) -> LetterModel {
        let window = self.progress.as_ref().and_then(|progress| progress.window.as_ref());
        LetterModel {
            subject_tag: self.subject_tag(seat),
            campaign: Some(self.facts()),
            seat: seat.and_then(|seat| self.config.seat(seat)).map(|seat| SeatFacts { number: seat.number, name: seat.name.clone() }),
            turn: window.map(|window| window.turn),
            deadline: window.map(|window| self.deadline_facts(window.deadline_at, seat, now)),
            ..LetterModel::of_host(&self.host, verdict)
        }
    }

    /// An instant in the time zone of a seat.
    pub fn local(&self, instant: DateTime<Utc>, seat: Option<Seat>) -> (String, String) {
        let own = seat.and_then(|seat| self.config.seat(seat)).and_then(|seat| seat.zone.clone());
        let zone = own.unwrap_or_else(|| self.config.schedule.zone.clone());
        (schedule::in_zone(instant, &zone).unwrap_or_else(|| utc_text(instant)), zone)
    }

    fn deadline_facts(&self, instant: DateTime<Utc>, seat: Option<Seat>, now: DateTime<Utc>) -> DeadlineFacts {
        let (local, zone) = self.local(instant, seat);
        DeadlineFacts { local, zone, utc: utc_text(instant), in_words: schedule::in_words(instant, now) }
    }

    /// What to do for the next turn, for a report.
    pub fn next_turn(&self, turn: u32, deadline_at: DateTime<Utc>, seat: Option<Seat>) -> NextTurn {
        let (deadline_local, zone) = self.local(deadline_at, seat);
        let how_to_send = HowToSend {
            address: seat.map(|_| self.host.address.clone()).unwrap_or_default(),
            subject: seat.map(|seat| format!("{} turn {turn}", self.subject_tag(Some(seat)))).unwrap_or_default(),
        };
        NextTurn { turn, deadline_utc: utc_text(deadline_at), deadline_local, zone, how_to_send }
    }

    /// The echo of a sheet in the words of the game's template.
    pub fn reading_text(&self, seat: Seat, reading: &Reading) -> Result<String, DeskError> {
        let view = self.progress.as_ref().map_or(Value::Null, |progress| progress.table.view(Viewer::Seat(seat)));
        let model = serde_json::json!({ "reading": reading, "view": view });
        Ok(self.templates.text(&format!("{}/reading", self.game.id()), &model)?)
    }

    /// How to order, with this turn's own position in the examples.
    pub fn help_text(&self, seat: Seat) -> Result<String, DeskError> {
        let view = self.progress.as_ref().map_or(Value::Null, |progress| progress.table.view(Viewer::Seat(seat)));
        let model = serde_json::json!({ "view": view });
        Ok(self.templates.text(&format!("{}/help", self.game.id()), &model)?)
    }
}

impl SheetFacts {
    /// The facts of a reading, for a receipt.
    pub fn of(reading: &Reading, digest: String, received_at_local: String, replaced: bool) -> SheetFacts {
        SheetFacts {
            digest,
            received_at_local,
            replaced,
            orders_count: reading.entries.len(),
            problems_count: reading.problems.iter().filter(|problem| !problem.talk).count(),
            doubts_count: reading.doubts.len(),
        }
    }
}

/// A sheet as the player sent it, without the lines that commands left empty.
pub fn sheet_as_sent(text: &str) -> String {
    text.lines().filter(|line| !line.trim().is_empty()).fold(String::new(), |sheet, line| sheet + line + "\n")
}

/// `2026-11-27 19:00 UTC`.
pub fn utc_text(instant: DateTime<Utc>) -> String {
    instant.format("%Y-%m-%d %H:%M UTC").to_string()
}
