//! Giving away a seat whose orders were missing too often.

use crate::campaign::PlayerKey;
use crate::campaign::attendance::is_to_be_ejected;
use crate::campaign::journal::WhyVacated;
use crate::office::World;
use crate::office::cabinet::desk::Desk;
use crate::office::cabinet::error::DeskError;

/// Gives away the seats whose orders were missing too often, if the campaign's file says so, each as `Campaign::vacate` does. The run that plays the
/// turn does it right after it, or else a later one; a player who has sent orders for the open turn by then keeps the seat.
///
/// # Errors
/// When a letter cannot be written, or the database refuses.
pub(crate) fn eject(desk: &mut Desk, world: &World<'_>) -> Result<(), DeskError> {
    let campaign = &desk.campaign;
    let limit = u32::from(campaign.config.policy.eject_after);
    let Some(turn) = campaign.open_turn().filter(|_| limit > 0 && campaign.held.is_none() && !campaign.alternates()) else {
        return Ok(());
    };
    let mut due = Vec::new();
    {
        let ledger = desk.store.look()?;
        for holder in &campaign.holders {
            let seat = holder.player.number;
            let turns = ledger.attendance(seat, &PlayerKey::of(&holder.player.address))?;
            if is_to_be_ejected(&turns, limit) && !ledger.seats_with_sheets(turn.turn)?.contains(&seat) {
                due.push(seat);
            }
        }
    }
    if due.is_empty() || due.len() == campaign.holders.len() {
        return Ok(());
    }
    desk.transact(world, |campaign, ledger| {
        due.iter().try_for_each(|seat| campaign.vacate(ledger, *seat, WhyVacated::Missed, None, world.now).map(drop))
    })
}
