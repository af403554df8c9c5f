//! Scenario files: the head that they all share, and the rest as the game's own type.

use serde::de::DeserializeOwned;
use toml::{Table, Value};

use crate::engine::SetupError;
use crate::engine::document::read;

/// What a scenario says about itself, whichever game it is for; all defaults if the text is not TOML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScenarioHead {
    /// The game it is for, if it says so.
    pub game: Option<String>,
    /// Its title; empty if it has none.
    pub title: String,
    /// How many seats it has; 2 if it does not say.
    pub seats: u8,
}

impl ScenarioHead {
    /// Reads the head of a scenario. Never fails.
    pub fn of(text: &str) -> ScenarioHead {
        let table: Table = toml::from_str(text).unwrap_or_default();
        let said = |key: &str| table.get(key).and_then(Value::as_str).map(str::to_owned);
        let seats = table.get("seats").and_then(Value::as_integer).and_then(|seats| u8::try_from(seats).ok());
        ScenarioHead { game: said("game"), title: said("title").unwrap_or_default(), seats: seats.filter(|seats| *seats > 0).unwrap_or(2) }
    }
}

/// Reads a scenario of this game.
///
/// # Errors
/// When the text says that it is for another game, or does not read.
pub fn read_scenario<S: DeserializeOwned>(game: &str, text: &str) -> Result<S, SetupError> {
    let named = toml::from_str::<Table>(text).ok().and_then(|table| table.get("game")?.as_str().map(str::to_owned));
    if let Some(other) = named.as_ref().filter(|named| *named != game) {
        return Err(SetupError::Unreadable(format!("this scenario is for {other}")));
    }
    let (scenario, mut mistakes) = read(text, "", &["game"]);
    if named.is_some() {
        // A scenario that names its game may have been merged from several texts, so its line numbers would mislead.
        mistakes.iter_mut().for_each(|mistake| mistake.place = None);
    }
    scenario.filter(|_| mistakes.is_empty()).ok_or(SetupError::Misread(mistakes))
}
