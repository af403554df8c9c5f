//! Writing the journal of a campaign.

use chrono::{DateTime, Utc};

use crate::campaign::journal::{Act, Scribe};
use crate::office::cabinet::desk::Campaign;
use crate::office::cabinet::error::DeskError;
use crate::store::Ledger;

impl Campaign {
    /// The scribe that writes the journal of this campaign in a run at that time.
    pub fn scribe(&self, now: DateTime<Utc>) -> Scribe<'_> {
        Scribe { campaign: &self.config.id, secret: &self.secret, key: &self.key, era: self.era(), at: now }
    }

    /// Writes an act into the journal, after the last turn that was played.
    ///
    /// # Errors
    /// When the campaign has not begun, or the database refuses.
    pub fn record(&self, ledger: &Ledger<'_>, act: Act, now: DateTime<Utc>) -> Result<(), DeskError> {
        Ok(ledger.append_act(&self.scribe(now), act, self.turns_played())?)
    }
}
