//! What a scenario can settle: the size of the board.

use serde::{Deserialize, Serialize};

use crate::abstract_games::Squares;

/// The boards that the notation can express: files up to p, and at most 256 squares.
const SIZES: std::ops::RangeInclusive<u8> = 4..=16;

/// A1: the size of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Rulebook {
    /// Squares along each side: an even number from 4 to 16.
    pub size: u8,
}

impl Default for Rulebook {
    fn default() -> Rulebook {
        Rulebook { size: 6 }
    }
}

impl Rulebook {
    /// A1: the board; fails for an odd or impossible size.
    pub(super) fn board(self) -> Result<Squares, String> {
        let Rulebook { size } = self;
        if SIZES.contains(&size) && size % 2 == 0 {
            Ok(Squares { files: size, ranks: size })
        } else {
            Err(format!("a board of size {size} cannot be: expected an even size from {} to {}", SIZES.start(), SIZES.end()))
        }
    }
}
