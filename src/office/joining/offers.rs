//! The games of two that begin by email, as letters tell of them.

use crate::campaign::config::{PairingConfig, PairingOffer};
use crate::office::cabinet::error::DeskError;
use crate::office::front::Letterbox;
use crate::office::letters::pairing::TableFacts;
use crate::render::schedule::ScheduleFacts;
use crate::store::Ledger;

impl Letterbox {
    /// The games of two that begin by email, each with how many wait.
    pub(in crate::office) fn offers(&self, ledger: &Ledger<'_>) -> Result<Vec<TableFacts>, DeskError> {
        let pairing = self.host.config.pairing.iter();
        pairing.flat_map(|pairing| pairing.games.iter().map(move |offer| facts_of(ledger, pairing, offer))).collect()
    }
}

/// What letters tell of a game of two that begins by email.
pub(super) fn facts_of(ledger: &Ledger<'_>, pairing: &PairingConfig, offer: &PairingOffer) -> Result<TableFacts, DeskError> {
    Ok(TableFacts {
        name: offer.to_string(),
        game_title: offer.game.title().to_owned(),
        waiting: ledger.applicants(offer)?.len(),
        schedule: ScheduleFacts::at_pace(&pairing.schedule, Some(offer.game.pace())),
        challenges: pairing.challenges,
    })
}
