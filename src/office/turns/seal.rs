//! Breaking the seal: a person reads sheets before their turn is played, and everybody hears of it.

use std::collections::BTreeMap;

use crate::campaign::CampaignId;
use crate::campaign::journal::Act;
use crate::engine::Seat;
use crate::office::World;
use crate::office::cabinet::desk::Desk;
use crate::office::cabinet::error::DeskError;
use crate::store::StoreError;

/// Why the seal is not broken.
#[allow(missing_docs, reason = "each says what it is")]
#[derive(Debug, thiserror::Error)]
pub enum SealError {
    #[error("{0}")]
    Desk(#[from] DeskError),
    #[error("the game master of {campaign} plays in it, and whoever plays may not read the orders of others")]
    Plays { campaign: CampaignId },
}

impl From<StoreError> for SealError {
    fn from(error: StoreError) -> SealError {
        SealError::Desk(error.into())
    }
}

/// Opens the sheets that count in the open turn: those of one seat, or of all. The journal says that it was done, and by whom, before anything is
/// returned; so does the next message to each player.
///
/// # Errors
/// When the game master plays, or a sheet cannot be opened.
pub fn break_seal(desk: &mut Desk, seat: Option<Seat>, by: &str, world: &World<'_>) -> Result<BTreeMap<Seat, String>, SealError> {
    let Desk { store, campaign, .. } = desk;
    if campaign.config.gm_holds_a_seat() {
        return Err(SealError::Plays { campaign: campaign.id().clone() });
    }
    let Some(turn) = campaign.open_turn() else { return Ok(BTreeMap::new()) };
    let ledger = store.begin()?;
    let book = ledger.order_book(turn.turn)?.into_iter().filter(|(of, _)| seat.is_none_or(|seat| seat == *of));
    let sheets: BTreeMap<Seat, String> = book.map(|(seat, sheet)| (seat, sheet.canonical)).collect();
    if !sheets.is_empty() {
        let act = Act::SealBroken { turn: turn.turn, seats: sheets.keys().copied().collect(), by: by.to_owned() };
        campaign.record(&ledger, act, world.now)?;
        ledger.commit()?;
        (world.boundary)("after the seal is broken");
    }
    Ok(sheets)
}
