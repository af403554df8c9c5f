//! Which turns of a journal count: the line from the set-up on that the game has come, after all that it has gone back and forward.

use super::{Checked, Recorded};
use crate::engine::Table;

/// The turns that count at some place of a journal.
pub(super) struct CountingTurns {
    /// From set-up on.
    turns: Vec<ReplayedTurn>,
    /// What may be taken back, the last one last.
    rollbacks: Vec<Rollback>,
    /// Whether positions are kept: somewhere the journal goes back to one.
    goes_back: bool,
    /// The game was ended by decision, so that it can go back to its last turn, too.
    is_ended: bool,
}

/// A turn that was played.
#[derive(Clone)]
pub(super) struct ReplayedTurn {
    /// Its place among what was checked.
    pub index: usize,
    /// The position after it, if it is kept and known.
    pub state: Option<String>,
}

/// A rollback that nothing was played behind yet.
struct Rollback {
    turns: Vec<ReplayedTurn>,
    /// Whether the game was over before it, and whether by decision.
    was_over: bool,
    was_ended: bool,
}

impl CountingTurns {
    /// The line before the first of these entries.
    pub(super) fn of(recorded: &[Recorded<'_>]) -> CountingTurns {
        // Words in it have their quotation marks escaped, so that nothing else of an entry looks like this.
        let goes_back = recorded.iter().any(|record| record.entry.contains("\"rolled-back\":"));
        CountingTurns { turns: Vec::new(), rollbacks: Vec::new(), goes_back, is_ended: false }
    }

    /// The last turn that counts; 0 after set-up.
    pub(super) fn last(&self) -> u32 {
        self.turns.len().saturating_sub(1) as u32
    }

    /// Another turn counts, the entry at this place. What was rolled back before it cannot come back any more.
    pub(super) fn note(&mut self, index: usize, table: Option<&dyn Table>) {
        let state = table.filter(|_| self.goes_back).map(Table::state);
        self.turns.push(ReplayedTurn { index, state });
        self.rollbacks.clear();
    }

    /// The last position is another one now, if it is known.
    pub(super) fn change(&mut self, table: Option<&dyn Table>) {
        let state = table.filter(|_| self.goes_back).map(Table::state);
        self.turns.iter_mut().last().into_iter().for_each(|played| played.state.clone_from(&state));
    }

    /// The game was ended by decision.
    pub(super) fn end(&mut self) {
        self.is_ended = true;
        self.rollbacks.clear();
    }

    /// Goes back to an earlier turn, from a game that was over or not; `None` if that turn is not earlier. Returns it.
    pub(super) fn go_back(&mut self, to: u32, was_over: bool) -> Option<ReplayedTurn> {
        if to > self.last() || to == self.last() && !self.is_ended {
            return None;
        }
        let turns = self.turns.split_off(to as usize + 1);
        self.rollbacks.push(Rollback { turns, was_over, was_ended: self.is_ended });
        self.is_ended = false;
        self.turns.last().cloned()
    }

    /// Takes the last rollback back; `None` if there is none that can be, or if it does not lead there.
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
