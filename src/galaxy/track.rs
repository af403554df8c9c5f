//! Flight tracks: what stands or flies at their positions, and how it comes nearer.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Fleet;

/// What stands or flies at one position of a track, by `Owner`, with `Freight` on its way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position<Owner: Ord, Freight: Ord> {
    /// Never holds an empty fleet.
    pub fleets: BTreeMap<Owner, Fleet>,
    /// Shiploads. Never holds a zero.
    pub cargo: BTreeMap<Freight, u32>,
}

impl<Owner: Ord, Freight: Ord> Default for Position<Owner, Freight> {
    fn default() -> Self {
        Position { fleets: BTreeMap::new(), cargo: BTreeMap::new() }
    }
}

impl<Owner: Ord, Freight: Ord> Position<Owner, Freight> {
    /// The fleet of an owner; an empty one if there is none.
    pub fn fleet(&self, owner: Owner) -> Fleet {
        self.fleets.get(&owner).copied().unwrap_or_default()
    }

    /// Adds ships; ships of one owner on one position merge.
    pub fn add(&mut self, owner: Owner, more: Fleet) {
        if !more.is_empty() {
            let here = self.fleets.entry(owner).or_default();
            *here = here.and(more);
        }
    }

    /// Replaces the fleet of an owner; an empty one vanishes.
    pub fn set(&mut self, owner: Owner, fleet: Fleet) {
        if fleet.is_empty() {
            self.fleets.remove(&owner);
        } else {
            self.fleets.insert(owner, fleet);
        }
    }

    pub fn add_cargo(&mut self, cargo: Freight, shiploads: u32) {
        if shiploads > 0 {
            let here = self.cargo.entry(cargo).or_default();
            *here = here.saturating_add(shiploads);
        }
    }

    /// Fighters and transporters of all owners, without cargo ships.
    pub fn ship_count(&self) -> u32 {
        self.fleets.values().fold(0, |sum, fleet| sum.saturating_add(fleet.fighters).saturating_add(fleet.transporters))
    }

    pub fn cargo_count(&self) -> u32 {
        self.cargo.values().fold(0, |sum, shiploads| sum.saturating_add(*shiploads))
    }

    /// Moves everything that stands here onto `other`.
    pub fn merge_into(self, other: &mut Self) {
        self.fleets.into_iter().for_each(|(owner, fleet)| other.add(owner, fleet));
        self.cargo.into_iter().for_each(|(cargo, shiploads)| other.add_cargo(cargo, shiploads));
    }
}

/// Every ship moves one position nearer to the orbit, which is the first; what stands in orbit stays.
pub fn move_nearer<Owner: Ord, Freight: Ord>(track: &mut [Position<Owner, Freight>]) {
    track.rotate_left(track.len().min(1));
    if let Some((former_orbit, moved)) = track.split_last_mut()
        && let Some(orbit) = moved.first_mut()
    {
        std::mem::take(former_orbit).merge_into(orbit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ships_come_nearer_and_merge_in_orbit() {
        let mut track: [Position<u8, char>; 4] = Default::default();
        track[0].add(1, Fleet { fighters: 2, transporters: 0 });
        track[1].add(1, Fleet { fighters: 1, transporters: 4 });
        track[3].add(2, Fleet { fighters: 5, transporters: 0 });
        track[3].add_cargo('x', 3);
        move_nearer(&mut track);
        assert_eq!(track[0].fleet(1), Fleet { fighters: 3, transporters: 4 });
        assert_eq!((track[2].ship_count(), track[2].cargo_count()), (5, 3));
        assert!(track[3].fleets.is_empty() && track[3].cargo.is_empty());
        move_nearer::<u8, char>(&mut []);
    }

    #[test]
    fn an_empty_fleet_is_no_fleet() {
        let mut position: Position<u8, char> = Position::default();
        position.add(1, Fleet::default());
        position.add_cargo('x', 0);
        assert_eq!(position, Position::default());
        position.add(1, Fleet { fighters: 2, transporters: 0 });
        position.set(1, Fleet::default());
        assert_eq!(position, Position::default());
    }
}
