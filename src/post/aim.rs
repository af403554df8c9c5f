//! What lines of orders are meant for.

use super::words::{END_MARKS, unmarked};

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

/// The turn of a line such as `TURN 7: BUILD 3 FI ON 1`, whose orders should stand below it.
pub fn turn_before_orders(line: &str) -> Option<u32> {
    let words: Vec<String> = unmarked(line).split_whitespace().map(str::to_uppercase).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["TURN" | "ROUND", number, _, ..] | ["FOR", "TURN" | "ROUND", number, _, ..] => number.trim_end_matches(END_MARKS).parse().ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::turn_before_orders;

    #[test]
    fn a_line_that_names_a_turn_and_more_has_its_orders_in_the_wrong_place() {
        for line in ["TURN 7: BUILD 3 FI ON 1", "- For round 7, build 3 FI ON 1", "turn 7 BUILD 3 FI"] {
            assert_eq!(turn_before_orders(line), Some(7), "{line}");
        }
        for line in ["TURN 7", "for turn 7:", "TURN TO 7 BUILD", "BUILD 3 FI ON 1", ""] {
            assert_eq!(turn_before_orders(line), None, "{line}");
        }
    }
}
