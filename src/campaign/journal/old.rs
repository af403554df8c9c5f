//! Entries from before acts stood in the journal: each is a turn, and its number is the turn's.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use super::{Entry, Made, Occurrence};
use crate::engine::{Seat, Seed};

#[derive(Deserialize)]
struct OldEntry {
    campaign: String,
    turn: u32,
    game: String,
    rules: u32,
    seed: Seed,
    previous: String,
    state_digest: String,
    salt: Seed,
    deed: OldDeed,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum OldDeed {
    SetUp { scenario: String, seats: BTreeMap<Seat, String> },
    Turn { sheets: BTreeMap<Seat, String> },
}

/// Reads an old entry as if it had been written today. Its hash stays that of its own text.
pub(super) fn read(value: Value) -> Result<Entry, serde_json::Error> {
    let OldEntry { campaign, turn, game, rules, seed, previous, state_digest, salt, deed } = serde_json::from_value(value)?;
    let made = Made { game, rules, seed, state_digest };
    let deed = match deed {
        OldDeed::SetUp { scenario, seats } => Occurrence::SetUp { made, scenario, seats },
        OldDeed::Turn { sheets } => Occurrence::Turn { made, sheets },
    };
    Ok(Entry { number: turn, campaign, turn, at: None, previous, salt, deed })
}
