//! What a command does to a campaign: all of it or nothing.

use crate::office::World;
use crate::office::cabinet::desk::{Campaign, Desk};
use crate::office::cabinet::error::DeskError;
use crate::store::Ledger;

impl Desk {
    /// Does the work of a command in one transaction. If it fails, or cannot be committed, nothing is done, and the desk is read again
    /// from the database.
    ///
    /// # Errors
    /// When the work fails, or the database refuses.
    pub(in crate::office) fn transact<T, E: From<DeskError>>(
        &mut self,
        world: &World<'_>,
        act: impl FnOnce(&mut Campaign, &Ledger<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let ledger = self.store.begin().map_err(DeskError::from)?;
        act_and_commit(ledger, &mut self.campaign, world, act).map_err(|error| self.undone(error))
    }
}

/// Does the work and commits it. Of a transaction that is not committed nothing is left when this returns.
fn act_and_commit<T, E: From<DeskError>>(
    ledger: Ledger<'_>,
    campaign: &mut Campaign,
    world: &World<'_>,
    act: impl FnOnce(&mut Campaign, &Ledger<'_>) -> Result<T, E>,
) -> Result<T, E> {
    let done = act(campaign, &ledger)?;
    (world.boundary)("before a command commits");
    ledger.commit().map_err(DeskError::from)?;
    (world.boundary)("after a command commits");
    Ok(done)
}
