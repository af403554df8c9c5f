//! Reminding those who have not sent orders.

use super::World;
use super::desk::{Desk, DeskError};
use super::letters::{self, Letter};
use crate::campaign::schedule;
use crate::post::outgoing::Origin;

/// Queues the reminder that is due, to every seat without a sheet. Returns how many.
///
/// A reminder's Message-ID names turn, seat and hours, so that it is written once however often this runs.
pub fn remind(desk: &mut Desk, world: &World<'_>) -> Result<u32, DeskError> {
    let Desk { store, campaign, .. } = desk;
    let Some(progress) = &campaign.progress else { return Ok(0) };
    let Some(window) = &progress.window else { return Ok(0) };
    let Some(hours) = schedule::reminder_due(&campaign.config.schedule, window.deadline_at, world.now) else { return Ok(0) };
    let name = format!("reminded/{}/{hours}", window.turn);
    let ledger = store.begin()?;
    if ledger.fact(&name)?.is_some() {
        return Ok(0);
    }
    let sent = ledger.order_book(window.turn)?;
    let mut reminded = 0;
    for seat in progress.table.to_move().into_iter().filter(|seat| !sent.contains_key(seat)) {
        let Some(player) = campaign.config.seat(seat) else { continue };
        let model = campaign.letter_model(Some(seat), "reminder", world.now);
        let (subject, text) = letters::render(&campaign.templates, "shared/reminder.txt", &model)?;
        let sender = campaign.sender();
        let letter = Letter {
            turn: Some(window.turn),
            seat: Some(seat),
            in_reply_to: Some(sender.message_id(&format!("{}.report.{seat}", window.turn - 1))),
            ..Letter::plain(
                "reminder",
                format!("{}.reminder.{hours}.{seat}", window.turn),
                &player.address,
                (subject, text),
                Origin::Calendar,
            )
        };
        letters::queue(&ledger, &sender, &letter, world.now)?;
        reminded += 1;
    }
    ledger.set_fact(&name, &world.now.to_rfc3339())?;
    (world.boundary)("before reminders commit");
    ledger.commit()?;
    (world.boundary)("after reminders commit");
    Ok(reminded)
}
