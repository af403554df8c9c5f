//! Ashes of Empire, the board game by mail: rulesets `basic` and `extended`. Rules B1 to B12.

pub mod event;
pub mod forecast;
pub mod holdings;
pub mod order;
pub mod parse;
pub mod phases;
pub mod rulebook;
pub mod scenario;
pub mod state;
pub mod track;
pub mod view;
