//! P4.2: what research and spies cost. Whether they succeed is up to the dice.

use super::foresight::Foresight;
use crate::games::empire_postal::event::Reason;
use crate::games::empire_postal::order::{Goal, Order};

/// P9.2: the price of a spy in political points.
const SPY_PRICE: u32 = 7;
/// P9.1: the limit of FM and TM.
const HIGHEST_MORALE: i32 = 150;

/// Fills lines in the order given, with the points from before this turn's are earned. Returns the points spent.
pub(super) fn spend(foresight: &mut Foresight<'_>) -> u32 {
    let mut spent = 0;
    for (entry, order) in foresight.orders.clone() {
        spent += match order {
            Order::Research { points, goal } => research(foresight, entry, *points, *goal, spent),
            Order::Spy { .. } => spy(foresight, entry, order, spent),
            _ => 0,
        };
    }
    spent
}

/// Returns the points that it costs.
fn research(foresight: &mut Foresight<'_>, entry: usize, points: u32, goal: Goal, spent: u32) -> u32 {
    let is_at_maximum = match goal {
        Goal::ProductionRate { planet } if !foresight.is_own(planet) => {
            foresight.filled(entry, "P9.1", (points, 0), Reason::NotYourPlanet { planet }, |_| None);
            return 0;
        }
        Goal::ProductionRate { .. } => false,
        Goal::FighterMorale => foresight.me.fighter_morale >= HIGHEST_MORALE,
        Goal::TransporterMorale => foresight.me.transporter_morale >= HIGHEST_MORALE,
    };
    let available = points_left(foresight, spent);
    let affordable = points.min(u32::try_from(available).unwrap_or(0));
    let (done, reason) =
        if is_at_maximum && affordable > 0 { (0, Reason::AtMaximum) } else { (affordable, Reason::TooFewPoints { available }) };
    foresight.filled(entry, "P9.1", (points, done), reason, |points| Some(Order::Research { points, goal }));
    done
}

fn spy(foresight: &mut Foresight<'_>, entry: usize, order: &Order, spent: u32) -> u32 {
    let Order::Spy { on } = order else { return 0 };
    let available = points_left(foresight, spent);
    if foresight.is_own(*on) {
        foresight.fail(entry, "P9.2", Reason::YourOwnPlanet { planet: *on });
        0
    } else if i64::from(available) < i64::from(SPY_PRICE) {
        foresight.fail(entry, "P9.2", Reason::TooFewPoints { available });
        0
    } else {
        SPY_PRICE
    }
}

fn points_left(foresight: &Foresight<'_>, spent: u32) -> i32 {
    foresight.me.political_points.saturating_sub_unsigned(spent)
}
