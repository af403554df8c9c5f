//! P4.8, P5: space battles, at all planets at once.

use std::collections::BTreeMap;

use super::gunnery::Ratio;
use super::meeting::Meeting;
use super::play::Play;
use super::research::MORALE;
use crate::galaxy::PlanetId;
use crate::games::empire_postal::event::{Battle, BattleFleet, BattleResult, Event};
use crate::games::empire_postal::order::Ship;
use crate::games::empire_postal::state::{Fleet, Planet, Power, Relation, State};

/// P6.1: the results and ratios of battles, by planet; they say who holds each orbit.
pub(super) type Orbits = BTreeMap<PlanetId, (BattleResult, Ratio)>;

/// A fleet that flees from a lost battle.
struct Flight {
    power: Power,
    from: PlanetId,
    fighters: u32,
}

/// Fights all battles with the FM and PM from the beginning of the phase.
pub(super) fn fight(turn: &mut Play) -> Orbits {
    let battles: Vec<(Battle, Ratio)> = turn.state.planets.iter().filter_map(|planet| join_battle(&turn.state, planet)).collect();
    let mut flights = Vec::new();
    for (battle, _) in &battles {
        flights.extend(take_losses(turn, battle));
        tell_and_count(turn, battle);
    }
    // P5.6: only now, so that nobody who fled home meets another battle of this phase.
    flights.into_iter().for_each(|flight| flee(turn, flight));
    change_morale(turn, battles.iter().map(|(battle, _)| battle));
    battles.into_iter().map(|(battle, ratio)| (battle.planet, (battle.result, ratio))).collect()
}

fn join_battle(state: &State, planet: &Planet) -> Option<(Battle, Ratio)> {
    let side = |relation| fleets_of_side(state, planet, relation);
    let (attackers, defenders) = (side(Relation::War), side(Relation::Peace));
    Meeting { planet: planet.number, owner: planet.owner, planet_morale: planet.morale, attackers, defenders }.fight()
}

/// P5.1: those at war with the owner attack; the owner and those at peace with the owner defend.
fn fleets_of_side(state: &State, planet: &Planet, relation: Relation) -> Vec<BattleFleet> {
    let fleets = planet.orbit().fleets.iter();
    let of_side = fleets.filter(|(power, _)| state.relation(*power, planet.owner) == relation);
    of_side
        .map(|(power, fleet)| {
            let planet_morale = if power == planet.owner { planet.morale } else { 100 };
            BattleFleet::armed(power, *fleet, state.fighter_morale(power), planet_morale)
        })
        .collect()
}

/// Returns the fleets that flee: the losers' fighters, except neutral ones (P5.6).
fn take_losses(turn: &mut Play, battle: &Battle) -> Vec<Flight> {
    let mut flights = Vec::new();
    let Some(orbit) = turn.state.planet_mut(battle.planet).map(Planet::orbit_mut) else { return flights };
    for (fleet, side_won) in battle.fleets() {
        let mut left = Fleet {
            fighters: fleet.fighters.saturating_sub(fleet.fighters_lost),
            transporters: fleet.transporters.saturating_sub(fleet.transporters_lost),
        };
        if side_won == Some(false) && fleet.power != Power::Neutral && left.fighters > 0 {
            let fighters = std::mem::take(&mut left.fighters);
            flights.push(Flight { power: fleet.power, from: battle.planet, fighters });
        }
        orbit.fleets.set(fleet.power, left);
    }
    flights
}

/// P5.6: they need a turn to find their bearings, so they enter the track at distance + 1 and never fight again this turn.
fn flee(turn: &mut Play, Flight { power, from, fighters }: Flight) {
    let Some(seat) = power.seat() else { return };
    let to = turn.state.home(seat);
    let position = to.map_or(0, |home| turn.state.distance.steps(from, home).unwrap_or(0) + 1);
    let track = to.and_then(|home| turn.state.planet_mut(home)).and_then(|home| home.track.get_mut(position));
    match track {
        Some(track) => track.fleets.add(power, Fleet { fighters, transporters: 0 }),
        None => turn.count(power, |statistics| statistics.lose(Ship::Fighter, fighters)),
    }
    turn.tell([power], Event::Fled { seat, planet: from, fighters, to, position });
}

/// P5.5: the changes of FM, summed over all battles of the phase before clamping.
fn change_morale<'b>(turn: &mut Play, battles: impl Iterator<Item = &'b Battle>) {
    let mut changes: BTreeMap<Power, i64> = BTreeMap::new();
    for (fleet, side_won) in battles.flat_map(Battle::fleets).filter(|(fleet, _)| fleet.fighters > 0) {
        *changes.entry(fleet.power).or_default() += fleet.morale_change(side_won);
    }
    for (power, change) in changes {
        if let Some(player) = turn.player_mut(power) {
            player.fighter_morale = clamp_morale(player.fighter_morale, change);
        }
    }
}

/// P5.5, P6.3: keeps FM and TM within 50 to 150.
pub(super) fn clamp_morale(morale: i32, change: i64) -> i32 {
    let changed = i64::from(morale).saturating_add(change);
    changed.clamp(i64::from(*MORALE.start()), i64::from(*MORALE.end())) as i32
}

fn tell_and_count(turn: &mut Play, battle: &Battle) {
    for (fleet, side_won) in battle.fleets() {
        turn.count(fleet.power, |statistics| {
            statistics.battles_won += u32::from(side_won == Some(true));
            statistics.battles_lost += u32::from(side_won == Some(false));
            statistics.lose(Ship::Fighter, fleet.fighters_lost);
            statistics.lose(Ship::Transporter, fleet.transporters_lost);
        });
    }
    turn.record.battles += u32::from(battle.result != BattleResult::NoResistance);
    let witnesses = witnesses(&turn.state, battle);
    turn.tell(witnesses, Event::Battle(battle.clone()));
}

/// P11.1: the owner and everybody with ships there, including onlookers.
fn witnesses(state: &State, battle: &Battle) -> Vec<Power> {
    let onlookers = state.planet(battle.planet).into_iter().flat_map(|planet| planet.orbit().fleets.powers());
    let fighting = battle.fleets().map(|(fleet, _)| fleet.power);
    onlookers.chain(fighting).chain([battle.owner]).collect()
}
