//! Planets and players by the names that the sender knows, and how suggestions spell them.

use super::phrase::is_clause_word;
use crate::engine::nearness::{Cost, SLIP};
use crate::engine::{NameIndex, NameMatch, RulesNumber, Seat};
use crate::galaxy::{PlanetId, Survey};

/// All names that the sender may know, and no others, so that no answer reveals one.
pub(crate) struct Names {
    planets: NameIndex<PlanetId>,
    players: NameIndex<Seat>,
    /// The sender's home planet, for examples.
    pub home: Option<PlanetId>,
}

/// The names that a sheet gives to planets. They count only from the next turn on.
pub(super) type NewNames = Vec<(String, PlanetId)>;

impl Names {
    pub(crate) fn of(survey: &Survey<'_>) -> Names {
        let (mut planets, mut players) = (NameIndex::new(), NameIndex::new());
        survey.planets.iter().for_each(|planet| planets.add(planet.name, planet.number));
        // An old name counts until another planet has it.
        for planet in &survey.planets {
            for name in planet.other_names {
                if !survey.planets.iter().any(|other| other.number != planet.number && other.name.eq_ignore_ascii_case(name)) {
                    planets.add(name, planet.number);
                }
            }
        }
        survey.players.iter().for_each(|(seat, name)| players.add(name, *seat));
        Names { planets, players, home: survey.me.as_ref().and_then(|me| me.home) }
    }

    pub(crate) fn planet(&self, text: &str) -> NameMatch<PlanetId> {
        find(&self.planets, text)
    }

    pub(crate) fn player(&self, text: &str) -> NameMatch<Seat> {
        find(&self.players, text)
    }

    /// The planets that a text may have meant, the nearest first.
    pub(crate) fn planets_near(&self, text: &str) -> Vec<(Cost, PlanetId)> {
        near(&self.planets, text)
    }

    pub(crate) fn players_near(&self, text: &str) -> Vec<(Cost, Seat)> {
        near(&self.players, text)
    }

    /// The number of words in the name with the most words.
    pub(crate) fn most_words(&self) -> usize {
        self.planets.most_words().max(self.players.most_words())
    }

    /// `Rivet (19)`, which reads back as that planet.
    pub(crate) fn planet_spelled(&self, planet: PlanetId) -> String {
        with_number(&self.planets, planet)
    }

    pub(crate) fn player_spelled(&self, seat: Seat) -> String {
        with_number(&self.players, seat)
    }
}

/// Finds by number, by name, or by both as reports print them: `Rivet (19)`.
fn find<T: RulesNumber>(index: &NameIndex<T>, text: &str) -> NameMatch<T> {
    let Some((name, number)) = name_and_number(text) else { return index.find(text) };
    match (index.find(number.trim()), index.find(name.trim())) {
        // The name may be an old one, so the number counts, unless the name is somebody else's.
        (NameMatch::One(number), NameMatch::One(name)) if number != name => NameMatch::Unknown,
        (NameMatch::One(number), _) => NameMatch::One(number),
        (_, by_name) => by_name,
    }
}

/// In `Earth (2)` either part may be the slip.
fn near<T: RulesNumber>(index: &NameIndex<T>, text: &str) -> Vec<(Cost, T)> {
    let Some((name, number)) = name_and_number(text) else { return index.near(text) };
    let by_number = match index.find(number.trim()) {
        NameMatch::One(number) => Some((SLIP, number)),
        _ => None,
    };
    let by_name = index.near(name.trim()).into_iter().map(|(cost, meaning)| (cost + SLIP, meaning));
    by_number.into_iter().chain(by_name).collect()
}

fn name_and_number(text: &str) -> Option<(&str, &str)> {
    text.trim_end().strip_suffix(')')?.rsplit_once('(')
}

/// The name with its number; the number alone if the name would break the grammar of a line.
fn with_number<T: RulesNumber>(index: &NameIndex<T>, number: T) -> String {
    let name = index.name_of(number).filter(|name| !name.split(' ').any(is_clause_word));
    name.map_or_else(|| number.to_string(), |name| format!("{name} ({number})"))
}

/// An order that can be spelled with any words for planets and players.
pub(crate) trait Spelled {
    /// The canonical spelling, with these words for planets and players.
    fn spelled(&self, planet: impl Fn(&PlanetId) -> String, player: impl Fn(&Seat) -> String) -> String;
}

/// The order that publishes a text; on one line if that reads back as the same.
pub(super) fn spelled_announcement(text: &str) -> String {
    if text.contains(['\n', '"']) { format!("ANNOUNCE\n{text}\nEND") } else { format!("ANNOUNCE \"{text}\"") }
}
