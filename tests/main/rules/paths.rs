//! Readable paths into a state or a view: `planet.19.D+1`, `player.1.political_points`, `relation.1-2`.

use ashpost::engine::{Seat, Table, Viewer};
use serde_json::{Value, json};

use super::judging::show_outcome;
use super::opening::Opening;

/// Sets the value at `path`; `planet.9-13.owner` sets it on several planets.
pub(super) fn set<O: Opening>(state: &mut Value, path: &str, value: &Value) -> Result<(), String> {
    let words: Vec<&str> = path.split('.').collect();
    if let ["planet", range, field @ ..] = words.as_slice()
        && let Some((first, last)) = range.split_once('-')
    {
        let (first, last) = (number(path, first)?, number(path, last)?);
        return (first..=last).try_for_each(|planet| set::<O>(state, &format!("planet.{planet}.{}", field.join(".")), value));
    }
    let value = if is_place::<O>(&words) { O::parse_place(value)? } else { value.clone() };
    let pointer = pointer::<O>(state, path)?;
    if let ["planet", _, "owner"] = words.as_slice()
        && let Some(planet) = state.pointer_mut(pointer.trim_end_matches("/owner"))
    {
        O::change_hands(planet, &value);
    }
    *state.pointer_mut(&pointer).ok_or_else(|| missing(path))? = value;
    Ok(())
}

/// How the state differs from what a case expects at `path`.
pub(super) fn difference<O: Opening>(state: &Value, path: &str, expected: &Value) -> Option<String> {
    if path == "outcome" {
        return compare(path, &show_outcome(&state["outcome"]), expected);
    }
    let found = pointer::<O>(state, path).and_then(|pointer| state.pointer(&pointer).cloned().ok_or_else(|| missing(path)));
    let found = match found {
        Ok(found) => found,
        Err(problem) => return Some(problem),
    };
    if !is_place::<O>(&path.split('.').collect::<Vec<_>>()) {
        return compare(path, &found, expected);
    }
    match O::parse_place(expected) {
        Ok(expected) => compare(path, &json!(O::show_place(&found)), &json!(O::show_place(&expected))),
        Err(problem) => Some(problem),
    }
}

/// The same for `viewer: path`, the viewer being a seat, `public` or `gm`.
pub(super) fn difference_in_view<O: Opening>(table: &dyn Table, path: &str, expected: &Value) -> Option<String> {
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
        ["planet", planet, place] if is_place::<O>(&words) => {
            let place = O::TRACK.iter().position(|label| label == place)?;
            let seen = view["planets"][index(planet)?]["track"].as_array()?;
            let seen = seen.iter().find(|seen| seen["position"] == place || seen["space"] == place);
            compare(path, &json!(seen.map_or_else(String::new, O::show_place)), expected)
        }
        ["player", seat, field] => {
            let seat = json!(seat.parse::<u8>().ok()?);
            let player = view["players"].as_array()?.iter().find(|player| player["seat"] == seat)?;
            compare(path, &player[*field], expected)
        }
        _ => match pointer::<O>(&view, inner) {
            Ok(pointer) => compare(path, view.pointer(&pointer)?, expected),
            Err(problem) => Some(problem),
        },
    }
}

/// A value that is not there is `false`.
fn compare(path: &str, found: &Value, expected: &Value) -> Option<String> {
    let found = if found.is_null() { &Value::Bool(false) } else { found };
    (found != expected).then(|| format!("{path} should be {expected} but is {found}"))
}

fn is_place<O: Opening>(words: &[&str]) -> bool {
    matches!(words, ["planet", _, place] if O::TRACK.contains(place))
}

/// The JSON pointer of a path that exists.
fn pointer<O: Opening>(state: &Value, path: &str) -> Result<String, String> {
    let words: Vec<&str> = path.split('.').collect();
    let pointer = match words.as_slice() {
        ["planet", planet, rest @ ..] => {
            let planet = index(planet).ok_or_else(|| missing(path))?;
            match rest {
                [place] if is_place::<O>(&words) => {
                    format!("/planets/{planet}/track/{}", O::TRACK.iter().position(|label| label == place).unwrap())
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
