//! A player of the board game who gives plain, sensible orders: land troops, works that are missing, and ships, which gather and take
//! what they can overcome. Nobody has to play like this; but a rule that ruins this player ruins beginners.

use std::collections::BTreeSet;

use ashpost::engine::Seat;
use ashpost::galaxy::PlanetId;
use ashpost::games::empire_board::order::{Count, Order, Product, Ship, Unit};
use ashpost::games::empire_board::state::{Goods, Planet, Power, Relation, State};

/// From this round on the rivals are enemies: by then the neutral planets nearby are taken.
const WAR: u32 = 5;
/// Until this round a factory is worth its price.
const SOWING: u32 = 6;

/// What a player pays for first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Temper {
    /// Land troops for every planet that lacks some, then works and ships.
    Careful,
    /// Works and ships, then land troops with what is left.
    Hasty,
}

/// The sheet of one seat for the coming round.
pub(crate) fn orders(state: &State, seat: Seat, temper: Temper) -> Vec<Order> {
    let mut sheet = Vec::new();
    if state.turn == 0 {
        sheet.extend(first_choices(state, seat));
    }
    if state.rulebook.politics && state.turn + 1 >= WAR {
        let rivals = state.seats_in_play().filter(|rival| *rival != seat);
        sheet.extend(rivals.map(|on| Order::Declare { stance: Relation::Hostile, on }));
    }
    sheet.extend(Yard::of(state, seat).plan(temper));
    sheet.extend(flights(state, seat));
    sheet
}

/// B2.2: every product, high tech first, and a hangar of each kind.
fn first_choices(state: &State, seat: Seat) -> Vec<Order> {
    let products = [Product::HighTech, Product::Steel, Product::Oil].into_iter().cycle();
    let mut choices: Vec<Order> =
        state.planets_of(seat).zip(products).map(|(planet, product)| Order::Factory { product, on: planet.number }).collect();
    let with_hangars = state.planets_of(seat).filter(|planet| !planet.hangars.is_empty());
    choices.extend(with_hangars.zip(Ship::ALL.into_iter().cycle()).map(|(planet, ship)| Order::Hangar { ship, on: planet.number }));
    choices
}

/// The plan of one round, and what is left to pay with.
struct Yard<'s> {
    state: &'s State,
    seat: Seat,
    left: Goods,
    plan: Vec<Order>,
}

impl Yard<'_> {
    fn of(state: &State, seat: Seat) -> Yard<'_> {
        Yard { state, seat, left: state.players[&seat].warehouse, plan: Vec::new() }
    }

    fn plan(mut self, temper: Temper) -> Vec<Order> {
        if temper == Temper::Careful {
            self.garrison();
        }
        self.build_what_is_missing();
        self.build_ships();
        if temper == Temper::Hasty {
            self.garrison();
        }
        self.plan
    }

    /// Plans one unit if it can be paid.
    fn build(&mut self, unit: Unit, on: PlanetId) -> bool {
        let price = self.state.rulebook.price(unit);
        let can_pay = Product::ALL.into_iter().all(|product| self.left.of(product) >= price.of(product));
        if can_pay {
            self.left = self.left.minus(price);
            self.plan.push(Order::Produce { count: Count::Exactly(1), unit, on });
        }
        can_pay
    }

    /// B8.1: as many troops as people, where least is missing first; in a round of growth (B5.6) one more.
    fn garrison(&mut self) {
        let grows = (self.state.turn + 1).checked_rem(self.state.rulebook.growth_every) == Some(0);
        let mut needs: Vec<(u32, PlanetId)> = Vec::new();
        let mut spares: Vec<PlanetId> = Vec::new();
        for planet in self.state.planets_of(self.seat) {
            needs.push((planet.population.saturating_sub(planet.troops), planet.number));
            if grows && planet.troops <= planet.population && planet.population < 9 {
                spares.push(planet.number);
            }
        }
        needs.sort();
        for (missing, on) in needs {
            (0..missing).for_each(|_| {
                self.build(Unit::Troop, on);
            });
        }
        for on in spares {
            self.build(Unit::Troop, on);
        }
    }

    /// A hangar of each kind and a factory of each product; early in the game one factory more.
    fn build_what_is_missing(&mut self) {
        let own: Vec<&Planet> = self.state.planets_of(self.seat).collect();
        let Some(home) = self.state.home(self.seat) else { return };
        let made = |product: Product| own.iter().map(|planet| planet.factories_for(product) * planet.yield_of_factory()).sum::<u32>();
        let rarest = Product::ALL.into_iter().min_by_key(|product| (made(*product), self.left.of(*product))).unwrap_or(Product::HighTech);
        if !self.state.rulebook.builds_works {
            let most = Product::ALL.into_iter().max_by_key(|product| made(*product)).unwrap_or(Product::Oil);
            let spare = own.iter().find(|planet| planet.factories_for(most) > 0).filter(|_| made(rarest) == 0 && made(most) > 1);
            self.plan.extend(spare.map(|planet| Order::Convert { from: most, to: rarest, on: planet.number }));
            return;
        }
        for ship in Ship::ALL {
            let stands = own.iter().any(|planet| planet.hangars_for(ship) > 0);
            let place = own.iter().find(|planet| planet.hangars.len() < self.state.rulebook.hangars_on_planet as usize);
            if let Some(place) = place.filter(|_| self.state.rulebook.ships_need_hangars && !stands) {
                self.build(Unit::Hangar(ship), place.number);
            }
        }
        let has_place = |planet: &&&Planet| planet.factories.len() < self.state.rulebook.factories_on_planet as usize;
        let best = own.iter().filter(has_place).max_by_key(|planet| (planet.yield_of_factory(), planet.number == home));
        if let Some(best) = best.filter(|_| made(rarest) == 0 || self.state.turn < SOWING) {
            self.build(Unit::Factory(rarest), best.number);
        }
    }

    /// Two fighters for each transporter.
    fn build_ships(&mut self) {
        let holdings = self.state.holdings(self.seat);
        let (mut fighters, mut transporters) = (holdings.fighters, holdings.transporters);
        loop {
            let wanted = if 2 * transporters < fighters { [Ship::Transporter, Ship::Fighter] } else { [Ship::Fighter, Ship::Transporter] };
            let built = wanted.into_iter().find(|ship| self.yard_for(*ship).is_some_and(|on| self.build(unit(*ship), on)));
            match built {
                Some(Ship::Fighter) => fighters += 1,
                Some(Ship::Transporter) => transporters += 1,
                None => return,
            }
        }
    }

    fn yard_for(&self, ship: Ship) -> Option<PlanetId> {
        let needs_hangar = self.state.rulebook.ships_need_hangars;
        let mut yards = self.state.planets_of(self.seat).filter(|planet| !needs_hangar || planet.hangars_for(ship) > 0);
        yards.next().map(|planet| planet.number)
    }
}

