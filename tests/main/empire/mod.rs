//! Laws of the board game of Ashes of Empire, and what its document of settings says. Its rules, case by case, are in `tests/main/rules/`.

pub(crate) mod accounts;
mod laws;
pub(crate) mod limits;
mod openings;
mod settings;
