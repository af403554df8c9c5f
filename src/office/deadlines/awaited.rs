//! Whose orders the open turn waits for, and whose it lacks.

use crate::engine::SeatSet;
use crate::office::cabinet::desk::{Keyless, Progress};
use crate::office::cabinet::error::DeskError;
use crate::store::Ledger;

impl Keyless {
    /// The seats whose orders the open turn waits for. Those whose orders are fixed sent some or did not.
    pub(in crate::office) fn waited_for(&self, progress: &Progress) -> SeatSet {
        &self.awaited(progress) - &self.fixed_seats()
    }

    /// The seats whose sheets the open turn has, or still waits for. A seat of the game master that has closed without one is not among them.
    ///
    /// # Errors
    /// When the database does not read.
    pub fn sheets_expected(&self, progress: &Progress, ledger: &Ledger<'_>) -> Result<SeatSet, DeskError> {
        let (mut expected, waited_for) = (self.awaited(progress), self.waited_for(progress));
        let sent = progress.window.as_ref().map(|window| ledger.sheets_in_force(window.turn)).transpose()?.unwrap_or_default();
        expected.retain(|seat| waited_for.contains(seat) || sent.contains_key(seat));
        Ok(expected)
    }

    /// The seats that have to be READY before the open turn is played early: those that it waits for, and whoever asks it to wait for its deadline.
    ///
    /// # Errors
    /// When the database does not read.
    pub(super) fn to_be_ready(&self, progress: &Progress, ledger: &Ledger<'_>, turn: u32) -> Result<SeatSet, DeskError> {
        let (awaited, waiting) = (self.awaited(progress), ledger.waiting_seats(turn)?);
        let waited_for = self.waited_for(progress);
        Ok(awaited.into_iter().filter(|seat| waited_for.contains(seat) || waiting.contains(seat)).collect())
    }

    /// Those of them who have sent none. Where moves alternate it is whoever has to move: what they sent may be a note, which is no move.
    ///
    /// # Errors
    /// When the database does not read.
    pub(in crate::office) fn lacking(&self, progress: &Progress, ledger: &Ledger<'_>) -> Result<SeatSet, DeskError> {
        let mut lacking = self.waited_for(progress);
        if let Some(window) = progress.window.as_ref().filter(|_| !self.alternates()) {
            let sent = ledger.sheets_in_force(window.turn)?;
            lacking.retain(|seat| !sent.contains_key(seat));
        }
        Ok(lacking)
    }
}
