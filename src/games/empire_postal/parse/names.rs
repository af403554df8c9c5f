//! Planets and players by the names that the sender knows, and how a corrected line spells them.

use super::phrase::is_clause_word;
use crate::engine::Seat;
use crate::galaxy::{NameIndex, NameMatch, PlanetId};
use crate::games::empire_postal::order::{Goal, Order};
use crate::games::empire_postal::view::View;

/// Every name in a view; nothing else, so that no answer tells what the sender may not know.
pub struct Names<'v> {
    view: &'v View,
    planets: NameIndex<PlanetId>,
    players: NameIndex<Seat>,
}

impl<'v> Names<'v> {
    pub fn of(view: &'v View) -> Names<'v> {
        let mut planets = NameIndex::new();
        view.planets.iter().for_each(|planet| planets.add(&planet.name, planet.number));
        // An old name counts as long as no other planet is called so now.
        for planet in &view.planets {
            for name in &planet.other_names {
                if !view.planets.iter().any(|other| other.number != planet.number && other.name.eq_ignore_ascii_case(name)) {
                    planets.add(name, planet.number);
                }
            }
        }
        let mut players = NameIndex::new();
        view.players.iter().for_each(|player| players.add(&player.name, player.seat));
        Names { view, planets, players }
    }

    pub fn planet(&self, text: &str) -> NameMatch<PlanetId> {
        find(&self.planets, text)
    }

    pub fn player(&self, text: &str) -> NameMatch<Seat> {
        find(&self.players, text)
    }

    /// The sender's home planet, for examples.
    pub fn home(&self) -> Option<PlanetId> {
        self.view.me.as_ref()?.home
    }

    /// `Rivet (19)`, which reads back as that planet.
    pub fn planet_spelled(&self, planet: PlanetId) -> String {
        let known = self.view.planets.iter().find(|known| known.number == planet);
        known.map_or_else(|| planet.to_string(), |known| with_number(&known.name, planet))
    }

    fn player_spelled(&self, seat: Seat) -> String {
        let known = self.view.players.iter().find(|known| known.seat == seat);
        known.map_or_else(|| seat.to_string(), |known| with_number(&known.name, seat))
    }

    /// An order with the names of planets and players, for people; it reads back as the same order.
    pub fn spelled(&self, order: &Order) -> String {
        let planet = |planet: &PlanetId| self.planet_spelled(*planet);
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
            Order::Declare { on, .. } => format!("{} ON {}", before(" ON "), self.player_spelled(*on)),
            Order::HomePlanet { planet: home } => format!("HOMEPLANET {}", planet(home)),
            Order::PlayerName { .. } | Order::Research { .. } | Order::Vote { .. } => numbered,
            // P3: one line reads back like three, as long as the text fits one.
            Order::Announce { text } if !text.contains(['\n', '"']) => format!("ANNOUNCE \"{text}\""),
            Order::Announce { .. } => numbered,
        }
    }
}

/// By number or name, and also as reports print them: `Rivet (19)`.
fn find<T: Copy + Ord + std::fmt::Display>(index: &NameIndex<T>, text: &str) -> NameMatch<T> {
    let Some((name, number)) = text.trim_end().strip_suffix(')').and_then(|text| text.rsplit_once('(')) else {
        return index.find(text);
    };
    match (index.find(number.trim()), index.find(name.trim())) {
        // The name may be an old one; the number is what counts, unless the name is somebody else's.
        (NameMatch::One(number), NameMatch::One(name)) if number != name => index.find(""),
        (NameMatch::One(number), _) => NameMatch::One(number),
        (_, by_name) => by_name,
    }
}

/// The number alone where the name would break the grammar of a line.
fn with_number<T: std::fmt::Display>(name: &str, number: T) -> String {
    if name.split(' ').any(is_clause_word) { number.to_string() } else { format!("{name} ({number})") }
}
