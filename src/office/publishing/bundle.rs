//! The bundle of a campaign, for people who want to check it without this host.

use crate::campaign::bundle;
use crate::office::cabinet::desk::Desk;
use crate::office::cabinet::error::DeskError;

impl Desk {
    /// The journal as a bundle: of a game that is over all of it, of one that goes on what is public.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn bundle(&mut self) -> Result<String, DeskError> {
        let is_over = self.campaign.is_over();
        Ok(bundle::write(&self.store.look()?.entries()?, is_over))
    }
}
