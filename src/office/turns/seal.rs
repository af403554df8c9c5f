//! Breaking the seal: a person reads sheets before their turn is played, and everybody hears of it.

use std::collections::BTreeMap;

use crate::campaign::journal::Act;
use crate::engine::Seat;
use crate::office::World;
use crate::office::cabinet::desk::Desk;
use crate::office::cabinet::error::DeskError;

/// Opens the sheets that count in the open turn: those of one seat, or of all. That it was done, and by whom, stands in the journal before
/// anything is returned, and in the next message to each player.
///
/// # Errors
/// When the campaign has not begun or is over, or a sheet cannot be opened.
pub fn break_seal(desk: &mut Desk, seat: Option<Seat>, by: &str, world: &World<'_>) -> Result<BTreeMap<Seat, String>, DeskError> {
    let Desk { store, campaign, .. } = desk;
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
