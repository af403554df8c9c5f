//! B8: planets with fewer land troops than population.

use std::collections::BTreeSet;

use super::combat::throw_die;
use super::play::Play;
use crate::galaxy::PlanetId;
use crate::games::empire_board::event::Event;
use crate::games::empire_board::rulebook::RebelTroops;
use crate::games::empire_board::state::Power;

/// Returns the planets that were in revolt, whether or not they fell.
pub(super) fn revolt(round: &mut Play, taken: &BTreeSet<PlanetId>) -> BTreeSet<PlanetId> {
    let calms = round.state.rulebook.conquest_calms;
    let is_calm = |id: &PlanetId| calms && taken.contains(id);
    let ids: Vec<PlanetId> = round.planet_ids().filter(|id| !is_calm(id)).collect();
    ids.into_iter().filter(|id| try_revolt(round, *id)).collect()
}

/// B8.1: the planet is lost unless the die exceeds what the garrison lacks; the rulebook may be harsher. Whether there was a revolt.
fn try_revolt(round: &mut Play, id: PlanetId) -> bool {
    let Some(planet) = round.state.planet(id) else { return false };
    let (Some(owner), population, troops) = (planet.owner.seat(), planet.population, planet.troops) else { return false };
    if troops >= population {
        return false;
    }
    let die = throw_die(&mut round.dice(&format!("revolt/{id}")));
    let to_exceed = (population - troops).saturating_add(round.state.rulebook.revolt_bonus);
    let fell = die <= to_exceed;
    round.record.revolts += 1;
    round.tell_everybody(Event::Revolt { planet: id, owner, population, troops, die, to_exceed, fell });
    if fell {
        fall(round, id, Power::Seat(owner));
    }
    true
}

fn fall(round: &mut Play, id: PlanetId, owner: Power) {
    let as_people = round.state.rulebook.rebel_troops == RebelTroops::Population;
    if let Some(planet) = round.state.planet_mut(id) {
        planet.owner = Power::Neutral;
        planet.troops = if as_people { planet.population } else { planet.troops };
    }
    round.count(owner, |statistics| statistics.planets_lost += 1);
    round.tell_everybody(Event::PlanetTaken { planet: id, from: owner, to: Power::Neutral });
}
