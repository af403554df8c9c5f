//! ashpost: a play-by-email host for strategy games. `ARCHITECTURE.md` is the map.

pub mod abstract_games;
pub mod campaign;
pub mod cli;
pub mod composer;
pub mod engine;
pub mod files;
pub mod galaxy;
pub mod games;
pub mod office;
pub mod post;
pub mod render;
pub mod store;
