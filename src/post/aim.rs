//! What lines of orders are meant for.

/// What lines are meant for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aim {
    /// One turn, by the number that the player wrote; it may be open, past or yet to come.
    Turn(u32),
    /// Every turn for which no sheet comes; with `always`, the orders also come before those of every sheet.
    Standing {
        /// Written as `STANDING ALWAYS`.
        always: bool,
    },
    /// `STANDING OFF`.
    StandingOff,
}

impl Aim {
    /// The turn; `None` for standing orders.
    pub fn turn(self) -> Option<u32> {
        match self {
            Aim::Turn(turn) => Some(turn),
            Aim::Standing { .. } | Aim::StandingOff => None,
        }
    }
}
