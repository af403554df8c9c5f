//! What is special about one game's cases: how they open, and what is on a planet's track.

use serde::de::DeserializeOwned;
use serde_json::Value;

/// The keys `opening.…` of a case.
pub(super) trait Opening: DeserializeOwned + Default {
    /// Its cases are the files of `tests/cases/<game>/`.
    const GAME: &'static str;
    /// The ids of the specification.
    const RULES: &'static str;
    /// Seats that are taken unless the case says which.
    const SEATS: &'static [u8];
    /// The places of a track as paths call them, orbit first.
    const TRACK: &'static [&'static str];

    /// The scenario file.
    ///
    /// # Errors
    /// When the case names one that is not there.
    fn scenario(&self) -> Result<String, String>;

    /// What is at a place, from a case's text to its form in a state; the empty text is an empty place.
    ///
    /// # Errors
    /// When the text does not have the form that the answer shows.
    fn parse_place(text: &Value) -> Result<Value, String>;

    /// The same back, in one canonical spelling; of a state or of a view.
    fn show_place(place: &Value) -> String;

    /// Makes room for a planet's new owner in `given`; `before` is still its owner.
    fn change_hands(planet: &mut Value, owner: &Value);
}
