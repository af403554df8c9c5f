//! What a player's text was read as: orders, what could not be read, and what will not work.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

/// A sheet of orders as read. Good lines stand whatever the others say.
#[derive(Debug, Clone, PartialEq)]
pub struct Sheet<O> {
    /// The orders in the order of the text.
    pub entries: Vec<OrderLine<O>>,
    /// What could not be read.
    pub problems: Vec<Problem>,
    /// Orders that are not given because their condition is not met.
    pub unmet: Vec<Unmet>,
}

/// An order whose condition is not met, as far as its sender can see.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Unmet {
    /// The line in the player's text, from 1; 0 if it stood in an earlier text.
    pub line: u32,
    /// The order in canonical spelling.
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

/// A line that could not be read: its place, what stood there, what was expected, and what would be right.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// The line in the player's text, from 1.
    pub line: u32,
    /// The character in that line, from 1.
    pub column: u32,
    /// The whole line as the player wrote it, without blanks around it.
    pub text: String,
    /// The words at which reading stopped; empty at the end of a line.
    pub found: String,
    /// What could have stood there, in the words of the grammar.
    pub expected: String,
    /// The nearest legal spellings of `found`, or of the whole line; empty if nothing is near.
    pub nearest: Vec<String>,
    /// Whether nothing in the line resembles an order: a greeting, a name, a word to the game master.
    pub talk: bool,
}

impl Problem {
    /// A whole line that does not stand, read to its end, with nothing near that would.
    pub fn of_line(line: u32, text: String, expected: String) -> Problem {
        Problem { line, column: 1, found: text.clone(), text, expected, nearest: Vec::new(), talk: false }
    }
}

/// An order that reads well but cannot be carried out in full, as far as its sender can know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Doubt<R> {
    /// Index into [`Sheet::entries`], from 0.
    pub entry: usize,
    /// How much of it would be done, if the order has a number.
    pub done: Option<u32>,
    /// How much was asked for, if the order has a number.
    pub asked: Option<u32>,
    /// The game's own reason, which templates put into words.
    pub reason: R,
    /// The rule that stands in the way, such as `P4.3`.
    pub rule: String,
    /// An order that would work instead, in canonical spelling.
    pub instead: Option<String>,
}

impl<O> Sheet<O> {
    /// A sheet without any line.
    pub fn empty() -> Sheet<O> {
        Sheet { entries: Vec::new(), problems: Vec::new(), unmet: Vec::new() }
    }

    /// The lines of the text that hold an order, one whose condition is not met included.
    pub fn order_lines(&self) -> BTreeSet<u32> {
        self.entries.iter().map(|entry| entry.line).chain(self.unmet.iter().map(|unmet| unmet.line)).collect()
    }

    /// The orders alone.
    pub fn orders(&self) -> impl Iterator<Item = &O> {
        self.entries.iter().map(|entry| &entry.order)
    }
}
