//! What the templates of Ashes of Empire can compute about planets, powers and distances, from the view in their model.

use serde_json::Value;

use super::course::{course, places};
use super::power::PIRATES;
use crate::engine::Helper;

pub(super) const HELPERS: &[Helper] = &[
    Helper::new("planet", 1, |given, root| planet(given[0], root, true).into()),
    Helper::new("planet-name", 1, |given, root| planet(given[0], root, false).into()),
    Helper::new("power", 1, |given, root| power(given[0], root).into()),
    Helper::new("weight-mark", 1, |given, _| weighed(given[0], ["-", "!", "+", "."]).into()),
    Helper::new("weight-colour", 1, |given, _| weighed(given[0], ["#8f3a52", "#d55e00", "#00795c", "#0072b2"]).into()),
    Helper::new("course", 1, |given, root| course(&Helper::shown(given[0]), root)),
    Helper::new("rank-places", 2, |given, _| places(given[0], given[1] == "low")),
    Helper::new("position", 1, |given, _| position(Helper::number(given[0])).into()),
    Helper::new("reach", 2, |given, root| reach(Helper::number(given[0]), Helper::number(given[1]), root)),
    Helper::new("planets-at", 2, |given, root| planets_at(given[0], given[1], root)),
    Helper::new("nearest", 2, |given, root| nearest(Helper::number(given[0]), given[1], root)),
];

/// `Rivet (19)`, or the bare number for a planet that the model does not name.
fn planet(id: &Value, root: &Value, with_number: bool) -> String {
    match named(id, root, "planets", "number") {
        Some(name) if with_number => format!("{name} ({})", Helper::shown(id)),
        Some(name) => name.to_owned(),
        None => Helper::shown(id),
    }
}

/// The name of the power that holds a planet or flies a fleet. Seat 0 is neutral.
fn power(seat: &Value, root: &Value) -> String {
    match named(seat, root, "players", "seat") {
        _ if Helper::number(seat) == 0 => "neutral".to_owned(),
        Some(name) => name.to_owned(),
        None if Helper::number(seat) == i64::from(PIRATES) => "pirates".to_owned(),
        None => Helper::shown(seat),
    }
}

fn named<'a>(id: &Value, root: &'a Value, list: &str, key: &str) -> Option<&'a str> {
    let entries = root.get("view")?.get(list)?.as_array()?;
    entries.iter().find(|entry| entry.get(key) == Some(id))?.get("name")?.as_str()
}

/// One of four values, by the weight of a moment: loss, danger, gain, news.
fn weighed<'a>(weight: &Value, [loss, danger, gain, news]: [&'a str; 4]) -> &'a str {
    match weight.as_str() {
        Some("loss") => loss,
        Some("danger") => danger,
        Some("gain") => gain,
        _ => news,
    }
}

/// P4.4: `I` is the orbit, `D` the space before it.
fn position(index: i64) -> String {
    match index {
        0 => "I".to_owned(),
        1 => "D".to_owned(),
        further => format!("D+{}", further - 1),
    }
}

/// The planets at distance `D + steps` from another, from the lower triangle of distances in the model's view.
fn reach(from: i64, steps: i64, root: &Value) -> Value {
    let planets = root["view"]["distance"].as_array().map_or(0, Vec::len);
    (1..=planets as i64).filter(|to| distance(from, *to, root) == Some(steps)).collect()
}

/// The planets of a scenario's distance table that are `steps` from the planet of a row.
fn planets_at(row: &Value, steps: &Value, root: &Value) -> Value {
    let (Some(rows), Some(distances)) = (root["settings"]["distances"].as_array(), row["steps"].as_array()) else {
        return Value::Array(Vec::new());
    };
    rows.iter().zip(distances).filter(|(_, distance)| *distance == steps).map(|(planet, _)| planet.clone()).collect()
}

/// A list of planets, the nearest first.
fn nearest(from: i64, planets: &Value, root: &Value) -> Value {
    let mut planets = planets.as_array().cloned().unwrap_or_default();
    planets.sort_by_key(|planet| distance(from, Helper::number(&planet["number"]), root).unwrap_or(i64::MAX));
    planets.into()
}

fn distance(from: i64, to: i64, root: &Value) -> Option<i64> {
    let place = |id: i64| usize::try_from(id.checked_sub(1)?).ok();
    root["view"]["distance"].get(place(from.max(to))?)?.get(place(from.min(to))?)?.as_i64()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn planets_and_powers_have_the_names_of_the_view() {
        let model = json!({"view": {
            "planets": [{"number": 19, "name": "Rivet"}], "players": [{"seat": 2, "name": "Ann"}], "distance": [[0], [3, 0], [1, 2, 0]],
        }});
        let told = |name: &str, given: &[Value]| {
            let helper = HELPERS.iter().find(|helper| helper.name == name).unwrap();
            Helper::shown(&(helper.compute)(&given.iter().collect::<Vec<_>>(), &model))
        };
        assert_eq!([19, 7].map(|id| told("planet", &[json!(id)])), ["Rivet (19)", "7"]);
        assert_eq!(told("planet-name", &[json!(19)]), "Rivet");
        assert_eq!([2, 0, 5, 9].map(|seat| told("power", &[json!(seat)])), ["Ann", "neutral", "5", "pirates"]);
        assert_eq!([0, 1, 4].map(|index| told("position", &[json!(index)])), ["I", "D", "D+3"]);
        assert_eq!(told("reach", &[json!(3), json!(1)]), "[1]");
        let planets = json!([{"number": 1}, {"number": 2}, {"n": 3}]);
        assert_eq!(told("nearest", &[json!(3), planets]), r#"[{"number":1},{"number":2},{"n":3}]"#);
        assert_eq!(told("nearest", &[json!(3), Value::Null]), "[]");
        assert_eq!(told("planets-at", &[json!({"steps": [null, 1]}), json!(1)]), "[]", "a view has no table");
    }
}
