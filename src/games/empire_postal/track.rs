//! Flight tracks: what stands or flies at their positions (P4.4).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::things::Cargo;
use crate::galaxy::{Power, Ship};

/// Positions on a flight track: the orbit `I`, then `D`, `D+1`, `D+2`, `D+3`.
pub const TRACK_LENGTH: usize = 5;

/// What stands or flies at one position of a track.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// Never holds an empty fleet.
    pub fleets: BTreeMap<Power, Fleet>,
    /// P12: cargo ships have no owner under way. Never holds a zero.
    pub cargo: BTreeMap<Cargo, u32>,
}

/// Ships of one power at one position.
#[allow(missing_docs, reason = "the counts are what they are called")]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fleet {
    pub fighters: u32,
    pub transporters: u32,
}

impl Position {
    /// The fleet of a power; an empty one if there is none.
    pub fn fleet(&self, power: Power) -> Fleet {
        self.fleets.get(&power).copied().unwrap_or_default()
    }

    /// Adds ships; ships of one owner on one position merge (P4.4).
    pub fn add(&mut self, power: Power, more: Fleet) {
        let fleet = self.fleet(power);
        let fighters = fleet.fighters.saturating_add(more.fighters);
        self.set(power, Fleet { fighters, transporters: fleet.transporters.saturating_add(more.transporters) });
    }

    /// Replaces the fleet of a power; an empty one vanishes.
    pub fn set(&mut self, power: Power, fleet: Fleet) {
        if fleet == Fleet::default() {
            self.fleets.remove(&power);
        } else {
            self.fleets.insert(power, fleet);
        }
    }

    /// Adds shiploads to those of the same kind; a count that is full stays so.
    pub fn add_cargo(&mut self, cargo: Cargo, shiploads: u32) {
        if shiploads > 0 {
            let here = self.cargo.entry(cargo).or_default();
            *here = here.saturating_add(shiploads);
        }
    }

    /// Fighters and transporters of all owners, without cargo ships.
    pub fn ship_count(&self) -> u32 {
        saturated(self.fleets.values().map(|fleet| u64::from(fleet.fighters) + u64::from(fleet.transporters)).sum())
    }

    /// Cargo ships, whatever they carry.
    pub fn cargo_count(&self) -> u32 {
        saturated(self.cargo.values().map(|shiploads| u64::from(*shiploads)).sum())
    }

    /// Moves everything that stands here onto `other`.
    pub fn merge_into(self, other: &mut Position) {
        self.fleets.into_iter().for_each(|(power, fleet)| other.add(power, fleet));
        self.cargo.into_iter().for_each(|(cargo, shiploads)| other.add_cargo(cargo, shiploads));
    }
}

impl Fleet {
    /// So many ships of one kind, and none of the other.
    pub fn of(ship: Ship, count: u32) -> Fleet {
        Fleet { fighters: ship.pick(count, 0), transporters: ship.pick(0, count) }
    }

    /// How many ships of that kind it has.
    pub fn count(&self, ship: Ship) -> u32 {
        ship.pick(self.fighters, self.transporters)
    }

    /// What is left when `gone` are gone, of each kind at least 0.
    pub fn less(self, gone: Fleet) -> Fleet {
        Fleet { fighters: self.fighters.saturating_sub(gone.fighters), transporters: self.transporters.saturating_sub(gone.transporters) }
    }
}

/// A sum as the state can keep it.
pub(in crate::games::empire_postal) fn saturated(sum: u64) -> u32 {
    u32::try_from(sum).unwrap_or(u32::MAX)
}
