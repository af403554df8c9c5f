//! What a command does to a campaign: all of it or nothing.

use crate::office::World;
use crate::office::cabinet::desk::{Campaign, Desk};
use crate::office::cabinet::error::DeskError;
use crate::store::Ledger;

impl Desk {
    /// Does the work of a command in one transaction. If it fails, nothing is done, and the desk is read again from the database.
    ///
    /// # Errors
    /// When the work fails, or the database refuses.
    pub(in crate::office) fn transact<T, E: From<DeskError>>(
        &mut self,
        world: &World<'_>,
        act: impl FnOnce(&mut Campaign, &Ledger<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let ledger = self.store.begin().map_err(DeskError::from)?;
        match act(&mut self.campaign, &ledger) {
            Ok(done) => {
                (world.boundary)("before a command commits");
                ledger.commit().map_err(DeskError::from)?;
                (world.boundary)("after a command commits");
                Ok(done)
            }
            Err(error) => {
                drop(ledger);
                self.reload()?;
                Err(error)
            }
        }
    }
}
