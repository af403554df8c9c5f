//! Writing letters: a template becomes an email that is the same bytes whenever it is written.

pub(super) mod about;
pub(super) mod absence_facts;
mod acts;
pub(super) mod answer;
pub(super) mod broadcast;
pub(super) mod campaign;
pub(super) mod consent_facts;
pub(super) mod digest_facts;
pub(super) mod expected;
pub(super) mod facts;
pub(super) mod forwarded;
pub(super) mod gm_facts;
pub(super) mod joining;
pub(super) mod kind;
pub(super) mod ladder;
pub(super) mod ladder_game;
pub(super) mod leaving_facts;
pub(super) mod left;
pub(super) mod model;
pub(super) mod news;
pub(super) mod notices;
pub(super) mod outcomes;
pub(super) mod pairing;
pub(super) mod picture;
pub(super) mod press;
pub(super) mod seal_facts;
pub(super) mod sent_press;
pub(super) mod sheet_facts;
mod since_report;
pub(super) mod takeback_facts;
pub(super) mod time_facts;
pub(super) mod to_all;
pub(super) mod trouble_facts;
pub(super) mod vote_facts;
pub(super) mod wait_facts;

use chrono::{DateTime, Utc};

use crate::campaign::budget::Account;
use crate::campaign::config::{HostConfig, SeatConfig};
use crate::engine::{Scene, Seat};
use crate::office::cabinet::desk::Campaign;
use crate::office::cabinet::error::DeskError;
use crate::office::letters::model::LetterModel;
use crate::post::outgoing::{InlinePicture, Label, MailTo, Message, Origin, Outgoing, compose};
use crate::post::{Address, Mailbox, MessageId};
use crate::render::Templates;
use crate::render::letter::{self, BesideText};
use crate::render::report::Picture;
use crate::store::{EmailKind, Ledger, NewOutgoing, Slip};

/// A letter to be composed and queued.
#[derive(Clone)]
pub(super) struct NewLetter {
    /// What makes its Message-ID different from others of its campaign.
    pub id: String,
    pub slip: Slip,
    pub message: Message,
    /// The picture that goes with the text for those who read HTML.
    pub picture: Option<Scene>,
    /// The way to the page in which orders are written by clicking, for those who read HTML.
    pub composer_link: Option<String>,
    /// The email that it answers or follows, for threading.
    pub in_reply_to: Option<MessageId>,
    /// Where an answer to it goes, if not to the host.
    pub reply_to: Option<Address>,
}

impl NewLetter {
    /// A letter about no turn and no seat, that answers nothing.
    pub(super) fn new(kind: EmailKind, id: String, recipient: &Address, message: Message) -> NewLetter {
        let slip = Slip { kind, turn: None, seat: None, recipient: recipient.clone(), budget: None };
        NewLetter { id, slip, message, picture: None, composer_link: None, in_reply_to: None, reply_to: None }
    }

    /// An answer to an email, as a template says it.
    pub(super) fn answer(id: String, recipient: &Address, (subject, text): (String, String)) -> NewLetter {
        NewLetter::new(EmailKind::Answer, id, recipient, Message::plain(subject, text, Origin::Reply))
    }

    /// A letter that nobody has asked for, as a template says it.
    pub(super) fn notice(id: String, recipient: &Address, (subject, text): (String, String)) -> NewLetter {
        NewLetter::new(EmailKind::Notice, id, recipient, Message::plain(subject, text, Origin::Calendar))
    }

    /// Makes it a letter of that kind, and no mere answer or notice.
    pub(super) fn of_kind(mut self, kind: EmailKind) -> NewLetter {
        self.slip.kind = kind;
        self
    }

    /// Notes the turn and the seat that it is about.
    pub(super) fn about(mut self, turn: Option<u32>, seat: Option<Seat>) -> NewLetter {
        (self.slip.turn, self.slip.seat) = (turn, seat);
        self
    }

