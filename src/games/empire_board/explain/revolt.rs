//! B8: explains a revolt step by step.

use serde::Serialize;

use crate::engine::{SeenTurn, Thrown};
use crate::games::empire_board::event::Event;
use crate::games::empire_board::phases::throw_die;
use crate::games::empire_board::view::View;

/// A revolt with its die.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct RevoltSteps<'e> {
    /// The event.
    pub revolt: &'e Event,
    /// B8.1: what the rulebook adds to the missing land troops.
    pub bonus: u32,
    /// The stream of the die; `None` if the seed is not known.
    pub thrown: Option<Thrown>,
}

/// The event, with its die thrown again; `None` for an event of another kind.
pub(super) fn steps<'e>(event: &'e Event, seen: &SeenTurn<View, Event>) -> Option<RevoltSteps<'e>> {
    let Event::Revolt { planet, population, troops, die, to_exceed, .. } = event else { return None };
    let thrown = seen.stream(&format!("revolt/{planet}")).and_then(|mut dice| {
        let again = throw_die(&mut dice);
        (again == *die).then(|| Thrown::from(&dice))
    });
    let bonus = to_exceed.saturating_sub(population.saturating_sub(*troops));
    Some(RevoltSteps { revolt: event, bonus, thrown })
}
