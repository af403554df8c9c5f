//! What letters say of days on which a player is away.

use serde::Serialize;

use crate::campaign::CampaignId;
use crate::campaign::absence::AbsenceRefusal;

/// What became of ABSENT or PRESENT.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct AbsenceFacts {
    pub name: String,
    /// `2026-12-20 to 2026-12-24`; null for PRESENT, and if it was refused.
    pub days: Option<String>,
    /// Why it was refused.
    pub problem: Option<AbsenceRefusal>,
    /// The game master has been asked, and nothing is noted before they agree.
    pub asked: bool,
    /// How many days of absence the player has left in this game.
    pub days_left: i32,
    pub allowed: u16,
    /// The players who get a letter about it; none if nothing has changed.
    pub told: Vec<String>,
    /// Whether the game waits for the player on these days. It does not where the player's orders are fixed before those of others are taken.
    pub waits: bool,
    /// The deadline, if it moved, in the reader's zone.
    pub deadline_local: Option<String>,
    /// The player's other games in the same tournament that go on: they have clocks of their own.
    pub other_games: Vec<CampaignId>,
}
