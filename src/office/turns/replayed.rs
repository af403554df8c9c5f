//! Playing a campaign's journal again, and checking what the database has beside it against what it says.

use crate::campaign::journal::{Beside, JournalPlace, Replay, ReplayError, replay};
use crate::office::cabinet::desk::Keyless;
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::glance::Glance;

impl Glance {
    /// Plays the journal again and compares every state with it, then the roster and the open deadline with what its acts say.
    ///
    /// # Errors
    /// When the database cannot be read; the first difference is the inner error.
    pub fn replay(&mut self) -> Result<Result<Replay, ReplayError>, DeskError> {
        let journal = self.store.look()?.journal()?;
        let recorded = journal.iter().map(|(signed, state)| signed.recorded(state.as_deref()));
        let replayed = replay(&recorded.collect::<Vec<_>>());
        Ok(replayed.and_then(|done| {
            // A bundle has no stored positions, so the replay itself does not ask for them; here each turn has one.
            let bare = done.checked.iter().zip(&journal).find(|(checked, (_, state))| checked.act.is_none() && state.is_none());
            let lost = bare.map(|(checked, _)| ReplayError::NoSnapshot { at: JournalPlace::Turn(checked.turn) });
            match lost.or_else(|| self.campaign.difference_beside(&done.beside)) {
                Some(difference) => Err(difference),
                None => Ok(done),
            }
        }))
    }
}

impl Keyless {
    fn difference_beside(&self, beside: &Beside) -> Option<ReplayError> {
        if let Some(seat) = self.vacant().symmetric_difference(&beside.vacant).next() {
            return Some(ReplayError::OtherVacancy { seat: *seat, is_vacant: beside.vacant.contains(seat) });
        }
        for (seat, found) in self.seat_names() {
            let journal = beside.names.get(&seat).cloned().unwrap_or_else(|| "nobody".to_owned());
            if journal != found {
                return Some(ReplayError::OtherHolder { seat, journal, found });
            }
            let (epoch, found) = (beside.epochs.get(&seat).copied().unwrap_or_default(), self.epoch(seat));
            if epoch != found {
                return Some(ReplayError::OtherEpoch { seat, journal: epoch, found });
            }
        }
        let window = self.window()?;
        let journal = *beside.moved.get(&window.turn)?;
        let found = window.deadline.at;
        (journal != found).then_some(ReplayError::OtherDeadline { turn: window.turn, journal, found })
    }
}
