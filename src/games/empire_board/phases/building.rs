//! B5.3, B5.4: planned units appear, and factories are converted.

use std::collections::BTreeMap;

use super::plan::Project;
use super::play::Play;
use crate::engine::Seat;
use crate::galaxy::PlanetId;
use crate::games::empire_board::event::{Event, Reason};
use crate::games::empire_board::order::{Order, Product, Ship, Unit};
use crate::games::empire_board::rulebook::LostProject;
use crate::games::empire_board::state::{Fleet, Planet, Power};

/// B5.4: how many factories were converted and so produce nothing in this round, by planet and new product.
pub(super) type Idle = BTreeMap<(PlanetId, Product), u32>;

/// Builds in the order of movement, because all share the box (B1.3). One event reports what several lines build of a unit on one planet.
pub(super) fn build(round: &mut Play, plan: Vec<Project>, sequence: &[Seat]) {
    for seat in sequence {
        let mut built: Vec<(PlanetId, Unit, u32)> = Vec::new();
        for project in plan.iter().filter(|project| project.line.seat == *seat) {
            let count = build_project(round, project);
            match built.iter_mut().find(|(planet, unit, _)| (*planet, *unit) == (project.on, project.unit)) {
                Some((_, _, sum)) => *sum = sum.saturating_add(count),
                None => built.push((project.on, project.unit, count)),
            }
        }
        for (planet, unit, count) in built.into_iter().filter(|(_, _, count)| *count > 0) {
            round.tell_everybody(Event::Built { seat: *seat, planet, unit, count });
        }
    }
}

/// Returns how many units were built.
fn build_project(round: &mut Play, project: &Project) -> u32 {
    let seat = project.line.seat;
    let (room, limit) = match room_for(round, project) {
        Ok(room) => room,
        Err(reason) => (0, reason),
    };
    let built = project.count.min(room);
    if let Some(planet) = round.state.planet_mut(project.on).filter(|_| built > 0) {
        planet.raise(Power::Seat(seat), project.unit, built);
    }
    settle_account(round, project, built);
    let (rule, reason) = match &project.shortage {
        Some(shortage) if built == project.count => ("B3.2", shortage.clone()),
        _ => ("B5.3", limit),
    };
    round.book.filled(project.line, rule, (project.asked, built), Some(reason));
    built
}

/// How many more units have room, and what limits them.
fn room_for(round: &mut Play, project: &Project) -> Result<(u32, Reason), Reason> {
    let seat = project.line.seat;
    let (factories, hangars) = (round.state.rulebook.factories_on_planet, round.state.rulebook.hangars_on_planet);
    let needs_hangars = round.state.rulebook.ships_need_hangars;
    let in_the_box = round.state.left_in_the_box(seat, project.unit);
    let planet = round.own_planet(seat, project.on)?;
    if needs_hangars {
        planet.has_hangar_for(project.unit)?;
    }
    let places = match project.unit {
        Unit::Factory(_) => factories.saturating_sub(planet.factories.len() as u32),
        Unit::Hangar(_) => hangars.saturating_sub(planet.hangars.len() as u32),
        Unit::Fighter | Unit::Transporter | Unit::Troop => u32::MAX,
    };
    match in_the_box <= places {
        true => Ok((in_the_box, Reason::BoxIsEmpty { available: in_the_box })),
        false => Ok((places, Reason::NoPlace { planet: project.on, available: places })),
    }
}

/// Returns the reserve of what was not built, and counts the rest for the hall of fame.
fn settle_account(round: &mut Play, project: &Project, built: u32) {
    let unbuilt = round.state.rulebook.price(project.unit).times(project.count - built);
    let returns = round.state.rulebook.lost_project == LostProject::GoodsReturn;
    if let Some(player) = round.state.players.get_mut(&project.line.seat) {
        match project.unit {
            Unit::Fighter => player.statistics.build(Ship::Fighter, built),
            Unit::Transporter => player.statistics.build(Ship::Transporter, built),
            Unit::Troop | Unit::Factory(_) | Unit::Hangar(_) => {}
        }
        if returns {
            player.warehouse = player.warehouse.plus(unbuilt);
        }
    }
}

/// B5.4: each line converts one factory.
pub(super) fn convert(round: &mut Play, sequence: &[Seat]) -> Idle {
    const RULE: &str = "B5.4";
    let mut idle = Idle::new();
    for seat in sequence {
        for (line, order) in round.book.open_lines().into_iter().filter(|(line, _)| line.seat == *seat) {
            let Order::Convert { from, to, on } = order else { continue };
            let result = convert_one(round, &mut idle, *seat, (*from, *to), *on);
            round.settle(line, RULE, result);
        }
    }
    idle
}

fn convert_one(round: &mut Play, idle: &mut Idle, seat: Seat, (from, to): (Product, Product), on: PlanetId) -> Result<(), Reason> {
    let available = round.state.left_in_the_box(seat, Unit::Factory(to));
    let planet = round.own_planet(seat, on)?;
    if from == to {
        return Err(Reason::Nothing);
    }
    // A factory converted in this round is idle, and is not converted again.
    let converted = idle.get(&(on, from)).copied().unwrap_or(0);
    let standing = planet.factories_for(from);
    let factory = planet.factories.iter_mut().find(|kind| **kind == from).filter(|_| standing > converted);
    let factory = factory.ok_or(Reason::NoSuchFactory { product: from, planet: on })?;
    if available == 0 {
        return Err(Reason::BoxIsEmpty { available });
    }
    *factory = to;
    *idle.entry((on, to)).or_default() += 1;
    round.tell_everybody(Event::Converted { seat, planet: on, from, to });
    Ok(())
}

impl Planet {
    /// Adds what was built: works and troops to the planet, ships to its orbit.
    fn raise(&mut self, owner: Power, unit: Unit, count: u32) {
        let fleet = |ship| Fleet::of(ship, count);
        match unit {
            Unit::Fighter => self.orbit_mut().add(owner, fleet(Ship::Fighter)),
            Unit::Transporter => self.orbit_mut().add(owner, fleet(Ship::Transporter)),
            Unit::Troop => self.troops = self.troops.saturating_add(count),
            Unit::Factory(product) => self.factories.extend((0..count).map(|_| product)),
            Unit::Hangar(ship) => self.hangars.extend((0..count).map(|_| ship)),
        }
    }
}
