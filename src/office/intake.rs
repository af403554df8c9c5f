//! From mails to verdicts: each mail is filed as it came, judged, and answered, in one transaction.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use chrono::{DateTime, Duration, Utc};
use serde_json::Value;

use super::World;
use super::absences::{AbsenceFacts, Announcement};
use super::answers;
use super::arrived::Arrived;
use super::bounced;
use super::desk::{Campaign, Desk, DeskError, Progress};
use super::letter_model::{LetterModel, ReceivedFacts, SheetFacts};
use super::letters::{self, Letter};
use crate::campaign::envelope::{self, Facts, OpenTurn, Verdict, Wishes};
use crate::campaign::journal::sheet_digest;
use crate::engine::{Reading, Seat};
use crate::post::commands::MailCommand;
use crate::post::outgoing::Origin;
use crate::store::{FiledMail, Ledger, NewMail, NewSheet, StoredSheet};

/// How many mails share a transaction: a commit waits for the disk, and one wait serves them all.
pub(super) const BATCH: usize = 200;

/// What became of one mail.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Handled {
    pub verdict: &'static str,
    pub seat: Option<Seat>,
    pub sender: Option<String>,
    /// The same mail was here before: nothing was done.
    pub known: bool,
}

/// Files and judges the mails of one campaign, in the order in which they were received; returns what became of those that
/// were taken in. Where moves are played at once, the rest waits until that is done.
///
/// The files that they came in are moved after the commit, so that a mail is never only in memory.
pub fn take_in(desk: &mut Desk, arrived: &[Arrived], world: &World<'_>) -> Result<Vec<Handled>, DeskError> {
    let Desk { store, campaign, .. } = desk;
    let mut handled = Vec::new();
    for batch in arrived.chunks(BATCH) {
        let ledger = store.begin()?;
        let mut taken = 0;
        for mail in batch {
            let mut intake = Intake { campaign, ledger: &ledger, mail, now: world.now };
            if intake.waits_for_the_turn()? {
                break;
            }
            handled.push(intake.take()?);
            taken += 1;
        }
        (world.boundary)("before mails commit");
        ledger.commit()?;
        (world.boundary)("after mails commit");
        for mail in &batch[..taken] {
            mail.put_away()?;
            (world.boundary)("after a mail is put away");
        }
        if taken < batch.len() {
            break;
        }
    }
    Ok(handled)
}

/// One mail on the table.
struct Intake<'a> {
    campaign: &'a mut Campaign,
    ledger: &'a Ledger<'a>,
    mail: &'a Arrived,
    now: DateTime<Utc>,
}

/// A mail as judged.
struct Judged {
    verdict: Verdict,
    seat: Option<Seat>,
    reading: Option<Reading>,
}

