//! Which neutral planets a player's ships can take with the first orders, for the opening report of newcomers.

use serde::{Deserialize, Serialize};

use super::order::Unit;
use super::phases::Ratio;
use super::state::{Fleet, Planet, Power, State, Temper, home_defence};
use crate::engine::Seat;
use crate::galaxy::PlanetId;

/// A flight of all ships in the orbit of an own planet that is certain to take a neutral planet, whatever that planet draws or builds until then,
/// unless somebody else comes too.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Raid {
    /// The player's own planet.
    pub from: PlanetId,
    /// The neutral planet.
    pub to: PlanetId,
    /// All the player's fighters in the orbit of `from`.
    pub fighters: u32,
    /// All the player's transporters in the orbit of `from`.
    pub transporters: u32,
    /// The turn in which they arrive, fight and land.
    pub turn: u32,
}

/// At most one flight from each own planet, each to another target. Uses only what the rules print for everybody (P1.2, P1.6).
pub(super) fn raids(state: &State, seat: Seat) -> Vec<Raid> {
    let mut raids: Vec<Raid> = Vec::new();
    for base in state.planets.iter().filter(|planet| planet.owner == Power::Seat(seat)) {
        let fleet = base.orbit().fleets.of(base.owner);
        let free = state.planets.iter().filter(|planet| raids.iter().all(|raid| raid.to != planet.number));
        let chances = free.filter_map(|target| {
            let turn = 1 + state.distance.steps(base.number, target.number)? as u32;
            let left = transporters_left(state, fleet, target, turn)?;
            Some((turn, std::cmp::Reverse(left), target.number))
        });
        if let Some((turn, _, to)) = chances.min() {
            raids.push(Raid { from: base.number, to, fighters: fleet.fighters, transporters: fleet.transporters, turn });
        }
    }
    raids
}

/// P5, P6: how many transporters are left after taking the planet in that turn; `None` if success is not certain.
fn transporters_left(state: &State, fleet: Fleet, target: &Planet, turn: u32) -> Option<u32> {
    if target.owner != Power::Neutral || fleet.fighters == 0 {
        return None;
    }
    let (fighters, pdu) = strongest(state, target, turn);
    let morale = u64::from((target.morale + 10 * turn).min(250));
    let (attack, defence) = (u64::from(fleet.fighters), u64::from(fighters) * morale / 100);
    if attack <= defence {
        return None;
    }
    let ratio = if defence == 0 { Ratio::HIGHEST } else { Ratio::of(attack, defence) };
    let ground = u32::try_from(u64::from(pdu) * morale / 100).ok()?;
    let lands = ratio.floored_times(u64::from(fleet.transporters)) > ground && fleet.transporters > ground;
    lands.then(|| fleet.transporters - ground)
}

/// P4.7, P8.3: the most fighters and PDU that a neutral planet can have at the battle of that turn.
fn strongest(state: &State, planet: &Planet, turn: u32) -> (u32, u32) {
    let workforce = planet.workforce + turn * (planet.industrial_product() / 40 + 1);
    let fighters = planet.orbit().fleets.of(planet.owner).fighters;
    let at_least = planet.pdu.max(home_defence(workforce));
    if state.tempers.iter().all(|temper| *temper == Temper::Inert) {
        return (fighters, at_least);
    }
    let built = planet.fighter_yards.min(workforce / Unit::Fighter.price().labour);
    let spare = workforce.saturating_sub(built * Unit::Fighter.price().labour);
    let added = planet.pdu + turn * (spare / Unit::Pdu.price().labour);
    (fighters + turn * built, at_least.max(added))
}
