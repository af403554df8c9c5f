//! Which turns of a journal count: the line from the set-up to the present, after all steps back and forward.

use super::{Checked, Recorded};
use crate::engine::Table;

/// The turns that count at some place of a journal.
pub(super) struct CountingTurns {
    /// The counting turns, from set-up on.
    turns: Vec<ReplayedTurn>,
    /// The rollbacks that may be undone, the latest last.
    rollbacks: Vec<Rollback>,
    /// Whether positions are kept, because the journal goes back somewhere.
    goes_back: bool,
    /// Whether the game was ended by a decision, so that it can go back even to its last turn.
    is_ended: bool,
}

/// A turn that was played.
#[derive(Clone)]
pub(super) struct ReplayedTurn {
    /// Its index among the checked entries.
    pub index: usize,
    /// The position after it, if it is known and kept.
    pub state: Option<String>,
}

/// A rollback after which nothing was played yet.
struct Rollback {
    turns: Vec<ReplayedTurn>,
    /// Whether the game was over before it, and whether by a decision.
    was_over: bool,
    was_ended: bool,
}

impl CountingTurns {
    /// The line before the first of these entries.
    pub(super) fn of(recorded: &[Recorded<'_>]) -> CountingTurns {
        // In texts, quotation marks are escaped, so nothing else in an entry looks like this.
        let goes_back = recorded.iter().any(|record| record.entry.contains("\"rolled-back\":"));
        CountingTurns { turns: Vec::new(), rollbacks: Vec::new(), goes_back, is_ended: false }
    }

    /// The last turn that counts; 0 after set-up.
    pub(super) fn last(&self) -> u32 {
        self.turns.len().saturating_sub(1) as u32
    }

    /// Adds the turn at this index. What was rolled back before can no longer come back.
    pub(super) fn note(&mut self, index: usize, table: Option<&dyn Table>) {
        let state = table.filter(|_| self.goes_back).map(Table::state);
        self.turns.push(ReplayedTurn { index, state });
        self.rollbacks.clear();
    }

    /// Replaces the last position, if the new one is known.
    pub(super) fn change(&mut self, table: Option<&dyn Table>) {
        let state = table.filter(|_| self.goes_back).map(Table::state);
        self.turns.iter_mut().last().into_iter().for_each(|played| played.state.clone_from(&state));
    }

    /// Notes that the game was ended by a decision.
    pub(super) fn end(&mut self) {
        self.is_ended = true;
        self.rollbacks.clear();
    }

    /// Goes back to an earlier turn and returns it; `None` if that turn is not earlier. `was_over` says whether the game was over.
    pub(super) fn go_back(&mut self, to: u32, was_over: bool) -> Option<ReplayedTurn> {
        if to > self.last() || to == self.last() && !self.is_ended {
            return None;
        }
        let turns = self.turns.split_off(to as usize + 1);
        self.rollbacks.push(Rollback { turns, was_over, was_ended: self.is_ended });
        self.is_ended = false;
        self.turns.last().cloned()
    }

    /// Goes on from the last turn, because what followed it is lost; `None` if `to` is another one. Nothing before it can come back.
    pub(super) fn go_on(&mut self, to: u32) -> Option<ReplayedTurn> {
        self.rollbacks.clear();
        self.turns.last().filter(|_| self.last() == to).cloned()
    }

    /// Undoes the last rollback; `None` if there is none that can be undone, or if it does not lead to turn `to`.
    pub(super) fn go_forward(&mut self, to: u32, is_over: bool) -> Option<ReplayedTurn> {
        let Rollback { turns, was_over, was_ended } = self.rollbacks.pop()?;
        self.turns.extend(turns);
        self.is_ended = was_ended;
        self.turns.last().filter(|_| self.last() == to && was_over == is_over).cloned()
    }

    /// Marks the turns that do not count in the end.
    pub(super) fn mark_undone(&self, checked: &mut [Checked]) {
        let mut counting = self.turns.iter().map(|played| played.index).peekable();
        for (index, checked) in checked.iter_mut().enumerate() {
            checked.undone = checked.act.is_none() && counting.next_if_eq(&index).is_none();
        }
    }
}
