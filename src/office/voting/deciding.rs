//! Decisions are carried out at once, in the transaction that brings the last vote, with an act in the journal and a letter to all.

use chrono::{DateTime, Utc};

use crate::campaign::extension::days_later;
use crate::campaign::journal::{Act, DecidedBy, Ending, WhyMoved};
use crate::campaign::votes::{Motion, VoteResult};
use crate::engine::Seat;
use crate::office::cabinet::desk::Campaign;
use crate::office::cabinet::error::DeskError;
use crate::office::deadlines::time_notices::{self, TimeNotice};
use crate::office::deadlines::{pauses, suspense};
use crate::office::letters::about::About;
use crate::office::letters::to_all::write_to_all;
use crate::office::letters::vote_facts::{DecisionFacts, VoteState};
use crate::office::voting::book::{self, Proposal};
use crate::store::Ledger;

impl Campaign {
    /// Whether there is anything left to decide: `None` if so, else why not.
    pub(super) fn objection(&self, ledger: &Ledger<'_>, motion: &Motion) -> Result<Option<VoteState>, DeskError> {
        let is_paused = pauses::is_paused(self, ledger)?;
        Ok(match motion {
            Motion::Pause { .. } if is_paused => Some(VoteState::Paused),
            Motion::Resume if !is_paused => Some(VoteState::NotPaused),
            Motion::Resume if !pauses::is_agreed(self, ledger)? => Some(VoteState::PausedByGm),
            Motion::Extend { turn, .. } if self.open_turn().is_none_or(|open| open.turn != *turn) => Some(VoteState::Over),
            // Orders that are being revealed stay closed.
            Motion::Extend { turn, .. } if self.orders_closed_at(ledger, *turn)?.is_some() => Some(VoteState::Over),
            Motion::Concede { to } if !self.players_in_the_game().contains(to) => Some(VoteState::NotInGame),
            _ => None,
        })
    }

    /// Closes a proposal that is decided, and does what it says if enough agree; one that is undecided is closed as `otherwise` says, if it
    /// does. Returns what became of it; `None`, and nothing was done, while it is open.
    ///
    /// # Errors
    /// When a letter cannot be written, or the database refuses. What was written by then must be undone with the transaction.
    pub(super) fn settle(
        &mut self,
        ledger: &Ledger<'_>,
        proposal: &Proposal,
        otherwise: Option<VoteResult>,
        now: DateTime<Utc>,
    ) -> Result<Option<VoteResult>, DeskError> {
        let result = match self.objection(ledger, &proposal.motion)? {
            Some(_) => Some(VoteResult::Moot),
            None if otherwise == Some(VoteResult::Withdrawn) => otherwise,
            None => self.tally(proposal).decided().or(otherwise),
        };
        let Some(result) = result else { return Ok(None) };
        self.close_as(ledger, proposal, result, now)?;
        Ok(Some(result))
    }

    /// Closes proposals to concede the game to the player of a seat, who leaves it: nobody has agreed on the next one.
    ///
    /// # Errors
    /// As for [`Campaign::settle`].
    pub(in crate::office) fn close_concessions_to(&mut self, ledger: &Ledger<'_>, seat: Seat, now: DateTime<Utc>) -> Result<(), DeskError> {
        let is_to = |proposal: &Proposal| matches!(proposal.motion, Motion::Concede { to } if to == seat);
        book::open(ledger)?
            .iter()
            .filter(|proposal| is_to(proposal))
            .try_for_each(|proposal| self.close_as(ledger, proposal, VoteResult::Moot, now))
    }

    fn close_as(&mut self, ledger: &Ledger<'_>, proposal: &Proposal, result: VoteResult, now: DateTime<Utc>) -> Result<(), DeskError> {
        book::close(ledger, proposal)?;
        let (tally, decision) = (self.tally(proposal), self.decision_facts(proposal, result));
        let (number, motion) = (proposal.number, proposal.motion.clone());
        let act = Act::Decided { number, motion, result, agreed: tally.agreed, disagreed: tally.disagreed };
        self.record(ledger, act, now)?;
        if result == VoteResult::Passed {
            self.carry_out(ledger, &proposal.motion, decision, now)?;
        } else {
            let id = format!("vote.{number}.closed");
            write_to_all(self, ledger, &id, |_| About::VoteClosed(decision.clone()), now)?;
        }
        Ok(())
    }

    fn carry_out(&mut self, ledger: &Ledger<'_>, motion: &Motion, decision: DecisionFacts, now: DateTime<Utc>) -> Result<(), DeskError> {
        let zone = self.zone_of(None).clone();
        let ending = match motion {
            Motion::Pause { days } => {
                let until = days_later(now, *days, &zone).ok_or(DeskError::NoDeadline)?;
                return pauses::pause_by_vote(self, ledger, until, decision, now);
            }
            Motion::Resume => return pauses::resume_by_vote(self, ledger, decision, now),
            Motion::Extend { days, .. } => {
                let Some(window) = self.window() else { return Ok(()) };
                let from = suspense::more_time_from(ledger, window, now)?;
                let to = days_later(from, *days, &zone).ok_or(DeskError::NoDeadline)?;
                suspense::end(ledger, window.turn)?;
                let moved = self.move_deadline(ledger, to, WhyMoved::Vote, now)?;
                return time_notices::tell_all(
                    self,
                    ledger,
                    &TimeNotice::AgreedExtension { decision: decision.into() },
                    moved.as_ref(),
                    now,
                );
            }
            Motion::Draw => Ending::Drawn { among: self.players_in_the_game() },
            Motion::Concede { to } => Ending::Conceded { to: [*to].into() },
            Motion::Cancel => Ending::Aborted,
        };
        self.end_as_decided(ledger, ending, DecidedBy::Players, (None, Some(&decision)), now)?;
        Ok(())
    }
}
