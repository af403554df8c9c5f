//! Any game as text and JSON, for callers that know no game.

mod effort;
mod explaining;
mod id;
mod played;
mod scenario;
mod seeing;
mod sight;
mod trial;
mod typed;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{
    Decision, Dice, Doubt, Explainer, Fate, Kit, LineAhead, Moment, Moves, Outcome, Pace, Problem, Prospect, Scene, Seat, SeatField,
    SeatSet, SetupError, Stepwise, Unmet, Viewer, Witnessed,
};
#[cfg(debug_assertions)]
pub use effort::{Effort, effort};
pub use explaining::{Explaining, Explains, SeenTurn};
pub use played::Played;
pub use scenario::{ScenarioHead, read_scenario};
pub use seeing::Seeing;
pub use sight::{NoOrder, Sight};
pub use trial::{Playing, Told, Trial, Unfinished};
pub use typed::Typed;

/// A registered game.
pub trait AnyGame: Sync {
    /// The name in campaign files, such as `ex_nihilo`.
    fn id(&self) -> &'static str;
    /// The name that people read.
    fn title(&self) -> &'static str;
    /// The version of the rules that [`super::Game::adjudicate`] applies.
    fn rules(&self) -> u32;
    /// Fields of a view that journals leave out of its digest ([`super::Game::UNDIGESTED`]).
    fn undigested(&self) -> &'static [&'static str];
    /// Fields of a state that no hand edits ([`super::Game::RULE_FIELDS`]).
    fn rule_fields(&self) -> &'static [&'static str];
    /// Fields of a state that name players ([`super::Game::SEAT_FIELDS`]).
    fn seat_fields(&self) -> &'static [SeatField];
    /// A sentence that names the author, for every report and page; `None` where nobody asks for it.
    fn credit(&self) -> Option<&'static str>;
    /// What it brings besides its rules: templates, helpers, scenarios.
    fn kit(&self) -> &'static Kit;
    /// The folder of its report's templates.
    fn templates(&self) -> &'static str;
    /// What players call a turn: `turn`, `round` or `move`.
    fn unit(&self) -> &'static str;
    /// What a turn waits for.
    fn pace(&self) -> Pace;
    /// Whether one seat moves at a time, and its move is played when it arrives.
    fn alternates(&self) -> bool {
        self.pace() == Pace::Alternating
    }
    /// Whether a game of two may end in a draw by its rules.
    fn knows_draws(&self) -> bool;
    /// How many of the last turns the picture of a position shows ([`Table::scene_after`]).
    fn memory(&self) -> usize;
    /// The game without seats and turns; `None` if its moves cannot be listed.
    fn stepwise(&self) -> Option<&'static dyn Stepwise>;
    /// Whether the page for writing orders can play it for trial ([`super::Game::TRIALS`]).
    fn has_trials(&self) -> bool;
    /// Explains how its fights are computed; `None` if it has none.
    fn explainer(&self) -> Option<&'static dyn Explainer>;

    /// Sets up a game from the text of a scenario file (TOML). A scenario may name its game: `game = "anaash"`.
    ///
    /// # Errors
    /// When the text is for another game, does not read as a scenario of this game, or cannot be played by these seats.
    fn set_up(&self, scenario: &str, seats: &BTreeMap<Seat, String>, dice: &Dice) -> Result<Box<dyn Table>, SetupError>;

    /// What a scenario settles, with the game's defaults for what it leaves out.
    ///
    /// # Errors
    /// When the text is for another game, or does not read.
    fn settings(&self, scenario: &str) -> Result<Value, SetupError>;

    /// Opens a state that [`Table::state`] wrote.
    ///
    /// # Errors
    /// When the text is not such a state.
    fn restore(&self, state: &str) -> Result<Box<dyn Table>, RestoreError>;
}

