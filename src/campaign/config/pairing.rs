//! `[pairing]` of the host's file: games of two that players begin by email, without a game master.

use serde::{Deserialize, Serialize};

use super::offer::PairingOffer;
use super::review::Review;
use super::{GameMaster, LadderConfig, ScheduleConfig};

/// What all games that players begin by `PLAY` and `CHALLENGE` have in common.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PairingConfig {
    /// The games that can be played, each with one of its scenarios: `anaash/8`.
    pub games: Vec<PairingOffer>,
    /// Whether `CHALLENGE` begins a game with a certain player; without it there is only the queue.
    #[serde(default = "yes")]
    pub challenges: bool,
    /// Whether these games are left out of the host's ratings.
    #[serde(default)]
    pub unrated: bool,
    /// Whether they are left out of the page that lists all archives of the host.
    #[serde(default)]
    pub unlisted: bool,
    /// Who runs all these games.
    pub gm: GameMaster,
    /// When their moves are due.
    pub schedule: ScheduleConfig,
    /// A standing list of players for one of the games; none if absent.
    pub ladder: Option<LadderConfig>,
}

impl PairingConfig {
    /// The game that somebody asks for, by its full name, or without the scenario if the game has only one here.
    pub fn offer(&self, asked: &str) -> Option<PairingOffer> {
        let whole = self.games.iter().find(|offer| offer.to_string().eq_ignore_ascii_case(asked));
        let mut of_game = self.games.iter().filter(|offer| offer.game.id().eq_ignore_ascii_case(asked));
        whole.or_else(|| of_game.next().filter(|_| of_game.next().is_none())).copied()
    }

    /// Notes impossible settings.
    pub(super) fn check(&self, review: &mut Review<'_>) {
        if self.games.is_empty() {
            review.wrong("pairing.games", "name at least one, such as \"anaash/8\"");
        }
        for (index, offer) in self.games.iter().enumerate() {
            if self.games[..index].contains(offer) {
                review.wrong(&format!("pairing.games[{index}]"), format!("{offer} is named twice"));
            }
            self.schedule.check_pace(offer.game, "pairing.schedule", review);
        }
        if let Some(ladder) = &self.ladder {
            ladder.check(&self.games, review);
        }
        self.schedule.check_bank("pairing.schedule", review);
        self.schedule.check("pairing.schedule", review);
    }
}

fn yes() -> bool {
    true
}
