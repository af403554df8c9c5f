//! Judging an email: for which seat it speaks, what is read in it, and what becomes of it. Nothing is written here.

use crate::campaign::envelope::{self, BookEffect, OpenTurn, Verdict, Wishes};
use crate::campaign::sealed_sheet::sealed_digest;
use crate::engine::{AnySheet, Follow, Reading, Seat};
use crate::office::cabinet::error::DeskError;
use crate::office::inbox::judged::{Intake, Judged, Seatless};
use crate::post::commands::MailCommand;
use crate::store::StoredSheet;

impl Intake<'_> {
    pub(in crate::office) fn judge(&self) -> Result<Judged, DeskError> {
        if let Some(mail) = self.gm_mail()? {
            return Ok(Judged::seatless(Seatless::GameMaster(Box::new(mail))));
        }
        let seat = match envelope::admit(&self.mail.envelope, &self.campaign.roster()) {
            Ok(seat) if self.mail.envelope.exceeded.is_some() => {
                return Ok(Judged { seat: Some(seat), ..Judged::unread(Verdict::TooLarge) });
            }
            Ok(seat) => seat,
            Err(verdict) => return Ok(self.seatless(verdict)?.map_or_else(|| Judged::unread(verdict), Judged::seatless)),
        };
        let turn = self.campaign.open_turn_of(self.ledger, seat)?;
        let (earlier, confirmed) = match turn {
            Some(turn) => (self.ledger.counting_sheet(turn.turn, seat)?, self.confirmed_sheet(turn.turn, seat)?),
            None => (None, None),
        };
        let text = confirmed.as_ref().map_or(&self.content.orders, |sheet| &sheet.text);
        let mut sheet = self.campaign.progress.as_ref().map(|progress| progress.table.sheet(seat, text));
        let mut wishes = self.wishes(seat, sheet.as_deref(), earlier.is_some());
        wishes.no_orders |= confirmed.as_ref().is_some_and(|sheet| !sheet.has_orders());
        let is_torn = wishes.has_move && self.content.excludes_a_move();
        let wishes = if is_torn { Wishes { has_move: false, orders_read: 0, commands: true, ..wishes } } else { wishes };
        let verdict = match envelope::decide(self.mail.envelope.received_at, turn.as_ref(), &wishes) {
            Verdict::Revealed if !self.is_what_was_sealed(turn.as_ref(), seat)? => Verdict::RevealWrong,
            verdict if self.is_outrun(verdict, turn.as_ref(), seat)? => Verdict::Outrun,
            verdict => verdict,
        };
        if let (Some(progress), Some(confirmed), Some(read)) = (&self.campaign.progress, &confirmed, &sheet)
            && read.orders().iter().fold(String::new(), |all, order| all + order + "\n") != confirmed.canonical
        {
            // It was held back with the standing orders that came before it.
            sheet = Some(progress.table.sheet(seat, &confirmed.canonical));
        }
        let notes = sheet.as_ref().map(|sheet| sheet.notes()).unwrap_or_default();
        let left = self.judge_ahead(seat)?;
        let always = self.always_orders(seat, &left)?;
        let has_orders = sheet.as_deref().is_some_and(|sheet| sheet.orders_read() > 0);
        let comes_behind = verdict.effect().follows_standing_orders();
        let adds = earlier.is_some() && self.adds_to(verdict);
        let always = always.filter(|_| comes_behind && has_orders && confirmed.is_none() && !adds);
        let has_always = always.is_some();
        match (&mut sheet, &earlier, &always) {
            (Some(sheet), Some(earlier), _) if adds => {
                sheet.follow(&earlier.canonical, if self.campaign.alternates() { Follow::Merged } else { Follow::Behind });
            }
            (Some(sheet), _, Some(always)) => sheet.follow(always, Follow::Behind),
            _ => {}
        }
        let reading = sheet.map(|sheet| self.reading_by_house_rules(seat, self.foreseen(seat, sheet.as_ref()), is_torn)).transpose()?;
        let plays_at_once =
            verdict.takes_orders() && !self.campaign.plays_nothing() && reading.as_ref().is_some_and(|reading| reading.plays_at_once);
        Ok(Judged {
            verdict,
            seat: Some(seat),
            reading,
            notes,
            earlier,
            confirmed,
            plays_at_once,
            is_torn,
            left,
            has_always,
            seatless: None,
        })
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
        // A word from after now was noted by a clock that was ahead.
        let last = self.ledger.last_word(turn.turn, seat)?.filter(|last| *last <= self.now);
        Ok(last.is_some_and(|last| last > self.mail.envelope.received_at))
    }

    fn wishes(&self, seat: Seat, sheet: Option<&dyn AnySheet>, has_sheet: bool) -> Wishes {
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
            no_orders: !alternates && given(MailCommand::NoOrders),
            check: given(MailCommand::Check),
            withdraw: given(MailCommand::Withdraw),
            commands: self.content.commands().any(is_answered) || !self.content.ahead.is_empty(),
            has_sheet,
            replaces_unasked: !alternates && !self.appends() && !given(MailCommand::Confirm),
        }
    }
}
