//! B4.1: the ships that are in orbit when the round begins, and so may leave.

use std::collections::BTreeMap;

use crate::engine::Seat;
use crate::galaxy::PlanetId;
use crate::games::empire_board::event::Reason;
use crate::games::empire_board::state::{Fleet, State};

/// B4.1: the ships that may leave. Ships that reach an orbit in this round may not.
#[derive(Debug, Default)]
pub(super) struct Standing {
    pub fleets: BTreeMap<(PlanetId, Seat), Fleet>,
    /// B4.4: units of freight that have left, by sender, origin and destination. Lines for one flight share ships.
    pub shipped: BTreeMap<(Seat, PlanetId, PlanetId), u32>,
}

impl Standing {
    /// A seat's ships that may still leave a planet.
    pub(super) fn fleet(&mut self, planet: PlanetId, seat: Seat) -> &mut Fleet {
        self.fleets.entry((planet, seat)).or_default()
    }
}

impl State {
    /// B4.1: the space at which a flight enters the track of `to`.
    pub fn flight_space(&self, from: PlanetId, to: PlanetId) -> Result<usize, Reason> {
        match self.distance.steps(from, to) {
            _ if from == to => Err(Reason::SamePlanet { planet: to }),
            distance => distance.ok_or(Reason::Nothing),
        }
    }
}
