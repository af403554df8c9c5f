//! The registry of games. A new game is one folder, one `mod` line, and one line in the list of games.

pub mod anaash;
pub mod ashes;
pub mod autumn_ash;
pub mod empire_board;
pub mod empire_postal;
pub mod ex_nihilo;

use serde::de::Error;
use serde::{Deserialize, Deserializer};

use crate::abstract_games::Correspondence;
use crate::engine::nearness::guess_or_list;
use crate::engine::{AnyGame, Seeing, Typed};

/// Makes two registries from one list of games: one for hosts, with all of each game, and one for programs that have only views.
macro_rules! registry {
    ($($game:ty),* $(,)?) => {
        /// Every game that this build can host.
        pub static GAMES: &[&dyn AnyGame] = &[$(&Typed::<$game>::NEW),*];

        /// The same games for programs that have nothing but views.
        pub static SEEN: &[Seeing] = &[$(Seeing::of::<$game>()),*];
    };
}

registry![
    empire_postal::EmpirePostal,
    empire_board::Empire,
    Correspondence<anaash::Position>,
    Correspondence<ashes::Position>,
    Correspondence<autumn_ash::Position>,
    Correspondence<ex_nihilo::Position>,
];

/// The game with this id, as campaign files spell it.
pub fn by_id(id: &str) -> Option<&'static dyn AnyGame> {
    GAMES.iter().copied().find(|game| game.id() == id)
}

/// Whether a word is what any game calls a turn: players of several games mix these up.
pub fn is_unit(word: &str) -> bool {
    GAMES.iter().any(|game| word.eq_ignore_ascii_case(game.unit()))
}

/// An id that no game has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no game `{0}`{guess}", guess = guess_or_list(.0, ids()))]
pub struct UnknownGame(String);

/// The game with this id.
///
/// # Errors
/// When there is none. The error names the nearest id, or all of them if none is near.
pub fn named(id: &str) -> Result<&'static dyn AnyGame, UnknownGame> {
    by_id(id).ok_or_else(|| UnknownGame(id.to_owned()))
}

/// Reads the id of a game in a file.
pub(crate) fn read<'de, D: Deserializer<'de>>(file: D) -> Result<&'static dyn AnyGame, D::Error> {
    named(&String::deserialize(file)?).map_err(D::Error::custom)
}

fn ids() -> impl Iterator<Item = &'static str> + Clone {
    GAMES.iter().map(|game| game.id())
}
