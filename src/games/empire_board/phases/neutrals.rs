//! B7.4, B10: neutral planets refit, and pirates come.

use std::collections::BTreeSet;

use super::combat::throw_die;
use super::play::Play;
use crate::galaxy::PlanetId;
use crate::games::empire_board::event::Event;
use crate::games::empire_board::order::Ship;
use crate::games::empire_board::state::{Fleet, Planet, Power};

/// B10.1: refits planets that became neutral in this round. Those that beat off a landing have refitted already (B7.4).
pub(super) fn refit(round: &mut Play, taken: &BTreeSet<PlanetId>) {
    let before = round.before;
    let was_neutral = |id: PlanetId| before.planet(id).is_some_and(|planet| planet.owner == Power::Neutral);
    for id in round.planet_ids().filter(|id| !was_neutral(*id) || taken.contains(id)) {
        refit_planet(round, id);
    }
}

/// Raises the fighters and land troops of a neutral planet to what it had at the start.
pub(super) fn refit_planet(round: &mut Play, id: PlanetId) {
    let Some(planet) = round.state.planet_mut(id).filter(|planet| planet.owner == Power::Neutral) else { return };
    let before = planet.neutral_garrison();
    planet.troops = planet.troops.max(planet.garrison.troops);
    let missing = planet.garrison.fighters.saturating_sub(planet.orbit().of(Power::Neutral).fighters);
    planet.orbit_mut().add(Power::Neutral, Fleet::of(Ship::Fighter, missing));
    let after @ (fighters, troops) = planet.neutral_garrison();
    if after != before {
        round.tell_everybody(Event::Refitted { planet: id, fighters, troops });
    }
}

/// B10.2: throws for column and row, and one die or more for the fleet.
pub(super) fn send_pirates(round: &mut Play) {
    let is_their_round = round.state.turn.checked_rem(round.state.rulebook.pirates_every) == Some(0);
    if !round.state.rulebook.pirates || !is_their_round {
        return;
    }
    let mut stream = round.dice("pirates");
    let (column, row) = (throw_die(&mut stream), throw_die(&mut stream));
    let dice: Vec<u32> = (0..round.state.rulebook.pirate_dice).map(|_| throw_die(&mut stream)).collect();
    let named = round.state.rulebook.pirate_table.get((6 * (row - 1) + column - 1) as usize).copied().map(PlanetId);
    let fleet = dice.iter().sum::<u32>().min(round.state.pirates_left_in_the_box());
    let planet = named.filter(|id| round.state.planet(*id).is_some());
    let fighters = if planet.is_some() { fleet } else { 0 };
    if let Some(planet) = planet.and_then(|id| round.state.planet_mut(id)) {
        planet.orbit_mut().add(Power::Pirates, Fleet::of(Ship::Fighter, fighters));
    }
    round.tell_everybody(Event::PiratesCame { column, row, planet, dice, fighters });
}

impl Planet {
    fn neutral_garrison(&self) -> (u32, u32) {
        (self.orbit().of(Power::Neutral).fighters, self.troops)
    }
}
