//! P4.9, P6: landings, on all planets at once.

use std::collections::BTreeMap;

use super::assault::{Assault, orbit_for_attackers};
use super::battles::{Orbits, clamp_morale};
use super::gunnery::Ratio;
use super::play::Play;
use super::revolts::{draw_temper, try_revolt};
use crate::galaxy::PlanetId;
use crate::games::empire_postal::event::{Event, Landing, LandingForce, RevoltCause};
use crate::games::empire_postal::order::Ship;
use crate::games::empire_postal::state::{Fleet, Planet, Power, Relation, State};

/// Lands with the TM and PM from the beginning of the phase.
pub(super) fn land(turn: &mut Play, orbits: &Orbits) {
    let landings: Vec<Landing> = turn.planet_ids().filter_map(|planet| storm(turn, planet, orbits)).collect();
    for landing in &landings {
        carry_out(turn, landing);
    }
    change_morale(turn, &landings);
    for landing in &landings {
        tell_and_count(turn, landing);
    }
}

/// The landing on this planet; `None` if nobody lands.
fn storm(turn: &Play, planet: PlanetId, orbits: &Orbits) -> Option<Landing> {
    let planet = turn.state.planet(planet)?;
    let ratio = held_orbit(&turn.state, planet, orbits)?;
    let assault = Assault {
        planet: planet.number,
        owner: planet.owner,
        planet_morale: planet.morale,
        pdu: planet.pdu,
        attackers: muster(&turn.state, planet),
        ratio,
    };
    assault.land(&mut turn.dice(&format!("landing/{}", planet.number)))
}

/// P6.1: q if the attackers hold the orbit, from the battle and the fleets in orbit.
fn held_orbit(state: &State, planet: &Planet, orbits: &Orbits) -> Option<Ratio> {
    let mut defenders = planet.orbit().fleets.iter().filter(|(power, _)| state.relation(*power, planet.owner) == Relation::Peace);
    orbit_for_attackers(orbits.get(&planet.number).copied(), defenders.any(|(_, fleet)| fleet.fighters > 0))
}

fn muster(state: &State, planet: &Planet) -> Vec<LandingForce> {
    let landing = |(power, fleet): &(Power, &Fleet)| fleet.transporters > 0 && state.relation(*power, planet.owner) == Relation::War;
    let forces = planet.orbit().fleets.iter().filter(landing);
    forces.map(|(power, fleet)| LandingForce::armed(power, fleet.transporters, state.transporter_morale(power))).collect()
}

fn carry_out(turn: &mut Play, landing: &Landing) {
    let Some(planet) = turn.state.planet_mut(landing.planet) else { return };
    planet.pdu = landing.pdu_after;
    for force in &landing.attackers {
        let fleet = planet.orbit().fleets.of(force.power);
        planet.orbit_mut().fleets.set(force.power, fleet.less(Fleet { fighters: 0, transporters: force.transporters_lost }));
    }
    if let Some(conqueror) = landing.taken_by {
        let temper = draw_temper(&turn.state.tempers, &mut turn.hidden_dice(&format!("temper/{}", landing.planet)));
        if let Some(planet) = turn.state.planet_mut(landing.planet) {
            planet.fall_to(conqueror, temper);
        }
    }
}

/// P6.3: the changes of TM, summed over all landings of the phase before clamping, as for FM.
fn change_morale(turn: &mut Play, landings: &[Landing]) {
    let mut changes: BTreeMap<Power, i64> = BTreeMap::new();
    for landing in landings {
        let overcame = landing.attack_strength > landing.defence_strength;
        for force in &landing.attackers {
            *changes.entry(force.power).or_default() += force.morale_change(overcame);
        }
    }
    for (power, change) in changes {
        if let Some(player) = turn.player_mut(power) {
            player.transporter_morale = clamp_morale(player.transporter_morale, change);
        }
    }
}

fn tell_and_count(turn: &mut Play, landing: &Landing) {
    turn.record.landings += 1;
    for force in &landing.attackers {
        turn.count(force.power, |statistics| statistics.lose(Ship::Transporter, force.transporters_lost));
    }
    // P11.1: those present and the owner.
    let present = turn.state.planet(landing.planet).into_iter().flat_map(|planet| planet.orbit().fleets.powers());
    let witnesses: Vec<Power> = present.chain(landing.attackers.iter().map(|force| force.power)).chain([landing.owner]).collect();
    turn.tell(witnesses, Event::Landing(landing.clone()));
    match (landing.taken_by, landing.owner.seat()) {
        (Some(conqueror), _) => {
            turn.count(conqueror, |statistics| statistics.planets_taken += 1);
            turn.count(landing.owner, |statistics| statistics.planets_lost += 1);
            turn.tell_everybody(Event::PlanetTaken { planet: landing.planet, from: landing.owner, to: conqueror });
        }
        // P6.5: the population takes the chance.
        (None, Some(owner)) => {
            let mut dice = turn.dice(&format!("landing-revolt/{}", landing.planet));
            try_revolt(turn, landing.planet, owner, RevoltCause::FailedLanding, &mut dice);
        }
        (None, None) => {}
    }
}
