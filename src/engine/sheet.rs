//! What a player's text was read as: orders, and what could not be read or will not work.

use serde::{Deserialize, Serialize};

/// A sheet of orders as read: the good lines stand whatever the others say.
#[derive(Debug, Clone, PartialEq)]
pub struct Sheet<O> {
    /// The orders in the order of the text.
    pub entries: Vec<OrderLine<O>>,
    /// What could not be read.
    pub problems: Vec<Problem>,
    /// Orders whose condition is not met, so that they are not given.
    pub unmet: Vec<Unmet>,
}

/// An order whose condition is not met as its sender sees things now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Unmet {
    /// The line in the player's text, from 1; 0 if it stood in an earlier text.
    pub line: u32,
    /// As it reads back.
    pub text: String,
}

/// One order and where it stood.
#[derive(Debug, Clone, PartialEq)]
pub struct OrderLine<O> {
    /// The line in the player's text, from 1; 0 if it stood in an earlier text.
    pub line: u32,
    /// The order that was read.
    pub order: O,
}

/// A line that could not be read: where, what was read, what was expected, what would be right.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// The line in the player's text, from 1.
    pub line: u32,
    /// The character in that line, from 1.
    pub column: u32,
    /// The whole line as the player wrote it, without what surrounds it.
    pub text: String,
    /// The word or words at which reading stopped; empty at the end of a line.
    pub found: String,
    /// What could have stood there, in the words of the order grammar.
    pub expected: String,
    /// The nearest legal spellings of `found`, or of the whole line; empty if nothing is near.
    pub nearest: Vec<String>,
    /// Nothing in the line is near an order: a greeting, a name, a word to the game master.
    pub talk: bool,
}

/// An order that reads well but cannot be carried out in full, as far as its sender can know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Doubt<R> {
    /// Index into [`Sheet::entries`], from 0.
    pub entry: usize,
    /// How much of it would be done, if it has a number.
    pub done: Option<u32>,
    /// How many were asked for, of what can be counted.
    pub asked: Option<u32>,
    /// The game's own reason, which templates put into words.
    pub reason: R,
    /// The rule that stands in the way, such as `P4.3`.
    pub rule: String,
    /// An order that would work instead, in canonical spelling.
    pub instead: Option<String>,
}

impl<O> Sheet<O> {
    /// A sheet without a line.
    pub fn empty() -> Sheet<O> {
        Sheet { entries: Vec::new(), problems: Vec::new(), unmet: Vec::new() }
    }

    /// The orders alone.
    pub fn orders(&self) -> impl Iterator<Item = &O> {
        self.entries.iter().map(|entry| &entry.order)
    }
}
