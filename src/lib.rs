//! ashpost: a play-by-email host for strategy games. `ARCHITECTURE.md` is the map.

pub mod campaign;
pub mod engine;
pub mod galaxy;
pub mod games;
pub mod render;
pub mod store;
