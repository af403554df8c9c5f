//! Laws of the board game of Ashes of Empire, and what its document of settings says. Its rules, case by case, are in `tests/rules.rs`.

#[path = "empire/accounts.rs"]
mod accounts;
#[path = "empire/laws.rs"]
mod laws;
#[path = "empire/limits.rs"]
mod limits;
#[path = "empire/openings.rs"]
mod openings;
#[path = "empire/settings.rs"]
mod settings;
