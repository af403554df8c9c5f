//! The registry: a new game is one folder, one `mod` line and one line here.

pub mod anaash;
pub mod ashes;
pub mod autumn_ash;
pub mod empire;
pub mod empire_postal;
pub mod ex_nihilo;

use crate::board::Correspondence;
use crate::engine::{AnyGame, Typed};

/// Every game that this build can host.
pub static GAMES: &[&dyn AnyGame] = &[
    &Typed::<empire_postal::EmpirePostal>::NEW,
    &Typed::<empire::Empire>::NEW,
    &Typed::<Correspondence<anaash::Anaash>>::NEW,
    &Typed::<Correspondence<ashes::Ashes>>::NEW,
    &Typed::<Correspondence<autumn_ash::AutumnAsh>>::NEW,
    &Typed::<Correspondence<ex_nihilo::ExNihilo>>::NEW,
];

/// The game of that name, as campaign files spell it.
pub fn by_id(id: &str) -> Option<&'static dyn AnyGame> {
    GAMES.iter().copied().find(|game| game.id() == id)
}
