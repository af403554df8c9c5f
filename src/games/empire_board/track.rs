//! Flight tracks: the ships in orbit of a planet and on its number spaces (B1.1, B4).

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use super::things::Cargo;
use crate::galaxy::{Fleets, Ship};

/// The orbit, at index 0, and the number spaces 1, 2 and 3.
pub const TRACK_LENGTH: usize = 4;

/// The fleets on one space of a track.
pub type Space = Fleets<Fleet>;

/// The ships of one power on one space, with what is aboard.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fleet {
    /// B6.2: how many fighters; each throws a die in space.
    pub fighters: u32,
    /// How many transporters, empty and laden together.
    pub transporters: u32,
    /// B4.4: the freight aboard, sorted. Every laden transporter is full, except perhaps one.
    pub freight: Vec<Cargo>,
}

/// B4.4: how many transporters carry this many units.
pub fn ships_for(units: u32, shipload: u32) -> u32 {
    units.div_ceil(shipload.max(1))
}

impl Fleet {
    /// So many ships of one kind, with nothing aboard.
    pub fn of(ship: Ship, count: u32) -> Fleet {
        Fleet { fighters: ship.pick(count, 0), transporters: ship.pick(0, count), freight: Vec::new() }
    }

    /// How many ships of this kind it has, including laden ones.
    pub fn count(&self, ship: Ship) -> u32 {
        ship.pick(self.fighters, self.transporters)
    }

    /// B4.4: how many transporters have freight aboard.
    pub fn laden(&self, shipload: u32) -> u32 {
        let units = u32::try_from(self.freight.len()).unwrap_or(u32::MAX);
        ships_for(units, shipload).min(self.transporters)
    }

    /// How many units of this freight are aboard.
    pub fn aboard(&self, cargo: Cargo) -> u32 {
        self.freight.iter().filter(|aboard| **aboard == cargo).count() as u32
    }

    /// B4.4: how many transporters are empty.
    pub fn empty_transporters(&self, shipload: u32) -> u32 {
        self.transporters - self.laden(shipload)
    }

    /// Splits off as many ships of a kind as there are, at most `count`: empty transporters first, then laden ones with their freight.
    pub fn split(&mut self, ship: Ship, count: u32, shipload: u32) -> Fleet {
        match ship {
            Ship::Fighter => {
                let fighters = count.min(self.fighters);
                self.fighters -= fighters;
                Fleet::of(Ship::Fighter, fighters)
            }
            Ship::Transporter => {
                let transporters = count.min(self.transporters);
                let staying = self.transporters - transporters;
                let room = usize::try_from(u64::from(staying) * u64::from(shipload)).unwrap_or(usize::MAX);
                let freight = self.freight.split_off(room.min(self.freight.len()));
                self.transporters = staying;
                Fleet { fighters: 0, transporters, freight }
            }
        }
    }
}

impl AddAssign for Fleet {
    /// Adds ships up to the largest number.
    fn add_assign(&mut self, more: Fleet) {
        self.fighters = self.fighters.saturating_add(more.fighters);
        self.transporters = self.transporters.saturating_add(more.transporters);
        self.freight.extend(more.freight);
        self.freight.sort();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_transporters_leave_a_fleet_first_and_freight_goes_with_its_ship() {
        let mut fleet = Fleet { fighters: 2, transporters: 3, freight: vec![Cargo::Population, Cargo::Troop] };
        assert_eq!((fleet.laden(1), fleet.empty_transporters(1), fleet.laden(2)), (2, 1, 1));
        assert_eq!(fleet.split(Ship::Transporter, 1, 1), Fleet::of(Ship::Transporter, 1));
        let laden = fleet.split(Ship::Transporter, 1, 1);
        assert_eq!(laden, Fleet { fighters: 0, transporters: 1, freight: vec![Cargo::Troop] });
        assert_eq!(fleet, Fleet { fighters: 2, transporters: 1, freight: vec![Cargo::Population] });
        assert_eq!(fleet.split(Ship::Fighter, 9, 1).fighters, 2);
    }
}
