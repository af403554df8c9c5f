//! What the office would have understood in a line that it reads itself, and no game.

use serde::Serialize;

use crate::office::cabinet::desk::Campaign;
use crate::office::cabinet::error::DeskError;

/// The reason why the office does not take a line. The template says what it would have taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(in crate::office) enum Expected {
    /// It says NO ORDERS, and there are orders too.
    NoOrdersAlone,
    /// It says SEALED, and there are orders too.
    SealedAlone,
    /// It is to be played later, and nobody may read what a player plans.
    NoPlans,
    /// It is near a command of the house, but says more.
    CommandAlone,
    /// The command as it is carried out: a question mark after it makes it a question.
    NoQuestion,
    /// It is a move, and the email ends the game or takes a move back, too.
    MoveOrEnd,
    /// It is a command, inside a block for another turn.
    OrdersAlone,
    /// Its orders are for another turn, and stand on the same line as TURN and its number.
    TurnAlone { turn: u32 },
}

impl Campaign {
    /// The words for it, as they follow `expected`.
    ///
    /// # Errors
    /// When the program's own template cannot be rendered.
    pub(in crate::office) fn words_for(&self, expected: Expected) -> Result<String, DeskError> {
        Ok(self.templates.text("shared/expected", &expected)?.trim_end().to_owned())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::render::Templates;

    #[test]
    fn every_line_that_is_not_taken_has_words() {
        let templates = Templates::shared(&BTreeMap::new()).unwrap();
        for (expected, words) in [
            (Expected::NoOrdersAlone, "a sheet without orders below it, or no such line"),
            (Expected::SealedAlone, "SEALED in an email without orders: those beside it came in clear, and count as they are"),
            (Expected::NoPlans, "no conditional moves: this campaign takes none, because its game master could read them"),
            (Expected::CommandAlone, "a command alone on its line"),
            (Expected::NoQuestion, "the command without a question mark: with one, nothing is done"),
            (
                Expected::MoveOrEnd,
                "either a move or a line that ends the game or takes a move back (DRAW YES, ABORT, TAKEBACK); your email has both, so neither counts",
            ),
            (Expected::TurnAlone { turn: 7 }, "TURN 7 alone on its line, the orders for that turn on the lines below it, and then END"),
            (Expected::OrdersAlone, "orders alone in this block: write a command outside it, below its END"),
        ] {
            assert_eq!(templates.text("shared/expected", &expected).unwrap().trim_end(), words);
        }
    }
}
