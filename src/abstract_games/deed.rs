//! What a step did, typed; templates put it into words.

use serde::{Deserialize, Serialize};

/// One thing that a step did. Cells are named as in the notation, sides by name (`White`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "deed", rename_all = "snake_case")]
#[allow(missing_docs, reason = "cells and sides as above; `pieces` counts those that moved, or stand there now")]
pub enum Deed {
    /// New pieces came onto the board: a 0-stack of `from` that grew on its way to `to`.
    Entered { from: String, to: String, pieces: u32 },
    /// A placed piece.
    Placed { piece: PieceName, cell: String },
    /// A whole stack or single piece moved.
    Moved { from: String, to: String, pieces: u32 },
    /// Part of a stack moved; `left` stayed.
    Split { from: String, to: String, pieces: u32, left: u32 },
    /// It has `pieces` now, `by` more.
    Grew { cell: String, by: u32, pieces: u32 },
    /// It has `pieces` now, `by` fewer.
    Shrank { cell: String, by: u32, pieces: u32 },
    /// The reproduction tax took so many of the pieces that arrived.
    Taxed { cell: String, by: u32, pieces: u32 },
    /// It lost its last piece.
    Dissolved { cell: String },
    /// A stack left the game, of the enemy's or one's own.
    Captured { cell: String, side: String, pieces: u32, own: bool },
    /// Own stacks became one.
    Stacked { cell: String, pieces: u32 },
    /// Enemy stacks that must be moved on.
    TookHostages { cells: Vec<String> },
    /// A piece became one of the next colour.
    Became { cell: String, piece: PieceName, was: PieceName },
    /// A piece came to stand on another.
    Capped { cell: String, piece: PieceName },
    /// A line or stack of one colour left the board and scored.
    Bagged { colour: String, pieces: u32, cells: Vec<String>, points: u32 },
}

/// A pyramid, in words and as the notation has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PieceName {
    /// `green queen`
    pub name: String,
    /// `gQ`
    pub notation: String,
}
