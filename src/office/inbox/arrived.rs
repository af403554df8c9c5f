//! Emails that wait: found, read as facts, and put away once they are filed.

use std::collections::BTreeSet;
use std::path::Path;

use chrono::{DateTime, Utc};

use crate::campaign::envelope::{Envelope, Verdict};
use crate::campaign::keys::Seal;
use crate::campaign::token::Token;
use crate::campaign::{CampaignId, Fingerprint, Noise};
use crate::files::{self, Access};
use crate::office::cabinet::error::DeskError;
use crate::office::letters::facts::ReceivedFacts;
use crate::post::arrival::{ArrivalClock, arrival, oldest_trace};
use crate::post::source::{FoundFile, FoundKind, SourceError, folder, maildir};
use crate::post::tag::{Tag, subject_without_tags};
use crate::post::{Content, EmailLimits, Inside, Letter, MessageId, tag};
use crate::store::NewMail;

/// An email as it was found: its outside, by which it is judged, what was read in it, and where it lies.
pub struct Arrived {
    pub envelope: Envelope,
    /// How its sender is called there; empty if it has no sender, or one without a name.
    pub sender_name: String,
    /// All that it says but what the envelope tells.
    pub letter: Inside,
    /// Commands, orders, and lines for turns by their numbers.
    pub content: Content,
    pub raw: Vec<u8>,
    /// Which clock tells when it arrived.
    pub clock: ArrivalClock,
    /// The oldest time that anything about it shows.
    pub oldest_at: DateTime<Utc>,
    /// Reading it broke off, which is our fault: nothing is known of it but its bytes.
    pub is_broken: bool,
    /// The file name, which orders emails of the same second.
    pub name: String,
    /// It stays where it came in, whatever is in it.
    pub is_kept: bool,
    /// Nobody but this host can read the file that it is in.
    pub is_sealed: bool,
    found: FoundFile,
    place: MailPlace,
}

/// What is left where an email came in.
#[derive(Debug, Clone, Copy)]
pub enum Leave<'a> {
    AsItCame,
    /// Bytes that only this host can read, to take them in again: the email spoke for a seat, so nobody else may read it.
    Sealed(&'a Seal),
}

/// How a sealed file begins.
pub(in crate::office) const SEALED_MARK: &[u8] = b"ashpost sealed this message\n";

/// A file that only this host can read.
pub(super) fn sealed(seal: &Seal, raw: &[u8]) -> Vec<u8> {
    [SEALED_MARK, &seal.close(raw)].concat()
}

/// The most bytes by which sealing makes a file longer.
pub(in crate::office) const SEALED_EXTRA: usize = 128;

/// What kind of place the file is in, and so where it goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailPlace {
    Maildir,
    Folder,
}

impl Arrived {
    /// Reads an email.
    pub fn read(
        found: &FoundFile,
        place: MailPlace,
        raw: &[u8],
        limits: &EmailLimits,
        received_by: &[String],
        now: DateTime<Utc>,
    ) -> Arrived {
        let name = file_name(found);
        let is_order_file = found.kind == FoundKind::OrderFile;
        let read = if is_order_file { Letter::of_order_file(raw, Some(&name), limits) } else { Letter::read_within(raw, limits) };
        let Letter { from, noise, exceeded, fingerprint, inside: letter } = read;
        let (sender, sender_name) = from.map(|from| (from.address.clone(), from.name().to_owned())).ok().unzip();
        let tags = tag::find(&letter);
        // The first claim with a token counts. If none has a token, the first claim at least names the campaign.
        let claim = tags.iter().find(|tag| tag.token.is_some()).or(tags.first());
        // A bounce names its campaign by the email that it returns.
        let is_returned = noise == Some(Noise::DeliveryReport);
        let returned = letter.enclosed_id.as_ref().filter(|_| is_returned).and_then(MessageId::first_part).and_then(CampaignId::new);
        let arrival = arrival(&found.times, &letter.stamps, received_by, now);
        let envelope = Envelope {
            fingerprint: if is_order_file { of_file(fingerprint, &name, found.received()) } else { fingerprint },
            received_at: arrival.at,
            sender,
            noise,
            campaign: claim.map(|claim| claim.campaign.clone()).or(returned),
            token: claim.and_then(|claim| claim.token.clone()),
            other_tokens: other_tokens(claim, &tags),
            exceeded,
            is_order_file,
        };
        let written_to = envelope.campaign.as_ref().map(|campaign| tag::seats_written_to(&letter, campaign)).unwrap_or_default();
        Arrived {
            content: match envelope.exceeded {
                // Nothing of an email beyond a limit counts.
                Some(_) => Content::default(),
                None if written_to.is_empty() => Content::of(&letter),
                None => Content::to_players(&letter, &written_to),
            },
            envelope,
            sender_name: sender_name.unwrap_or_default(),
            raw: raw.to_owned(),
            clock: arrival.clock,
            oldest_at: oldest_trace(&found.times, &letter.stamps),
            letter,
            is_broken: false,
            is_kept: false,
            is_sealed: false,
            name,
            found: found.clone(),
            place,
        }
    }

