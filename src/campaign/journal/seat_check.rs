//! Which seats an edited value of a position names, and whether anybody has them.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::campaign::standings::listed;
use crate::engine::nearness::nearest;
use crate::engine::{Seat, SeatField};

/// Why a value does not name a player.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SeatMistake {
    /// A seat that nobody has.
    #[error("`{path}`: nobody has seat {seat}; there are {known}")]
    NoSeat {
        /// A JSON pointer.
        path: String,
        /// What stands in place of a seat.
        seat: String,
        /// The seats that can stand there, with the names of their players.
        known: String,
    },
    /// A name where the number of a seat is wanted.
    #[error("`{path}` names a player by the number of the seat; {advice}")]
    NoNumber {
        /// A JSON pointer.
        path: String,
        /// The seat of the player who may be meant, or all seats.
        advice: String,
    },
}

/// Checks that every seat which a value names is somebody's; `path` is the value's JSON pointer.
///
/// # Errors
/// When it names a seat that nobody has, or something else where a seat should stand.
pub(super) fn check_seats(
    fields: &'static [SeatField],
    players: &BTreeMap<Seat, String>,
    path: &str,
    value: &Value,
) -> Result<(), SeatMistake> {
    let mut field = None;
    for part in path.split('/').skip(1) {
        field = below(fields, field, part);
    }
    let check = SeatCheck { fields, players };
    let path = path.to_owned();
    match (field, value) {
        (Some(field), Value::String(name)) if !field.by_key => Err(SeatMistake::NoNumber { path, advice: check.advice(field, name) }),
        _ => match check.unknown(field, value) {
            None => Ok(()),
            Some((field, seat)) => Err(SeatMistake::NoSeat { path, seat, known: check.known(field) }),
        },
    }
}

/// The field to which what is below this part of a path belongs. Lists have no names, and the keys of a map of seats are no fields.
fn below(fields: &'static [SeatField], field: Option<&'static SeatField>, part: &str) -> Option<&'static SeatField> {
    let named = fields.iter().find(|field| field.name == part);
    named.or(field.filter(|field| !field.by_key || part.parse::<u32>().is_ok()))
}

struct SeatCheck<'a> {
    fields: &'static [SeatField],
    players: &'a BTreeMap<Seat, String>,
}

impl SeatCheck<'_> {
    /// The first seat in a value that nobody has, and the field in which it stands.
    fn unknown(&self, field: Option<&'static SeatField>, value: &Value) -> Option<(&'static SeatField, String)> {
        match value {
            Value::Number(number) => {
                let field = field.filter(|field| !field.by_key)?;
                (!self.has(field, &number.to_string())).then(|| (field, number.to_string()))
            }
            Value::Array(items) => items.iter().find_map(|item| self.unknown(field, item)),
            Value::Object(map) => map.iter().find_map(|(key, value)| {
                let by_key = field.filter(|field| field.by_key);
                if let Some(field) = by_key.filter(|field| key.parse::<u32>().is_ok() && !self.has(field, key)) {
                    return Some((field, key.clone()));
                }
                self.unknown(below(self.fields, field.filter(|field| !field.by_key), key), value)
            }),
            Value::Null | Value::Bool(_) | Value::String(_) => None,
        }
    }

    fn has(&self, field: &SeatField, number: &str) -> bool {
        let Ok(number) = number.parse::<u8>() else { return false };
        self.players.contains_key(&Seat(number)) || field.others.iter().any(|(other, _)| *other == number)
    }

    /// What to write in place of a name.
    fn advice(&self, field: &SeatField, name: &str) -> String {
        let near = nearest(name, self.players.values().map(String::as_str)).into_iter().next();
        let seat = near.and_then(|near| self.players.iter().find(|(_, known)| *known == near));
        match seat {
            Some((seat, name)) => format!("did you mean {seat} ({name})?"),
            None => format!("there are {}", self.known(field)),
        }
    }

    /// `1 (Ann), 2 (Bob) and 0 (neutral)`.
    fn known(&self, field: &SeatField) -> String {
        let players = self.players.iter().map(|(seat, name)| format!("{seat} ({name})"));
        listed(&players.chain(field.others.iter().map(|(number, what)| format!("{number} ({what})"))).collect::<Vec<_>>())
    }
}
