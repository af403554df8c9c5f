//! P4.9, P6: landings, all planets at once.

use std::collections::BTreeMap;

use super::battles::{Orbits, clamp_morale};
use super::gunnery::{Ratio, rounded};
use super::play::Play;
use super::revolts::{draw_temper, try_revolt};
use crate::engine::Stream;
use crate::galaxy::PlanetId;
use crate::games::empire_postal::event::{BattleResult, Event, Landing, LandingForce, RevoltCause};
use crate::games::empire_postal::order::Ship;
use crate::games::empire_postal::state::{Fleet, Planet, Power, Relation, State};
use crate::games::empire_postal::track::saturated;

/// Lands with the TM and PM that held when the phase began.
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

/// What a landing on this planet comes to; `None` if nobody lands.
fn storm(turn: &Play, planet: PlanetId, orbits: &Orbits) -> Option<Landing> {
    let planet = turn.state.planet(planet)?;
    let ratio = held_orbit(&turn.state, planet, orbits)?;
    let mut attackers = muster(&turn.state, planet);
    let ships: u64 = attackers.iter().map(|force| u64::from(force.transporters)).sum();
    if ships == 0 {
        return None;
    }
    // P6.2.
    let defence = u64::from(planet.pdu) * u64::from(planet.morale) / 100;
    for force in &mut attackers {
        force.transporters_lost = rounded(u128::from(defence) * u128::from(force.transporters), u128::from(ships)).min(force.transporters);
        force.pdu_destroyed = ratio.rounded_times(force.strength);
    }
    let attack = ratio.floored_times(attackers.iter().map(|force| u64::from(force.strength)).sum());
    let destroyed: u64 = attackers.iter().map(|force| u64::from(force.pdu_destroyed)).sum();
    let mut dice = turn.dice(&format!("landing/{}", planet.number));
    let (taken_by, by_die) = if u64::from(attack) > defence { choose_conqueror(&attackers, &mut dice) } else { (None, false) };
    Some(Landing {
        planet: planet.number,
        owner: planet.owner,
        planet_morale: planet.morale,
        pdu_before: planet.pdu,
        pdu_after: planet.pdu.saturating_sub(saturated(destroyed)),
        attackers,
        attack_strength: attack,
        defence_strength: saturated(defence),
        ratio_thousandths: ratio.thousandths(),
        taken_by,
        by_die,
    })
}

/// P6.1: q if the attackers hold the orbit: they won the battle, or there was none and the
/// defenders have no fighters there.
fn held_orbit(state: &State, planet: &Planet, orbits: &Orbits) -> Option<Ratio> {
    match orbits.get(&planet.number) {
        Some((BattleResult::DefendersWin, _)) => None,
        Some((BattleResult::AttackersWin | BattleResult::NoResistance, ratio)) => Some(*ratio),
        None => {
            let mut defenders = planet.orbit().fleets.iter().filter(|(power, _)| state.relation(**power, planet.owner) == Relation::Peace);
            defenders.all(|(_, fleet)| fleet.fighters == 0).then_some(Ratio::HIGHEST)
        }
    }
}

fn muster(state: &State, planet: &Planet) -> Vec<LandingForce> {
    let landing = |(power, fleet): &(&Power, &Fleet)| fleet.transporters > 0 && state.relation(**power, planet.owner) == Relation::War;
    let forces = planet.orbit().fleets.iter().filter(landing);
    forces
        .map(|(power, fleet)| {
            let transporter_morale = state.transporter_morale(*power);
            let strength = saturated(u64::from(fleet.transporters) * u64::from(transporter_morale) / 100);
            LandingForce {
                power: *power,
                transporters: fleet.transporters,
                transporters_lost: 0,
                transporter_morale,
                strength,
                pdu_destroyed: 0,
            }
        })
        .collect()
}

/// P6.4: the one with the most TR left, then with the higher TM, then a die; and whether it took one.
fn choose_conqueror(attackers: &[LandingForce], dice: &mut Stream) -> (Option<Power>, bool) {
    let merit = |force: &LandingForce| (force.transporters - force.transporters_lost, force.transporter_morale);
    let best = attackers.iter().map(merit).filter(|(left, _)| *left > 0).max();
    let equals: Vec<Power> = attackers.iter().filter(|force| Some(merit(force)) == best).map(|force| force.power).collect();
    match equals.as_slice() {
        [] => (None, false),
        [only] => (Some(*only), false),
        several => (dice.choose(several).copied(), true),
    }
}

fn carry_out(turn: &mut Play, landing: &Landing) {
    let Some(planet) = turn.state.planet_mut(landing.planet) else { return };
    planet.pdu = landing.pdu_after;
    for force in &landing.attackers {
        let fleet = planet.orbit().fleet(force.power);
        planet.orbit_mut().set(force.power, fleet.less(Fleet { fighters: 0, transporters: force.transporters_lost }));
    }
    if let Some(conqueror) = landing.taken_by {
        let temper = draw_temper(&turn.state.tempers, &mut turn.hidden_dice(&format!("temper/{}", landing.planet)));
        if let Some(planet) = turn.state.planet_mut(landing.planet) {
            planet.fall_to(conqueror, temper);
        }
    }
}

/// P6.3: summed over all landings of the phase before clamping, as FM.
fn change_morale(turn: &mut Play, landings: &[Landing]) {
    let mut changes: BTreeMap<Power, i64> = BTreeMap::new();
    for landing in landings {
        let overcame = landing.attack_strength > landing.defence_strength;
        for force in &landing.attackers {
            let change = i64::from(force.pdu_destroyed) - i64::from(force.transporters_lost) + i64::from(overcame);
            *changes.entry(force.power).or_default() += change;
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
    let present = turn.state.planet(landing.planet).into_iter().flat_map(|planet| planet.orbit().fleets.keys().copied());
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
