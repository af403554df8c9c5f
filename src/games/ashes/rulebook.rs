//! What a scenario can settle: the size of the board, and when removed stacks count for the tax.

use serde::{Deserialize, Serialize};

use crate::abstract_games::Hexhex;

/// The settings of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Rulebook {
    /// Cells along each side, from 3 to 6; 2 is only for trying things out.
    pub size: u8,
    /// S1: which count of removed stacks is the tax of a move.
    pub tax: Tax,
}

/// S1: when the stacks that a player has removed count for the tax.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tax {
    /// When the move begins, so that the tax is known when the move is written.
    Before,
    /// After the move has removed its stack.
    After,
}

impl Default for Rulebook {
    fn default() -> Rulebook {
        Rulebook { size: 5, tax: Tax::Before }
    }
}

impl Rulebook {
    pub(super) fn board(self) -> Result<&'static Hexhex, String> {
        Hexhex::of(self.size)
            .ok_or_else(|| format!("size = {}: a board has from 3 to 6 cells a side, or 2 for trying things out", self.size))
    }
}
