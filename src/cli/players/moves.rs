//! Bots of the games by correspondence: they play one of the legal moves that their report lists.

use serde_json::Value;

/// A sheet with one move. Nobody threw dice for it: turn and salt choose it, so that a rehearsal can be repeated.
pub(super) fn sheet(turn: u32, view: &Value, salt: u32) -> String {
    let listed = view["legal"].as_array().map(Vec::as_slice).unwrap_or_default();
    // Primes spread the choice over the list, which is sorted by place.
    let choice = (u64::from(turn) * 31 + u64::from(salt) * 17) as usize;
    let chosen = listed.get(choice % listed.len().max(1)).unwrap_or(&view["example"]);
    format!("{}\n", chosen.as_str().unwrap_or("RESIGN"))
}
