//! Words of the game master to everybody.

use serde::Serialize;

use super::about::About;
use super::to_all::write_to_all;
use crate::campaign::CampaignId;
use crate::campaign::journal::Act;
use crate::engine::reader::harmless;
use crate::office::World;
use crate::office::cabinet::desk::{Campaign, Desk};
use crate::office::cabinet::error::DeskError;
use crate::store::Ledger;
use chrono::{DateTime, Utc};

/// How many bytes of text are sent at most.
const MOST_BYTES: usize = 16 * 1024;

/// What became of words to everybody.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Broadcast {
    /// The campaign whose players get them.
    pub campaign: CampaignId,
    /// How many emails wait for the next tick.
    pub emails: u32,
}

/// Why words to everybody are not sent.
#[allow(missing_docs, reason = "each says what it is")]
#[derive(Debug, thiserror::Error, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum BroadcastError {
    #[error("{0}")]
    #[serde(skip)]
    Desk(#[from] DeskError),
    #[error("{campaign} has not begun, so nobody plays in it yet")]
    NotBegun { campaign: CampaignId },
    #[error("there is nothing to send: the text is empty")]
    Empty,
    #[error("the text has {bytes} bytes, and {at_most} are allowed")]
    TooLong { bytes: usize, at_most: usize },
}

/// Sends words to all players, and a copy to the game master. They are in the journal, where everybody can read them.
///
/// # Errors
/// When the campaign has not begun, the text is empty or too long, or the database refuses; nothing is sent then.
pub fn broadcast(desk: &mut Desk, text: &str, world: &World<'_>) -> Result<Broadcast, BroadcastError> {
    desk.transact(world, |campaign, ledger| broadcast_in(campaign, ledger, text, None, world.now))
}

/// The same in an open transaction, which must be undone if it fails. `by` is the helper who writes in the game master's place.
pub(in crate::office) fn broadcast_in(
    campaign: &Campaign,
    ledger: &Ledger<'_>,
    text: &str,
    by: Option<&str>,
    now: DateTime<Utc>,
) -> Result<Broadcast, BroadcastError> {
    let text = harmless(&text.replace('\t', " "));
    let text = text.trim();
    if text.is_empty() {
        return Err(BroadcastError::Empty);
    }
    if text.len() > MOST_BYTES {
        return Err(BroadcastError::TooLong { bytes: text.len(), at_most: MOST_BYTES });
    }
    if campaign.progress.is_none() {
        return Err(BroadcastError::NotBegun { campaign: campaign.id().to_owned() });
    }
    campaign.record(ledger, Act::Announced { text: text.to_owned(), by: by.map(str::to_owned) }, now)?;
    let number = ledger.tip().map_err(DeskError::from)?.map_or(0, |tip| tip.number);
    let id = format!("broadcast.{number}");
    let about = |_| About::Broadcast { announcement: text.to_owned(), announced_by: by.map(str::to_owned) };
    let emails = write_to_all(campaign, ledger, &id, about, now)?;
    Ok(Broadcast { campaign: campaign.id().to_owned(), emails })
}