    /// An email whose reading broke off: nothing but its bytes is known.
    pub fn unreadable(found: &FoundFile, place: MailPlace, raw: &[u8], now: DateTime<Utc>) -> Arrived {
        let nothing = Arrived::read(found, place, b"", &EmailLimits::default(), &[], now);
        let envelope = Envelope { fingerprint: Fingerprint::of(raw), noise: None, ..nothing.envelope };
        Arrived { envelope, raw: raw.to_owned(), is_broken: true, ..nothing }
    }

    /// The emails that it answers, or that it returns.
    pub fn references(&self) -> impl DoubleEndedIterator<Item = &MessageId> {
        self.letter.references.iter().chain(&self.letter.enclosed_id)
    }

    /// What makes the Message-ID of an answer to it different from all others of its kind.
    pub fn answer_id(&self, kind: &str) -> String {
        format!("{kind}.{}", self.envelope.fingerprint.short())
    }

    /// What an answer says about the email that it answers; `at` is when it arrived, in the words of its reader.
    pub fn facts(&self, at: String) -> ReceivedFacts {
        let (clock, clock_host) = match &self.clock {
            ArrivalClock::FileName => ("file-name", None),
            ArrivalClock::FileTime => ("file-time", None),
            ArrivalClock::Received { host } => ("received", Some(host.clone())),
        };
        let sender = self.envelope.sender.clone();
        ReceivedFacts { sender, subject: subject_without_tags(&self.letter.subject), at, clock, clock_host }
    }

    /// The email as it is filed, for no seat and no turn.
    pub fn filed_as(&self, verdict: Verdict) -> NewMail<'_> {
        NewMail { envelope: &self.envelope, verdict, seat: None, turn: None, raw: &self.raw }
    }

    /// The file that it is in.
    pub fn path(&self) -> &Path {
        &self.found.path
    }

    /// Moves the file away after the commit. If that fails or never happens, it is found again and known.
    ///
    /// # Errors
    /// When it cannot be moved.
    pub fn put_away(&self, leave: Leave<'_>) -> Result<(), DeskError> {
        let sealed = match leave {
            Leave::Sealed(seal) if !self.is_kept && !self.is_sealed => Some(sealed(seal, &self.raw)),
            Leave::Sealed(_) | Leave::AsItCame => None,
        };
        let kept = match self.place {
            MailPlace::Maildir => maildir::keep(&self.found, sealed.as_deref()).map(drop),
            MailPlace::Folder => self.keep_in_folder(sealed.as_deref()),
        };
        kept.map_err(|error| DeskError::File { path: error.path, source: error.source })
    }

    fn keep_in_folder(&self, sealed: Option<&[u8]>) -> Result<(), SourceError> {
        let filed = self.found.path.parent().unwrap_or(Path::new("")).join(folder::FILED);
        files::make_folder(&filed, Access::Private).map_err(SourceError::because("create", &filed))?;
        let kept = filed.join(format!("{}-{}", self.envelope.received_at.format("%Y%m%dT%H%M%S"), self.name));
        self.found.move_to(&kept, sealed)?;
        // The file may hold a token, and may have been left readable to everybody.
        let _ = files::narrow(&kept, Access::Private);
        Ok(())
    }
}

fn file_name(found: &FoundFile) -> String {
    found.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// An order file has no Message-ID: its name and when it was written tell it from another with the same orders.
fn of_file(fingerprint: Fingerprint, name: &str, written_at: DateTime<Utc>) -> Fingerprint {
    Fingerprint::of(format!("{fingerprint}\n{}\n{name}", written_at.to_rfc3339()).as_bytes())
}

/// The tokens of other claims, each once.
fn other_tokens(claim: Option<&Tag>, tags: &[Tag]) -> Vec<Token> {
    let believed = claim.and_then(|claim| claim.token.as_ref());
    let others: BTreeSet<&Token> = tags.iter().filter_map(|tag| tag.token.as_ref()).filter(|token| Some(*token) != believed).collect();
    others.into_iter().cloned().collect()
}