    /// Puts it after that email in its reader's mail program.
    pub(super) fn following(mut self, id: Option<MessageId>) -> NewLetter {
        self.in_reply_to = id;
        self
    }

    /// Shows this picture to those who read HTML.
    pub(super) fn showing(mut self, picture: Option<Scene>) -> NewLetter {
        self.picture = picture;
        self
    }

    /// Leads those who read HTML to the page in which orders are written by clicking.
    pub(super) fn leading_to(mut self, composer_link: Option<String>) -> NewLetter {
        self.composer_link = composer_link;
        self
    }

    /// Lets answers to it go there, and not to the host.
    pub(super) fn replies_to(mut self, address: Option<Address>) -> NewLetter {
        self.reply_to = address;
        self
    }

    /// Counts it in this account of emails.
    pub(super) fn counted_with(mut self, budget: Account) -> NewLetter {
        self.slip.budget = Some(budget);
        self
    }
}

/// A letter by its own template, whose first line is `Subject: …`; a blank line follows, then the text.
pub(super) fn render(templates: &Templates, model: &LetterModel) -> Result<(String, String), DeskError> {
    let text = templates.text_of(model.about.template(), &model.facts())?;
    let (first, body) = text.split_once('\n').unwrap_or((&text, ""));
    let subject = first.strip_prefix("Subject:").unwrap_or(first);
    Ok((tagged(subject, &model.heading.subject_tag), body.trim_start_matches('\n').to_owned()))
}

/// The id of a letter that goes to several game masters: the first of them gets it as it is.
pub(super) fn id_for(reader: usize, id: String) -> String {
    if reader == 0 { id } else { format!("{id}.{reader}") }
}

/// A subject followed by the tag. What comes before is for people and cannot be taken for a tag: a planet or a player may be called `[rim-3 ABCD…]`.
fn tagged(subject: &str, tag: &str) -> String {
    let told = subject.replace(tag, " ").replace('[', "(").replace(']', ")");
    let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut letters = told.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{first}{} {tag}", letters.as_str()).trim().to_owned()
}

/// A letter as it is sent.
pub(super) struct Written {
    pub message_id: MessageId,
    pub raw: Vec<u8>,
}

/// Composes a letter.
pub(super) fn write(sender: &Sender<'_>, letter: &NewLetter, now: DateTime<Utc>) -> Written {
    let message_id = sender.message_id(&letter.id);
    let mut message = letter.message.clone();
    if message.html.is_none() {
        (message.html, message.pictures) = page(sender, letter).unwrap_or_default();
    }
    let raw = compose(&Outgoing {
        message_id: message_id.clone(),
        date: now,
        from: Mailbox::new(sender.name, sender.host.address.clone()),
        to: Mailbox::new("", letter.slip.recipient.clone()),
        reply_to: match &letter.reply_to {
            Some(address) => Some(Mailbox::new("", address.clone())),
            None => sender.reply_to(letter.slip.seat).map(|address| Mailbox::new(sender.name, address)),
        },
        references: letter.in_reply_to.iter().cloned().collect(),
        list_id: sender.list_id(),
        list_unsubscribe: sender.list_unsubscribe(&letter.slip),
        host_key: sender.campaign.map(|campaign| Label::new(&campaign.key.public().to_string())),
        message,
    });
    Written { message_id, raw }
}

/// The letter as a page with its picture, if its reader wants HTML. A letter is sent without one rather than not at all.
fn page(sender: &Sender<'_>, letter: &NewLetter) -> Option<(Option<String>, Vec<InlinePicture>)> {
    let campaign = sender.campaign?;
    let is_wanted = campaign.reads_html(letter.slip.seat?) && letter.slip.kind != EmailKind::Report;
    if !is_wanted {
        return None;
    }
    let Message { subject, text, .. } = &letter.message;
    let drawn = letter.picture.as_ref().and_then(|scene| Some((picture::inline(scene)?, picture::shown(scene))));
    let (pictures, shown): (Vec<InlinePicture>, Vec<Picture>) = drawn.into_iter().unzip();
    let link = letter.composer_link.as_deref();
    let beside = BesideText { picture: shown.first(), composer_link: link, by_moves: campaign.alternates() };
    let html = letter::page(&campaign.templates, untagged(subject), text, beside).ok()?;
    Some((Some(html), pictures))
}

