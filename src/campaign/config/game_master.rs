//! The people who run a campaign, and what they may do by email.

use serde::{Deserialize, Serialize};

use super::words::one_line;
use crate::campaign::Address;

/// `[gm]`: who runs the campaign and is told about its errors.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct GameMaster {
    /// The name that letters use.
    #[serde(deserialize_with = "one_line")]
    pub name: String,
    /// The address for their letters and codes. Each player's report names it, and their commands by email must come from it.
    pub address: Address,
    /// The occasions on which they get a letter.
    #[serde(default = "usual_letters")]
    pub letters: Vec<GmLetter>,
}

/// A helper of the game master, who writes from their own address.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct CoGameMaster {
    /// The name that letters use.
    #[serde(deserialize_with = "one_line")]
    pub name: String,
    /// The address for their letters and codes. Their commands by email must come from it.
    pub address: Address,
    /// What they may do; everything that email allows if absent.
    #[serde(default = "all_powers")]
    pub powers: Vec<GmPower>,
    /// The occasions on which they get a letter, besides those on which everybody does.
    #[serde(default)]
    pub letters: Vec<GmLetter>,
}

/// What a game master may get a letter about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum GmLetter {
    /// The campaign has begun.
    Opened,
    /// A turn was played, with its headline for everybody.
    Played,
    /// The deadline has passed, and somebody's orders are missing.
    Missing,
    /// A player writes to the game master.
    Writes,
    /// Emails to a player come back.
    Bounces,
}

/// The letters that need a person.
fn usual_letters() -> Vec<GmLetter> {
    vec![GmLetter::Writes, GmLetter::Bounces]
}

/// What a game master can do by email.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum GmPower {
    /// EXTEND, PAUSE and RESUME, and the answer to a player's request for days of absence.
    Time,
    /// BROADCAST.
    Letters,
    /// EJECT.
    Seats,
    /// RUN and CHARGE.
    Turns,
}

impl GmPower {
    /// All of them.
    pub const ALL: [GmPower; 4] = [GmPower::Time, GmPower::Letters, GmPower::Seats, GmPower::Turns];
}

fn all_powers() -> Vec<GmPower> {
    GmPower::ALL.to_vec()
}
