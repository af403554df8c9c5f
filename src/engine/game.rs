//! What a game's author writes.

use std::collections::BTreeMap;
use std::fmt::{Debug, Display};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{
    Choices, Decision, Dice, Doubt, Explainer, Kit, LineAhead, Moment, Moves, OrderLine, Orders, Outcome, Remembered, Scene, Seat, SeatSet,
    SetupError, Sheet, Stepwise, Turn, Viewer,
};

/// A game: pure, deterministic and total. See `DESIGN` in `ARCHITECTURE.md` for what it may not know.
pub trait Game: Sized + 'static {
    /// The name in campaign files and templates, such as `empire_postal`.
    const ID: &'static str;
    /// The name that people read.
    const TITLE: &'static str;
    /// Bumped when equal orders could give a different result.
    const RULES: u32;
    /// A sentence that names the author, for every report and page, where the author asks for it.
    const CREDIT: Option<&'static str> = None;
    /// Its words and scenarios.
    const KIT: &'static Kit;
    /// The folder of its report's templates; games that report alike share one.
    const TEMPLATES: &'static str = Self::ID;
    /// What players call a turn: `turn`, `round` or `move`.
    const UNIT: &'static str = "turn";
    /// Of how many turns the picture of a position tells, the last one first.
    const MEMORY: usize = 0;
    /// Fields of a view that follow from the scenario and the moves, and that journals leave out of a view's digest: they came to views later,
    /// and a journal that was written before must go on agreeing with its replay.
    const UNDIGESTED: &'static [&'static str] = &[];
    /// Fields of a state that hold the rules by which the game is played: whatever was played before was played by them, so that no hand
    /// edits them.
    const RULE_FIELDS: &'static [&'static str] = &[];
    /// What a turn waits for; the sheets of all unless a game says otherwise.
    const PACE: Pace = Pace::Simultaneous;
    /// Whether the page for writing orders plays it for trial, turn after turn, where nobody plays: its states and adjudication come along to the
    /// browser. Games of two play on from one view.
    const TRIALS: bool = false;
    /// Whether a game of two may end in a draw by its rules.
    const KNOWS_DRAWS: bool = false;
    /// What a scenario file says, besides whose it is; `title` and `seats` of every game are what [`super::ScenarioHead`] reads.
    type Scenario: DeserializeOwned + Serialize;
    /// The whole position, with all that is hidden in it.
    type State: Serialize + DeserializeOwned + Clone + PartialEq + Debug + Send + Sync;
    /// Canonical text is `Display`, and reading it back gives the same order.
    type Order: Display + Clone + PartialEq + Debug;
    /// An order in pieces, for programs that neither read nor spell orders: plain data that is spelled like the order it was made of.
    type Parts: Serialize + DeserializeOwned + Display;
    /// What happened, typed; its wording lives in templates. Serialized with a `kind` tag.
    type Event: Serialize + DeserializeOwned + Clone + PartialEq + Debug;
    /// Why an order was cut short or will be. Serialized with a `reason` tag.
    type Reason: Serialize + DeserializeOwned + Clone + PartialEq + Debug;
    /// What one viewer may know: all that reading a sheet, foreseeing it, drawing and the caretaker need. Read back from JSON it does the same.
    type View: Serialize + DeserializeOwned;
    /// What a sheet would lead to, as far as its sender can know.
    type Forecast: Serialize;

    /// The opening position. `seats` are the occupied ones with their players' names.
    ///
    /// # Errors
    /// When the scenario contradicts itself or cannot seat these players.
    fn setup(scenario: Self::Scenario, seats: &BTreeMap<Seat, String>, dice: &Dice) -> Result<Self::State, SetupError>;

    /// The seats whose orders the next turn waits for: all who play, or the one whose move it is.
    fn to_move(state: &Self::State) -> SeatSet;

    /// Reads any text; what cannot be read becomes a problem with its place, never a panic.
    fn parse(text: &str, view: &Self::View) -> Sheet<Self::Order>;

    /// The pieces of an order.
    fn parts(order: &Self::Order) -> Self::Parts;

    /// What will not work, and the sums that say why, judged by what the sender can see.
    fn forecast(sheet: &Sheet<Self::Order>, view: &Self::View) -> (Vec<Doubt<Self::Reason>>, Self::Forecast);

    /// What of a forecast the house must know to answer a sheet.
    fn prospect(_forecast: &Self::Forecast) -> Prospect {
        Prospect::default()
    }

    /// What the viewer would see if all went as foreseen, where only a picture shows it and [`Game::prospect`] does not: drawing one takes
    /// longer than reading the sheet. `None` if it would show nothing new.
    fn picture_ahead(_view: &Self::View, _forecast: &Self::Forecast) -> Option<Scene> {
        None
    }

    /// Follows a line of moves from the position that a view shows; nothing is played. `None` where moves do not alternate.
    fn look_ahead(_view: &Self::View, _line: &str) -> Option<LineAhead> {
        None
    }

    /// The same line, with what can be touched next where these cells of the board have been touched. `None` where moves do not alternate.
    fn choices(_view: &Self::View, _line: &str, _touched: &[String]) -> Option<Choices> {
        None
    }

    /// The move that a caretaker would make behind a line of moves, for either side; `None` where there is none to make.
    fn answer(_view: &Self::View, _line: &str, _salt: u64) -> Option<String> {
        None
    }

    /// What counts when a seat sends another sheet for the same turn: the later one, whole.
    fn merge(_earlier: Vec<OrderLine<Self::Order>>, later: Vec<OrderLine<Self::Order>>) -> Vec<OrderLine<Self::Order>> {
        later
    }

    /// Whether an order is a move, which is meant for the position that its sender saw and for no other.
    fn is_move(_order: &Self::Order) -> bool {
        false
    }

    /// Whether an order may wait for moves of others, and would tell them its sender's mind if they could read it.
    fn waits(_order: &Self::Order) -> bool {
        false
    }

    /// Whether these sheets make a turn by themselves, so that nothing is waited for. It depends on what everybody sees: any view will do.
    fn plays_at_once(_view: &Self::View, _orders: &Orders<Self::Order>) -> bool {
        false
    }

    /// The order by which a player gives the game up; `None` where no order does. Where moves alternate every game has one.
    fn resignation() -> Option<Self::Order> {
        None
    }

    /// The seat that caused an event, where the other players learn by the event what it did.
    fn actor(_event: &Self::Event) -> Option<Seat> {
        None
    }

    /// Who gives the game up in an event.
    fn resigned(_event: &Self::Event) -> Option<Seat> {
        None
    }

    /// What a caretaker orders for the viewer's seat, whose player sends nothing: the declared policy of this game. It looks after what is
    /// there and starts no war. Pure and total: equal views and salts give equal orders, which read back without a problem; the salt
    /// decides between orders that it rates equally. A seat that cannot give orders gets none.
    fn caretaker(view: &Self::View, salt: u64) -> Vec<Self::Order>;

    /// Plays one turn.
    fn adjudicate(state: &Self::State, orders: &Orders<Self::Order>, dice: &Dice) -> Turn<Self::State, Self::Event, Self::Reason>;

    /// What of a turn's orders may be told once the game is over, if not all of it: orders with which the turn plays out alike for the
    /// public. `None` where all of them may.
    fn disclosed(_orders: &Orders<Self::Order>, _played: &Turn<Self::State, Self::Event, Self::Reason>) -> Option<Orders<Self::Order>> {
        None
    }

    /// What a viewer may know of a position.
    fn view(state: &Self::State, viewer: Viewer) -> Self::View;

    /// The player whose view it is; `None` for the public and the game master.
    fn seat(view: &Self::View) -> Option<Seat>;

    /// The picture that goes with a view. `memory` has what its viewer knows of the last [`Game::MEMORY`] turns, the last one first; of
    /// fewer at the beginning of a game, and where a position is looked at by itself.
    fn scene(view: &Self::View, memory: &[Remembered<Self::Event, Self::Order>]) -> Scene;

    /// What a viewer would tell first about a turn, the most urgent first, made of what they saw happen in it and of what they know now.
    fn moments(_view: &Self::View, _seen: &[Self::Event], _viewer: Viewer) -> Vec<Moment> {
        Vec::new()
    }

    /// How the game ended, once it has.
    fn outcome(state: &Self::State) -> Option<Outcome>;

    /// How a game that is over was decided; of one that goes on it means nothing.
    fn decision(_state: &Self::State) -> Decision {
        Decision::Played
    }

    /// Turns adjudicated so far.
    fn turn(state: &Self::State) -> u32;

    /// The players' names, as reports show them.
    fn players(state: &Self::State) -> BTreeMap<Seat, String>;

    /// In a game of two sides who holds each, the first one first; empty in all others.
    fn seats_by_side(_state: &Self::State) -> Vec<Seat> {
        Vec::new()
    }

    /// The moves of a game whose moves alternate, as they can be written down and played again.
    fn moves(_state: &Self::State) -> Option<Moves> {
        None
    }

    /// Drops what players have sent for later positions, such as conditional moves; nothing else changes.
    fn drop_plans(_state: &mut Self::State) {}

    /// Gives the player of a seat another name, such as that of another person; nothing else changes.
    fn rename(state: &mut Self::State, seat: Seat, name: &str);

    /// The game without seats and turns, if its moves can be listed.
    fn stepwise() -> Option<&'static dyn Stepwise> {
        None
    }

    /// How its fights are computed, if it has any.
    fn explainer() -> Option<&'static dyn Explainer> {
        None
    }
}

/// What a sheet leads to, in a house that knows no game.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Prospect {
    /// The sheet gives the game up.
    pub resigns: bool,
    /// The game is over after it.
    pub ends_game: bool,
    /// What the position will look like, if that can be told.
    pub ahead: Option<Scene>,
}

/// What a turn waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    /// All sheets are opened at the deadline.
    Simultaneous,
    /// One seat moves; its move is played when it arrives, and the clock runs for it alone.
    Alternating,
}
