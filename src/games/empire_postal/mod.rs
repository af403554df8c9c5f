//! Ashes of Empire, ruleset `postal`: the eight-player game by mail. Rules P0 to P12.

pub mod event;
pub mod forecast;
pub mod order;
pub mod parse;
pub mod phases;
pub mod scenario;
pub mod state;
pub mod view;

/// The game, for the registry.
pub struct EmpirePostal;
