//! Judging an email: for which seat it speaks, what is read in it, and what becomes of it. Nothing is written here.

use crate::campaign::envelope::{self, BookEffect, OpenTurn, Verdict, Wishes};
use crate::campaign::sealed_sheet::sealed_digest;
use crate::engine::{AnySheet, Follow, Reading, Seat};
use crate::office::cabinet::error::DeskError;
use crate::office::inbox::judged::{Intake, Judged, LeftBlock, Seatless};
use crate::post::commands::MailCommand;
use crate::store::StoredSheet;

/// What is on file for the seat in its open turn.
#[derive(Clone, Copy)]
struct OnFile<'a> {
    /// The sheet that counts so far.
    earlier: Option<&'a StoredSheet>,
    /// The sheet that the email puts into force.
    confirmed: Option<&'a StoredSheet>,
}

impl Intake<'_> {
    pub(in crate::office) fn judge(&self) -> Result<Judged, DeskError> {
        if let Some(mail) = self.gm_mail()? {
            return Ok(Judged::seatless(Seatless::GameMaster(Box::new(mail))));
        }
        match envelope::admit(&self.mail.envelope, &self.campaign.roster()) {
            Ok(seat) if self.mail.envelope.exceeded.is_some() => Ok(Judged { seat: Some(seat), ..Judged::unread(Verdict::TooLarge) }),
            Ok(seat) => self.judge_for(seat),
            Err(verdict) => Ok(self.seatless(verdict)?.map_or_else(|| Judged::unread(verdict), Judged::seatless)),
        }
    }

    /// Judges an email that speaks for this seat.
    fn judge_for(&self, seat: Seat) -> Result<Judged, DeskError> {
        let turn = self.campaign.open_turn_of(self.ledger, seat)?;
        let (earlier, confirmed) = match turn {
            Some(turn) => (self.ledger.counting_sheet(turn.turn, seat)?, self.confirmed_sheet(turn.turn, seat)?),
            None => (None, None),
        };
        let on_file = OnFile { earlier: earlier.as_ref(), confirmed: confirmed.as_ref() };
        let read = self.sheet(seat, on_file);
        let wishes = self.wishes(seat, read.as_deref(), on_file);
        let is_torn = wishes.has_move && self.content.excludes_a_move();
        let wishes = if is_torn { Wishes { has_move: false, orders_read: 0, commands: true, ..wishes } } else { wishes };
        let verdict = self.verdict(seat, turn.as_ref(), &wishes)?;
        let mut sheet = self.as_held_back(seat, read, on_file);
        let notes = sheet.as_ref().map(|sheet| sheet.notes()).unwrap_or_default();
        let left = self.judge_ahead(seat)?;
        let has_always = match &mut sheet {
            Some(sheet) => self.put_behind_others(sheet.as_mut(), (seat, verdict), on_file, &left)?,
            None => false,
        };
        let reading = sheet.map(|sheet| self.reading_by_house_rules(seat, self.foreseen(seat, sheet.as_ref()), is_torn)).transpose()?;
        let takes_orders = verdict.takes_orders() && !self.campaign.plays_nothing();
        let plays_at_once = takes_orders && reading.as_ref().is_some_and(|reading| reading.plays_at_once);
        let seat = Some(seat);
        Ok(Judged { verdict, seat, reading, notes, earlier, confirmed, plays_at_once, is_torn, left, has_always, seatless: None })
    }

    /// The sheet that the email brings or confirms; `None` before the game.
    fn sheet(&self, seat: Seat, on_file: OnFile<'_>) -> Option<Box<dyn AnySheet + '_>> {
        let text = on_file.confirmed.map_or(&self.content.orders, |sheet| &sheet.text);
        self.campaign.progress.as_ref().map(|progress| progress.table.sheet(seat, text))
    }

    /// What becomes of what the seat wishes in its open turn.
    fn verdict(&self, seat: Seat, turn: Option<&OpenTurn>, wishes: &Wishes) -> Result<Verdict, DeskError> {
        Ok(match envelope::decide(self.mail.envelope.received_at, turn, wishes) {
            Verdict::Revealed if !self.is_what_was_sealed(turn, seat)? => Verdict::RevealWrong,
            verdict if self.is_outrun(verdict, turn, seat)? => Verdict::Outrun,
            verdict => verdict,
        })
    }

    /// A sheet with the standing orders that came before it when it was held back, if there were any.
    fn as_held_back<'a>(&'a self, seat: Seat, read: Option<Box<dyn AnySheet + 'a>>, on_file: OnFile<'_>) -> Option<Box<dyn AnySheet + 'a>> {
        let (Some(progress), Some(confirmed)) = (&self.campaign.progress, on_file.confirmed) else { return read };
        let read = read?;
        let is_all = read.orders().iter().fold(String::new(), |all, order| all + order + "\n") == confirmed.canonical;
        Some(if is_all { read } else { progress.table.sheet(seat, &confirmed.canonical) })
    }

    /// Puts a sheet behind the earlier one, if it adds to that, or else behind standing orders. Returns whether it is behind standing orders.
    fn put_behind_others(
        &self,
        sheet: &mut dyn AnySheet,
        (seat, verdict): (Seat, Verdict),
        on_file: OnFile<'_>,
        left: &[LeftBlock],
    ) -> Result<bool, DeskError> {
        if let Some(earlier) = on_file.earlier.filter(|_| self.adds_to(verdict)) {
            sheet.follow(&earlier.canonical, if self.campaign.alternates() { Follow::Merged } else { Follow::Behind });
            return Ok(false);
        }
        let comes_behind = verdict.effect().follows_standing_orders() && sheet.orders_read() > 0 && on_file.confirmed.is_none();
        let Some(always) = self.always_orders(seat, left)?.filter(|_| comes_behind) else { return Ok(false) };
        sheet.follow(&always, Follow::Behind);
        Ok(true)
    }

    /// What a sheet says and comes to. Of one that says nothing no letter tells, so that nothing is foreseen for STATUS or READY alone.
    fn foreseen(&self, seat: Seat, sheet: &dyn AnySheet) -> Reading {
        let says_nothing = sheet.orders_read() == 0 && sheet.problems().is_empty();
        if says_nothing { Reading::default() } else { sheet.reading(self.campaign.reads_html(seat)) }
    }

    /// Why an email that this verdict did not admit is acted on all the same.
    fn seatless(&self, verdict: Verdict) -> Result<Option<Seatless>, DeskError> {
        Ok(match verdict {
            Verdict::NoToken => self.seat_of_lost_tag()?.map(Seatless::LostTag),
            Verdict::WrongToken => self.seat_errand()?,
            _ => None,
        })
    }

    /// The sheet that CONFIRM alone puts into force.
    fn confirmed_sheet(&self, turn: u32, seat: Seat) -> Result<Option<StoredSheet>, DeskError> {
        let is_alone = self.content.has(&MailCommand::Confirm) && self.content.has_no_orders();
        Ok(if is_alone { self.ledger.held_back_sheet(turn, seat)? } else { None })
    }

    /// Whether what is revealed here is what the seat had sealed.
    fn is_what_was_sealed(&self, turn: Option<&OpenTurn>, seat: Seat) -> Result<bool, DeskError> {
        let (Some(turn), Some(salt)) = (turn, self.content.revealed_salt()) else { return Ok(false) };
        let known = self.ledger.commitments(turn.turn)?.get(&seat).copied();
        Ok(known == Some(sealed_digest(salt, &self.content.orders)))
    }

    /// Whether the seat has said since what counts (P3.3): emails are not always found in the order in which they arrive.
    fn is_outrun(&self, verdict: Verdict, turn: Option<&OpenTurn>, seat: Seat) -> Result<bool, DeskError> {
        let says_what_counts = match verdict.effect() {
            BookEffect::Withdraws => true,
            // Moves that alternate add up, and so does what APPEND adds.
            BookEffect::Counts | BookEffect::HeldBack | BookEffect::Seals => !self.campaign.alternates() && !self.appends(),
            BookEffect::Tried | BookEffect::Reveals | BookEffect::Nothing => false,
        };
        let Some(turn) = turn.filter(|_| says_what_counts) else { return Ok(false) };
        let last = self.ledger.last_word(turn.turn, seat, self.now)?;
        Ok(last.is_some_and(|last| last > self.mail.envelope.received_at))
    }

    fn wishes(&self, seat: Seat, sheet: Option<&dyn AnySheet>, on_file: OnFile<'_>) -> Wishes {
        let given = |command| self.content.has(&command);
        let is_answered = |command: &MailCommand| {
            use MailCommand::{Append, Check, Reveal, Sealed, Withdraw};
            !matches!(command, Check | Withdraw | Append | Sealed(_) | Reveal(_))
        };
        let alternates = self.campaign.alternates();
        let problems = sheet.map(AnySheet::problems).unwrap_or_default();
        Wishes {
            has_move: sheet.is_some_and(AnySheet::has_move),
            orders_read: sheet.map_or(0, AnySheet::orders_read),
            lines_not_read: problems.len(),
            lines_misread: problems.iter().filter(|problem| !problem.talk).count(),
            seals: self.campaign.may_seal(seat) && self.content.sealed_digest().is_some(),
            reveals: self.campaign.may_seal(seat) && self.content.reveals(),
            no_orders: !alternates && given(MailCommand::NoOrders) || on_file.confirmed.is_some_and(|sheet| !sheet.has_orders()),
            check: given(MailCommand::Check),
            withdraw: given(MailCommand::Withdraw),
            commands: self.content.commands().any(is_answered) || !self.content.ahead.is_empty(),
            has_sheet: on_file.earlier.is_some(),
            replaces_unasked: !alternates && !self.appends() && !given(MailCommand::Confirm),
        }
    }
}
