//! Flight tracks as this game has them (P4.4).

use super::order::Cargo;
use crate::galaxy::{self, Power};

/// Positions on a flight track: the orbit `I`, then `D`, `D+1`, `D+2`, `D+3`.
pub const TRACK_LENGTH: usize = 5;

/// P12: cargo ships have no owner under way.
pub type Position = galaxy::Position<Power, Cargo>;
