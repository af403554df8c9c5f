//! B8: a revolt step by step.

use serde::Serialize;
use serde_json::Value;

use crate::engine::{Seen, Thrown};
use crate::games::empire_board::phases::throw_die;

/// A revolt with its die.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct RevoltSteps {
    /// As it was told.
    pub revolt: Value,
    /// B8.1: what the rulebook adds to the land troops that lack.
    pub bonus: i64,
    /// The stream of the die; absent where it is not known.
    pub thrown: Option<Thrown>,
}

/// The event, and its die again.
pub(super) fn steps(revolt: &Value, seen: &Seen<'_>) -> RevoltSteps {
    let number = |name: &str| revolt[name].as_i64().unwrap_or_default();
    let thrown = seen.stream(&format!("revolt/{}", number("planet"))).and_then(|mut dice| {
        let die = throw_die(&mut dice);
        (i64::from(die) == number("die")).then(|| Thrown::from(&dice))
    });
    let bonus = number("to_exceed").saturating_sub(number("population").saturating_sub(number("troops")));
    RevoltSteps { revolt: revolt.clone(), bonus, thrown }
}
