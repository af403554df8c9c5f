//! Text in columns, lines and words.

use serde_json::Value;

use super::values::{is_empty, size};
use crate::engine::{Helper, Tone};
use crate::render::layout;
use crate::render::picture::palette;

pub(super) const HELPERS: &[Helper] = &[
    Helper::new("l", 2, |given, _| layout::left(&Helper::shown(given[0]), size(given[1])).into()),
    Helper::new("r", 2, |given, _| layout::right(&Helper::shown(given[0]), size(given[1])).into()),
    Helper::new("cut", 2, |given, _| layout::cut(&Helper::shown(given[0]), size(given[1])).into()),
    Helper::new("spread", 2, |given, _| layout::spread(&Helper::shown(given[0]), &Helper::shown(given[1])).into()),
    Helper::new("rule-line", 0, |_, _| "-".repeat(layout::COLUMNS).into()),
    Helper::new("double-line", 0, |_, _| "=".repeat(layout::COLUMNS).into()),
    Helper::new("underline", 1, |given, _| underlined(&Helper::shown(given[0])).into()),
    Helper::new("upper", 1, |given, _| Helper::shown(given[0]).to_uppercase().into()),
    Helper::new("capital", 1, |given, _| capital(&Helper::shown(given[0])).into()),
    Helper::new("a", 1, |given, _| with_article(&Helper::shown(given[0])).into()),
    Helper::new("quoted", 1, |given, _| quoted(&Helper::shown(given[0])).into()),
    Helper::new("words", 1, |given, _| Helper::shown(given[0]).replace('-', " ").into()),
    Helper::new("order-word", 1, |given, _| Helper::shown(given[0]).replace('-', "").to_uppercase().into()),
    Helper::new("dash", 1, |given, _| if is_empty(given[0]) || given[0] == 0 { "-".into() } else { given[0].clone() }),
    Helper::variadic("concat", |given, _| given.iter().map(|value| Helper::shown(value)).collect::<String>().into()),
    Helper::variadic("one-of", |given, _| one_of(given)),
    Helper::new("seat-colour", 1, |given, _| seat_colour(given[0]).into()),
];

/// A word with a capital, for the beginning of a heading: `Turn`.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Somebody's words at the end of a sentence, with one full stop whether or not they bring one.
fn quoted(text: &str) -> String {
    let stop = if text.trim_end().ends_with(['.', '!', '?', '\u{2026}']) { "" } else { "." };
    format!("\u{201c}{}\u{201d}{stop}", text.trim_end())
}

/// A noun with its article: `a green pawn`, `an orange pawn`. Spelling decides, not sound.
fn with_article(text: &str) -> String {
    let article = if text.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']) { "an" } else { "a" };
    format!("{article} {text}")
}

fn underlined(text: &str) -> String {
    format!("{text}\n{}", "-".repeat(layout::width(text)))
}

/// One of the wordings after a number. The same number always gets the same one, so that the sentences of a long story do not all begin alike.
fn one_of(given: &[&Value]) -> Value {
    let Some((number, wordings)) = given.split_first() else { return Value::Null };
    let at = (number.as_u64().unwrap_or_default() as usize).checked_rem(wordings.len());
    at.and_then(|at| wordings.get(at)).map_or(Value::Null, |wording| (*wording).clone())
}

/// The colour of a seat in pictures. 0 is nobody, and a number above all seats is a power without a player.
fn seat_colour(seat: &Value) -> &'static str {
    palette::colour(match seat.as_u64().unwrap_or_default() {
        0 => Tone::Neutral,
        number if number > palette::SEATS.len() as u64 => Tone::Ink,
        number => Tone::Seat(number as u8),
    })
}
