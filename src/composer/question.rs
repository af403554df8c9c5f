//! What can be asked.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

/// A question, tagged by `do`.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub(super) enum Question {
    /// Opens a view, for all questions that follow.
    Open {
        game: String,
        /// The version of the rules that the view is of.
        rules: u32,
        view: Value,
        /// The templates that answers are put into words with, by name.
        sources: BTreeMap<String, String>,
    },
    /// Reads a sheet.
    Read { text: String },
    /// Writes orders that were made as data.
    Write { orders: Vec<Value> },
    /// Draws the position of the view.
    Picture,
    /// Thinks a line of moves through, with what was touched for the next.
    Think {
        line: String,
        #[serde(default)]
        touched: Vec<String>,
    },
    /// Asks what a caretaker would order, in a game of two behind a line of moves.
    Caretake {
        #[serde(default)]
        line: String,
        salt: u64,
    },
    /// Renders a template that was given.
    Say { template: String, model: Value },
}
