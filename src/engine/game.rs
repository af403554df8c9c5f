//! The typed contract that a game's author implements.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{Debug, Display};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{
    Choices, Decision, Dice, Doubt, Explainer, Kit, LineAhead, Moment, Moves, OrderLine, Orders, Outcome, Remembered, Scene, Seat,
    SeatField, SeatSet, SetupError, Sheet, Stepwise, Turn, Viewer,
};

/// A game: pure, deterministic and total. The invariants in `ARCHITECTURE.md` say what it may not know.
pub trait Game: Sized + 'static {
    /// The name in campaign files and templates, such as `empire_postal`.
    const ID: &'static str;
    /// The name that people read.
    const TITLE: &'static str;
    /// Bumped when equal orders could give a different result.
    const RULES: u32;
    /// A sentence that names the author, for every report and page; `None` if the author does not ask for it.
    const CREDIT: Option<&'static str> = None;
    /// Its templates, helpers and scenarios.
    const KIT: &'static Kit;
    /// The folder of its report's templates; games that report alike share one.
    const TEMPLATES: &'static str = Self::ID;
    /// What players call a turn: `turn`, `round` or `move`.
    const UNIT: &'static str = "turn";
    /// How many of the last turns the picture of a position shows.
    const MEMORY: usize = 0;
    /// Fields of a view that its digest in the journal leaves out. They follow from the scenario and the orders, and were added to views later:
    /// digesting them would make older journals disagree with their replay.
    const UNDIGESTED: &'static [&'static str] = &[];
    /// Fields anywhere in a state that hold the rules of this game, its map and its hidden dice. Nobody may edit them, since everything so far was
    /// played by them.
    const RULE_FIELDS: &'static [&'static str] = &[];
    /// Fields anywhere in a state that name players. No edit puts a seat there that nobody has.
    const SEAT_FIELDS: &'static [SeatField] = &[];
    /// What a turn waits for; by default the sheets of all.
    const PACE: Pace = Pace::Simultaneous;
    /// Whether the page for writing orders can play the game for trial, turn after turn. This brings its states and adjudication into the browser.
    /// Games of two sides need no trials, since they can be played on from one view.
    const TRIALS: bool = false;
    /// Whether a game of two may end in a draw by its rules.
    const KNOWS_DRAWS: bool = false;
    /// What a scenario file holds besides what [`super::ScenarioHead`] reads.
    type Scenario: DeserializeOwned + Serialize;
    /// The whole position, including everything hidden.
    type State: Serialize + DeserializeOwned + Clone + PartialEq + Debug + Send + Sync;
    /// An order. `Display` writes its canonical text, which reads back as the same order.
    type Order: Display + Clone + PartialEq + Debug;
    /// An order as plain data, for programs that neither read nor spell orders. `Display` spells it as it spells the order.
    type Parts: Serialize + DeserializeOwned + Display;
    /// What happened, typed; its wording lives in templates. Serialized with a `kind` tag.
    type Event: Serialize + DeserializeOwned + Clone + PartialEq + Debug;
    /// Why an order was cut short or will be. Serialized with a `reason` tag.
    type Reason: Serialize + DeserializeOwned + Clone + PartialEq + Debug;
    /// What one viewer may know: all that is needed to read a sheet, foresee it, draw, and act as caretaker. A view read back from JSON behaves the
    /// same.
    type View: Serialize + DeserializeOwned;
    /// What a sheet would lead to, as far as its sender can know.
    type Forecast: Serialize;

    /// The opening position. `seats` holds the occupied seats with their players' names.
    ///
    /// # Errors
    /// When the scenario contradicts itself or cannot seat these players.
    fn setup(scenario: Self::Scenario, seats: &BTreeMap<Seat, String>, dice: &Dice) -> Result<Self::State, SetupError>;

    /// The seats whose orders the next turn waits for: all who play, or the one whose move it is.
    fn to_move(state: &Self::State) -> SeatSet;

    /// Reads any text without panicking. What cannot be read becomes a problem with its place.
    fn parse(text: &str, view: &Self::View) -> Sheet<Self::Order>;

    /// The lines of a text that hold an order, just as [`Game::parse`] finds them. A game whose suggestions cost much leaves them out here.
    fn order_lines(text: &str, view: &Self::View) -> BTreeSet<u32> {
        Self::parse(text, view).order_lines()
    }

    /// The order as data.
    fn parts(order: &Self::Order) -> Self::Parts;

    /// What will not work, and the sums that show why, judged by what the sender can see.
    fn forecast(sheet: &Sheet<Self::Order>, view: &Self::View) -> (Vec<Doubt<Self::Reason>>, Self::Forecast);

    /// The part of a forecast that the host acts on.
    fn prospect(_forecast: &Self::Forecast) -> Prospect {
        Prospect::default()
    }

    /// What the viewer would see if all went as foreseen, if only a picture shows it and [`Game::prospect`] does not, because drawing takes longer
    /// than reading the sheet. `None` if it would show nothing new.
    fn picture_ahead(_view: &Self::View, _forecast: &Self::Forecast) -> Option<Scene> {
        None
    }

    /// Follows a line of moves from the position that a view shows; nothing is played. `None` where moves do not alternate.
    fn look_ahead(_view: &Self::View, _line: &str) -> Option<LineAhead> {
        None
    }

    /// The same line, with what can be touched next after these cells of the board. `None` where moves do not alternate.
    fn choices(_view: &Self::View, _line: &str, _touched: &[String]) -> Option<Choices> {
        None
    }

    /// The move that a caretaker would make after a line of moves, for either side; `None` if there is none to make.
    fn answer(_view: &Self::View, _line: &str, _salt: u64) -> Option<String> {
        None
    }

    /// The orders that count after a seat has sent another sheet for the same turn; by default all of the later sheet and none of the earlier.
    fn merge(_earlier: Vec<OrderLine<Self::Order>>, later: Vec<OrderLine<Self::Order>>) -> Vec<OrderLine<Self::Order>> {
        later
    }

    /// Whether an order is a move, which is meant only for the position that its sender saw.
    fn is_move(_order: &Self::Order) -> bool {
        false
    }

    /// The words of an order that is a note to the other players.
    fn note(_order: &Self::Order) -> Option<&str> {
        None
    }

    /// Whether an order may wait for moves of others, and would reveal its sender's plans if they could read it.
    fn waits(_order: &Self::Order) -> bool {
        false
    }

    /// Whether these sheets make a turn by themselves, so that nobody else's are waited for. It may depend only on what everybody sees, so any view
    /// will do.
    fn plays_at_once(_view: &Self::View, _orders: &Orders<Self::Order>) -> bool {
        false
    }

    /// The order by which a player gives the game up; `None` if no order does. Every game whose moves alternate has one.
    fn resignation() -> Option<Self::Order> {
        None
    }

    /// The seat that caused an event, if the other players learn from the event what that seat did.
    fn actor(_event: &Self::Event) -> Option<Seat> {
        None
    }

    /// The seat that gives the game up in this event.
    fn resigned(_event: &Self::Event) -> Option<Seat> {
        None
    }

    /// What a caretaker orders for the viewer's seat when its player sends nothing: this game's declared policy. It looks after what is there and
    /// starts no war. Pure and total: equal views and salts give equal orders, which read back without a problem. The salt decides between orders
    /// that the caretaker rates equally. A seat that cannot give orders gets none.
    fn caretaker(view: &Self::View, salt: u64) -> Vec<Self::Order>;

    /// Plays one turn.
    fn adjudicate(state: &Self::State, orders: &Orders<Self::Order>, dice: &Dice) -> Turn<Self::State, Self::Event, Self::Reason>;

    /// The orders that may be published once the game is over, if not all of them: orders with which the turn plays out alike for the public. `None`
    /// if all of them may be.
    fn disclosed(_orders: &Orders<Self::Order>, _played: &Turn<Self::State, Self::Event, Self::Reason>) -> Option<Orders<Self::Order>> {
        None
    }

    /// What a viewer may know of a position.
    fn view(state: &Self::State, viewer: Viewer) -> Self::View;

    /// What the program's own `reading.txt` reads of a view for a sheet whose reading has these numbers, such as those of planets; by default all of it.
    /// A receipt repeats a sheet by this template, and making the JSON of a whole view took longer than reading the sheet.
    fn echo_view(state: &Self::State, viewer: Viewer, _numbers: &BTreeSet<u64>) -> impl Serialize {
        Self::view(state, viewer)
    }

    /// What a viewer may know of each turn so far, for charts; `None` in a game without charts. It grows with the game, so it is no part of the view,
    /// of which every report, digest and forecast is made.
    fn history(_state: &Self::State, _viewer: Viewer) -> Option<impl ExactSizeIterator<Item = impl Serialize>> {
        None::<std::iter::Empty<()>>
    }

    /// The seat whose view it is; `None` for the public and the game master.
    fn seat(view: &Self::View) -> Option<Seat>;

    /// The picture that goes with a view. `memory` holds what its viewer knows of the last [`Game::MEMORY`] turns, the last one first. It is shorter
    /// early in a game, and empty for a position looked at by itself.
    fn scene(view: &Self::View, memory: &[Remembered<Self::Event, Self::Order>]) -> Scene;

    /// What a viewer would tell first about a turn, the most urgent first, from what they saw happen and what they know now.
    fn moments(_view: &Self::View, _seen: &[Self::Event], _viewer: Viewer) -> Vec<Moment> {
        Vec::new()
    }

    /// How the game ended, once it has.
    fn outcome(state: &Self::State) -> Option<Outcome>;

    /// How a finished game was decided; meaningless while the game goes on.
    fn decision(_state: &Self::State) -> Decision {
        Decision::Played
    }

    /// Turns adjudicated so far.
    fn turn(state: &Self::State) -> u32;

    /// The players' names, as reports show them.
    fn players(state: &Self::State) -> BTreeMap<Seat, String>;

    /// Who holds each side of a game of two sides, the first side first; empty in all other games.
    fn seats_by_side(_state: &Self::State) -> Vec<Seat> {
        Vec::new()
    }

    /// The moves so far, as they can be written down and played again; `None` unless moves alternate.
    fn moves(_state: &Self::State) -> Option<Moves> {
        None
    }

    /// A move that the viewer can send as it stands; `None` if all play at once, or if it is not the viewer's move.
    fn whole_move(_view: &Self::View) -> Option<Self::Order> {
        None
    }

    /// What the viewer has sent for later positions, such as conditional moves, in canonical spelling.
    fn plans(_view: &Self::View) -> Vec<String> {
        Vec::new()
    }

    /// The order that drops what a player has sent for later positions, such as conditional moves; `None` if nothing was sent.
    fn forgetting(_state: &Self::State, _seat: Seat) -> Option<Self::Order> {
        None
    }

    /// Drops what players have sent for later positions, such as conditional moves. Changes nothing else.
    fn drop_plans(_state: &mut Self::State) {}

    /// Gives the player of a seat another name. Changes nothing else.
    fn rename(state: &mut Self::State, seat: Seat, name: &str);

    /// The game without seats and turns; `None` if its moves cannot be listed.
    fn stepwise() -> Option<&'static dyn Stepwise> {
        None
    }

    /// Explains how its fights are computed; `None` if it has none.
    fn explainer() -> Option<&'static dyn Explainer> {
        None
    }
}

/// What the host needs to know of a sheet's consequences, without knowing the game.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Prospect {
    /// Whether the sheet gives the game up.
    pub resigns: bool,
    /// Whether the game is over after it.
    pub ends_game: bool,
    /// The position after it, if that can be foreseen.
    pub ahead: Option<Scene>,
}

/// What a turn waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    /// All sheets are opened at the deadline.
    Simultaneous,
    /// One seat moves. Its move is played when it arrives, and only its clock runs.
    Alternating,
}
