//! `[pairing.ladder]` of the host's file: a standing list of players who challenge each other for their places.

use serde::{Deserialize, Serialize};

use super::offer::PairingOffer;
use super::review::Review;

/// The most days that a challenge may wait for its answer, since its code is valid no longer.
const MOST_ANSWER_DAYS: u8 = 7;

/// `[pairing.ladder]`: who may challenge whom, and to which game.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct LadderConfig {
    /// The game, one of those of `[pairing]`: `anaash/8`.
    pub game: PairingOffer,
    /// How many places above their own players may challenge.
    #[serde(default = "three")]
    pub places_above: u8,
    /// How many days a challenge waits for its answer.
    #[serde(default = "most")]
    pub answer_days: u8,
    /// What it means if a challenge is declined, or not answered in time.
    #[serde(default)]
    pub refused: RefusalCounts,
}

/// What a refusal means.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RefusalCounts {
    /// Nothing: all keep their places.
    #[default]
    Nothing,
    /// A lost game.
    Lost,
}

impl LadderConfig {
    /// Notes impossible settings; `games` are those of `[pairing]`.
    pub(super) fn check(&self, games: &[PairingOffer], review: &mut Review<'_>) {
        let mut wrong = |key: &str, what: String| review.wrong(&format!("pairing.ladder.{key}"), what);
        if !games.contains(&self.game) {
            let games: Vec<String> = games.iter().map(PairingOffer::to_string).collect();
            wrong("game", format!("{} is none of the games of [pairing]: {}", self.game, games.join(", ")));
        }
        if self.places_above == 0 {
            wrong("places_above", "with 0, nobody could challenge anybody; 3 is usual".to_owned());
        }
        if !(1..=MOST_ANSWER_DAYS).contains(&self.answer_days) {
            wrong("answer_days", format!("a challenge waits for its answer 1 to {MOST_ANSWER_DAYS} days"));
        }
    }
}

fn three() -> u8 {
    3
}

fn most() -> u8 {
    MOST_ANSWER_DAYS
}
