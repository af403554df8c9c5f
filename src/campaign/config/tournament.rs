//! What a file says of a tournament, and where a game stands in one.

use serde::{Deserialize, Serialize};

use crate::campaign::CampaignId;
use crate::engine::Seat;

/// `[tournament]`: a round robin among the players of all `[[seat]]`, or with `rounds` a Swiss.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentConfig {
    /// How many games each pair plays with each colour.
    #[serde(default = "one")]
    pub games_each_way: u8,
    /// Makes it a Swiss of so many rounds: who plays whom in a round follows from the results of those before.
    pub rounds: Option<u8>,
}

/// The place of a game in its tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairedGame {
    /// The tournament's id.
    pub tournament: CampaignId,
    /// The tournament's title.
    pub title: String,
    /// From 1, in the order of the Berger tables; in a Swiss in the order in which rounds are drawn.
    pub number: u32,
    /// Of a Swiss: the round, from 1.
    pub round: Option<u32>,
    /// The numbers in the tournament's file of the players of seat 1 and seat 2.
    pub players: [Seat; 2],
}

fn one() -> u8 {
    1
}
