//! Telling a game master that an edited `[[seat]]` of a running game waits for a command: one letter for each edit.

use std::collections::BTreeSet;

use crate::campaign::digest;
use crate::campaign::seat_edits::SeatEdit;
use crate::campaign::{Address, CampaignId};
use crate::office::World;
use crate::office::cabinet::error::DeskError;
use crate::office::front::Front;
use crate::office::letters::about::About;
use crate::office::letters::model::{Heading, LetterModel};

impl Front {
    /// Writes to a game master about the edits of one file; the games of a tournament find the same ones.
    ///
    /// # Errors
    /// When the letter cannot be written or kept.
    pub(in crate::office) fn tell_seat_edits(
        &mut self,
        campaign: &CampaignId,
        recipient: &Address,
        edits: &BTreeSet<&SeatEdit>,
        world: &World<'_>,
    ) -> Result<(), DeskError> {
        let host = &self.letterbox.host;
        let about = About::EditedSeats(edits.iter().copied().cloned().collect());
        let model = LetterModel::new(Heading::of_host_about(&host.config, campaign), about);
        let same = digest(&serde_json::json!(edits).to_string());
        let id = format!("notice.seats.{campaign}.{}", &same[..16]);
        let ledger = self.store.begin()?;
        self.letterbox.send_notice(&ledger, (id, recipient), &model, world.now)?;
        Ok(ledger.commit()?)
    }
}
