//! `missing` of `[policy]`: what is played for a seat without a sheet.

use serde::{Deserialize, Serialize};

/// What is played for a seat without a sheet, where all play at once.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MissingPolicy {
    /// Nothing, but for orders that stand always.
    Hold,
    /// Standing orders, and nothing where there are none.
    #[default]
    Standing,
    /// Standing orders, and where there are none what the game's caretaker orders; so for vacant seats, too.
    Caretaker,
}
