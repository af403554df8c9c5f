//! Readable paths into a state: `planet.19.orbit`, `planet.19.2`, `player.1.warehouse.oil`, `relation.1-2`.

use ashpost::engine::{Seat, Viewer};
use ashpost::games::empire::state::State;
use ashpost::games::empire::view::View;
use serde_json::{Map, Value, json};

use super::judging::show_outcome;

const TRACK: [&str; 4] = ["orbit", "1", "2", "3"];

/// Sets what stands at `path`; `planet.9-13.owner` sets it on several planets.
pub fn set(state: &mut Value, path: &str, value: &Value) -> Result<(), String> {
    let words: Vec<&str> = path.split('.').collect();
    if let ["planet", range, field @ ..] = words.as_slice()
        && let Some((first, last)) = range.split_once('-')
    {
        let (first, last) = (number(path, first)?, number(path, last)?);
        return (first..=last).try_for_each(|planet| set(state, &format!("planet.{planet}.{}", field.join(".")), value));
    }
    let value = if is_space(&words) { parse_space(value)? } else { value.clone() };
    let pointer = pointer(state, path)?;
    if words.last() == Some(&"owner")
        && let Some(planet) = state.pointer_mut(pointer.trim_end_matches("/owner"))
    {
        // A planet that changes hands for a case: whoever held it before leaves its orbit.
        let before = planet["owner"].to_string();
        planet["track"][0].as_object_mut().and_then(|orbit| orbit.remove(&before));
        planet["awaits_factory"] = json!(value == 0);
    }
    *state.pointer_mut(&pointer).ok_or_else(|| missing(path))? = value;
    Ok(())
}

/// How the state differs from what a case expects at `path`.
pub fn difference(state: &Value, path: &str, expected: &Value) -> Option<String> {
    if path == "outcome" {
        return compare(path, &show_outcome(&state["outcome"]), expected);
    }
    let words: Vec<&str> = path.split('.').collect();
    let found = pointer(state, path).and_then(|pointer| state.pointer(&pointer).cloned().ok_or_else(|| missing(path)));
    match (found, is_space(&words)) {
        (Err(problem), _) => Some(problem),
        (Ok(found), false) => compare(path, &found, expected),
        (Ok(found), true) => match parse_space(expected) {
            Err(problem) => Some(problem),
            Ok(expected) => compare(path, &json!(show_space(&found)), &json!(show_space(&expected))),
        },
    }
}

/// The same for a JSON path into a view, `2: me.target`.
pub fn difference_in_view(state: &State, path: &str, expected: &Value) -> Option<String> {
    let Some((viewer, inner)) = path.split_once(": ") else { return Some(format!("sees.{path:?}: must be 'viewer: path'")) };
    let viewer = match viewer {
        "public" => Viewer::Public,
        seat => Viewer::Seat(Seat(seat.parse().ok()?)),
    };
    let view = serde_json::to_value(View::of(state, viewer)).unwrap();
    let found = view.pointer(&format!("/{}", inner.replace('.', "/"))).unwrap_or(&Value::Null);
    compare(path, found, expected)
}

/// What is not there is `false`.
fn compare(path: &str, found: &Value, expected: &Value) -> Option<String> {
    let found = if found.is_null() { &Value::Bool(false) } else { found };
    (found != expected).then(|| format!("{path} should be {expected} but is {found}"))
}

fn is_space(words: &[&str]) -> bool {
    matches!(words, ["planet", _, place] if TRACK.contains(place))
}

/// The JSON pointer of a path that exists.
fn pointer(state: &Value, path: &str) -> Result<String, String> {
    let words: Vec<&str> = path.split('.').collect();
    let pointer = match words.as_slice() {
        ["planet", planet, rest @ ..] => {
            let planet = planet.parse::<usize>().ok().and_then(|planet| planet.checked_sub(1)).ok_or_else(|| missing(path))?;
            match rest {
                [place] if is_space(&words) => {
                    format!("/planets/{planet}/track/{}", TRACK.iter().position(|label| label == place).unwrap())
                }
                _ => format!("/planets/{planet}/{}", rest.join("/")),
            }
        }
        ["player", seat, rest @ ..] => format!("/players/{seat}/{}", rest.join("/")),
        ["relation", pair] => {
            let is_meant = |between: &Value| format!("{}-{}", between["low"], between["high"]) == *pair;
            let place = state["relations"].as_array().and_then(|relations| relations.iter().position(is_meant));
            format!("/relations/{}/relation", place.ok_or_else(|| missing(path))?)
        }
        _ => format!("/{}", words.join("/")),
    };
    let parent = pointer.rsplit_once('/').map_or("", |(parent, _)| parent);
    let is_there = state.pointer(&pointer).is_some() || state.pointer(parent).is_some_and(|parent| parent.is_array());
    is_there.then_some(pointer).ok_or_else(|| missing(path))
}

fn missing(path: &str) -> String {
    format!("{path}: no such path")
}

fn number(path: &str, text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| missing(path))
}

/// `1: 20 FI 3 TR +troop +factory-oil; 0: 5 FI` as a state holds it; the empty text is an empty space.
fn parse_space(text: &Value) -> Result<Value, String> {
    let wrong = || format!("{text} is not a space such as \"1: 20 FI 3 TR +troop; 9: 2 FI\"");
    let mut fleets = Map::new();
    for part in text.as_str().ok_or_else(wrong)?.split(';').map(str::trim).filter(|part| !part.is_empty()) {
        let (power, what) = part.split_once(':').ok_or_else(wrong)?;
        let mut fleet = json!({ "fighters": 0, "transporters": 0, "freight": [] });
        let mut words = what.split_whitespace();
        while let Some(word) = words.next() {
            if let Some(cargo) = word.strip_prefix('+') {
                let cargo = cargo.split_once('-').map_or(json!(cargo), |(works, kind)| json!({ works: kind }));
                fleet["freight"].as_array_mut().unwrap().push(cargo);
                continue;
            }
            let count: u32 = word.parse().map_err(|_| wrong())?;
            match words.next() {
                Some("FI") => fleet["fighters"] = json!(count),
                Some("TR") => fleet["transporters"] = json!(count),
                _ => return Err(wrong()),
            }
        }
        fleets.insert(power.parse::<u8>().map_err(|_| wrong())?.to_string(), fleet);
    }
    Ok(Value::Object(fleets))
}

/// The space of a state in one canonical spelling.
fn show_space(space: &Value) -> String {
    let fleets = space.as_object().into_iter().flatten().map(|(power, fleet)| {
        let ships = [("fighters", "FI"), ("transporters", "TR")];
        let ships = ships.iter().filter(|(field, _)| fleet[*field] != 0).map(|(field, code)| format!(" {} {code}", fleet[*field]));
        let freight =
            fleet["freight"].as_array().into_iter().flatten().map(|cargo| match cargo.as_object().and_then(|works| works.iter().next()) {
                Some((works, kind)) => format!(" +{works}-{}", kind.as_str().unwrap_or_default()),
                None => format!(" +{}", cargo.as_str().unwrap_or_default()),
            });
        format!("{power}:{}", ships.chain(freight).collect::<String>())
    });
    fleets.collect::<Vec<_>>().join("; ")
}
