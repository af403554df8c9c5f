//! How a corrected line is spelled.

use crate::galaxy::PlanetId;
use crate::galaxy::orders::{Names, spelled_announcement};
use crate::games::empire_postal::order::{Goal, Order};

/// An order with the names of planets and players, for people; it reads back as the same order.
pub(super) fn spelled(order: &Order, names: &Names) -> String {
    let planet = |planet: &PlanetId| names.planet_spelled(*planet);
    let numbered = order.to_string();
    let before = |clause: &str| numbered.split_once(clause).map_or(numbered.as_str(), |(before, _)| before).to_owned();
    match order {
        Order::Build { on, .. } | Order::RefuseCargo { on } | Order::PlanetName { on, .. } | Order::Spy { on } => {
            let end = numbered.rfind(" ON ").unwrap_or(numbered.len());
            format!("{} ON {}", numbered.get(..end).unwrap_or_default(), planet(on))
        }
        Order::Send { from, to, .. } | Order::Load { from, to, .. } => {
            format!("{} FROM {} TO {}", before(" FROM "), planet(from), planet(to))
        }
        Order::Research { goal: Goal::ProductionRate { planet: on }, .. } => format!("{} ON {}", before(" ON "), planet(on)),
        Order::Declare { on, .. } => format!("{} ON {}", before(" ON "), names.player_spelled(*on)),
        Order::HomePlanet { planet: home } => format!("HOMEPLANET {}", planet(home)),
        Order::PlayerName { .. } | Order::Research { .. } | Order::Vote { .. } => numbered,
        Order::Announce { text } => spelled_announcement(text),
    }
}
