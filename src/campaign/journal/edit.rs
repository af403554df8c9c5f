//! Changes one value of a position by hand.

use serde_json::Value;

use super::seat_check::{SeatMistake, check_seats};
use crate::campaign::standings::listed;
use crate::engine::nearness::nearest;
use crate::engine::{Pace, Table};

/// A position in which one value was changed.
pub struct Edited {
    /// The position with the new value.
    pub table: Box<dyn Table>,
    /// The place of the value, as a JSON pointer.
    pub path: String,
    /// The old value.
    pub before: Value,
    /// The new value, which is different.
    pub after: Value,
}

/// Why a value cannot be changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// The position has no such value.
    #[error("the position has no value `{path}`{}", advice.as_ref().map(|advice| format!("; {advice}")).unwrap_or_default())]
    NoPath {
        /// A JSON pointer.
        path: String,
        /// The longest existing part of the path with the name that may be meant next, or what there is below it; `None` if that is too much.
        advice: Option<String>,
    },
    /// The value does not name a player where it must.
    #[error(transparent)]
    Seat(#[from] SeatMistake),
    /// The value is already the same.
    #[error("`{path}` is {value} already")]
    Same {
        /// A JSON pointer.
        path: String,
        /// The value, as JSON.
        value: String,
    },
    /// The game cannot read this value there: it is of another kind, or out of range.
    #[error("`{path}` is {before}, and the game takes no {after} in its place")]
    NotTaken {
        /// A JSON pointer.
        path: String,
        /// The present value, as JSON.
        before: String,
        /// The refused value, as JSON.
        after: String,
    },
    /// The game refuses the position, for this reason.
    #[error("the game refuses such a position: {0}")]
    Refused(String),
    /// The edit would change the turn number, the players or the end of the game.
    #[error(
        "the number of the turn, the players and the end of a game are not edited: use `ashpost rollback`, `ashpost replace` or `ashpost abort`"
    )]
    Reserved,
    /// The value is one of the game's rules.
    #[error("`{path}` is a rule of this game, and what was played before was played by it: rules are not edited")]
    Rule {
        /// A JSON pointer.
        path: String,
    },
    /// Moves alternate, so the position follows from the moves.
    #[error(
        "in {game} the position follows from the opening and the moves, so there is no value to change: `ashpost rollback` takes moves back"
    )]
    OfMoves {
        /// The title of the game.
        game: &'static str,
    },
}

/// Changes one value of a position; `path` is a JSON pointer (`/planets/3/owner`), or the same with dots (`planets.3.owner`).
///
/// # Errors
/// When there is no such value, it is already the same, or the game refuses the position.
pub fn edit(table: &dyn Table, path: &str, after: Value) -> Result<Edited, EditError> {
    check_pace(table)?;
    let mut state: Value = serde_json::from_str(&table.state()).map_err(refused)?;
    let path = pointer(path);
    if is_rule(table, &path) {
        return Err(EditError::Rule { path });
    }
    let Some(value) = state.pointer_mut(&path).filter(|_| !path.is_empty()) else {
        let advice = advice_on_path(&state, &path);
        return Err(EditError::NoPath { path, advice });
    };
    if *value == after {
        return Err(EditError::Same { path, value: after.to_string() });
    }
    check_rules(table, &path, value, &after)?;
    check_seats(table.game().seat_fields(), &table.players(), &path, &after)?;
    let before = std::mem::replace(value, after.clone());
    let Ok(edited) = table.game().restore(&state.to_string()) else {
        return Err(EditError::NotTaken { path, before: before.to_string(), after: after.to_string() });
    };
    let kept: Value = serde_json::from_str(&edited.state()).map_err(refused)?;
    if kept != state {
        return Err(EditError::Refused("it would keep another value than the one that you name".to_owned()));
    }
    if edited.turn() != table.turn() || edited.players() != table.players() || edited.outcome() != table.outcome() {
        return Err(EditError::Reserved);
    }
    let players = edited.players();
    if let Some(seat) = edited.to_move().into_iter().chain(edited.seats_by_side()).find(|seat| !players.contains_key(seat)) {
        return Err(EditError::Refused(format!("nobody has seat {seat}")));
    }
    Ok(Edited { table: edited, path, before, after })
}

