//! How many things an order is about.

use serde::{Deserialize, Serialize};

/// P3.1: a number, or as many as there are (`ALL` of what is sent, `MAX` of what is built).
///
/// In JSON it is the number, or null for `All`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Option<u32>", into = "Option<u32>")]
pub enum Count {
    /// Exactly this many.
    Exactly(u32),
    /// As many as there are, or as many as can be paid for.
    All,
}

impl Count {
    /// The number, if one was written.
    pub fn number(self) -> Option<u32> {
        match self {
            Count::Exactly(number) => Some(number),
            Count::All => None,
        }
    }

    /// The count as orders spell it, with the word `all` for [`Count::All`].
    pub fn spelled(self, all: &str) -> String {
        self.number().map_or_else(|| all.to_owned(), |number| number.to_string())
    }
}

impl From<Option<u32>> for Count {
    fn from(number: Option<u32>) -> Count {
        number.map_or(Count::All, Count::Exactly)
    }
}

impl From<Count> for Option<u32> {
    fn from(count: Count) -> Option<u32> {
        count.number()
    }
}
