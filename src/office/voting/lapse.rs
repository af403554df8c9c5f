//! Proposals whose time is over, or that are decided because somebody has left the game.

use chrono::{DateTime, Utc};

use crate::campaign::votes::VoteResult;
use crate::campaign::watch::Held;
use crate::office::World;
use crate::office::cabinet::desk::{Campaign, Desk};
use crate::office::cabinet::error::DeskError;
use crate::office::voting::book::{self, Proposal};
use crate::store::Ledger;

/// Closes what is to be closed, once the emails of a run are in: what was sent in time counts, however late it is read. While the time of a
/// run is in doubt, nothing lapses.
///
/// # Errors
/// When the database refuses.
pub(in crate::office) fn close_what_is_over(desk: &mut Desk, world: &World<'_>) -> Result<(), DeskError> {
    if !desk.campaign.goes_on() || matches!(desk.campaign.held, Some(Held::Outage | Held::ClockBehind)) {
        return Ok(());
    }
    let campaign = &desk.campaign;
    let ledger = desk.store.look()?;
    let is_due = |proposal: &Proposal| -> Result<bool, DeskError> {
        let is_decided = campaign.tally(proposal).decided().is_some() || campaign.objection(&ledger, &proposal.motion)?.is_some();
        Ok(is_decided || proposal.until <= world.now)
    };
    let mut due = false;
    for proposal in book::open(&ledger)? {
        due |= is_due(&proposal)?;
    }
    drop(ledger);
    if !due {
        return Ok(());
    }
    desk.transact(world, |campaign, ledger| {
        campaign.close_sealed_orders(ledger, world.now)?;
        for proposal in book::open(ledger)? {
            if campaign.goes_on() {
                let otherwise = (proposal.until <= world.now).then_some(VoteResult::Lapsed);
                campaign.settle(ledger, &proposal, otherwise, world.now)?;
            }
        }
        Ok(())
    })
}

impl Campaign {
    /// When the next proposal lapses.
    ///
    /// # Errors
    /// When the database does not read.
    pub(in crate::office) fn next_lapse(&self, ledger: &Ledger<'_>) -> Result<Option<DateTime<Utc>>, DeskError> {
        Ok(book::open(ledger)?.iter().map(|proposal| proposal.until).min())
    }
}
