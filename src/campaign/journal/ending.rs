//! How people end things that the rules of a game do not: a player leaves a seat, or a game is over because it was decided so.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::engine::{Decision, Dice, Outcome, Place, Seat, Seed, Table};

/// Why nobody plays a seat any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WhyVacated {
    /// The game master has removed the player.
    Ejected,
    /// The game master has freed the seat, with no fault of the player.
    Vacated,
    /// The player has resigned.
    Resigned,
    /// The player's orders were missing too often, by the campaign's own rule.
    Missed,
}

/// How a game ended by decision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// Without a result: it brings no points and is not rated.
    Aborted,
    /// A draw among these; all others come behind them.
    Drawn {
        /// Those who share the first place.
        among: BTreeSet<Seat>,
    },
    /// These have won, because the others gave the game up; the others share the place behind them.
    Conceded {
        /// Those who share the first place.
        to: BTreeSet<Seat>,
    },
    /// Where moves alternate: the player of this seat is gone, and has lost as by the game's own order that gives it up.
    Forfeited {
        /// The seat that has lost.
        seat: Seat,
        /// How its player came to leave it.
        why: WhyVacated,
    },
}

/// Who has decided it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DecidedBy {
    /// The game master, without the players' consent.
    GameMaster,
    /// One of them alone, who may: the player of this seat, before each side had made a move.
    OnePlayer {
        /// Whose player has decided it.
        seat: Seat,
    },
    /// All of them together, as the campaign's rule on it says.
    Players,
    /// The campaign's own rule, such as one on missing orders.
    House,
}

/// An [`Ending`] as the journal tells it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndedByDecision {
    /// How it ended, and for whom.
    pub ending: Ending,
    /// Who decided it.
    pub by: DecidedBy,
    /// The words of the one who decided it.
    pub reason: Option<String>,
    /// When it was decided, by the host's clock.
    pub at: DateTime<Utc>,
}

impl WhyVacated {
    /// Its spelling in templates, journals and JSON.
    pub fn code(self) -> &'static str {
        match self {
            WhyVacated::Ejected => "ejected",
            WhyVacated::Vacated => "vacated",
            WhyVacated::Resigned => "resigned",
            WhyVacated::Missed => "missed",
        }
    }

    /// Who has decided that the player leaves.
    pub fn by(self) -> DecidedBy {
        match self {
            WhyVacated::Ejected | WhyVacated::Vacated => DecidedBy::GameMaster,
            WhyVacated::Resigned => DecidedBy::Players,
            WhyVacated::Missed => DecidedBy::House,
        }
    }
}

impl DecidedBy {
    /// Its spelling in templates, journals and JSON.
    pub fn code(self) -> &'static str {
        match self {
            DecidedBy::GameMaster => "game-master",
            DecidedBy::OnePlayer { .. } => "one-player",
            DecidedBy::Players => "players",
            DecidedBy::House => "house",
        }
    }
}

impl Ending {
    /// Its spelling in templates, journals and JSON.
    pub fn code(&self) -> &'static str {
        match self {
            Ending::Aborted => "aborted",
            Ending::Drawn { .. } => "drawn",
            Ending::Conceded { .. } => "conceded",
            Ending::Forfeited { .. } => "forfeited",
        }
    }

    /// The places of the seats of a game that ended so in this position, and how it counts. It follows from the two alone, so that it is the
    /// same whenever it is asked for.
    pub fn outcome(&self, table: &dyn Table) -> (Outcome, Decision) {
        let seats: BTreeSet<Seat> = table.players().into_keys().collect();
        match self {
            Ending::Aborted => (ranked(&seats, &seats), Decision::Void),
            Ending::Drawn { among: first } | Ending::Conceded { to: first } => (ranked(&seats, first), Decision::Played),
            Ending::Forfeited { seat, .. } => {
                let resigned = table.resigned_by(*seat, &Dice::new(Seed([0; 32])));
                let lost = resigned.and_then(|resigned| Some((resigned.outcome()?, resigned.decision())));
                // A game from which nobody can resign has no result of its own for it.
                let others = || seats.iter().copied().filter(|other| other != seat).collect();
                let (outcome, decision) = lost.unwrap_or_else(|| (ranked(&seats, &others()), Decision::Played));
                (Outcome { rule: String::new(), ..outcome }, decision)
            }
        }
    }
}

/// Those in `first` share the first place, all others the one behind them. No rule of the game says so.
fn ranked(seats: &BTreeSet<Seat>, first: &BTreeSet<Seat>) -> Outcome {
    let behind = first.intersection(seats).count() as u32 + 1;
    let place = |seat: &Seat| Place { seat: *seat, place: if first.contains(seat) { 1 } else { behind } };
    let mut places: Vec<Place> = seats.iter().map(place).collect();
    places.sort_by_key(|place| (place.place, place.seat));
    Outcome { rule: String::new(), places }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_who_are_conceded_to_share_the_first_place_and_the_others_the_one_behind() {
        let seats: BTreeSet<Seat> = (1..=4).map(Seat).collect();
        let places = |first: &[u8]| -> Vec<(u8, u32)> {
            let first = first.iter().copied().map(Seat).collect();
            ranked(&seats, &first).places.iter().map(|place| (place.seat.0, place.place)).collect()
        };
        assert_eq!(places(&[2, 4]), [(2, 1), (4, 1), (1, 3), (3, 3)]);
        assert_eq!(places(&[1, 2, 3, 4]), [(1, 1), (2, 1), (3, 1), (4, 1)]);
        assert_eq!(places(&[3, 9]), [(3, 1), (1, 2), (2, 2), (4, 2)], "a seat that does not play takes no place");
    }
}
