//! Flight tracks, with what is at their positions (P4.4).

use std::collections::BTreeMap;
use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use super::things::Cargo;
use crate::galaxy::{Fleets, Ship};

/// The positions of a flight track: the orbit `I`, then `D`, `D+1`, `D+2`, `D+3`.
pub const TRACK_LENGTH: usize = 5;

/// What is at one position of a track.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// The ships, by power.
    pub fleets: Fleets<Fleet>,
    /// P12: shiploads by cargo. Cargo ships have no owner on their way. No entry is 0.
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
    /// Adds shiploads to those of the same kind, up to the largest number.
    pub fn add_cargo(&mut self, cargo: Cargo, shiploads: u32) {
        if shiploads > 0 {
            let here = self.cargo.entry(cargo).or_default();
            *here = here.saturating_add(shiploads);
        }
    }

    /// Fighters and transporters of all powers, without cargo ships.
    pub fn ship_count(&self) -> u32 {
        saturated(self.fleets.iter().map(|(_, fleet)| u64::from(fleet.fighters) + u64::from(fleet.transporters)).sum())
    }

    /// Cargo ships with any cargo.
    pub fn cargo_count(&self) -> u32 {
        saturated(self.cargo.values().map(|shiploads| u64::from(*shiploads)).sum())
    }

    /// Moves everything here onto `other`.
    pub fn merge_into(self, other: &mut Position) {
        self.fleets.merge_into(&mut other.fleets);
        self.cargo.into_iter().for_each(|(cargo, shiploads)| other.add_cargo(cargo, shiploads));
    }
}

impl Fleet {
    /// A fleet of `count` ships of one kind.
    pub fn of(ship: Ship, count: u32) -> Fleet {
        Fleet { fighters: ship.pick(count, 0), transporters: ship.pick(0, count) }
    }

    /// How many ships of this kind it has.
    pub fn count(&self, ship: Ship) -> u32 {
        ship.pick(self.fighters, self.transporters)
    }

    /// What is left without `gone`; of each kind at least 0.
    pub fn less(self, gone: Fleet) -> Fleet {
        Fleet { fighters: self.fighters.saturating_sub(gone.fighters), transporters: self.transporters.saturating_sub(gone.transporters) }
    }
}

impl AddAssign for Fleet {
    /// Adds ships up to the largest number.
    fn add_assign(&mut self, more: Fleet) {
        self.fighters = self.fighters.saturating_add(more.fighters);
        self.transporters = self.transporters.saturating_add(more.transporters);
    }
}

/// A sum, cut to the largest number that the state can hold.
pub(in crate::games::empire_postal) fn saturated(sum: u64) -> u32 {
    u32::try_from(sum).unwrap_or(u32::MAX)
}
