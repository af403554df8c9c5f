//! Scenario files: what all games have in them alike, and the rest as the type of a game.

use serde::de::DeserializeOwned;
use toml::{Table, Value};

use crate::engine::SetupError;
use crate::engine::document::read;

/// What a scenario says of itself, whichever game it is for; a text that is no TOML says nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScenarioHead {
    /// Whose it is, if it says so.
    pub game: Option<String>,
    /// What it calls itself; empty if it does not say.
    pub title: String,
    /// How many seats it has; 2 if it does not say.
    pub seats: u8,
}

impl ScenarioHead {
    /// Reads what the text of a scenario says of itself. Never fails.
    pub fn of(text: &str) -> ScenarioHead {
        let table: Table = toml::from_str(text).unwrap_or_default();
        let said = |key: &str| table.get(key).and_then(Value::as_str).map(str::to_owned);
        let seats = table.get("seats").and_then(Value::as_integer).and_then(|seats| u8::try_from(seats).ok());
        ScenarioHead { game: said("game"), title: said("title").unwrap_or_default(), seats: seats.filter(|seats| *seats > 0).unwrap_or(2) }
    }
}

/// Reads a scenario, unless it says that it is another game's.
///
/// # Errors
/// When it is, or does not read.
pub fn read_scenario<S: DeserializeOwned>(game: &str, text: &str) -> Result<S, SetupError> {
    let named = toml::from_str::<Table>(text).ok().and_then(|table| table.get("game")?.as_str().map(str::to_owned));
    if let Some(other) = named.as_ref().filter(|named| *named != game) {
        return Err(SetupError::Unreadable(format!("this scenario is for {other}")));
    }
    let (scenario, mut mistakes) = read(text, "", &["game"]);
    if named.is_some() {
        // One that says whose it is may have been merged of several texts: lines of it would tell nothing.
        mistakes.iter_mut().for_each(|mistake| mistake.place = None);
    }
    scenario.filter(|_| mistakes.is_empty()).ok_or(SetupError::Misread(mistakes))
}
