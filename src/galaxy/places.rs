//! Finds a planet by what a reader calls it.

use super::{PlanetId, Survey};
use crate::engine::nearness::best;
use crate::engine::{NameIndex, NameMatch};

impl Survey<'_> {
    /// The planet with this number, name or beginning of a name, and how reports name it.
    ///
    /// # Errors
    /// When there is no such planet; the error holds the names that may have been meant.
    pub(crate) fn planet_called(&self, text: &str) -> Result<(PlanetId, String), Vec<String>> {
        let mut names: NameIndex<u16> = NameIndex::new();
        for planet in &self.planets {
            let others = planet.other_names.iter().map(String::as_str);
            std::iter::once(planet.name).chain(others).for_each(|name| names.add(name, planet.number.0));
        }
        let shown = |number: u16| names.name_of(number).map(str::to_owned);
        match names.find(text) {
            NameMatch::One(number) => Ok((PlanetId(number), format!("{} ({number})", shown(number).unwrap_or_default()))),
            NameMatch::Several | NameMatch::Unknown => Err(best(names.near(text)).into_iter().filter_map(shown).collect()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::galaxy::{Distances, Power, SurveyedPlanet};

    #[test]
    fn planets_are_found_as_orders_name_them() {
        let (german, none) = (["Erde".to_owned()], []);
        let planet = |number, name, other_names| SurveyedPlanet {
            number: PlanetId(number),
            name,
            other_names,
            drawn_at: (0, 0),
            owner: Power::Neutral,
            track: Vec::new(),
        };
        let distance = Distances(Vec::new());
        let survey = |planets| Survey { turn: 1, me: None, players: Vec::new(), planets, distance: &distance, outcome: None };
        let found = survey(vec![planet(1, "Earth", &german), planet(22, "New Earth", &none)]);
        for (text, number, shown) in [("22", 22, "New Earth (22)"), ("new e", 22, "New Earth (22)"), ("erde", 1, "Earth (1)")] {
            assert_eq!(found.planet_called(text), Ok((PlanetId(number), shown.to_owned())), "{text}");
        }
        assert_eq!(found.planet_called("Erath"), Err(vec!["Earth".to_owned(), "New Earth".to_owned()]));
        assert_eq!((found.planet_called("77"), survey(Vec::new()).planet_called("")), (Err(vec![]), Err(vec![])));
    }
}
