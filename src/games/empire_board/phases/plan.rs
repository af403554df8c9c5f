//! B3.2: the production plan, fixed before flights are known, with what it needs reserved.

use super::play::Play;
use crate::engine::{Seat, SheetLine};
use crate::galaxy::PlanetId;
use crate::games::empire_board::event::Reason;
use crate::games::empire_board::order::{Count, Order, Product, Ship, Unit};
use crate::games::empire_board::rulebook::PlanShortage;
use crate::games::empire_board::state::{Goods, Planet};

const RULE: &str = "B3.2";

/// A line of the plan: paid for, and to be built after the flights.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Project {
    pub line: SheetLine,
    pub unit: Unit,
    pub on: PlanetId,
    pub asked: u32,
    /// How many units the warehouse can pay for.
    pub count: u32,
    /// Why this is less than was asked for, if it is.
    pub shortage: Option<Reason>,
}

/// Returns the reserved projects, by seat in ascending order and then as the lines stood.
pub(super) fn draw_up(round: &mut Play) -> Vec<Project> {
    let seats: Vec<Seat> = round.state.seats_in_play().collect();
    seats.into_iter().flat_map(|seat| plan_of(round, seat)).collect()
}

fn plan_of(round: &mut Play, seat: Seat) -> Vec<Project> {
    let warehouse = round.state.players.get(&seat).map_or_else(Goods::default, |player| player.warehouse);
    let mut plan = read_plan(round, seat, warehouse);
    strike(round, &mut plan, warehouse);
    let needed = plan.iter().fold(Goods::default(), |sum, project| sum.plus(round.state.rulebook.price(project.unit).times(project.count)));
    if let Some(player) = round.state.players.get_mut(&seat) {
        player.warehouse = warehouse.minus(needed);
    }
    let (kept, struck): (Vec<_>, Vec<_>) = plan.into_iter().partition(|project| project.count > 0);
    for project in struck {
        round.book.filled(project.line, RULE, (project.asked, 0), project.shortage);
    }
    kept
}

/// The lines that can be planned; the others fail here. `MAX` asks for what the lines above it leave.
fn read_plan(round: &mut Play, seat: Seat, warehouse: Goods) -> Vec<Project> {
    let mut plan: Vec<Project> = Vec::new();
    let mut left = warehouse;
    for (line, order) in round.book.open_lines().into_iter().filter(|(line, _)| line.seat == seat) {
        let Order::Produce { count, unit, on } = order else { continue };
        if let Err(reason) = may_plan(round, seat, (*count, *unit), *on) {
            round.refused(line, "B5.2", *count, reason);
            continue;
        }
        let price = round.state.rulebook.price(*unit);
        let (affordable, shortest) = affordable(left, price);
        let asked = count.number().unwrap_or(affordable);
        left = left.minus(price.times(asked));
        if asked == 0 {
            round.refused(line, RULE, *count, shortage(warehouse, shortest));
        } else {
            plan.push(Project { line, unit: *unit, on: *on, asked, count: asked, shortage: None });
        }
    }
    plan
}

/// B5.2: whether this planet can build this unit at all.
fn may_plan(round: &mut Play, seat: Seat, (count, unit): (Count, Unit), on: PlanetId) -> Result<(), Reason> {
    let (needs_hangars, builds_works) = (round.state.rulebook.ships_need_hangars, round.state.rulebook.builds_works);
    let planet = round.own_planet(seat, on)?;
    match unit {
        _ if count == Count::Exactly(0) => Err(Reason::Nothing),
        Unit::Fighter | Unit::Transporter if needs_hangars => planet.has_hangar_for(unit),
        Unit::Factory(_) | Unit::Hangar(_) if !builds_works => Err(Reason::NotInTheseRules { setting: "builds_works".to_owned() }),
        _ => Ok(()),
    }
}

/// How many units can be paid for, and what limits that number; of equal limits the first.
fn affordable(left: Goods, price: Goods) -> (u32, Product) {
    let limits = Product::ALL.into_iter().filter_map(|product| Some((left.of(product).checked_div(price.of(product))?, product)));
    // What costs nothing is limited only by the box.
    limits.min_by_key(|(count, _)| *count).unwrap_or((u32::from(u16::MAX), Product::Oil))
}

fn shortage(warehouse: Goods, product: Product) -> Reason {
    Reason::ShortOf { product, available: warehouse.of(product) }
}

/// Strikes what the warehouse cannot pay for, as the rulebook says.
fn strike(round: &Play, plan: &mut [Project], warehouse: Goods) {
    let rulebook = &round.state.rulebook;
    let mut excess = Excess::of(plan.iter().map(|project| (rulebook.price(project.unit), project.count)), warehouse);
    let Some(shortest) = excess.first() else { return };
    let give_up = |project: &mut Project| {
        let price = rulebook.price(project.unit);
        if let Some((units, product)) = excess.units_too_many(price) {
            let struck = project.count.min(units);
            project.strike(struck, shortage(warehouse, product));
            excess.relieve(price, struck);
        }
    };
    match rulebook.plan_shortage {
        PlanShortage::LastLineFirst => plan.iter_mut().rev().for_each(give_up),
        PlanShortage::FirstLineFirst => plan.iter_mut().for_each(give_up),
        PlanShortage::Everything => plan.iter_mut().for_each(|project| project.strike(project.count, shortage(warehouse, shortest))),
    }
}

impl Project {
    fn strike(&mut self, units: u32, reason: Reason) {
        self.count -= units.min(self.count);
        self.shortage = Some(reason);
    }
}

/// By how much a plan exceeds the warehouse, by product; negative if there is something left.
struct Excess([(Product, i128); 3]);

impl Excess {
    fn of(lines: impl Iterator<Item = (Goods, u32)>, warehouse: Goods) -> Excess {
        let mut excess = Excess(Product::ALL.map(|product| (product, -i128::from(warehouse.of(product)))));
        lines.for_each(|(price, count)| excess.burden(price, i128::from(count)));
        excess
    }

    fn burden(&mut self, price: Goods, count: i128) {
        self.0.iter_mut().for_each(|(product, amount)| *amount += i128::from(price.of(*product)) * count);
    }

    fn relieve(&mut self, price: Goods, count: u32) {
        self.burden(price, -i128::from(count));
    }

    fn first(&self) -> Option<Product> {
        self.0.iter().find(|(_, amount)| *amount > 0).map(|(product, _)| *product)
    }

    /// How many units of this price must go until nothing that they need is short, and what is shortest; `None` if nothing is short.
    fn units_too_many(&self, price: Goods) -> Option<(u32, Product)> {
        let short = self.0.iter().filter(|(product, amount)| *amount > 0 && price.of(*product) > 0);
        let needed = short.map(|(product, amount)| {
            let each = i128::from(price.of(*product));
            (u32::try_from((amount + each - 1) / each).unwrap_or(u32::MAX), *product)
        });
        needed.max_by_key(|(units, _)| *units)
    }
}

impl Planet {
    /// B5.2: fails if this unit needs a hangar that the planet does not have.
    pub fn has_hangar_for(&self, unit: Unit) -> Result<(), Reason> {
        let ship = match unit {
            Unit::Fighter => Ship::Fighter,
            Unit::Transporter => Ship::Transporter,
            Unit::Troop | Unit::Factory(_) | Unit::Hangar(_) => return Ok(()),
        };
        if self.hangars.contains(&ship) { Ok(()) } else { Err(Reason::NoHangar { ship, planet: self.number }) }
    }
}
