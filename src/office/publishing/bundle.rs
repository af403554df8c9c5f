//! The bundle of a campaign, for people who want to check it without this host.

use crate::campaign::bundle;
use crate::office::cabinet::desk::Keyless;
use crate::office::cabinet::error::DeskError;
use crate::store::Ledger;

impl Keyless {
    /// The journal as a bundle: all of it if the game is over, else what is public.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn bundle(&self, ledger: &Ledger<'_>) -> Result<String, DeskError> {
        Ok(bundle::write(&ledger.entries()?, self.is_over()))
    }
}
