//! An abstract game played by correspondence: one seat moves, and its move is played when it arrives. Rules C1 to C8 and C11
//! (`docs/correspondence.md`).

mod ahead;
mod caretaker;
mod disclosed;
mod event;
mod lines;
mod nearest;
mod order;
mod parse;
mod play;
mod position;
mod shown;
mod state;
mod stored;
mod view;

use std::collections::BTreeMap;
use std::marker::PhantomData;

pub use event::{Event, Reason, StepTaken};
pub use order::{Order, Plan, PlannedTurn, Ply};
pub use position::SeatedPosition;
pub use state::{Ended, How, ScoreEntry, State};
pub use view::{Forecast, View};

use super::{AbstractGame, Scenario, Stepping};
use crate::engine::{
    Choices, Decision, Dice, Doubt, Game, Kit, LineAhead, Moves, OrderLine, Orders, Outcome, Pace, PlayedMove, Prospect, Remembered, Scene,
    Seat, SeatSet, SetupError, Sheet, Stepwise, Turn, Viewer,
};

/// Makes a [`Game`] of an [`AbstractGame`].
pub struct Correspondence<G>(PhantomData<fn() -> G>);

impl<G: AbstractGame> Game for Correspondence<G> {
    const ID: &'static str = G::ID;
    const TITLE: &'static str = G::TITLE;
    const RULES: u32 = G::RULES;
    const CREDIT: Option<&'static str> = Some(G::CREDIT);
    const KIT: &'static Kit = G::KIT;
    const TEMPLATES: &'static str = "abstract_games";
    const UNIT: &'static str = "move";
    const PACE: Pace = Pace::Alternating;
    const UNDIGESTED: &'static [&'static str] = &["rulebook", "last"];
    const KNOWS_DRAWS: bool = G::KNOWS_DRAWS;
    type Scenario = Scenario<G::Rulebook>;
    type State = State<G>;
    type Order = Order<G::Step>;
    type Parts = Order<String>;
    type Event = Event;
    type Reason = Reason;
    type View = View<G>;
    type Forecast = Forecast;

    fn setup(scenario: Self::Scenario, seats: &BTreeMap<Seat, String>, _dice: &Dice) -> Result<State<G>, SetupError> {
        State::open(scenario, seats)
    }

    fn to_move(state: &State<G>) -> SeatSet {
        state.to_move().into_iter().collect()
    }

    fn parse(text: &str, view: &View<G>) -> Sheet<Self::Order> {
        parse::parse(text, view)
    }

    fn parts(order: &Self::Order) -> Order<String> {
        order.in_text()
    }

    /// Moves that read are legal, so there is nothing to doubt.
    fn forecast(sheet: &Sheet<Self::Order>, view: &View<G>) -> (Vec<Doubt<Reason>>, Forecast) {
        (Vec::new(), view.forecast(sheet))
    }

    fn look_ahead(view: &View<G>, line: &str) -> Option<LineAhead> {
        Some(ahead::look_ahead(view, line))
    }

    fn choices(view: &View<G>, line: &str, touched: &[String]) -> Option<Choices> {
        Some(ahead::choices(view, line, touched))
    }

    fn answer(view: &View<G>, line: &str, salt: u64) -> Option<String> {
        ahead::answer(view, line, salt)
    }

    fn prospect(forecast: &Forecast) -> Prospect {
        forecast.prospect()
    }

    fn actor(event: &Event) -> Option<Seat> {
        event.actor()
    }

    fn resignation() -> Option<Self::Order> {
        Some(Order::Resign)
    }

    fn resigned(event: &Event) -> Option<Seat> {
        match event {
            Event::Resigned { seat, .. } => Some(*seat),
            _ => None,
        }
    }

    fn seats_by_side(state: &State<G>) -> Vec<Seat> {
        state.game.holders.to_vec()
    }

    fn merge(earlier: Vec<OrderLine<Self::Order>>, later: Vec<OrderLine<Self::Order>>) -> Vec<OrderLine<Self::Order>> {
        order::merge(earlier, later)
    }

    fn is_move(order: &Self::Order) -> bool {
        matches!(order, Order::Move(_))
    }

    fn note(order: &Self::Order) -> Option<&str> {
        match order {
            Order::Note(text) => Some(text),
            _ => None,
        }
    }

    /// C3: conditional moves wait for moves of the opponent.
    fn waits(order: &Self::Order) -> bool {
        matches!(order, Order::Plan(_))
    }

    /// C1, C5: a move is played when it arrives, and a resignation takes effect at once.
    fn plays_at_once(view: &View<G>, orders: &Orders<Self::Order>) -> bool {
        let Some(mover) = view.to_move() else { return false };
        let makes_turn = |seat, order: &Self::Order| *order == Order::Resign || seat == mover && Self::is_move(order);
        orders.iter().any(|(seat, orders)| orders.iter().any(|order| makes_turn(*seat, order)))
    }

    fn caretaker(view: &View<G>, salt: u64) -> Vec<Self::Order> {
        caretaker::orders(view, salt)
    }

    fn adjudicate(state: &State<G>, orders: &Orders<Self::Order>, _dice: &Dice) -> Turn<State<G>, Event, Reason> {
        play::adjudicate(state, orders)
    }

    /// C3, C4: notes and unplayed conditional moves are never published.
    fn disclosed(orders: &Orders<Self::Order>, played: &Turn<State<G>, Event, Reason>) -> Option<Orders<Self::Order>> {
        Some(disclosed::orders(orders, &played.state))
    }

    fn view(state: &State<G>, viewer: Viewer) -> View<G> {
        View::of(state, viewer)
    }

    fn seat(view: &View<G>) -> Option<Seat> {
        view.seat()
    }

    fn scene(view: &View<G>, _: &[Remembered<Self::Event, Self::Order>]) -> Scene {
        view.scene()
    }

    fn outcome(state: &State<G>) -> Option<Outcome> {
        state.outcome()
    }

    fn decision(state: &State<G>) -> Decision {
        state.decision()
    }

    fn turn(state: &State<G>) -> u32 {
        state.turn
    }

    fn players(state: &State<G>) -> BTreeMap<Seat, String> {
        state.players.clone()
    }

    fn moves(state: &State<G>) -> Option<Moves> {
        let rows = shown::rows(&state.score).into_iter().map(|row| (row.first, row.second));
        let count = |counts: fn(&ScoreEntry) -> bool| {
            let of = |seat: &Seat| state.score.iter().filter(|played| played.seat == *seat && counts(played)).count() as u32;
            state.players.keys().map(|seat| (*seat, of(seat))).collect()
        };
        let made = |played: &ScoreEntry| PlayedMove { turn: played.turn, seat: played.seat, text: played.text.clone() };
        Some(Moves {
            opening: state.opening.clone(),
            rows: rows.collect(),
            made: count(|_| true),
            sent: count(|played| !played.planned),
            played: state.score.iter().map(made).collect(),
        })
    }

    fn whole_move(view: &View<G>) -> Option<Order<G::Step>> {
        view.whole_move().map(Order::Move)
    }

    fn plans(view: &View<G>) -> Vec<String> {
        view.plans()
    }

    fn forgetting(state: &State<G>, seat: Seat) -> Option<Order<G::Step>> {
        state.plans.contains_key(&seat).then_some(Order::Forget)
    }

    /// C11: after a takeback, what was sent for other positions no longer counts.
    fn drop_plans(state: &mut State<G>) {
        state.plans.clear();
    }

    fn rename(state: &mut State<G>, seat: Seat, name: &str) {
        if let Some(known) = state.players.get_mut(&seat) {
            name.clone_into(known);
        }
    }

    fn stepwise() -> Option<&'static dyn Stepwise> {
        Some(Stepping::<G>::ENTRY)
    }
}
