//! Ashes of Empire, the board game by mail: rulesets `basic` and `extended`. Rules B1 to B12.

pub mod event;
pub mod forecast;
pub mod goods;
pub mod holdings;
mod kit;
pub mod order;
pub mod parse;
pub mod phases;
pub mod rulebook;
pub mod scenario;
pub mod state;
pub mod things;
pub mod track;
pub mod view;

mod caretaker;
mod explain;
mod scene;
mod story;

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use self::event::{Event, Reason};
use self::forecast::Forecast;
use self::order::Order;
use self::rulebook::Rulebook;
use self::scenario::Scenario;
use self::state::State;
use self::view::View;
use crate::engine::{
    Dice, Doubt, Explained, Explainer, Explaining, Explains, Forces, Game, Kit, MisreadForces, Moment, NearPlaces, Orders, Outcome,
    Remembered, Scene, Seat, SeatField, SeatSet, SeenTurn, SetupError, Sheet, Turn, Viewer,
};
use crate::galaxy::{LONGEST_FLIGHT, PublicNames, SpaceState};

/// The game, for the registry.
pub struct Empire;

impl Game for Empire {
    const ID: &'static str = "empire";
    const TITLE: &'static str = "Ashes of Empire, the board game";
    const RULES: u32 = 2;
    const KIT: &'static Kit = &kit::KIT;
    const UNDIGESTED: &'static [&'static str] = &["before"];
    const RULE_FIELDS: &'static [&'static str] = &["rulebook", "distance", "number", "printed_population"];
    const SEAT_FIELDS: &'static [SeatField] = &[
        SeatField::values("owner", &[(0, "neutral")]),
        SeatField::keys("track", &[(0, "neutral"), (9, "pirates")]),
        SeatField::keys("stances", &[]),
        SeatField::values("target", &[]),
        SeatField::values("targets_at", &[]),
        SeatField::keys("seats", &[]),
        SeatField::values("low", &[]),
        SeatField::values("high", &[]),
    ];
    const MEMORY: usize = LONGEST_FLIGHT;
    const TRIALS: bool = true;
    const UNIT: &'static str = "round";
    type Scenario = Scenario;
    type State = State;
    type Order = Order;
    type Parts = Order;
    type Event = Event;
    type Reason = Reason;
    type View = View;
    type Forecast = Forecast;

    /// B2: the opening needs no dice.
    fn setup(scenario: Scenario, seats: &BTreeMap<Seat, String>, _: &Dice) -> Result<State, SetupError> {
        scenario::set_up(scenario, seats)
    }

    fn to_move(state: &State) -> SeatSet {
        state.to_move()
    }

    fn parse(text: &str, view: &View) -> Sheet<Order> {
        parse::parse(text, view)
    }

    fn order_lines(text: &str, view: &View) -> BTreeSet<u32> {
        parse::order_lines(text, view)
    }

    fn parts(order: &Order) -> Order {
        order.clone()
    }

    fn forecast(sheet: &Sheet<Order>, view: &View) -> (Vec<Doubt<Reason>>, Forecast) {
        forecast::forecast(sheet, view)
    }

    fn picture_ahead(view: &View, forecast: &Forecast) -> Option<Scene> {
        scene::chart(view, &[]).foreseen(&forecast.flights)
    }

    fn caretaker(view: &View, salt: u64) -> Vec<Order> {
        caretaker::orders(view, salt)
    }

    fn adjudicate(state: &State, orders: &Orders<Order>, dice: &Dice) -> Turn<State, Event, Reason> {
        phases::adjudicate(state, orders, dice)
    }

    fn view(state: &State, viewer: Viewer) -> View {
        View::of(state, viewer)
    }

    fn echo_view(state: &State, _viewer: Viewer, numbers: &BTreeSet<u64>) -> impl Serialize {
        let planets = state.planets.iter().map(|planet| (planet.number, &planet.name));
        PublicNames::of(planets, state.players.iter().map(|(seat, player)| (*seat, &player.name)), numbers)
    }

    fn history(state: &State, _viewer: Viewer) -> Option<impl ExactSizeIterator<Item = impl Serialize>> {
        Some(state.history.iter())
    }

    fn seat(view: &View) -> Option<Seat> {
        view.me.as_ref().map(|me| me.seat)
    }

    fn scene(view: &View, memory: &[Remembered<Event, Order>]) -> Scene {
        scene::chart(view, memory).scene()
    }

    fn moments(view: &View, seen: &[Event], _: Viewer) -> Vec<Moment> {
        story::tell(view, seen)
    }

    fn outcome(state: &State) -> Option<Outcome> {
        state.outcome.clone()
    }

    fn turn(state: &State) -> u32 {
        state.turn
    }

    fn players(state: &State) -> BTreeMap<Seat, String> {
        state.players.iter().map(|(seat, player)| (*seat, player.name.clone())).collect()
    }

    fn rename(state: &mut State, seat: Seat, name: &str) {
        if let Some(player) = state.players.get_mut(&seat) {
            name.clone_into(&mut player.name);
        }
    }

    fn explainer() -> Option<&'static dyn Explainer> {
        Some(&Explaining::<Empire>::NEW)
    }
}

impl Explains for Empire {
    const TOPICS: &'static [&'static str] = &["battle", "landing", "revolt"];
    const FORCES: &'static str = explain::what_if::WORDS.example;

    fn explain(topic: &str, place: &str, seen: &SeenTurn<View, Event>) -> Result<Explained, NearPlaces> {
        explain::explain(topic, place, seen)
    }

    fn places(view: &View) -> Vec<String> {
        view.planets.iter().map(|planet| planet.number.to_string()).collect()
    }

    fn what_if(forces: &str, view: Option<&View>) -> Result<Forces, MisreadForces> {
        explain::what_if::play(forces, view.map_or(&Rulebook::extended(), |view| &view.rulebook))
    }
}
