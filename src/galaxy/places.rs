//! Finding a planet by what a reader calls it, in a view as it was told.

use serde_json::Value;

use super::PlanetId;
use crate::engine::nearness::best;
use crate::engine::{NameIndex, NameMatch};

/// The planet of a view that goes by this number, name or beginning of a name, and how reports name it.
///
/// # Errors
/// With the names that were perhaps meant, where it is none.
pub(crate) fn planet_in_view(text: &str, view: &Value) -> Result<(PlanetId, String), Vec<String>> {
    let mut names: NameIndex<u16> = NameIndex::new();
    for planet in listed(view) {
        let Some(PlanetId(number)) = number_of(planet) else { continue };
        let others = planet["other_names"].as_array().into_iter().flatten();
        std::iter::once(&planet["name"]).chain(others).filter_map(Value::as_str).for_each(|name| names.add(name, number));
    }
    let shown = |number: u16| names.name_of(number).map(str::to_owned);
    match names.find(text) {
        NameMatch::One(number) => Ok((PlanetId(number), format!("{} ({number})", shown(number).unwrap_or_default()))),
        NameMatch::Several | NameMatch::Unknown => Err(best(names.near(text)).into_iter().filter_map(shown).collect()),
    }
}

/// The planets of a view, in its order.
pub(crate) fn planets_in_view(view: &Value) -> impl Iterator<Item = PlanetId> {
    listed(view).filter_map(number_of)
}

fn listed(view: &Value) -> impl Iterator<Item = &Value> {
    view["planets"].as_array().into_iter().flatten()
}

fn number_of(planet: &Value) -> Option<PlanetId> {
    planet["number"].as_u64().and_then(|number| u16::try_from(number).ok()).map(PlanetId)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn planets_are_found_as_orders_name_them() {
        let view = json!({ "planets": [
            { "number": 1, "name": "Earth", "other_names": ["Erde"] }, { "number": 22, "name": "New Earth", "other_names": [] },
        ]});
        for (text, number, shown) in [("22", 22, "New Earth (22)"), ("new e", 22, "New Earth (22)"), ("erde", 1, "Earth (1)")] {
            assert_eq!(planet_in_view(text, &view), Ok((PlanetId(number), shown.to_owned())), "{text}");
        }
        assert_eq!(planet_in_view("Erath", &view), Err(vec!["Earth".to_owned(), "New Earth".to_owned()]));
        assert_eq!((planet_in_view("77", &view), planet_in_view("", &Value::Null)), (Err(vec![]), Err(vec![])));
    }
}
