//! Ships under way, and where they may have come from.

use crate::galaxy::{Distances, PlanetId, Power};

/// Ships of one power at one place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChartFleet {
    pub power: Power,
    pub fighters: u32,
    pub transporters: u32,
    /// Whether they are no friends of whose planet it is.
    pub is_hostile: bool,
}

/// Ships of one power under way to a planet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChartFlight {
    pub force: ChartFleet,
    pub to: PlanetId,
    /// The turn in which they arrive.
    pub arrives: u32,
    /// Where they began; empty if that is not known.
    pub from: Vec<PlanetId>,
}

/// A departure that the viewer knows of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Departure {
    pub from: PlanetId,
    pub to: PlanetId,
    /// The turn in which its ships arrive.
    pub arrives: u32,
}

impl Departure {
    /// Ships that were sent in a turn; `None` for a flight that leads nowhere.
    pub fn sent(from: PlanetId, to: PlanetId, turn: u32, distance: &Distances) -> Option<Departure> {
        Some(Departure::onto(from, to, turn, distance.steps(from, to)?))
    }

    /// Ships that stood on this space of a track when a turn was over; 0 is the orbit.
    pub fn onto(from: PlanetId, to: PlanetId, turn: u32, space: usize) -> Departure {
        Departure { from, to, arrives: turn.saturating_add(space as u32) }
    }
}

impl ChartFlight {
    /// Ships that arrive in a planet's orbit in so many turns; of the departures those count that end there and then.
    pub fn new(force: ChartFleet, to: PlanetId, arrives: u32, departures: &[Departure]) -> ChartFlight {
        let theirs = departures.iter().filter(|departure| departure.to == to && departure.arrives == arrives);
        let mut from: Vec<PlanetId> = theirs.map(|departure| departure.from).collect();
        from.sort_unstable();
        from.dedup();
        ChartFlight { force, to, arrives, from }
    }
}