/// Checks that positions of the game can be edited. Where moves alternate they cannot: earlier moves would have another meaning.
///
/// # Errors
/// When moves alternate.
pub fn check_pace(table: &dyn Table) -> Result<(), EditError> {
    match table.game().pace() {
        Pace::Simultaneous => Ok(()),
        Pace::Alternating => Err(EditError::OfMoves { game: table.game().title() }),
    }
}

fn is_rule(table: &dyn Table, path: &str) -> bool {
    path.split('/').any(|field| table.game().rule_fields().contains(&field))
}

/// Checks that no rule is edited within a larger value.
fn check_rules(table: &dyn Table, path: &str, before: &Value, after: &Value) -> Result<(), EditError> {
    let rules = |value| {
        let mut found = Vec::new();
        list(path.to_owned(), value, &mut found);
        found.retain(|(path, _)| is_rule(table, path));
        found
    };
    let (before, after) = (rules(before), rules(after));
    match before.iter().find(|rule| !after.contains(rule)).or_else(|| after.iter().find(|rule| !before.contains(rule))) {
        Some((path, _)) => Err(EditError::Rule { path: path.clone() }),
        None => Ok(()),
    }
}

/// The values of a position that can be edited, each with its path; the rules of the game are left out.
pub fn values(table: &dyn Table) -> Vec<(String, Value)> {
    let mut found = Vec::new();
    if let Ok(state) = serde_json::from_str::<Value>(&table.state()) {
        list(String::new(), &state, &mut found);
        found.retain(|(path, _)| !is_rule(table, path));
    }
    found
}

fn list(path: String, value: &Value, found: &mut Vec<(String, Value)>) {
    let step = |name: &str| format!("{path}/{}", name.replace('~', "~0").replace('/', "~1"));
    match value {
        Value::Object(fields) if !fields.is_empty() => fields.iter().for_each(|(name, value)| list(step(name), value, found)),
        Value::Array(items) if !items.is_empty() => {
            items.iter().enumerate().for_each(|(index, value)| list(step(&index.to_string()), value, found));
        }
        value => found.push((path, value.clone())),
    }
}

fn pointer(path: &str) -> String {
    if path.is_empty() || path.starts_with('/') { path.to_owned() } else { format!("/{}", path.replace('.', "/")) }
}

/// How many names below a part of a path are listed.
const LISTED: usize = 12;

/// What to write in place of the first part of a path that there is not: the name that is nearest, or else all that are there.
fn advice_on_path(state: &Value, path: &str) -> Option<String> {
    let mut known = String::new();
    for part in path.split('/').skip(1) {
        let longer = format!("{known}/{part}");
        if state.pointer(&longer).is_some() {
            known = longer;
            continue;
        }
        let names: Vec<String> = match state.pointer(&known)? {
            Value::Object(fields) => fields.keys().cloned().collect(),
            Value::Array(items) if items.is_empty() => return Some(format!("the list `{known}` is empty")),
            Value::Array(items) => return Some(format!("the last value of the list is `{known}/{}`", items.len() - 1)),
            _ => return None,
        };
        let is_number = part.parse::<u32>().is_ok();
        let near = nearest(part, names.iter().map(String::as_str)).into_iter().next().filter(|_| !is_number);
        return match near {
            Some(near) => Some(format!("did you mean `{known}/{near}`?")),
            None if (1..=LISTED).contains(&names.len()) => {
                let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
                let there_is = if names.len() == 1 { "there is" } else { "there are" };
                Some(format!("below `{known}` {there_is} {}", listed(&names)))
            }
            None => None,
        };
    }
    None
}

fn refused(error: impl std::fmt::Display) -> EditError {
    EditError::Refused(error.to_string())
}