/// A subject without the tag after it.
pub(super) fn untagged(subject: &str) -> &str {
    subject.rsplit_once(" [").map_or(subject, |(title, _)| title)
}

/// Composes a letter and queues it in the transaction; the same letter again is queued once. Returns whether it was new.
pub(super) fn queue(ledger: &Ledger<'_>, sender: &Sender<'_>, letter: &NewLetter, now: DateTime<Utc>) -> Result<bool, DeskError> {
    let Written { message_id, raw } = write(sender, letter, now);
    let mail = NewOutgoing { message_id: &message_id, sender: &sender.host.address, slip: &letter.slip, raw: &raw };
    let is_new = ledger.queue(&mail, now)?;
    for (number, address) in (1..).zip(sender.also(&letter.slip)) {
        let slip = Slip { kind: EmailKind::Copy, recipient: address.clone(), budget: None, ..letter.slip.clone() };
        let Written { message_id, raw } =
            write(sender, &NewLetter { id: format!("{}.also{number}", letter.id), slip: slip.clone(), ..letter.clone() }, now);
        ledger.queue(&NewOutgoing { message_id: &message_id, sender: &sender.host.address, slip: &slip, raw: &raw }, now)?;
    }
    Ok(is_new)
}

/// In whose name letters go out.
pub struct Sender<'a> {
    pub host: &'a HostConfig,
    /// The name that goes with the address.
    pub name: &'a str,
    /// `None` for letters of the host itself.
    pub campaign: Option<&'a Campaign>,
}

impl Sender<'_> {
    /// Who else plays the seat that a letter is to, where all letters go to all of them.
    fn also(&self, slip: &Slip) -> &[Address] {
        let player = self.campaign.zip(slip.seat).and_then(|(campaign, seat)| campaign.config.seat(seat));
        player.filter(|player| player.address == slip.recipient).map_or(&[], SeatConfig::copied)
    }

    /// `rim-3.7.report.2.ashpost@host`: stable, so that an email sent twice is seen as one.
    pub fn message_id(&self, id: &str) -> MessageId {
        let campaign = self.campaign.map_or("office", |campaign| campaign.id());
        // A letter about a turn that is played again, or of a game that began anew, is another letter than the earlier one, so it needs another Message-ID.
        let (life, era) = self.campaign.map_or((0, 0), |campaign| (campaign.life, campaign.era()));
        let numbered = |word: &str, number: u32| (number != 0).then(|| format!("{word}-{number}"));
        let (life, era) = (numbered("anew", life), numbered("since", era));
        let parts: Vec<&str> = [Some(campaign), life.as_deref(), era.as_deref(), Some(id)].into_iter().flatten().collect();
        MessageId::of(&parts, self.host.address.domain())
    }

    /// The Reply-To address with the token. If the host's address is so long that no token can be added to it, an answer carries only the tag in the
    /// subject.
    fn reply_to(&self, seat: Option<Seat>) -> Option<Address> {
        let (campaign, seat) = (self.campaign?, seat?);
        let detail = || format!("{}.{}", campaign.id(), campaign.token(seat));
        if self.host.sub_addressing { self.host.address.with_detail(&detail()) } else { None }
    }

    /// How an observer asks for no more reports, in any mail program.
    fn list_unsubscribe(&self, slip: &Slip) -> Option<MailTo> {
        let campaign = self.campaign.filter(|_| slip.kind == EmailKind::Observed)?;
        Some(MailTo { address: self.host.address.clone(), subject: format!("UNOBSERVE {}", campaign.id()) })
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
