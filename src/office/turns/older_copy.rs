//! A game goes on from an older copy of its database, where no newer one is left: it goes back to where the copy ends, and everybody is told.

use super::rollback::{RollError, Rolled, checked, go_back};
use crate::campaign::CampaignId;
use crate::campaign::journal::WhyRolledBack;
use crate::office::cabinet::desk::Desk;
use crate::office::cabinet::lock::{FRONT_OFFICE, LockHolder, NotLocked};
use crate::office::cabinet::reached::{self, Reached};
use crate::office::deadlines::pauses;
use crate::office::front::Front;
use crate::office::letters::facts::{RolledFacts, Rolling};
use crate::office::publishing::published::note_published_turn;
use crate::office::{DeskError, Host, World};

/// Lets a game go on from an older copy of its database. The turns that were played since no longer count, and the dice of the open turn are
/// committed anew, because players may know them. `None` if the game is over in the copy; then nobody needs to be told.
///
/// # Errors
/// When there is no reason, something else of the campaign is lost, or the files cannot be used.
pub fn go_on_from_older_copy(host: &Host, id: &CampaignId, reason: &str, world: &World<'_>) -> Result<Option<Rolled>, RollError> {
    let reason = checked(reason)?;
    let known = Reached::recall(host, id);
    // It is held from the beginning: whoever finds it busy has changed nothing.
    let front = Front::open(host, world).map_err(RollError::Desk)?;
    let busy = || DeskError::from(NotLocked::Busy { what: FRONT_OFFICE.to_owned(), holder: LockHolder::default() });
    let mut front = front.ok_or_else(busy)?;
    let mut desk = Desk::open_as_far_as(None, host, id, world)?;
    let rolled = desk.transact(world, |campaign, ledger| {
        let to = campaign.turns_played();
        let played = known.map_or(to, |known| known.turn.max(to));
        // The archive on disk may tell of turns that the copy does not know.
        note_published_turn(ledger, played)?;
        if !campaign.goes_on() {
            return Ok(None);
        }
        let mut facts = RolledFacts::new(Rolling::Back { reason: reason.clone() }, played, to);
        facts.from_copy = true;
        // The open turn gets a new deadline, which waits only from now on.
        pauses::begin_anew(ledger, world.now)?;
        go_back(campaign, ledger, facts, WhyRolledBack::GameMaster { reason }, world.now).map(Some)
    })?;
    drop(desk);
    (world.boundary)("before an older copy counts");
    // Until this commits the copy is still refused, and accepting it once more only writes the letters again.
    let ledger = front.store.begin()?;
    reached::forget(&ledger, id)?;
    ledger.commit()?;
    Ok(rolled)
}
