//! `[pairing]` of the host's file: games of two that players begin by email, without a game master's doing.

use serde::{Deserialize, Serialize};

use super::offer::PairingOffer;
use super::review::Review;
use super::{GameMaster, LadderConfig, ScheduleConfig};

/// What all games have in common that players begin by `PLAY` and `CHALLENGE`.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PairingConfig {
    /// What can be played, each a game and one of its scenarios: `anaash/8`.
    pub games: Vec<PairingOffer>,
    /// `CHALLENGE` begins a game with a certain player; without it there is only the queue.
    #[serde(default = "yes")]
    pub challenges: bool,
    /// Leaves these games out of the host's ratings.
    #[serde(default)]
    pub unrated: bool,
    /// Leaves them out of the page that leads to all archives of the host.
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
    /// The game that somebody asks for: by its whole name, or without the scenario where only one is played.
    pub fn offer(&self, asked: &str) -> Option<PairingOffer> {
        let whole = self.games.iter().find(|offer| offer.to_string().eq_ignore_ascii_case(asked));
        let mut of_game = self.games.iter().filter(|offer| offer.game.id().eq_ignore_ascii_case(asked));
        whole.or_else(|| of_game.next().filter(|_| of_game.next().is_none())).copied()
    }

    /// What cannot be.
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