/// A game in progress.
pub trait Table: Send + Sync {
    /// The game that is played here.
    fn game(&self) -> &'static dyn AnyGame;
    /// Turns adjudicated so far.
    fn turn(&self) -> u32;
    /// The seats whose orders the next turn waits for.
    fn to_move(&self) -> SeatSet;
    /// Reads a player's text against what the player may know.
    fn sheet<'table>(&'table self, seat: Seat, text: &str) -> Box<dyn AnySheet + 'table>;
    /// The lines of a player's text that hold an order, without a word on the others.
    fn order_lines(&self, seat: Seat, text: &str) -> BTreeSet<u32>;
    /// Reads the sheets that count for a turn.
    fn orders<'table>(&'table self, sheets: &BTreeMap<Seat, String>) -> Box<dyn AnyOrders + 'table>;
    /// The position after a turn in which this seat gives the game up ([`super::Game::resignation`]) and nobody orders anything else; `None` if the
    /// game has no order for that.
    fn resigned_by(&self, seat: Seat, dice: &Dice) -> Option<Box<dyn Table>>;
    /// Follows a line of moves from the position that a seat sees; nothing is played. `None` where moves do not alternate.
    fn look_ahead(&self, seat: Seat, line: &str) -> Option<LineAhead>;
    /// What a caretaker orders for a seat from what the seat sees ([`super::Game::caretaker`]), as a sheet in canonical spelling; empty if the seat
    /// cannot give orders.
    fn caretaker(&self, seat: Seat, salt: u64) -> String;
    /// What a viewer may know, as JSON.
    fn view(&self, viewer: Viewer) -> Value;
    /// As much of it as the program's own template for the echo of a sheet reads ([`super::Game::echo_view`]); `reading` is a [`Reading`] as JSON.
    fn echo_view(&self, viewer: Viewer, reading: &Value) -> Value;
    /// [`Table::view`] with what the viewer may know of the turns so far ([`super::Game::history`]), as the field `history`: of the first turn, of every
    /// `step`-th, and of the last. With 1, of each.
    fn view_with_history(&self, viewer: Viewer, step: usize) -> Value;
    /// A drawing of what a viewer may see of the position, with what the viewer knows of the last turns. `played` has the last turn first; more turns
    /// than [`AnyGame::memory`] make no difference.
    fn scene_after(&self, viewer: Viewer, played: &[Played<'_>]) -> Scene;
    /// What a viewer would tell first about the last turn, which had these events; the most urgent first.
    fn moments(&self, viewer: Viewer, events: &[Witnessed<Value>]) -> Vec<Moment>;
    /// How the game ended; `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;
    /// How a finished game was decided; meaningless while the game goes on.
    fn decision(&self) -> Decision;
    /// Who holds each side of a game of two sides, the first side first; empty in all other games.
    fn seats_by_side(&self) -> Vec<Seat>;
    /// The moves so far, as they can be written down and played again; `None` unless moves alternate.
    fn moves(&self) -> Option<Moves>;
    /// The players' names as reports show them; an order may have changed one.
    fn players(&self) -> BTreeMap<Seat, String>;
    /// A move that a player can send as it stands; `None` if all play at once, or if it is not that player's move.
    fn whole_move(&self, seat: Seat) -> Option<String>;
    /// What a player has sent for later positions, such as conditional moves, in canonical spelling ([`super::Game::plans`]).
    fn plans(&self, seat: Seat) -> Vec<String>;
    /// The order that drops what a player has sent for later positions, such as conditional moves; `None` if nothing was sent.
    fn forgetting(&self, seat: Seat) -> Option<String>;
    /// Drops what players have sent for later positions, such as conditional moves. Changes nothing else.
    fn drop_plans(&mut self);
    /// Gives the player of a seat another name. Changes nothing else, and nothing at all if nobody holds the seat.
    fn rename(&mut self, seat: Seat, name: &str);
    /// The whole state as JSON; equal states give equal text.
    fn state(&self) -> String;
}

impl dyn Table + '_ {
    /// The drawing of a position, without what happened before.
    pub fn scene(&self, viewer: Viewer) -> Scene {
        self.scene_after(viewer, &[])
    }

    /// Reads a player's text and foresees what it leads to.
    pub fn read(&self, seat: Seat, text: &str) -> Reading {
        self.sheet(seat, text).reading(true)
    }

    /// Plays a turn from the texts of the sheets that count.
    pub fn adjudicate(&self, sheets: &BTreeMap<Seat, String>, dice: &Dice) -> Adjudicated {
        self.orders(sheets).adjudicate(dice)
    }
}

/// A player's text that has been read, before anything is decided about it.
pub trait AnySheet {
    /// How many orders it holds, including those whose condition is not met.
    fn orders_read(&self) -> usize;
    /// Each order in canonical spelling.
    fn orders(&self) -> Vec<String>;
    /// What could not be read.
    fn problems(&self) -> &[Problem];
    /// Whether it has a move, which is meant only for the position that its sender saw.
    fn has_move(&self) -> bool;
    /// Its notes to the other players.
    fn notes(&self) -> Vec<String>;
    /// Adds an earlier text of the same player, in canonical spelling or not. Orders and problems from that text have line 0.
    fn follow(&mut self, earlier: &str, how: Follow);
    /// The orders in canonical spelling, with their consequences as far as their sender can know. If the sender `sees_pictures`, this includes
    /// consequences that only a picture shows.
    fn reading(&self, sees_pictures: bool) -> Reading;
}

