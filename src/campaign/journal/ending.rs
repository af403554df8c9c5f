//! How people end what the rules of a game do not end: a player leaves a seat, or a game is ended by a decision.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::engine::{Decision, Dice, Outcome, Place, Seat, Seed, Table};

/// Why nobody plays a seat any longer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WhyVacated {
    /// The game master removed the player.
    Ejected,
    /// The game master freed the seat; the player is not to blame.
    Vacated,
    /// The player resigned.
    Resigned,
    /// The player's orders were missing too often, by the campaign's rule.
    Missed,
}

/// How a game ended by decision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// Without a result: it brings no points and is not rated.
    Aborted,
    /// A draw among these seats; all others are placed after them.
    Drawn {
        /// The seats that share the first place.
        among: BTreeSet<Seat>,
    },
    /// These seats have won, because the others gave up; the others share the next place.
    Conceded {
        /// The seats that share the first place.
        to: BTreeSet<Seat>,
    },
    /// Where moves alternate: the player of this seat has left, and has lost as if by resigning.
    Forfeited {
        /// The seat that has lost.
        seat: Seat,
        /// Why its player left it.
        why: WhyVacated,
    },
}

/// Who decided it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DecidedBy {
    /// The game master, without the consent of the players.
    GameMaster,
    /// One player alone, who was allowed to: before each side had made a move.
    OnePlayer {
        /// The seat of the player who decided it.
        seat: Seat,
    },
    /// All players together, by the campaign's rule for votes.
    Players,
    /// A rule of the campaign, such as the one on missing orders.
    House,
}

/// An [`Ending`] as the journal has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndedByDecision {
    /// How it ended, and for whom.
    pub ending: Ending,
    /// Who decided it.
    pub by: DecidedBy,
    /// The words of whoever decided it; `None` if there are none.
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

    /// Who decided that the player leaves.
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

    /// The places of the seats when the game ends in this way in this position, and how the result counts. It depends on nothing else, so
    /// it is the same whenever it is asked for.
    pub fn outcome(&self, table: &dyn Table) -> (Outcome, Decision) {
        let seats: BTreeSet<Seat> = table.players().into_keys().collect();
        match self {
            Ending::Aborted => (ranked(&seats, &seats), Decision::Void),
            Ending::Drawn { among: first } | Ending::Conceded { to: first } => (ranked(&seats, first), Decision::Played),
            Ending::Forfeited { seat, .. } => {
                let resigned = table.resigned_by(*seat, &Dice::new(Seed([0; 32])));
                let lost = resigned.and_then(|resigned| Some((resigned.outcome()?, resigned.decision())));
                // A game without resigning has no result of its own for this.
                let others = || seats.iter().copied().filter(|other| other != seat).collect();
                let (outcome, decision) = lost.unwrap_or_else(|| (ranked(&seats, &others()), Decision::Played));
                (Outcome { rule: String::new(), ..outcome }, decision)
            }
        }
    }
}

/// The seats in `first` share the first place, all others the next one. The outcome names no rule of the game.
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
