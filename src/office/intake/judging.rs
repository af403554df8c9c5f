//! Judging an email: for which seat it speaks, what is read in it, and what becomes of it. Nothing is written here.

use std::collections::BTreeMap;

use crate::campaign::envelope::{self, Verdict, Wishes};
use crate::engine::{Problem, Reading, Seat, Table};
use crate::office::cabinet::desk::DeskError;
use crate::office::intake::filing::{Intake, Judged, NO_ORDERS};
use crate::post::commands::{MailCommand, near_command};
use crate::store::StoredSheet;

impl Intake<'_> {
    pub(in crate::office) fn judge(&self) -> Result<Judged, DeskError> {
        let seat = match envelope::admit(&self.facts(), &self.campaign.roster()) {
            Ok(seat) => seat,
            Err(Verdict::NoToken) if self.seat_of_lost_tag()?.is_some() => return Ok(Judged::unread(Verdict::LostTag)),
            Err(verdict) => return Ok(Judged::unread(verdict)),
        };
        let turn = self.campaign.open_turn();
        let (earlier, confirmed) = match turn {
            Some(turn) => (self.ledger.counting_sheet(turn.turn, seat)?, self.confirmed_sheet(turn.turn, seat)?),
            None => (None, None),
        };
        let text = confirmed.as_ref().map_or(&self.content.orders, |sheet| &sheet.text);
        let table = self.campaign.progress.as_ref().map(|progress| progress.table.as_ref());
        let mut reading = table.map(|table| table.read(seat, text));
        let has_move = table.is_some_and(|table| table.has_move(seat, text));
        let wishes = self.wishes(reading.as_ref(), earlier.is_some(), has_move);
        let verdict = envelope::decide(self.mail.received_at, turn.as_ref(), &wishes);
        if let (Some(table), Some(earlier)) = (table, &earlier)
            && self.adds_to(verdict)
        {
            reading = Some(match self.campaign.alternates() {
                true => table.read_with(seat, &earlier.canonical, text),
                false => table.read_behind(seat, &earlier.canonical, text),
            });
        }
        let is_taken = matches!(verdict, Verdict::Accepted | Verdict::Replaced);
        let makes_turn = |(table, reading): (&dyn Table, &Reading)| table.plays_at_once(&BTreeMap::from([(seat, reading.canonical())]));
        let plays_at_once = is_taken && !self.campaign.plays_nothing() && table.zip(reading.as_ref()).is_some_and(makes_turn);
        let reading = reading.map(|reading| self.without_contradiction(self.with_near_commands(reading)));
        Ok(Judged { verdict, seat: Some(seat), reading, earlier, confirmed, plays_at_once })
    }

    /// The sheet that CONFIRM alone puts into force.
    fn confirmed_sheet(&self, turn: u32, seat: Seat) -> Result<Option<StoredSheet>, DeskError> {
        let is_alone = self.content.has(&MailCommand::Confirm) && self.content.has_no_orders();
        Ok(if is_alone { self.ledger.held_back_sheet(turn, seat)? } else { None })
    }

    /// NO ORDERS beside orders: the orders count, and the line is answered as one that cannot be understood.
    fn without_contradiction(&self, mut reading: Reading) -> Reading {
        let line = self.content.commands.iter().find(|(_, command)| *command == MailCommand::NoOrders).map(|(line, _)| *line);
        if let Some(line) = line.filter(|_| !reading.entries.is_empty()) {
            let text = NO_ORDERS.trim_end().to_owned();
            let expected = "a sheet without orders below it, or no such line".to_owned();
            reading.problems.push(Problem { line, column: 1, found: text.clone(), text, expected, nearest: Vec::new(), talk: false });
        }
        reading
    }

    /// P3.2: lines that are no orders and may be meant as commands of the house, which no game knows.
    pub(in crate::office) fn with_near_commands(&self, mut reading: Reading) -> Reading {
        let seats = &self.campaign.config.seats;
        // A player who signs as Chuck does not ask for a CHECK.
        let is_name = |text: &str| seats.iter().any(|seat| seat.name.split(' ').any(|name| name.eq_ignore_ascii_case(text)));
        for problem in reading.problems.iter_mut().filter(|problem| problem.nearest.is_empty()) {
            if let Some(command) = near_command(&problem.text).filter(|_| !is_name(&problem.text)) {
                problem.expected = "a command alone on its line".to_owned();
                problem.nearest = vec![command];
                problem.talk = false;
            }
        }
        reading
    }

    /// Whether the new sheet adds to the earlier one. Where all play at once, the last sheet counts alone (P3.3) unless it says APPEND.
    pub(in crate::office) fn adds_to(&self, verdict: Verdict) -> bool {
        let is_sheet = verdict == Verdict::Replaced || (verdict == Verdict::Checked && self.appends());
        is_sheet && (self.campaign.alternates() || self.appends())
    }

    fn appends(&self) -> bool {
        !self.campaign.alternates() && self.content.has(&MailCommand::Append)
    }

    fn wishes(&self, reading: Option<&Reading>, has_sheet: bool, has_move: bool) -> Wishes {
        let given = |command| self.content.has(&command);
        let is_answered = |command: &MailCommand| !matches!(command, MailCommand::Check | MailCommand::Withdraw | MailCommand::Append);
        let alternates = self.campaign.alternates();
        Wishes {
            has_move,
            orders_read: reading.map_or(0, |reading| reading.entries.len()),
            lines_not_read: reading.map_or(0, |reading| reading.problems.len()),
            lines_misread: reading.map_or(0, |reading| reading.problems.iter().filter(|problem| !problem.talk).count()),
            no_orders: !alternates && given(MailCommand::NoOrders),
            check: given(MailCommand::Check),
            withdraw: given(MailCommand::Withdraw),
            commands: self.content.commands().any(is_answered) || !self.content.for_turns.is_empty(),
            has_sheet,
            replaces_unasked: !alternates && !self.appends() && !given(MailCommand::Confirm),
        }
    }
}
