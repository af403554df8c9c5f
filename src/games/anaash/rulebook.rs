//! What a scenario can settle: the size of the board.

use serde::{Deserialize, Serialize};

use crate::abstract_games::Squares;

/// The boards that the notation bears: files to p, and 256 squares.
const SIZES: std::ops::RangeInclusive<u8> = 4..=16;

/// A1: the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Rulebook {
    /// Squares a side: even, from 4 to 16.
    pub size: u8,
}

impl Default for Rulebook {
    fn default() -> Rulebook {
        Rulebook { size: 6 }
    }
}

impl Rulebook {
    /// A1: an even number of squares a side.
    pub(super) fn board(self) -> Result<Squares, String> {
        let Rulebook { size } = self;
        if SIZES.contains(&size) && size % 2 == 0 {
            Ok(Squares { files: size, ranks: size })
        } else {
            Err(format!("a board of size {size} cannot be: expected an even size from {} to {}", SIZES.start(), SIZES.end()))
        }
    }
}
