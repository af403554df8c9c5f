//! Readable paths into a state or a view: `planet.19.D+1`, `player.1.political_points`, `relation.1-2`.

use ashpost::engine::{Seat, Table, Viewer};
use serde_json::{Value, json};

use super::judging::show_outcome;
use super::position;

const TRACK: [&str; 5] = ["orbit", "D", "D+1", "D+2", "D+3"];

/// Sets what stands at `path`; `planet.9-13.owner` sets it on several planets.
pub fn set(state: &mut Value, path: &str, value: &Value) -> Result<(), String> {
    let words: Vec<&str> = path.split('.').collect();
    if let ["planet", range, field @ ..] = words.as_slice()
        && let Some((first, last)) = range.split_once('-')
    {
        let (first, last) = (number(path, first)?, number(path, last)?);
        return (first..=last).try_for_each(|planet| set(state, &format!("planet.{planet}.{}", field.join(".")), value));
    }
    let value = if is_position(&words) { position::parse(value)? } else { value.clone() };
    let pointer = pointer(state, path)?;
    if let ["planet", _, "owner"] = words.as_slice() {
        settle_owner(state, &pointer, &value);
    }
    *state.pointer_mut(&pointer).ok_or_else(|| missing(path))? = value;
    Ok(())
}

/// A planet that changes hands for a case: its fleet goes with it, and it has a temper only while neutral.
fn settle_owner(state: &mut Value, pointer: &str, owner: &Value) {
    let Some(planet) = state.pointer_mut(pointer.trim_end_matches("/owner")) else { return };
    planet["temper"] = if *owner == 0 { json!("inert") } else { Value::Null };
    let before = planet["owner"].to_string();
    if let Some(fleets) = planet["track"][0]["fleets"].as_object_mut()
        && let Some(fleet) = fleets.remove(&before)
    {
        fleets.insert(owner.to_string(), fleet);
    }
}

/// How the state differs from what a case expects at `path`.
pub fn difference(state: &Value, path: &str, expected: &Value) -> Option<String> {
    if path == "outcome" {
        return compare(path, &show_outcome(&state["outcome"]), expected);
    }
    let words: Vec<&str> = path.split('.').collect();
    let found = pointer(state, path).and_then(|pointer| state.pointer(&pointer).cloned().ok_or_else(|| missing(path)));
    match (found, is_position(&words)) {
        (Err(problem), _) => Some(problem),
        (Ok(found), false) => compare(path, &found, expected),
        (Ok(found), true) => match position::parse(expected) {
            Err(problem) => Some(problem),
            Ok(expected) => compare(path, &json!(position::show(&found)), &json!(position::show(&expected))),
        },
    }
}

/// The same for `viewer: path`, the viewer being a seat, `public` or `gm`.
pub fn difference_in_view(table: &dyn Table, path: &str, expected: &Value) -> Option<String> {
    let Some((viewer, inner)) = path.split_once(": ") else { return Some(format!("sees.{path:?}: must be 'viewer: path'")) };
    let viewer = match viewer {
        "public" => Viewer::Public,
        "gm" => Viewer::GameMaster,
        seat => Viewer::Seat(Seat(seat.parse().ok()?)),
    };
    let view = table.view(viewer);
    let words: Vec<&str> = inner.split('.').collect();
    match words.as_slice() {
        ["planet", planet, "full"] => compare(path, &json!(!view["planets"][index(planet)?]["full"].is_null()), expected),
        ["planet", planet, place] if is_position(&words) => {
            let track = view["planets"][index(planet)?]["track"].as_array()?;
            let place = TRACK.iter().position(|label| label == place)?;
            let seen = track.iter().find(|position| position["position"] == place);
            let seen = seen.map_or_else(String::new, position::show_seen);
            compare(path, &json!(seen), expected)
        }
        ["player", seat, field] => {
            let seat = json!(seat.parse::<u8>().ok()?);
            let player = view["players"].as_array()?.iter().find(|player| player["seat"] == seat)?;
            compare(path, &player[*field], expected)
        }
        _ => match pointer(&view, inner).ok().and_then(|pointer| view.pointer(&pointer)) {
            Some(found) => compare(path, found, expected),
            None => Some(missing(path)),
        },
    }
}

fn compare(path: &str, found: &Value, expected: &Value) -> Option<String> {
    (found != expected).then(|| format!("{path} should be {expected} but is {found}"))
}

fn is_position(words: &[&str]) -> bool {
    matches!(words, ["planet", _, place] if TRACK.contains(place))
}

/// The JSON pointer of a path that exists.
fn pointer(state: &Value, path: &str) -> Result<String, String> {
    let words: Vec<&str> = path.split('.').collect();
    let pointer = match words.as_slice() {
        ["planet", planet, rest @ ..] => {
            let planet = index(planet).ok_or_else(|| missing(path))?;
            match rest {
                [place] if is_position(&words) => {
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
    state.pointer(&pointer).map(|_| pointer.clone()).ok_or_else(|| missing(path))
}

fn missing(path: &str) -> String {
    format!("{path}: no such path")
}

fn index(planet: &str) -> Option<usize> {
    planet.parse::<usize>().ok()?.checked_sub(1)
}

fn number(path: &str, text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| missing(path))
}
