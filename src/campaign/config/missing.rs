//! `missing` of `[policy]`: what is played for a seat without a sheet.

use serde::{Deserialize, Serialize};

/// What is played for a seat without a sheet, if all play at once.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MissingPolicy {
    /// Nothing but the orders that always stand.
    Hold,
    /// The standing orders, if there are any.
    #[default]
    Standing,
    /// The standing orders; if there are none, the orders of the game's caretaker. This also holds for vacant seats.
    Caretaker,
}
