//! The one adapter: a typed [`Game`] as text and JSON, for a house that knows no game.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{
    Decision, Dice, Doubt, Fate, Game, Kit, OrderLine, Orders, Outcome, Pace, Problem, Scene, Seat, SeatSet, SetupError, Sheet, Stepwise,
    Viewer, Witnessed,
};

/// A registered game.
pub trait AnyGame: Sync {
    fn id(&self) -> &'static str;
    fn title(&self) -> &'static str;
    /// The version of the rules that [`Table::adjudicate`] plays by.
    fn rules(&self) -> u32;
    /// A sentence that names the author, for every report and page; `None` where nobody asks for it.
    fn credit(&self) -> Option<&'static str>;
    /// What it brings besides its rules: templates, helpers, scenarios.
    fn kit(&self) -> &'static Kit;
    /// The folder of its report's templates.
    fn templates(&self) -> &'static str;
    /// What players call a turn: `turn`, `round` or `move`.
    fn unit(&self) -> &'static str;
    fn pace(&self) -> Pace;
    /// The game without seats and turns, if its moves can be listed.
    fn stepwise(&self) -> Option<&'static dyn Stepwise>;

    /// Sets up a game from the text of a scenario file (TOML). A scenario may say whose it is: `game = "anaash"`.
    ///
    /// # Errors
    /// When the text is for another game, does not read as a scenario of this game, or cannot be played by these seats.
    fn set_up(&self, scenario: &str, seats: &BTreeMap<Seat, String>, dice: &Dice) -> Result<Box<dyn Table>, SetupError>;

    /// What a scenario settles, with the game's default for whatever it leaves out.
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
    fn game(&self) -> &'static dyn AnyGame;
    /// Turns adjudicated so far.
    fn turn(&self) -> u32;
    fn to_move(&self) -> SeatSet;
    /// Reads a player's text against what the player may know.
    fn read(&self, seat: Seat, text: &str) -> Reading;
    /// Reads a player's text together with what counts of the player's earlier ones, in canonical spelling; orders from those have line 0.
    fn read_with(&self, seat: Seat, earlier: &str, text: &str) -> Reading;
    /// Reads a player's text as if it stood behind the earlier ones, in canonical spelling; what comes from there has line 0.
    fn read_behind(&self, seat: Seat, earlier: &str, text: &str) -> Reading;
    /// Whether the text has a move in it, which is meant for the position that its sender saw and for no other.
    fn has_move(&self, seat: Seat, text: &str) -> bool;
    /// What the position will look like after this text, if that can be told.
    fn foresee(&self, seat: Seat, text: &str) -> Option<Scene>;
    /// Whether these texts make a turn by themselves, so that nothing is waited for.
    fn plays_at_once(&self, sheets: &BTreeMap<Seat, String>) -> bool;
    /// Plays a turn from the texts of the sheets that count.
    fn adjudicate(&self, sheets: &BTreeMap<Seat, String>, dice: &Dice) -> Adjudicated;
    fn view(&self, viewer: Viewer) -> Value;
    fn scene(&self, viewer: Viewer) -> Scene;
    fn outcome(&self) -> Option<Outcome>;
    /// How a game that is over was decided; of one that goes on it means nothing.
    fn decision(&self) -> Decision;
    /// The players' names, as reports show them; an order may have changed one.
    fn players(&self) -> BTreeMap<Seat, String>;
    /// Gives the player of a seat another name; nothing else changes, and a seat that nobody holds stays as it is.
    fn rename(&mut self, seat: Seat, name: &str);
    /// The whole state as JSON; equal states give equal text.
    fn state(&self) -> String;
}

/// A sheet as read, with orders in canonical spelling.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Reading {
    pub entries: Vec<ReadingEntry>,
    pub problems: Vec<Problem>,
    pub doubts: Vec<Doubt<Value>>,
    pub forecast: Value,
}

/// One order in canonical spelling, and the line of the player's text that it stood on, from 1; 0 if it stood in an earlier text.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct ReadingEntry {
    pub line: u32,
    pub order: String,
}

