//! What the abstract games share: sides, geometry, and how two players play them by correspondence.

pub mod correspondence;
mod deed;
mod game;
mod hexhex;
mod kit;
mod listing;
mod replaying;
mod scenario;
mod score;
mod side;
mod squares;
mod stacks;
mod steps;

pub use correspondence::Correspondence;
pub use deed::{Deed, PieceName};
pub use game::{AbstractGame, AbstractStep, Caretaking, Finish, LegalSteps, Notation, Play, Telling};
pub use hexhex::Hexhex;
pub use kit::KIT;
pub use listing::{listing, written};
pub use replaying::Replaying;
pub use scenario::{Scenario, Stepping};
pub use score::{PASSED_OVER, steps_in};
pub use side::Side;
pub use squares::Squares;
pub use stacks::{read_stacks, write_stacks};
pub use steps::{Opened, find_step, fold, near_steps, open, perft};
