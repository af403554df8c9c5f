//! What the abstract games share: sides, geometry, and how two players play them by correspondence.

pub mod correspondence;
mod deed;
mod game;
mod hexhex;
mod kit;
mod replaying;
mod scenario;
mod side;
mod squares;
mod steps;

pub use correspondence::Correspondence;
pub use deed::{Deed, PieceName};
pub use game::{AbstractGame, AbstractStep, Finish, LegalSteps, Notation, Play, Telling};
pub use hexhex::{Hexhex, close_stacks};
pub use kit::KIT;
pub use replaying::Replaying;
pub use scenario::{Scenario, Stepping};
pub use side::Side;
pub use squares::Squares;
pub use steps::{Opened, find_step, fold, listing, near_steps, open, perft, written};
