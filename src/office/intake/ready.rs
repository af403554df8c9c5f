//! READY: it holds for the sheet that it was sent with, and a turn is played early once every seat is ready.

use chrono::TimeDelta;

use crate::campaign::envelope::{OpenTurn, Verdict};
use crate::engine::{Problem, Seat};
use crate::office::cabinet::error::DeskError;
use crate::office::inbox::judged::{Intake, Judged};
use crate::office::letters::sheet_facts::{MisreadLine, ReadyFacts, ReadyState};
use crate::post::commands::MailCommand;
use crate::store::StoredSheet;

impl Intake<'_> {
    /// Carries out READY or NOT READY for the sheet that counts after this email; `None` if the email says neither or is a try, and where
    /// moves alternate.
    pub(in crate::office) fn make_ready(&self, judged: &Judged, seat: Seat, turn: &OpenTurn) -> Result<Option<ReadyFacts>, DeskError> {
        let said = self.content.commands().find_map(|command| match command {
            MailCommand::Ready(ready) => Some(*ready),
            _ => None,
        });
        let Some(is_ready) = said.filter(|_| !self.is_try() && !self.campaign.alternates()) else {
            return Ok(None);
        };
        let sheet = self.ledger.counting_sheet(turn.turn, seat)?;
        let misread = sheet.as_ref().map(|sheet| self.misread_lines(judged, seat, sheet)).transpose()?.unwrap_or_default();
        let state = self.ready_state(judged, turn, is_ready, sheet.is_some(), misread.is_empty());
        match (state, &sheet) {
            (ReadyState::Ready, Some(sheet)) => self.ledger.set_ready(turn.turn, seat, sheet.id, self.now)?,
            (ReadyState::Late | ReadyState::NeverEarly, _) => {}
            // A player who is told that READY does not count is not ready by an earlier one either.
            _ => self.ledger.set_not_ready(turn.turn, seat)?,
        }
        let minutes = self.campaign.config.schedule.ready_pause_minutes;
        let pause = (minutes > 0).then(|| TimeDelta::minutes(minutes.into()).into());
        Ok(Some(ReadyFacts { state, misread, pause }))
    }

    fn ready_state(&self, judged: &Judged, turn: &OpenTurn, is_ready: bool, has_sheet: bool, is_understood: bool) -> ReadyState {
        if self.mail.envelope.received_at < turn.opened_at || self.mail.envelope.received_at > turn.closes_at {
            ReadyState::Late
        } else if !is_ready {
            ReadyState::NotReady
        } else if !self.campaign.config.schedule.when_all_ready {
            ReadyState::NeverEarly
        } else if judged.verdict == Verdict::HeldBack {
            ReadyState::HeldBack
        } else if self.has_refused_block(judged) {
            ReadyState::Refused
        } else if !has_sheet {
            ReadyState::NoSheet
        } else if is_understood {
            ReadyState::Ready
        } else {
            ReadyState::Misread
        }
    }

    fn has_refused_block(&self, judged: &Judged) -> bool {
        let is_block = |command: &MailCommand| matches!(command, MailCommand::NotYet { lines, .. } if !lines.is_empty());
        let is_ahead_refused = self.content.ahead.iter().any(|block| !self.campaign.takes_block(block));
        is_ahead_refused || judged.left.iter().any(|left| left.state.is_refused()) || self.content.commands().any(is_block)
    }

    /// Those lines of the sheet that counts that were meant as orders and were not understood. If this email brought the sheet they come
    /// from its reading, otherwise the sheet is read again.
    fn misread_lines(&self, judged: &Judged, seat: Seat, sheet: &StoredSheet) -> Result<Vec<MisreadLine>, DeskError> {
        if judged.verdict.takes_orders() {
            return Ok(judged.reading.as_ref().map(|reading| misread(&reading.problems)).unwrap_or_default());
        }
        let Some(progress) = self.campaign.progress.as_ref().filter(|_| sheet.has_orders()) else { return Ok(Vec::new()) };
        let mut problems = progress.table.sheet(seat, &sheet.text).problems().to_vec();
        self.name_near_commands(&mut problems)?;
        Ok(misread(&problems))
    }
}

/// The problems with lines that were not mere talk.
fn misread(problems: &[Problem]) -> Vec<MisreadLine> {
    // Line 0 is one of standing orders, which are no part of this sheet.
    problems.iter().filter(|problem| !problem.talk && problem.line > 0).map(MisreadLine::from).collect()
}
