//! B3: a round as the rulebook's sequence of play, with one file for each phase.

mod battles;
mod building;
mod combat;
mod ending;
mod flights;
mod freight;
mod landings;
mod morale;
mod movement;
mod neutrals;
mod opening;
mod plan;
mod play;
mod politics;
mod production;
mod revolts;
mod sides;
mod standing;
mod wishes;

pub(super) use self::combat::throw_die;
pub(super) use self::sides::{Minds, Side, Sides};

use self::building::Idle;
use self::play::Play;
use super::event::{Event, Reason};
use super::order::Order;
use super::state::State;
use crate::engine::{Dice, Orders, Seat, Seed, Turn};
use crate::galaxy::after_the_end;

/// Plays one round. A game that has ended does not change (B11).
pub fn adjudicate(state: &State, orders: &Orders<Order>, dice: &Dice) -> Turn<State, Event, Reason> {
    if let Some(outcome) = &state.outcome {
        return after_the_end(state, outcome, orders);
    }
    let mut round = play::begin(state, orders, dice);
    opening::choose(&mut round); // B2.2, B2.4
    let Deployed { sequence, idle } = deploy(&mut round);
    let held = battles::fight(&mut round); // B6
    let taken = landings::land(&mut round, &sequence, &held); // B7
    freight::unload(&mut round, &sequence); // B4.4
    let unrest = revolts::revolt(&mut round, &taken); // B8
    production::produce(&mut round, &idle); // B5.5
    production::grow(&mut round, &unrest); // B5.6
    neutrals::refit(&mut round, &taken); // B10.1
    neutrals::send_pirates(&mut round); // B10.2
    ending::judge(&mut round); // B11
    round.end()
}

/// What the phases before the first battle hand on to those after it.
struct Deployed {
    /// B3.3: the order of movement.
    sequence: Vec<Seat>,
    /// B5.4: the factories that produce nothing.
    idle: Idle,
}

/// The phases between the opening's choices and the first battle. They throw no dice, and players compete in them only for the box and for places in
/// the order of movement.
fn deploy(round: &mut Play) -> Deployed {
    wishes::note(round); // B5.7, B6.2
    politics::declare(round); // B9.1
    let plan = plan::draw_up(round); // B3.2
    let sequence = movement::order(round); // B3.3
    flights::fly(round, &sequence); // B4
    building::build(round, plan, &sequence); // B5.3
    let idle = building::convert(round, &sequence); // B5.4
    Deployed { sequence, idle }
}

/// What a player can know of the coming round.
pub struct Foreseen {
    /// The position after the choices of the opening.
    pub opened: State,
    /// The round without its dice; orders of later phases have no fate yet.
    pub turn: Turn<State, Event, Reason>,
}

/// Plays the round up to the first battle.
pub fn foresee(state: &State, orders: &Orders<Order>) -> Foreseen {
    if let Some(outcome) = &state.outcome {
        return Foreseen { opened: state.clone(), turn: after_the_end(state, outcome, orders) };
    }
    let no_dice = Dice::new(Seed([0; 32]));
    let mut round = play::begin(state, orders, &no_dice);
    opening::choose(&mut round);
    let opened = round.state.clone();
    deploy(&mut round);
    Foreseen { opened, turn: round.end() }
}
