//! What a file says about a tournament, and the place of a game in one.

use serde::{Deserialize, Serialize};

use crate::campaign::CampaignId;
use crate::engine::Seat;

/// `[tournament]`: a round robin among the players of all `[[seat]]`, or a Swiss if it has `rounds`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentConfig {
    /// How many games each pair plays with each colour.
    #[serde(default = "one")]
    pub games_each_way: u8,
    /// How many rounds a Swiss has; the pairs of each round follow from the earlier results.
    pub rounds: Option<u8>,
}

/// The place of a game in its tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairedGame {
    /// The tournament's id.
    pub tournament: CampaignId,
    /// The tournament's title.
    pub title: String,
    /// Its number from 1, in the order of the Berger tables; in a Swiss in the order in which games are drawn.
    pub number: u32,
    /// The round, from 1, in a Swiss.
    pub round: Option<u32>,
    /// The players of seat 1 and seat 2, by their numbers in the tournament's file.
    pub players: [Seat; 2],
}

fn one() -> u8 {
    1
}