fn unit(ship: Ship) -> Unit {
    match ship {
        Ship::Fighter => Unit::Fighter,
        Ship::Transporter => Unit::Transporter,
    }
}

/// Every fleet takes what it can overcome nearby; what cannot, gathers where most of its own stand.
fn flights(state: &State, seat: Seat) -> Vec<Order> {
    let power = Power::Seat(seat);
    let mut taken: BTreeSet<PlanetId> = state
        .planets
        .iter()
        .filter(|planet| planet.track[1..].iter().any(|space| space.0.contains_key(&power)))
        .map(|planet| planet.number)
        .collect();
    let rally = state.planets_of(seat).max_by_key(|planet| planet.orbit().of(power).fighters).map(|planet| planet.number);
    let mut sheet = Vec::new();
    for here in &state.planets {
        let fleet = here.orbit().of(power);
        let (mut fighters, mut transporters) = (fleet.fighters, fleet.transporters);
        if here.owner != power && can_take(state, power, here, (fighters, transporters)).is_some() {
            continue;
        }
        let mut send = |ship: Ship, count: u32, to: PlanetId| {
            if count > 0 {
                sheet.push(Order::Send { count: Count::Exactly(count), ship, from: here.number, to });
            }
        };
        while let Some((prey, (fly, land))) = best_prey(state, power, here.number, &taken, (fighters, transporters)) {
            taken.insert(prey);
            send(Ship::Fighter, fly, prey);
            send(Ship::Transporter, land, prey);
            (fighters, transporters) = (fighters - fly, transporters - land);
        }
        if let Some(rally) = rally.filter(|rally| *rally != here.number) {
            send(Ship::Fighter, fighters, rally);
            send(Ship::Transporter, transporters, rally);
        }
    }
    sheet
}

fn best_prey(state: &State, power: Power, from: PlanetId, taken: &BTreeSet<PlanetId>, ships: (u32, u32)) -> Option<(PlanetId, (u32, u32))> {
    let near = state.planets.iter().filter(|planet| planet.number != from && !taken.contains(&planet.number));
    let prey = near.filter_map(|planet| {
        let steps = state.distance.steps(from, planet.number).filter(|steps| *steps <= 1)?;
        let needed = can_take(state, power, planet, ships)?;
        Some(((steps, needed.0 + needed.1, planet.number), needed))
    });
    prey.min_by_key(|(merit, _)| *merit).map(|((_, _, planet), needed)| (planet, needed))
}

/// The fighters and transporters that take a planet more often than not, if so many are there.
fn can_take(state: &State, power: Power, planet: &Planet, (fighters, transporters): (u32, u32)) -> Option<(u32, u32)> {
    if state.relation(power, planet.owner) != Relation::Hostile {
        return None;
    }
    let side = planet.orbit().iter().filter(|(other, _)| state.relation(*other, planet.owner) == Relation::Allied);
    let guard: u32 = side.map(|(_, fleet)| fleet.fighters).sum();
    let needed = (if guard == 0 { 1 } else { guard + guard / 3 + 1 }, planet.troops + u32::from(planet.troops > 0) + 1);
    (fighters >= needed.0 && transporters >= needed.1).then_some(needed)
}
