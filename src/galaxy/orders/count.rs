//! How many.

/// P3.1: a number, or as many as there are (`ALL` of what is sent, `MAX` of what is built).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Count {
    /// So many.
    Exactly(u32),
    /// As many as there are, or as can be paid for.
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

    /// As orders write it, with `all` for [`Count::All`].
    pub fn spelled(self, all: &str) -> String {
        self.number().map_or_else(|| all.to_owned(), |number| number.to_string())
    }
}