/// A turn as played.
pub struct Adjudicated {
    pub table: Box<dyn Table>,
    pub events: Vec<Witnessed<Value>>,
    pub fates: Vec<Fate<Value>>,
    /// Each seat's orders in canonical spelling, which the fates count along.
    pub orders: BTreeMap<Seat, Vec<String>>,
}

/// A text that is not a state of the game.
#[derive(Debug, thiserror::Error)]
#[error("this is not a state of {game}: {source}")]
pub struct RestoreError {
    game: &'static str,
    source: serde_json::Error,
}

impl Reading {
    /// The canonical sheet: one order a line block, and reading it again gives the same orders.
    pub fn canonical(&self) -> String {
        self.entries.iter().fold(String::new(), |sheet, entry| sheet + &entry.order + "\n")
    }
}

/// A game as a registry entry.
pub struct Typed<G>(std::marker::PhantomData<fn() -> G>);

impl<G: Game> Typed<G> {
    pub const NEW: Typed<G> = Typed(std::marker::PhantomData);
    const ENTRY: &'static Typed<G> = &Typed::NEW;
}

impl<G: Game> AnyGame for Typed<G> {
    fn id(&self) -> &'static str {
        G::ID
    }

    fn title(&self) -> &'static str {
        G::TITLE
    }

    fn rules(&self) -> u32 {
        G::RULES
    }

    fn credit(&self) -> Option<&'static str> {
        G::CREDIT
    }

    fn kit(&self) -> &'static Kit {
        G::KIT
    }

    fn templates(&self) -> &'static str {
        G::TEMPLATES
    }

    fn unit(&self) -> &'static str {
        G::UNIT
    }

    fn pace(&self) -> Pace {
        G::PACE
    }

    fn stepwise(&self) -> Option<&'static dyn Stepwise> {
        G::stepwise()
    }

    fn set_up(&self, scenario: &str, seats: &BTreeMap<Seat, String>, dice: &Dice) -> Result<Box<dyn Table>, SetupError> {
        let scenario = read_scenario(G::ID, scenario)?;
        Ok(Box::new(TypedTable::<G>(G::setup(scenario, seats, dice)?)))
    }

    fn settings(&self, scenario: &str) -> Result<Value, SetupError> {
        Ok(json(&read_scenario::<G::Scenario>(G::ID, scenario)?))
    }

    fn restore(&self, state: &str) -> Result<Box<dyn Table>, RestoreError> {
        let state = serde_json::from_str(state).map_err(|source| RestoreError { game: G::ID, source })?;
        Ok(Box::new(TypedTable::<G>(state)))
    }
}

/// Reads a scenario, unless it says that it is another game's.
///
/// # Errors
/// When it is, or does not read.
pub fn read_scenario<S: serde::de::DeserializeOwned>(game: &str, text: &str) -> Result<S, SetupError> {
    let unreadable = |error: toml::de::Error| SetupError::Unreadable(error.to_string());
    let mut table: toml::Table = toml::from_str(text).map_err(unreadable)?;
    match table.get("game").and_then(toml::Value::as_str) {
        None => toml::from_str(text).map_err(unreadable),
        Some(named) if named == game => {
            table.remove("game");
            S::deserialize(table).map_err(unreadable)
        }
        Some(other) => Err(SetupError::Unreadable(format!("this scenario is for {other}"))),
    }
}

struct TypedTable<G: Game>(G::State);

impl<G: Game> TypedTable<G> {
    fn parse(&self, seat: Seat, text: &str) -> (G::View, Sheet<G::Order>) {
        let view = G::view(&self.0, Viewer::Seat(seat));
        let sheet = G::parse(text, &view);
        (view, sheet)
    }

    fn orders(&self, sheets: &BTreeMap<Seat, String>) -> Orders<G::Order> {
        let orders_of = |seat, text| self.parse(seat, text).1.entries.into_iter().map(|entry| entry.order).collect();
        sheets.iter().map(|(seat, text)| (*seat, orders_of(*seat, text))).collect()
    }
}

