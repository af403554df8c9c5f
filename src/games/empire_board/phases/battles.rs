//! B6: space battles, at all planets at once.

use std::collections::BTreeSet;

use super::morale;
use super::play::Play;
use super::sides::{Minds, Sides};
use crate::galaxy::PlanetId;
use crate::games::empire_board::event::{Arm, Event, Fight, Force};
use crate::games::empire_board::order::Ship;
use crate::games::empire_board::rulebook::HomelessShips;
use crate::games::empire_board::state::{Fleet, Planet, Power, Relation, State};

/// Fights all battles. Returns the planets whose owner's side beat off attackers, so that nobody lands there.
pub(super) fn fight(round: &mut Play) -> BTreeSet<PlanetId> {
    let fights: Vec<Fight> = round.planet_ids().filter_map(|id| join_battle(round, id)).collect();
    let mut fleeing = Vec::new();
    for battle in &fights {
        take_losses(round, battle);
        fleeing.extend(leave_the_field(round, battle));
        tell_and_count(round, battle);
    }
    // Only now, so that nobody who fled meets another battle of this phase.
    fleeing.into_iter().for_each(|flight| flee(round, flight));
    fights.iter().for_each(|battle| morale::turn_markers(round, battle, Arm::Fighters, Arm::Fighters));
    fights.iter().filter(|battle| !battle.attackers_win).map(|battle| battle.planet).collect()
}

/// B6.1: `None` unless attackers are present and either side has fighters. If the owner's side has no ship at all, there is nothing to fight.
fn join_battle(round: &Play, id: PlanetId) -> Option<Fight> {
    let state = &round.state;
    let planet = state.planet(id)?;
    let sides = Sides {
        planet: id,
        owner: planet.owner,
        attackers: forces(state, planet, Relation::Hostile),
        defenders: forces(state, planet, Relation::Allied),
    };
    let minds = Minds { is_up: Box::new(|power, _| state.morale(power).fighters), target: Box::new(|power| state.target(power, id)) };
    sides.fight_in_space(&state.rulebook, &minds, &mut round.dice(&format!("battle/{id}")))
}

/// B6.1: the owner's enemies attack; the owner and allies defend.
fn forces(state: &State, planet: &Planet, relation: Relation) -> Vec<Force> {
    let fleets = planet.orbit().iter().filter(|(power, _)| state.relation(*power, planet.owner) == relation);
    fleets.map(|(power, fleet)| Force { power, units: fleet.fighters, transporters: fleet.transporters, lost: 0 }).collect()
}

/// B6.5: in space only fighters are lost.
fn take_losses(round: &mut Play, battle: &Fight) {
    for force in battle.forces().map(|(force, _)| force) {
        if let Some(orbit) = round.state.planet_mut(battle.planet).map(Planet::orbit_mut) {
            let mut fleet = orbit.take(force.power);
            fleet.split(Ship::Fighter, force.lost, 1);
            orbit.set(force.power, fleet);
        }
        round.count(force.power, |statistics| statistics.lose(Ship::Fighter, force.lost));
    }
}

/// A fleet that flees from a lost battle, and where it goes; `None` if it is lost.
struct Flight {
    power: Power,
    from: PlanetId,
    fleet: Fleet,
    to: Option<PlanetId>,
}

/// B6.3: the losers flee, transporters too. Neutral fighters and pirates have nowhere to go (B6.4, B10.2).
fn leave_the_field(round: &mut Play, battle: &Fight) -> Vec<Flight> {
    let losers = if battle.attackers_win { &battle.defenders } else { &battle.attackers };
    let stays = round.state.rulebook.homeless_ships == HomelessShips::Stay;
    let mut flights = Vec::new();
    for power in losers.iter().map(|force| force.power) {
        let to = power.seat().and_then(|seat| round.state.home(seat));
        if to.is_none() && stays && power.seat().is_some() {
            continue;
        }
        let fleet = round.state.planet_mut(battle.planet).map(|planet| planet.orbit_mut().take(power)).unwrap_or_default();
        if fleet != Fleet::default() {
            flights.push(Flight { power, from: battle.planet, fleet, to });
        }
    }
    flights
}

/// B6.4: puts the ships onto the home planet's track, or counts them as lost.
fn flee(round: &mut Play, Flight { power, from, fleet, to }: Flight) {
    let nearest = round.state.rulebook.retreat_space as usize;
    let space = to.map_or(0, |home| round.state.distance.steps(from, home).unwrap_or(0).max(nearest));
    let (fighters, transporters) = (fleet.fighters, fleet.transporters);
    match to {
        Some(home) => round.state.enter(power, fleet, home, space),
        None => round.count(power, |statistics| {
            statistics.lose(Ship::Fighter, fighters);
            statistics.lose(Ship::Transporter, transporters);
        }),
    }
    round.tell_everybody(Event::Fled { power, planet: from, fighters, transporters, to, space });
}

fn tell_and_count(round: &mut Play, battle: &Fight) {
    for (force, won) in battle.forces() {
        round.count(force.power, |statistics| {
            statistics.battles_won += u32::from(won);
            statistics.battles_lost += u32::from(!won);
        });
    }
    round.record.battles += 1;
    round.tell_everybody(Event::Battle(battle.clone()));
}

impl State {
    /// B6.2: the power at which another aims on that planet, if it has said so.
    pub fn target(&self, power: Power, planet: PlanetId) -> Option<Power> {
        let player = self.players.get(&power.seat()?)?;
        player.targets_at.get(&planet).copied().or(player.target).map(Power::Seat)
    }
}
