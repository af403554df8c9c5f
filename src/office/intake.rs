//! From mails to verdicts: each mail is filed as it came, judged, and answered, in one transaction.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};

use super::absences::{AbsenceFacts, Announcement};
use super::arrived::Arrived;
use super::bounced;
use super::desk::{Campaign, Desk, DeskError};
use super::round::unbroken;
use super::strays::drop_old_strangers;
use super::{World, quarantine};
use crate::campaign::Address;
use crate::campaign::envelope::{self, Facts, OpenTurn, Verdict, Wishes};
use crate::campaign::journal::sheet_digest;
use crate::engine::{Reading, Seat, Table};
use crate::post::commands::MailCommand;
use crate::store::{FiledMail, Ledger, NewMail, NewSheet, StoredSheet};

/// How many mails share a transaction: a commit waits for the disk, and one wait serves them all.
pub(super) const BATCH: usize = 200;

/// What became of one mail.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Handled {
    pub verdict: &'static str,
    pub seat: Option<Seat>,
    pub sender: Option<Address>,
    /// The same mail was here before: nothing was done.
    pub known: bool,
    /// An answer was written.
    pub answered: bool,
}

impl Handled {
    /// Whether a report of the run should tell of it. Cron mails such a report, so it does not tell of what robots write.
    pub fn is_news(&self) -> bool {
        !Verdict::ALL.iter().any(|verdict| verdict.is_silent() && verdict.code() == self.verdict)
    }
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
            handled.push(intake.take_or_quarantine(world)?);
            taken += 1;
        }
        drop_old_strangers(&ledger, &campaign.host.limits, world.now)?;
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
pub(super) struct Intake<'a> {
    pub campaign: &'a mut Campaign,
    pub ledger: &'a Ledger<'a>,
    pub mail: &'a Arrived,
    pub now: DateTime<Utc>,
}

/// A mail as judged.
pub(super) struct Judged {
    pub verdict: Verdict,
    pub seat: Option<Seat>,
    pub reading: Option<Reading>,
    /// Whether what was taken makes the turn by itself, so that it is as good as played.
    pub plays_at_once: bool,
}

impl Judged {
    /// A mail of which nothing was read.
    fn unread(verdict: Verdict) -> Judged {
        Judged { verdict, seat: None, reading: None, plays_at_once: false }
    }
}

impl Intake<'_> {
    /// A mail that cannot be handled is our fault: it changes nothing, it is kept, and it must not stop the others.
    fn take_or_quarantine(&mut self, world: &World<'_>) -> Result<Handled, DeskError> {
        let ledger = self.ledger;
        match ledger.apart(|| unbroken(|| self.take())) {
            Err(error) if error.is_about_one_mail() => {
                self.campaign.reload(ledger)?;
                quarantine::keep(self.campaign, ledger, self.mail, &error, world)
            }
            taken => taken,
        }
    }

    fn take(&mut self) -> Result<Handled, DeskError> {
        if self.ledger.knows_mail(&self.mail.fingerprint)? {
            return Ok(self.known(Verdict::Answered, None));
        }
        let judged = self.judge()?;
        let turn = self.campaign.open_turn();
        let filed = self.ledger.file_mail(&NewMail {
            fingerprint: &self.mail.fingerprint,
            received_at: self.mail.received_at,
            sender: self.mail.sender.as_ref(),
            seat: judged.seat,
            turn: turn.map(|turn| turn.turn),
            verdict: judged.verdict.code(),
            raw: &self.mail.raw,
        })?;
        let FiledMail::New { id } = filed else { return Ok(self.known(judged.verdict, judged.seat)) };
        if let (Some(seat), Some(turn)) = (judged.seat, turn) {
            self.carry_out(&judged, seat, &turn, id)?;
        }
        let absences = self.absences(&judged, turn.as_ref())?;
        self.renew_token(&judged)?;
        if judged.verdict == Verdict::Bounce {
            bounced::tell_game_master(self.campaign, self.ledger, self.mail, self.now)?;
        }
        let answered = self.answer(&judged, absences)?;
        Ok(Handled { answered, known: false, ..self.known(judged.verdict, judged.seat) })
    }

    fn known(&self, verdict: Verdict, seat: Option<Seat>) -> Handled {
        Handled { verdict: verdict.code(), seat, sender: self.mail.sender.clone(), known: true, answered: false }
    }

    fn facts(&self) -> Facts<'_> {
        Facts {
            noise: self.mail.noise,
            sender: self.mail.sender.as_ref(),
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
        if !self.campaign.alternates() || self.campaign.plays_nothing() || self.ledger.knows_mail(&self.mail.fingerprint)? {
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
            Err(Verdict::NoToken) if self.seat_of_lost_tag()?.is_some() => return Ok(Judged::unread(Verdict::LostTag)),
            Err(verdict) => return Ok(Judged::unread(verdict)),
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
        let is_taken = matches!(verdict, Verdict::Accepted | Verdict::Replaced);
        let makes_turn = |(table, reading): (&dyn Table, &Reading)| table.plays_at_once(&BTreeMap::from([(seat, reading.canonical())]));
        let plays_at_once = is_taken && !self.campaign.plays_nothing() && table.zip(reading.as_ref()).is_some_and(makes_turn);
        Ok(Judged { verdict, seat: Some(seat), reading, plays_at_once })
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

    /// NEW TOKEN: from here on the one that this mail shows is dead, for every later mail of the run too.
    fn renew_token(&mut self, judged: &Judged) -> Result<(), DeskError> {
        match judged.seat.filter(|_| self.wants_new_token()) {
            Some(seat) => self.campaign.rotate_token(self.ledger, seat, self.now),
            None => Ok(()),
        }
    }

    /// A try changes nothing.
    pub(super) fn wants_new_token(&self) -> bool {
        let commands = &self.mail.commands;
        commands.contains(&MailCommand::NewToken) && !commands.contains(&MailCommand::Check)
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
}
