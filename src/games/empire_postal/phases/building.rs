//! P4.5: owned planets build as ordered, and neutral planets by their temper.

use std::collections::BTreeMap;

use super::neutrals;
use super::play::Play;
use super::workshop::{BuildRequest, Built, Shortage, Workshop};
use crate::engine::{Seat, SheetLine};
use crate::galaxy::PlanetId;
use crate::games::empire_postal::event::Reason;
use crate::games::empire_postal::order::{Count, Order, Ship, Unit};
use crate::games::empire_postal::state::Power;

const RULE: &str = "P4.5";

/// Builds on all planets; P8.3 rules for neutral ones.
pub(super) fn build(turn: &mut Play) {
    for ((seat, planet), requests) in read_requests(turn) {
        let Some(planet) = turn.state.planet_mut(planet).filter(|planet| planet.owner == Power::Seat(seat)) else { continue };
        let mut workshop = Workshop::of(planet);
        let results = workshop.build(&requests);
        planet.stock = workshop.stock;
        results.iter().for_each(|result| planet.receive(result.unit, result.built));
        let number = planet.number;
        results.into_iter().for_each(|result| report(turn, seat, number, result));
    }
    for planet in turn.planet_ids() {
        let mut dice = turn.dice(&format!("neutral-building/{planet}"));
        if let Some(planet) = turn.state.planet_mut(planet)
            && let (Power::Neutral, Some(temper)) = (planet.owner, planet.temper)
        {
            neutrals::build(planet, temper, &mut dice);
        }
    }
}

/// The lines that can be tried, by planet; all others fail here.
fn read_requests(turn: &mut Play) -> BTreeMap<(Seat, PlanetId), Vec<BuildRequest>> {
    let mut requests: BTreeMap<(Seat, PlanetId), Vec<BuildRequest>> = BTreeMap::new();
    for (line, order) in turn.book.open_lines() {
        let Order::Build { count, unit, on } = order else { continue };
        match turn.own_planet(line.seat, *on) {
            Err(reason) => turn.refused(line, RULE, *count, reason),
            Ok(_) if *count == Count::Exactly(0) => turn.refused(line, RULE, *count, Reason::Nothing),
            Ok(_) => {
                let request = BuildRequest { entry: line.entry, unit: *unit, count: *count };
                requests.entry((line.seat, *on)).or_default().push(request);
            }
        }
    }
    requests
}

fn report(turn: &mut Play, seat: Seat, planet: PlanetId, result: Built) {
    turn.count(Power::Seat(seat), |statistics| match result.unit {
        Unit::Fighter => statistics.build(Ship::Fighter, result.built),
        Unit::Transporter => statistics.build(Ship::Transporter, result.built),
        _ => {}
    });
    let shortage = result.shortage.map(|Shortage { resource, available }| Reason::ShortOf { resource, planet, available });
    turn.book.filled(SheetLine { seat, entry: result.entry }, RULE, (result.asked, result.built), shortage);
}