impl Intake<'_> {
    fn take(&mut self) -> Result<Handled, DeskError> {
        if self.ledger.knows_mail(&self.mail.fingerprint)? {
            return Ok(self.handled(Verdict::Answered, None, true));
        }
        // A mail that breaks the reader is our fault; it is kept, and it must not stop the others.
        let judged = catch_unwind(AssertUnwindSafe(|| self.judge()));
        let judged = judged.unwrap_or_else(|_| Ok(Judged { verdict: Verdict::Quarantined, seat: None, reading: None }))?;
        let turn = self.campaign.open_turn();
        let filed = self.ledger.file_mail(&NewMail {
            fingerprint: &self.mail.fingerprint,
            received_at: self.mail.received_at,
            sender: self.mail.sender.as_deref(),
            seat: judged.seat,
            turn: turn.map(|turn| turn.turn),
            verdict: judged.verdict.code(),
            raw: &self.mail.raw,
        })?;
        let FiledMail::New { id } = filed else { return Ok(self.handled(judged.verdict, judged.seat, true)) };
        if let (Some(seat), Some(turn)) = (judged.seat, turn) {
            self.carry_out(&judged, seat, &turn, id)?;
        }
        let absences = self.absences(&judged, turn.as_ref())?;
        if judged.verdict == Verdict::Bounce {
            bounced::tell_game_master(self.campaign, self.ledger, self.mail, self.now)?;
        }
        self.answer(&judged, absences)?;
        Ok(self.handled(judged.verdict, judged.seat, false))
    }

    fn handled(&self, verdict: Verdict, seat: Option<Seat>, known: bool) -> Handled {
        Handled { verdict: verdict.code(), seat, sender: self.mail.sender.clone(), known }
    }

    fn facts(&self) -> Facts<'_> {
        Facts {
            noise: self.mail.noise,
            sender: self.mail.sender.as_deref(),
            exceeded: self.mail.exceeded.as_deref(),
            token: self.mail.token.as_deref(),
            is_order_file: self.mail.is_order_file,
            received_at: self.mail.received_at,
        }
    }

    /// A move that is there is as good as played. Every later mail is read in the new position: so nothing of what it changes
    /// depends on when cron runs.
    fn waits_for_the_turn(&self) -> Result<bool, DeskError> {
        let (Some(progress), Some(turn)) = (&self.campaign.progress, self.campaign.open_turn()) else { return Ok(false) };
        if !self.campaign.alternates() || self.ledger.knows_mail(&self.mail.fingerprint)? {
            return Ok(false);
        }
        if envelope::admit(&self.facts(), &self.campaign.roster()).is_err() {
            return Ok(false);
        }
        let sheets = self.campaign.sheets_that_count(progress, self.ledger, turn.turn)?;
        Ok(progress.table.plays_at_once(&sheets))
    }

    fn judge(&self) -> Result<Judged, DeskError> {
        let seat = match envelope::admit(&self.facts(), &self.campaign.roster()) {
            Ok(seat) => seat,
            Err(verdict) => return Ok(Judged { verdict, seat: None, reading: None }),
        };
        let table = self.campaign.progress.as_ref().map(|progress| progress.table.as_ref());
        let reading = table.map(|table| table.read(seat, &self.mail.orders));
        let turn = self.campaign.open_turn();
        let has_sheet = match turn {
            Some(turn) => self.ledger.has_sheet(turn.turn, seat)?,
            None => false,
        };
        let has_move = table.is_some_and(|table| table.has_move(seat, &self.mail.orders));
        let wishes = self.wishes(reading.as_ref(), has_sheet, has_move);
        let verdict = envelope::decide(self.mail.received_at, turn.as_ref(), &wishes);
        let earlier = if verdict == Verdict::Replaced { self.earlier_sheet(seat)? } else { None };
        let reading = match (table, earlier) {
            (Some(table), Some(earlier)) => Some(table.read_with(seat, &earlier.canonical, &self.mail.orders)),
            _ => reading,
        };
        Ok(Judged { verdict, seat: Some(seat), reading })
    }

    /// The sheet that a new one adds to. Where all play at once, the last sheet counts alone (P3.3).
    fn earlier_sheet(&self, seat: Seat) -> Result<Option<StoredSheet>, DeskError> {
        let Some(turn) = self.campaign.open_turn() else { return Ok(None) };
        if !self.campaign.alternates() || self.mail.commands.contains(&MailCommand::Withdraw) {
            return Ok(None);
        }
        Ok(self.ledger.order_book(turn.turn)?.remove(&seat))
    }

    fn wishes(&self, reading: Option<&Reading>, has_sheet: bool, has_move: bool) -> Wishes {
        let commands = &self.mail.commands;
        Wishes {
            has_move,
            orders_read: reading.map_or(0, |reading| reading.entries.len()),
            lines_not_read: reading.map_or(0, |reading| reading.problems.len()),
            check: commands.contains(&MailCommand::Check),
            withdraw: commands.contains(&MailCommand::Withdraw),
            commands: commands.iter().any(|command| !matches!(command, MailCommand::Check | MailCommand::Withdraw)),
            has_sheet,
        }
    }

    /// What the verdict changes in the order book.
    fn carry_out(&self, judged: &Judged, seat: Seat, turn: &OpenTurn, mail: i64) -> Result<(), DeskError> {
        let in_time = self.mail.received_at >= turn.opened_at && self.mail.received_at <= turn.closes_at;
        if let (Verdict::Accepted | Verdict::Replaced, Some(reading)) = (judged.verdict, &judged.reading) {
            let canonical = reading.canonical();
            let earlier = self.earlier_sheet(seat)?;
            self.ledger.enter_sheet(&NewSheet {
                mail,
                turn: turn.turn,
                seat,
                // What holds an earlier sheet is the last one, however late a mail on the way was found.
                received_at: earlier.as_ref().map_or(self.mail.received_at, |sheet| sheet.received_at.max(self.mail.received_at)),
                text: if earlier.is_some() { &canonical } else { &self.mail.orders },
                canonical: &canonical,
                digest: &sheet_digest(&canonical),
            })?;
        }
        if judged.verdict == Verdict::Withdrawn {
            self.ledger.withdraw_sheets(turn.turn, seat)?;
            self.ledger.set_ready(turn.turn, seat, false)?;
        }
        // A try changes nothing.
        if self.mail.commands.contains(&MailCommand::Check) {
            return Ok(());
        }
        for command in &self.mail.commands {
            if let (MailCommand::Ready(ready), true) = (command, in_time) {
                self.ledger.set_ready(turn.turn, seat, *ready)?;
            }
        }
        Ok(())
    }

    /// ABSENT and PRESENT, where a clock runs; a try changes nothing.
    fn absences(&mut self, judged: &Judged, turn: Option<&OpenTurn>) -> Result<Vec<AbsenceFacts>, DeskError> {
        let Some(seat) = judged.seat.filter(|_| self.campaign.alternates()) else { return Ok(Vec::new()) };
        if self.mail.commands.contains(&MailCommand::Check) {
            return Ok(Vec::new());
        }
        let received_at = self.mail.received_at;
        let in_time = turn.is_some_and(|turn| received_at <= turn.closes_at);
        let announcement = Announcement { seat, received_at, fingerprint: &self.mail.fingerprint, in_time };
        announcement.carry_out(self.campaign, self.ledger, &self.mail.commands, self.now)
    }

    fn answer(&self, judged: &Judged, absences: Vec<AbsenceFacts>) -> Result<(), DeskError> {
        let known_address = judged.seat.and_then(|seat| self.campaign.config.seat(seat)).map(|seat| seat.address.as_str());
        let sender = self.mail.sender.as_deref().or(known_address);
        let (Some(template), Some(sender)) = (judged.verdict.template(), sender) else { return Ok(()) };
        let is_player = self.campaign.config.seats.iter().any(|seat| seat.address.eq_ignore_ascii_case(sender));
        let is_stranger = judged.verdict.is_from_a_stranger() && !is_player;
        let limit = self.campaign.host.limits.answers_per_hour;
        let left = answers_left(self.ledger, sender, is_stranger, limit, self.now)?;
        if left == 0 {
            return Ok(());
        }
        let model = self.model(judged, absences)?;
        let (subject, mut text) = letters::render(&self.campaign.templates, template, &model)?;
        if left == 1 && !is_stranger {
            text += "\n";
            text += &self.campaign.templates.text("shared/last-answer.txt", &serde_json::json!({ "limit": limit }))?;
        }
        self.queue(judged, sender, "answer", &subject, &text)?;
        // Whoever writes for a seat from elsewhere: its holder hears of it.
        match known_address {
            Some(address) if !address.eq_ignore_ascii_case(sender) => self.queue(judged, address, "copy", &subject, &text),
            _ => Ok(()),
        }
    }

    fn queue(&self, judged: &Judged, recipient: &str, kind: &str, subject: &str, text: &str) -> Result<(), DeskError> {
        let letter = Letter {
            turn: self.campaign.open_turn().map(|turn| turn.turn),
            seat: judged.seat,
            in_reply_to: self.mail.message_id.clone(),
            ..Letter::plain(
                kind,
                format!("{kind}.{}", &self.mail.fingerprint[..24.min(self.mail.fingerprint.len())]),
                recipient,
                (subject.to_owned(), text.to_owned()),
                Origin::Reply,
            )
        };
        letters::queue(self.ledger, &self.campaign.sender(), &letter, self.now)
    }

    fn model(&self, judged: &Judged, absences: Vec<AbsenceFacts>) -> Result<LetterModel, DeskError> {
        let mut model = self.campaign.letter_model(judged.seat, judged.verdict.code(), self.now);
        model.received = Some(received_facts(self.mail));
        model.trouble = self.mail.exceeded.clone();
        model.answers_turn = self.answers_earlier_turn(judged.seat)?;
        let own = judged.seat.and_then(|seat| self.campaign.config.seat(seat)).map(|seat| seat.address.as_str());
        model.sent_from_elsewhere = self.mail.sender.clone().filter(|sender| own.is_some_and(|own| !own.eq_ignore_ascii_case(sender)));
        let Some(seat) = judged.seat else { return Ok(model) };
        if let Some(reading) = &judged.reading {
            let (local, zone) = self.campaign.local(self.mail.received_at, Some(seat));
            let digest = sheet_digest(&reading.canonical());
            model.sheet = Some(SheetFacts::of(reading, digest, format!("{local} {zone}"), judged.verdict == Verdict::Replaced));
            model.plays_at_once = self.plays_at_once(judged, seat, reading);
            model.resigns = reading.forecast.get("resigns").and_then(Value::as_bool).unwrap_or(false);
            model.ends_game = reading.forecast.get("ends").is_some_and(|ends| !ends.is_null());
            if !(reading.entries.is_empty() && reading.problems.is_empty()) {
                model.reading_text = Some(self.campaign.reading_text(seat, reading)?);
            }
        }
        if judged.verdict == Verdict::Overtaken {
            model.answers.push(answers::report(self.campaign, self.ledger, seat, None)?);
        }
        answers::add(&mut model, self.campaign, self.ledger, seat, &self.mail.commands, absences)?;
        Ok(model)
    }
}

