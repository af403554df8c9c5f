//! What a scenario can settle: the size of the board.

use serde::{Deserialize, Serialize};

use crate::abstract_games::Hexhex;

/// The settings of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Rulebook {
    /// Cells along each side: 4, 5 or 6; 2 and 3 are only for trying things out.
    pub size: u8,
}

impl Default for Rulebook {
    fn default() -> Rulebook {
        Rulebook { size: 5 }
    }
}

impl Rulebook {
    pub(super) fn board(&self) -> Result<&'static Hexhex, String> {
        Hexhex::of(self.size)
            .ok_or_else(|| format!("size = {}: a board has 4, 5 or 6 cells a side, or 2 or 3 for trying things out", self.size))
    }
}
