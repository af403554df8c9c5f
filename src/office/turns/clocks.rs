//! What a turn takes from the clocks of its players, and what it adds to them.

use chrono::{DateTime, Utc};

use crate::campaign::bank::Standstills;
use crate::campaign::clock::Clocks;
use crate::campaign::watch::Held;
use crate::engine::{Seat, SeatSet, Table};
use crate::office::cabinet::desk::{Campaign, Progress};
use crate::office::cabinet::error::DeskError;
use crate::office::deadlines::suspense;
use crate::store::Ledger;

/// Notes what the turn that leads to this table has used of its mover's reserve, and how it has changed the banks of all who moved in it.
/// Returns the clocks as they are for the next turn.
pub(super) fn after(
    campaign: &Campaign,
    ledger: &Ledger<'_>,
    before: &Progress,
    table: &dyn Table,
    now: DateTime<Utc>,
) -> Result<Clocks, DeskError> {
    let mut clocks = before.clocks.clone();
    let (Some(mover), Some(limits)) = (campaign.mover(before), campaign.limits(before)) else { return Ok(clocks) };
    let turn = table.turn();
    let received_at = ledger.order_book(turn)?.get(&mover).map_or(now, |sheet| sheet.received_at);
    // Nobody pays for the time in which the game master was asked.
    let at = suspense::waits_now(ledger, turn)?.map_or(received_at, |waiting| received_at.min(waiting.stands_since));
    let used = campaign.clock(&before.clocks, mover).used(&limits, at);
    ledger.use_reserve(turn, mover, used)?;
    *clocks.used.entry(mover).or_default() += used;
    change_banks(campaign, ledger, (before, table), (mover, at), &mut clocks)?;
    Ok(clocks)
}

/// What was left of the mover's bank at `at` is what it holds, and each move of the turn adds the increment to its player's bank: a conditional
/// move, too, which takes no time.
fn change_banks(
    campaign: &Campaign,
    ledger: &Ledger<'_>,
    (before, table): (&Progress, &dyn Table),
    (mover, at): (Seat, DateTime<Utc>),
    clocks: &mut Clocks,
) -> Result<(), DeskError> {
    let (Some(bank), Some(window)) = (campaign.announced_bank(ledger)?, &before.window) else { return Ok(()) };
    let turn = table.turn();
    let moved: Vec<Seat> =
        table.moves().into_iter().flat_map(|moves| moves.played).filter(|played| played.turn == turn).map(|played| played.seat).collect();
    let acts = ledger.acts_since(turn.saturating_sub(1))?;
    let standstills = Standstills::of(acts.iter().map(|recorded| (recorded.at, &recorded.act)));
    // No clock has run before the report is sent, even if its reader has seen the position elsewhere.
    let at = if campaign.held == Some(Held::UnsentReports) { window.opened_at } else { at.max(window.opened_at) };
    for seat in moved.iter().copied().chain([mover]).collect::<SeatSet>() {
        let changed = clocks.banked.entry(seat).or_default();
        let left = match seat == mover {
            true => standstills.left(&campaign.clock(&before.clocks, seat), window.deadline.at, at),
            false => bank.left(*changed),
        };
        let moves = moved.iter().filter(|other| **other == seat).count();
        let by = bank.grown(left, moves) - (bank.whole + *changed);
        ledger.change_bank(turn, seat, by)?;
        *changed += by;
    }
    Ok(())
}
