//! Who runs a campaign, and what they may do by email.

use serde::{Deserialize, Serialize};

use super::words::one_line;
use crate::campaign::Address;

/// `[gm]`: who runs the campaign; what is wrong with it is told to them.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct GameMaster {
    /// What letters call them.
    #[serde(deserialize_with = "one_line")]
    pub name: String,
    /// Where their letters and codes go. Each player's report names it, and commands by email must come from it.
    pub address: Address,
    /// Of what they get a letter.
    #[serde(default = "usual_letters")]
    pub letters: Vec<GmLetter>,
}

/// Somebody who helps the game master, by emails from the own address.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct CoGameMaster {
    /// What letters call them.
    #[serde(deserialize_with = "one_line")]
    pub name: String,
    /// Where their letters and codes go. Their commands by email must come from it.
    pub address: Address,
    /// What they may do; all that goes by email if absent.
    #[serde(default = "all_powers")]
    pub powers: Vec<GmPower>,
    /// Of what they get a letter, beside those that everybody gets.
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
    /// The deadline is over, and somebody's orders are missing.
    Missing,
    /// A player writes to the game master.
    Writes,
    /// Emails to a player come back.
    Bounces,
}

/// What needs a person, whatever else goes on.
fn usual_letters() -> Vec<GmLetter> {
    vec![GmLetter::Writes, GmLetter::Bounces]
}

/// What can be done to a campaign by email.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum GmPower {
    /// EXTEND, PAUSE and RESUME, and the answer to days of absence that a player asks for.
    Time,
    /// BROADCAST.
    Letters,
    /// EJECT.
    Seats,
    /// RUN and CHARGE.
    Turns,
}

impl GmPower {
    /// Each of them.
    pub const ALL: [GmPower; 4] = [GmPower::Time, GmPower::Letters, GmPower::Seats, GmPower::Turns];
}

fn all_powers() -> Vec<GmPower> {
    GmPower::ALL.to_vec()
}