/// What becomes of an earlier text when a later one follows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Follow {
    /// Each later order replaces the earlier one of its kind, as the game decides.
    Merged,
    /// All orders of both texts count, the earlier ones first.
    Behind,
}

/// The orders of a turn, read from the sheets that count. What is entered here is played as it was read; its canonical spelling is only for the
/// record.
pub trait AnyOrders {
    /// Reads a text against what its seat may know, and replaces any sheet of that seat. The forecast is the one for a sender who sees no pictures.
    fn enter(&mut self, seat: Seat, text: &str) -> Reading;
    /// Lets a caretaker order for a seat ([`super::Game::caretaker`]), replacing any sheet of it. Returns the sheet in canonical spelling; `None`,
    /// and nothing has changed, if the seat cannot give orders.
    fn enter_caretaker(&mut self, seat: Seat, salt: u64) -> Option<String>;
    /// Each sheet as it was read, with its consequences as far as its sender can know.
    fn readings(&self) -> BTreeMap<Seat, Reading>;
    /// Whether these orders make a turn by themselves, so that nobody else's are waited for.
    fn play_at_once(&self) -> bool;
    /// Plays the turn.
    fn adjudicate(&self, dice: &Dice) -> Adjudicated;
}

/// A sheet as read, with its orders in canonical spelling. Empty by default.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
pub struct Reading {
    /// The orders that were read, in the order of their lines.
    pub entries: Vec<ReadingEntry>,
    /// What was not read, with its place.
    pub problems: Vec<Problem>,
    /// Orders that are not given because their condition is not met.
    pub unmet: Vec<Unmet>,
    /// What will not work as ordered, as far as its sender can know.
    pub doubts: Vec<Doubt<Value>>,
    /// The forecast in the game's own form, for its templates.
    pub forecast: Value,
    /// The part of the forecast that the host acts on.
    #[serde(skip)]
    pub prospect: Prospect,
    /// As [`AnySheet::has_move`].
    #[serde(skip)]
    pub has_move: bool,
    /// Whether the sheet makes the turn by itself, so that nobody else's is waited for.
    #[serde(skip)]
    pub plays_at_once: bool,
}

/// One order in canonical spelling, with its place.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct ReadingEntry {
    /// The line of the player's text, from 1; 0 if the order stood in an earlier text.
    pub line: u32,
    /// In canonical spelling.
    pub order: String,
    /// Whether it may wait for moves of others, and would reveal its sender's plans if they could read it.
    #[serde(skip)]
    pub waits: bool,
}

/// A turn as played.
pub struct Adjudicated {
    /// The position after the turn.
    pub table: Box<dyn Table>,
    /// What happened, in order, each with who may know of it.
    pub events: Vec<Witnessed<Value>>,
    /// The seat that caused each event, if the others learn from the event what that seat did.
    pub actors: Vec<Option<Seat>>,
    /// Who gave the game up.
    pub resigned: Option<Seat>,
    /// What became of each order.
    pub fates: Vec<Fate<Value>>,
    /// Each seat's orders in canonical spelling; the fates refer to them by index.
    pub orders: BTreeMap<Seat, Vec<String>>,
    /// The sheets that may be published once the game is over, in canonical spelling; `None` if all of them may be.
    pub disclosed: Option<BTreeMap<Seat, String>>,
}

/// A text that is not a state of the game.
#[derive(Debug, thiserror::Error)]
#[error("this is not a state of {game}: {source}")]
pub struct RestoreError {
    game: &'static str,
    source: serde_json::Error,
}

impl<'a> From<&'a Adjudicated> for Played<'a> {
    fn from(turn: &'a Adjudicated) -> Played<'a> {
        Played { events: &turn.events, fates: &turn.fates, orders: &turn.orders }
    }
}

impl Witnessed<Value> {
    /// The event's kind, from the tag of [`super::Game::Event`].
    pub fn kind(&self) -> &str {
        self.event.get("kind").and_then(Value::as_str).unwrap_or("other")
    }
}

impl Reading {
    /// The canonical sheet: one order a line block, and reading it again gives the same orders.
    pub fn canonical(&self) -> String {
        self.entries.iter().fold(String::new(), |sheet, entry| sheet + &entry.order + "\n")
    }
}