impl Intake<'_> {
    /// Whether this sheet alone makes the turn.
    fn plays_at_once(&self, judged: &Judged, seat: Seat, reading: &Reading) -> bool {
        let is_taken = matches!(judged.verdict, Verdict::Accepted | Verdict::Replaced);
        let plays = |progress: &Progress| progress.table.plays_at_once(&BTreeMap::from([(seat, reading.canonical())]));
        is_taken && self.campaign.progress.as_ref().is_some_and(plays)
    }

    /// The turn whose orders the answered report asked for, if the seat has been sent a newer one since.
    fn answers_earlier_turn(&self, seat: Option<Seat>) -> Result<Option<u32>, DeskError> {
        let begin = format!("{}.", self.campaign.id());
        let asked = |id: &String| id.strip_prefix(&begin)?.split_once(".report.")?.0.parse::<u32>().ok();
        let answered = self.mail.references.iter().filter_map(asked).max();
        let (Some(answered), Some(seat), Some(_)) = (answered, seat, self.campaign.open_turn()) else { return Ok(None) };
        let newest = self.ledger.last_report(seat)?.map_or(0, |report| report.turn);
        Ok((answered < newest).then(|| answered + 1))
    }
}

/// What an answer says about the mail that it answers.
pub(super) fn received_facts(mail: &Arrived) -> ReceivedFacts {
    ReceivedFacts {
        sender: mail.sender.clone().unwrap_or_default(),
        subject: mail.subject.clone(),
        at_utc: letters::utc_text(mail.received_at),
    }
}

/// How many more answers there are for somebody. Players get so many an hour, strangers one a day, so that no loop can run away.
pub(super) fn answers_left(
    ledger: &Ledger<'_>,
    recipient: &str,
    is_stranger: bool,
    answers_per_hour: u32,
    now: DateTime<Utc>,
) -> Result<u32, DeskError> {
    let (most, since) = if is_stranger { (1, Duration::days(1)) } else { (answers_per_hour, Duration::hours(1)) };
    Ok(most.saturating_sub(ledger.mails_since("answer", recipient, now - since)?))
}