impl<G: Game> Table for TypedTable<G> {
    fn game(&self) -> &'static dyn AnyGame {
        Typed::<G>::ENTRY
    }

    fn turn(&self) -> u32 {
        G::turn(&self.0)
    }

    fn to_move(&self) -> SeatSet {
        G::to_move(&self.0)
    }

    fn read(&self, seat: Seat, text: &str) -> Reading {
        let (view, sheet) = self.parse(seat, text);
        reading::<G>(sheet, &view)
    }

    fn read_with(&self, seat: Seat, earlier: &str, text: &str) -> Reading {
        let (view, sheet) = self.parse(seat, text);
        let earlier = self.parse(seat, earlier).1.entries.into_iter().map(|entry| OrderLine { line: 0, ..entry });
        let entries = G::merge(earlier.collect(), sheet.entries);
        reading::<G>(Sheet { entries, problems: sheet.problems }, &view)
    }

    fn read_behind(&self, seat: Seat, earlier: &str, text: &str) -> Reading {
        let (view, sheet) = self.parse(seat, text);
        let earlier = self.parse(seat, earlier).1.entries.into_iter().map(|entry| OrderLine { line: 0, ..entry });
        reading::<G>(Sheet { entries: earlier.chain(sheet.entries).collect(), problems: sheet.problems }, &view)
    }

    fn has_move(&self, seat: Seat, text: &str) -> bool {
        self.parse(seat, text).1.orders().any(G::is_move)
    }

    fn foresee(&self, seat: Seat, text: &str) -> Option<Scene> {
        let (view, sheet) = self.parse(seat, text);
        G::foresee(&sheet, &view)
    }

    fn plays_at_once(&self, sheets: &BTreeMap<Seat, String>) -> bool {
        G::plays_at_once(&self.0, &self.orders(sheets))
    }

    fn adjudicate(&self, sheets: &BTreeMap<Seat, String>, dice: &Dice) -> Adjudicated {
        let orders = self.orders(sheets);
        let turn = G::adjudicate(&self.0, &orders, dice);
        Adjudicated {
            table: Box::new(TypedTable::<G>(turn.state)),
            events: turn.events.into_iter().map(|seen| Witnessed { event: json(&seen.event), seen_by: seen.seen_by }).collect(),
            fates: turn.fates.into_iter().map(fate_as_json).collect(),
            orders: orders.into_iter().map(|(seat, orders)| (seat, orders.iter().map(ToString::to_string).collect())).collect(),
        }
    }

    fn view(&self, viewer: Viewer) -> Value {
        json(&G::view(&self.0, viewer))
    }

    fn scene(&self, viewer: Viewer) -> Scene {
        G::scene(&G::view(&self.0, viewer))
    }

    fn outcome(&self) -> Option<Outcome> {
        G::outcome(&self.0)
    }

    fn decision(&self) -> Decision {
        G::decision(&self.0)
    }

    fn players(&self) -> BTreeMap<Seat, String> {
        G::players(&self.0)
    }

    fn rename(&mut self, seat: Seat, name: &str) {
        G::rename(&mut self.0, seat, name);
    }

    fn state(&self) -> String {
        json(&self.0).to_string()
    }
}

fn reading<G: Game>(sheet: Sheet<G::Order>, view: &G::View) -> Reading {
    let (doubts, forecast) = G::forecast(&sheet, view);
    Reading {
        entries: sheet.entries.iter().map(|entry| ReadingEntry { line: entry.line, order: entry.order.to_string() }).collect(),
        problems: sheet.problems,
        doubts: doubts.into_iter().map(doubt_as_json).collect(),
        forecast: json(&forecast),
    }
}

/// The types of a game are plain data with text keys, and such data always has a JSON form.
fn json(value: &impl serde::Serialize) -> Value {
    serde_json::to_value(value).expect("a game's types are plain data")
}

fn doubt_as_json<R: serde::Serialize>(doubt: Doubt<R>) -> Doubt<Value> {
    Doubt {
        entry: doubt.entry,
        done: doubt.done,
        asked: doubt.asked,
        reason: json(&doubt.reason),
        rule: doubt.rule,
        instead: doubt.instead,
    }
}

fn fate_as_json<R: serde::Serialize>(fate: Fate<R>) -> Fate<Value> {
    Fate {
        seat: fate.seat,
        entry: fate.entry,
        verdict: fate.verdict,
        asked: fate.asked,
        done: fate.done,
        reason: fate.reason.map(|reason| json(&reason)),
        rule: fate.rule,
    }
}
