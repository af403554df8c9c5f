//! A game goes on from an older copy of its database, where no newer one is left: it goes back to where the copy ends, and everybody is told.

use chrono::{DateTime, Utc};

use super::rollback::{begin_era, go_back};
use super::rolled::{RollError, Rolled, checked};
use crate::campaign::CampaignId;
use crate::campaign::journal::WhyRolledBack;
use crate::campaign::vacancy::Vacancy;
use crate::office::cabinet::desk::{Campaign, Desk};
use crate::office::cabinet::reached::Reached;
use crate::office::publishing::published::note_published_turn;
use crate::office::{DeskError, Host, World};
use crate::store::Ledger;

/// How many more epochs a seat may have seen than the host has noted: it notes them only in its runs over all campaigns.
const UNSEEN_EPOCHS: u32 = 16;

/// Lets a game go on from an older copy of its database. The turns that were played since no longer count. The dice of the open turn are committed
/// anew, because players may know them, and no token that was replaced since, as far as the host has seen, is valid again. `None` if the game is over
/// in the copy; then nobody needs to be told.
///
/// # Errors
/// When the database is no older copy, there is no reason, something else of the campaign is lost, or the files cannot be used.
pub fn go_on_from_older_copy(host: &Host, id: &CampaignId, reason: &str, world: &World<'_>) -> Result<Option<Rolled>, RollError> {
    let reason = checked(reason)?;
    let mut desk = Desk::open_as_far_as(None, host, id, world)?;
    let reached = Reached::recall(host, id);
    desk.transact(world, |campaign, ledger| {
        let reached = match reached {
            Some(reached) if reached.is_missing_in(ledger)? => reached,
            _ => return Err(DeskError::NothingLost { id: id.to_owned() }.into()),
        };
        reached.go_on_without(ledger)?;
        let kept = ledger.tip()?.map_or(0, |tip| tip.number);
        campaign.renew_tokens(ledger, &reached, world.now)?;
        // The archive on disk may tell of turns that the copy does not know.
        note_published_turn(ledger, reached.turn.max(campaign.turns_played()))?;
        if !campaign.goes_on() {
            // It may have gone back in what is lost. Should it go back again, it takes another course.
            begin_era(ledger, kept + 1, Some(world.now))?;
            return Ok(None);
        }
        let why = WhyRolledBack::OlderCopy { reason, kept, played: reached.turn, lost: reached.tip };
        go_back(campaign, ledger, campaign.turns_played(), why, world.now).map(Some)
    })
}

impl Campaign {
    /// Gives each seat whose token was replaced since the copy was made one that nobody has had.
    fn renew_tokens(&mut self, ledger: &Ledger<'_>, reached: &Reached, now: DateTime<Utc>) -> Result<(), DeskError> {
        for (seat, known) in &reached.epochs {
            if self.epoch(*seat) >= *known {
                continue;
            }
            let epoch = known + UNSEEN_EPOCHS;
            self.set_epoch(ledger, *seat, epoch, now)?;
            if let Some(vacancy) = self.vacancy(*seat).cloned() {
                self.keep_vacant(ledger, Vacancy { epoch, ..vacancy })?;
            }
        }
        Ok(())
    }
}
