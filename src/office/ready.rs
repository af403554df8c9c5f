//! READY: said with a sheet and for that sheet, and a turn that is played early because every seat has said it.

use chrono::{DateTime, Utc};
use serde::Serialize;

use super::desk::{Campaign, DeskError};
use super::intake::Intake;
use crate::campaign::envelope::OpenTurn;
use crate::campaign::schedule;
use crate::engine::{Problem, Seat};
use crate::post::commands::MailCommand;
use crate::store::{Ledger, StoredSheet};

/// What became of READY or NOT READY.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ReadyFacts {
    pub state: ReadyState,
    /// The lines of the sheet that keep it from being ready, as the player wrote them.
    pub misread: Vec<MisreadLine>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReadyState {
    Ready,
    NotReady,
    /// There is no sheet that could be ready.
    NoSheet,
    /// Lines of the sheet were not understood.
    Misread,
    /// The email itself has the sheet that is held back.
    HeldBack,
    /// It came after the turn was closed.
    Late,
    /// Turns of this campaign wait for their deadlines.
    NeverEarly,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MisreadLine {
    pub line: u32,
    pub text: String,
}

impl From<&Problem> for MisreadLine {
    fn from(problem: &Problem) -> MisreadLine {
        MisreadLine { line: problem.line, text: problem.text.clone() }
    }
}

impl Intake<'_> {
    /// Carries out READY or NOT READY for the sheet that counts after this email; `None` if the email says neither, or is a try.
    pub(super) fn make_ready(&self, seat: Seat, turn: &OpenTurn, is_held_back: bool) -> Result<Option<ReadyFacts>, DeskError> {
        let said = self.content.commands().find_map(|command| match command {
            MailCommand::Ready(ready) => Some(*ready),
            _ => None,
        });
        let Some(is_ready) = said.filter(|_| !self.content.has(&MailCommand::Check) && !self.campaign.alternates()) else {
            return Ok(None);
        };
        let state = |state| Ok(Some(ReadyFacts { state, misread: Vec::new() }));
        if self.mail.received_at < turn.opened_at || self.mail.received_at > turn.closes_at {
            return state(ReadyState::Late);
        }
        if !is_ready {
            self.ledger.set_not_ready(turn.turn, seat)?;
            return state(ReadyState::NotReady);
        }
        if !self.campaign.config.schedule.when_all_ready {
            return state(ReadyState::NeverEarly);
        }
        if is_held_back {
            return state(ReadyState::HeldBack);
        }
        let Some(sheet) = self.ledger.counting_sheet(turn.turn, seat)? else { return state(ReadyState::NoSheet) };
        let misread = self.misread_lines(seat, &sheet);
        if !misread.is_empty() {
            return Ok(Some(ReadyFacts { state: ReadyState::Misread, misread }));
        }
        self.ledger.set_ready(turn.turn, seat, sheet.id, self.now)?;
        state(ReadyState::Ready)
    }

    /// The lines of a sheet that were not understood and were no talk.
    fn misread_lines(&self, seat: Seat, sheet: &StoredSheet) -> Vec<MisreadLine> {
        let Some(progress) = self.campaign.progress.as_ref().filter(|_| sheet.text != super::intake::NO_ORDERS) else { return Vec::new() };
        progress.table.read(seat, &sheet.text).problems.iter().filter(|problem| !problem.talk).map(MisreadLine::from).collect()
    }
}

impl Campaign {
    /// When the open turn is played because every seat is ready; `None` if it waits for its deadline.
    ///
    /// # Errors
    /// When the database does not read.
    pub(super) fn early_at(&self, ledger: &Ledger<'_>) -> Result<Option<DateTime<Utc>>, DeskError> {
        let Some(progress) = self.progress.as_ref().filter(|_| !self.alternates()) else { return Ok(None) };
        let (Some(window), Some(limits)) = (&progress.window, self.limits(progress)) else { return Ok(None) };
        let ready = ledger.ready_seats(window.turn)?;
        Ok(schedule::early_at(&self.config.schedule, limits.deadline_at, &progress.table.to_move(), &ready))
    }
}
