//! P4: a turn as the rulebook's sequence of play, with one file for each phase.

pub mod workshop;

mod assault;
mod battles;
mod building;
mod flights;
mod gunnery;
mod landings;
mod loading;
mod meeting;
mod names;
mod neutrals;
mod play;
mod production;
mod ranking;
mod research;
mod revolts;
mod spies;
mod terms;
mod unloading;
mod victory;

use self::play::Play;
use super::event::{Event, Reason};
use super::order::Order;
use super::state::State;
use crate::engine::{Dice, Orders, Turn};
use crate::galaxy::after_the_end;

pub(super) use self::assault::{Assault, orbit_for_attackers};
pub(super) use self::gunnery::Ratio;
pub(super) use self::meeting::{Meeting, Volley, volleys};
pub(super) use self::revolts::{draw_temper, throw_damage};

/// Plays one turn. In each phase all planets and players act at once (P0). A game that has ended does not change (P10.3, P10.4).
pub(super) fn adjudicate(state: &State, orders: &Orders<Order>, dice: &Dice) -> Turn<State, Event, Reason> {
    if let Some(outcome) = &state.outcome {
        return after_the_end(state, outcome, orders);
    }
    let mut turn = Play::begin(state, State { turn: state.turn.saturating_add(1), ..state.clone() }, orders, dice);
    names::give_names(&mut turn); // P4.1
    terms::declare_terms(&mut turn); // P4.1
    research::research_and_spy(&mut turn); // P4.2
    loading::load_cargo(&mut turn); // P4.3
    flights::fly(&mut turn); // P4.4
    building::build(&mut turn); // P4.5
    revolts::revolt(&mut turn); // P4.6
    production::produce(&mut turn); // P4.7
    let orbits = battles::fight(&mut turn); // P4.8
    landings::land(&mut turn, &orbits); // P4.9
    unloading::unload(&mut turn); // P4.10
    ranking::rank(&mut turn); // P4.11
    victory::judge(&mut turn); // P4.11
    turn.end()
}
