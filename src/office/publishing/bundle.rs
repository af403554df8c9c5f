//! The bundle of a campaign, for people who want to check it without this host.

use crate::campaign::bundle::BundleText;
use crate::office::cabinet::desk::Keyless;
use crate::office::cabinet::error::DeskError;
use crate::store::Ledger;

impl Keyless {
    /// The journal as a bundle: all of it if the game is over, else what is public.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn bundle(&self, ledger: &Ledger<'_>) -> Result<String, DeskError> {
        let mut bundle = BundleText::default();
        ledger.for_each_entry(self.is_over(), |entry, signature, hidden| bundle.add(entry, signature, hidden))?;
        Ok(bundle.text)
    }
}
