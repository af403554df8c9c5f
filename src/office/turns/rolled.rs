//! What became of a game that was to go back to an earlier position, or forward again.

use chrono::{DateTime, Utc};
use serde::Serialize;

use super::early::Player;
use crate::campaign::CampaignId;
use crate::campaign::local::Zone;
use crate::engine::reader::harmless;
use crate::office::cabinet::error::DeskError;
use crate::store::StoreError;

/// How many bytes of a reason are kept at most.
const MOST_BYTES: usize = 2 * 1024;

/// What became of a game that went back, or forward again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Rolled {
    /// The campaign whose game it is.
    pub campaign: CampaignId,
    /// What the game calls a turn.
    pub unit: &'static str,
    /// The last turn that counted before, and the one that is last now.
    pub from: u32,
    /// The same as `from` where only the end of the game was taken back.
    pub to: u32,
    /// The turn that is open now, and its deadline; null if the game is over again.
    pub turn: Option<u32>,
    /// When that turn is due; null if none is open.
    pub deadline: Option<DateTime<Utc>>,
    /// The same in the time zone of the schedule.
    pub deadline_local: Option<String>,
    /// The time zone of `deadline_local`; null if no turn is open.
    pub zone: Option<Zone>,
    /// Whether the game is paused, so that the deadline moves once it goes on.
    pub is_paused: bool,
    /// The players whose sheets for it count again.
    pub sheets: Vec<Player>,
    /// How many emails wait for the next tick.
    pub emails: u32,
}

/// Why a game does not go back, or forward again.
#[allow(missing_docs, reason = "each says what it is")]
#[derive(Debug, thiserror::Error)]
pub enum RollError {
    #[error("{0}")]
    Desk(#[from] DeskError),
    #[error("{campaign} has not begun, so there is nothing to go back from")]
    NotBegun { campaign: CampaignId },
    #[error("{campaign} is paused. A new deadline is announced when it goes back or forward: run `ashpost resume {campaign}` first")]
    Paused { campaign: CampaignId },
    #[error("there is nothing to roll back: {unit} {last} is the last one that was played in {campaign}")]
    Nothing { campaign: CampaignId, unit: &'static str, last: u32 },
    #[error("the last {unit} played in {campaign} is {last}, so it cannot go back to {unit} {to}")]
    NotPlayed { campaign: CampaignId, unit: &'static str, to: u32, last: u32 },
    #[error("say why with --reason: everybody reads it")]
    NoReason,
    #[error("the reason has {bytes} bytes, and {MOST_BYTES} are allowed")]
    TooLong { bytes: usize },
    #[error("there is no rollback of {campaign} to take back: it never went back, or a {unit} was played since")]
    NoRollback { campaign: CampaignId, unit: &'static str },
}

impl From<StoreError> for RollError {
    fn from(error: StoreError) -> RollError {
        RollError::Desk(error.into())
    }
}

/// A reason that everybody can be told.
pub(super) fn checked(reason: &str) -> Result<String, RollError> {
    let reason = harmless(&reason.replace('\t', " ")).trim().to_owned();
    match reason.len() {
        0 => Err(RollError::NoReason),
        bytes if bytes > MOST_BYTES => Err(RollError::TooLong { bytes }),
        _ => Ok(reason),
    }
}
