//! Files of campaigns that are decided in a transaction of the host's database, and put on disk after it.

use std::collections::BTreeMap;
use std::path::Path;

use super::Front;
use crate::campaign::CampaignId;
use crate::office::cabinet::error::{DeskError, unbroken};

impl Front {
    /// Lets `write` put on disk, into the folder of its campaign, each text that a fact of this kind holds, and forgets the fact. What was interrupted is
    /// done again. Returns why some could not be written; none keeps back another.
    ///
    /// # Errors
    /// When the host's database does not read.
    pub(in crate::office) fn put_on_disk(
        &mut self,
        kind: &str,
        write: impl Fn(&Path, &str) -> Result<(), DeskError>,
    ) -> Result<BTreeMap<CampaignId, DeskError>, DeskError> {
        let unwritten = self.store.look()?.facts(kind)?;
        let mut troubles = BTreeMap::new();
        for (id, text) in unwritten.into_iter().filter_map(|(id, text)| Some((CampaignId::new(&id)?, text))) {
            let written = unbroken(|| {
                write(&self.letterbox.host.folder.join(&*id), &text)?;
                let ledger = self.store.begin()?;
                ledger.forget_fact(&format!("{kind}{id}"))?;
                Ok(ledger.commit()?)
            });
            troubles.extend(written.err().map(|error| (id, error)));
        }
        Ok(troubles)
    }
}
