//! How a corrected line is spelled.

use crate::galaxy::PlanetId;
use crate::galaxy::orders::{Names, spelled_announcement};
use crate::games::empire_board::order::Order;

/// An order with the names of planets and players, for people; it reads back as the same order.
pub(super) fn spelled(order: &Order, names: &Names) -> String {
    let planet = |planet: &PlanetId| names.planet_spelled(*planet);
    let numbered = order.to_string();
    let before = |clause: &str| numbered.split_once(clause).map_or(numbered.as_str(), |(before, _)| before);
    match order {
        Order::Produce { on, .. }
        | Order::Convert { on, .. }
        | Order::Factory { on, .. }
        | Order::Hangar { on, .. }
        | Order::Station { on }
        | Order::Land { on, .. } => format!("{} ON {}", before(" ON "), planet(on)),
        Order::Send { from, to, .. } | Order::Load { from, to, .. } => {
            format!("{} FROM {} TO {}", before(" FROM "), planet(from), planet(to))
        }
        Order::Target { player, on } => {
            let player = player.map_or_else(|| "NONE".to_owned(), |player| names.player_spelled(player));
            format!("TARGET {player}{}", on.map_or_else(String::new, |on| format!(" ON {}", planet(&on))))
        }
        Order::Declare { on, .. } => format!("{} ON {}", before(" ON "), names.player_spelled(*on)),
        Order::HomePlanet { planet: home } => format!("HOMEPLANET {}", planet(home)),
        Order::Position { .. } => numbered,
        Order::Announce { text } => spelled_announcement(text),
    }
}
