//! Flight tracks: the spaces on the way to a planet, the orbit first, with the fleets on them.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use super::Power;

/// The fleets on one space, by power. None is empty.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Fleets<Fleet>(pub BTreeMap<Power, Fleet>);

impl<Fleet: AddAssign + Clone + Default + PartialEq> Fleets<Fleet> {
    /// The fleet of a power; empty if it has none here.
    pub fn of(&self, power: Power) -> Fleet {
        self.0.get(&power).cloned().unwrap_or_default()
    }

    /// Adds ships to a power's fleet: ships of one player on one space merge (P4.4, B4.1).
    pub fn add(&mut self, power: Power, more: Fleet) {
        let mut fleet = self.take(power);
        fleet += more;
        self.set(power, fleet);
    }

    /// Replaces the fleet of a power; an empty one is removed.
    pub fn set(&mut self, power: Power, fleet: Fleet) {
        if fleet == Fleet::default() {
            self.0.remove(&power);
        } else {
            self.0.insert(power, fleet);
        }
    }

    /// Removes and returns a power's fleet.
    pub fn take(&mut self, power: Power) -> Fleet {
        self.0.remove(&power).unwrap_or_default()
    }

    /// Moves all fleets here onto `other`.
    pub fn merge_into(self, other: &mut Fleets<Fleet>) {
        self.0.into_iter().for_each(|(power, fleet)| other.add(power, fleet));
    }

    /// All fleets, in order of power.
    pub fn iter(&self) -> impl Iterator<Item = (Power, &Fleet)> {
        self.0.iter().map(|(power, fleet)| (*power, fleet))
    }

    /// Whose ships are here.
    pub fn powers(&self) -> impl Iterator<Item = Power> {
        self.0.keys().copied()
    }
}

/// Moves everything on a track one space nearer. What is in orbit stays, and arrivals join it.
pub(crate) fn move_nearer<Space: Default>(track: &mut [Space], join: impl Fn(Space, &mut Space)) {
    if let [orbit, next, ..] = track {
        join(std::mem::take(next), orbit);
        if let Some(way) = track.get_mut(1..) {
            way.rotate_left(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ships_come_nearer_and_join_those_in_orbit() {
        let mut track = [vec!['a'], vec!['b'], vec![], vec!['d']];
        move_nearer(&mut track, |arriving, orbit| orbit.extend(arriving));
        assert_eq!(track, [vec!['a', 'b'], vec![], vec!['d'], vec![]]);
        for _ in 0..3 {
            move_nearer(&mut track, |arriving, orbit| orbit.extend(arriving));
        }
        assert_eq!(track, [vec!['a', 'b', 'd'], vec![], vec![], vec![]]);
    }

    #[test]
    fn a_track_without_a_way_stays_as_it_is() {
        let mut orbit = [7];
        move_nearer(&mut orbit, |arriving, orbit| *orbit += arriving);
        move_nearer::<u8>(&mut [], |_, _| {});
        assert_eq!(orbit, [7]);
    }
}
