//! `[pairing]` of the host's file: games of two that players begin by email, without a game master's doing.

use serde::{Deserialize, Serialize};

use super::{ConfigError, GameMaster, LadderConfig, ScheduleConfig};
use crate::engine::nearness::guess_or_list;
use crate::engine::{AnyGame, Pace};
use crate::games;

/// What all games have in common that players begin by `PLAY` and `CHALLENGE`.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PairingConfig {
    /// What can be played, each a game and one of its scenarios: `anaash/8`.
    pub games: Vec<String>,
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

/// A game that two players can begin.
#[derive(Clone, Copy)]
pub struct PairingOffer<'a> {
    /// `anaash/8`.
    pub name: &'a str,
    /// The game of that name: `anaash`.
    pub game: &'static dyn AnyGame,
    /// One of the scenarios that the program carries for it: `8`.
    pub scenario: &'a str,
}

impl PairingConfig {
    /// What can be played, in the order of the file.
    pub fn offers(&self) -> impl Iterator<Item = PairingOffer<'_>> {
        self.games.iter().filter_map(|name| read(name).ok())
    }

    /// The game that somebody asks for: by its whole name, or without the scenario where only one is played.
    pub fn offer(&self, asked: &str) -> Option<PairingOffer<'_>> {
        let whole = self.offers().find(|offer| offer.name.eq_ignore_ascii_case(asked));
        let mut of_game = self.offers().filter(|offer| offer.game.id().eq_ignore_ascii_case(asked));
        whole.or_else(|| of_game.next().filter(|_| of_game.next().is_none()))
    }

    /// # Errors
    /// About the first key that says what cannot be.
    pub(super) fn check(&self, wrong: &dyn Fn(&str, String) -> ConfigError) -> Result<(), ConfigError> {
        if self.games.is_empty() {
            return Err(wrong("games", "name at least one, such as \"anaash/8\"".to_owned()));
        }
        for (index, name) in self.games.iter().enumerate() {
            let key = format!("games[{index}]");
            let offer = read(name).map_err(|what| wrong(&key, what))?;
            if self.games[..index].contains(name) {
                return Err(wrong(&key, format!("{name} is named twice")));
            }
            self.schedule.check_pace(offer.game, wrong)?;
        }
        if let Some(ladder) = &self.ladder {
            ladder.check(&self.games).map_err(|(key, what)| wrong(&format!("ladder.{key}"), what))?;
        }
        self.schedule.check_bank(wrong)?;
        self.schedule.check(wrong)
    }
}

fn read(name: &str) -> Result<PairingOffer<'_>, String> {
    let (game, scenario) = name.split_once('/').ok_or_else(|| format!("`{name}` is no game and scenario such as anaash/8"))?;
    let game = games::named(game).map_err(|unknown| unknown.to_string())?;
    if game.pace() == Pace::Simultaneous {
        return Err(format!("only games of two players whose moves alternate begin by email, and {} is none", game.title()));
    }
    let known = game.kit().scenarios.iter().map(|(name, _)| *name);
    match known.clone().any(|known| known == scenario) {
        true => Ok(PairingOffer { name, game, scenario }),
        false => Err(format!("{} has no scenario `{scenario}`{}", game.title(), guess_or_list(scenario, known))),
    }
}

fn yes() -> bool {
    true
}
