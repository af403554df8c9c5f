//! P8: what neutral planets send and build.

use super::play::Play;
use super::workshop::Workshop;
use crate::engine::Stream;
use crate::galaxy::PlanetId;
use crate::games::empire_postal::event::Event;
use crate::games::empire_postal::order::Unit;
use crate::games::empire_postal::state::{Fleet, Planet, Power, Temper};

/// P8.3: the units to choose among once the ships are built.
const CHOICES: [Unit; 6] = [Unit::Pdu, Unit::FuelPlant, Unit::OrePlant, Unit::RarePlant, Unit::FighterYard, Unit::TransporterYard];
/// P8.3: the price of the cheapest; with less labour there is nothing to draw for.
const LEAST_LABOUR: u32 = 4;

/// P8.2: all ships in a neutral planet's orbit fly, or none.
pub(super) fn send(turn: &mut Play) {
    for planet in turn.planet_ids() {
        let Some((fleet, temper)) = ready_fleet(turn, planet) else { continue };
        let mut dice = turn.dice(&format!("neutral-flight/{planet}"));
        if dice.percent(sending_percent(temper))
            && let Some(to) = dice.choose(&targets(turn, planet)).copied()
        {
            turn.state.launch(Power::Neutral, fleet, planet, (to, 1));
            let Fleet { fighters, transporters } = fleet;
            turn.tell([], Event::NeutralsSent { from: planet, to, fighters, transporters });
        }
    }
}

fn ready_fleet(turn: &Play, planet: PlanetId) -> Option<(Fleet, Temper)> {
    let planet = turn.state.planet(planet).filter(|planet| planet.owner == Power::Neutral)?;
    let fleet = planet.orbit().fleets.of(Power::Neutral);
    Some((fleet, planet.temper?)).filter(|_| fleet != Fleet::default())
}

/// P8.2: the planets at distance D that are not neutral, by number.
fn targets(turn: &Play, from: PlanetId) -> Vec<PlanetId> {
    let owned = turn.state.planets.iter().filter(|planet| planet.owner != Power::Neutral);
    owned.map(|planet| planet.number).filter(|to| turn.state.distance.steps(from, *to) == Some(0)).collect()
}

fn sending_percent(temper: Temper) -> u32 {
    match temper {
        Temper::Aggressive => 60,
        Temper::Moderate => 30,
        Temper::Passive | Temper::Inert => 0,
    }
}

/// P8.3: fighters, then transporters, then units by temper with the labour that is left.
pub(super) fn build(planet: &mut Planet, temper: Temper, dice: &mut Stream) {
    let Some(percents) = building_percents(temper) else { return };
    let mut workshop = Workshop::of(planet);
    for ship in [Unit::Fighter, Unit::Transporter] {
        let (count, _) = workshop.affordable(ship);
        workshop.spend(ship, count);
        planet.receive(ship, count);
    }
    let mut failures = 0;
    while workshop.labour >= LEAST_LABOUR && failures < 2 {
        let unit = draw_unit(percents, dice);
        if workshop.affordable(unit).0 == 0 {
            failures += 1;
            continue;
        }
        failures = 0;
        workshop.spend(unit, 1);
        planet.receive(unit, 1);
    }
    planet.stock = workshop.stock;
}

/// P8.3: the cumulative per cent of [`CHOICES`]; `None` for a planet that never builds.
fn building_percents(temper: Temper) -> Option<[u32; 6]> {
    match temper {
        Temper::Aggressive => Some([8, 13, 18, 68, 93, 100]),
        Temper::Moderate => Some([30, 45, 60, 90, 95, 100]),
        Temper::Passive => Some([25, 33, 40, 90, 100, 100]),
        Temper::Inert => None,
    }
}

fn draw_unit(percents: [u32; 6], dice: &mut Stream) -> Unit {
    let throw = dice.below(100);
    let drawn = CHOICES.into_iter().zip(percents).find(|(_, percent)| throw < *percent);
    drawn.map_or(Unit::Pdu, |(unit, _)| unit)
}
