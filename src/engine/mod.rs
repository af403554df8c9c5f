//! The contract between a game's rules and the house that hosts it.
//!
//! A game is a pure value: it knows seats, orders and dice, and nothing of mail, files, clocks or
//! SQL. [`Game`] is the typed contract that a rules author writes; [`AnyGame`] and [`Table`] are the
//! same contract erased to text and JSON, which is all that the rest of the house ever sees.

mod ahead;
mod any;
mod dice;
pub mod document;
mod explainer;
mod game;
mod hex;
mod kit;
pub mod lettering;
mod memory;
mod moment;
mod moves;
mod names;
pub mod nearness;
pub mod reader;
mod scene;
mod seat;
mod setup_error;
mod sheet;
mod spelling;
mod stepwise;
mod turn;
mod turn_book;
mod view_error;

pub use ahead::{Choices, LineAhead, MoveAhead, MoveRefused, Mover};
pub use any::{
    Adjudicated, AnyGame, AnyOrders, AnySheet, Explaining, Explains, Follow, NoOrder, Played, Playing, Reading, ReadingEntry, RestoreError,
    ScenarioHead, Seeing, SeenTurn, Sight, Table, Told, Trial, Typed, Unfinished, read_scenario,
};
#[cfg(debug_assertions)]
pub use any::{Effort, effort};
pub use dice::{Dice, Seed, SeedError, Stream, Throw};
pub use explainer::{Explained, Explainer, Filed, Forces, MisreadForces, NearPlaces, Thrown, Unexplained};
pub use game::{Game, Pace, Prospect};
pub use hex::{HexDigits, read_hex};
pub use kit::{Composer, Helper, Kit};
pub(crate) use kit::{module, scenarios, templates};
pub use memory::Remembered;
pub use moment::{Moment, Weight};
pub use moves::{Moves, PlayedMove};
pub(crate) use names::{MAXIMUM_NAME_LENGTH, NameIndex, NameMatch, RulesNumber, is_reserved_name, is_same_name};
pub use names::{clean_name, is_invisible, is_plain};
pub use scene::{
    Anchor, Board, Caption, Cell, Drawing, Grid, Legend, Map, Mark, Paint, Piece, PyramidColour, Scene, Shape, SideLook, Spot, Tone,
};
pub use seat::{Seat, SeatField, SeatSet, Viewer};
pub use setup_error::SetupError;
pub use sheet::{Doubt, OrderLine, Problem, Sheet, Unmet};
pub use spelling::spelt;
pub use stepwise::{Finished, IllegalStep, StepTerms, Steps, Stepwise};
pub use turn::{Audience, Decision, Extent, Fate, Orders, Outcome, Place, Turn, Witnessed};
pub use turn_book::{SheetLine, TurnBook};
pub use view_error::ViewError;
