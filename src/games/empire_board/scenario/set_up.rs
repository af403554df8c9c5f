//! B2: the opening position that follows from a scenario.

use std::collections::{BTreeMap, BTreeSet};

use super::{FreeForces, Scenario, Start, check};
use crate::engine::{Seat, SetupError};
use crate::galaxy::{GalaxyMap, MapPlanet, PlanetId, Relations, stances_of};
use crate::games::empire_board::order::{Product, Ship, Unit};
use crate::games::empire_board::rulebook::{DefaultFactory, DefaultHangar, OpeningFactory, Rulebook};
use crate::games::empire_board::state::{
    Fleet, Garrison, Goods, Morale, Planet, Player, Power, Relation, Space, State, Stationed, Statistics, TRACK_LENGTH,
};

/// B2: the opening position, with the default of every choice that the first orders may still change.
///
/// # Errors
/// When the map is unknown, a seat does not exist, or the scenario cannot be played.
pub fn set_up(scenario: Scenario, names: &BTreeMap<Seat, String>) -> Result<State, SetupError> {
    let map = GalaxyMap::named(&scenario.map).map_err(|error| SetupError::Impossible(error.to_string()))?;
    check(&scenario, &map, names).map_err(SetupError::Impossible)?;
    let rulebook = scenario.rulebook.clone();
    let planets = map.planets.iter().map(|planet| open_planet(planet, &rulebook)).collect();
    let relations = Relations::among(names.keys().copied(), rulebook.relation_at_start());
    let players = BTreeMap::new();
    let mut state = State { turn: 0, rulebook, distance: map.distance, players, relations, planets, history: Vec::new(), outcome: None };
    for (seat, name) in names {
        let Some(start) = scenario.starts.get(usize::from(seat.0).wrapping_sub(1)) else { continue };
        let warehouse = start.warehouse.unwrap_or(scenario.warehouse);
        let stances = stances_of(*seat, names.keys().copied(), state.rulebook.relation_at_start());
        let player = open_player(name, start, warehouse, stances);
        settle(&mut state, *seat, start, player);
    }
    check_limits(&state).map_err(SetupError::Impossible)?;
    Ok(state)
}

/// B1.3: nobody begins with more than the box holds. B11.1: nobody begins with enough planets to win, and the map has that many.
fn check_limits(state: &State) -> Result<(), String> {
    let limits = &state.rulebook.limits;
    let transporters = state.players.keys().map(|seat| state.holdings(*seat).transporters).fold(0, u32::saturating_add);
    let lent = if limits.pirates_lend { limits.pirates } else { 0 };
    match state.players.keys().find(|seat| state.holdings(**seat).fighters > limits.fighters.saturating_add(lent)) {
        Some(seat) => Err(format!("start of seat {seat}: more than {} fighters", limits.fighters.saturating_add(lent))),
        None if state.borrowed() > lent => Err(format!("the seats start with more fighters than the box lends: {lent}")),
        None if transporters > limits.transporters => Err(format!("the seats start with more than {} transporters", limits.transporters)),
        None => check_victory(state),
    }
}

fn check_victory(state: &State) -> Result<(), String> {
    let (needed, there) = (state.planets_to_win() as usize, state.planets.len());
    let winner = state.players.keys().find(|seat| state.planets_of(**seat).count() >= needed);
    match winner {
        Some(seat) => Err(format!("start of seat {seat}: it begins with as many planets as win, {needed}")),
        None if needed > there => Err(format!("{needed} planets are to win, and the map has {there}")),
        None => Ok(()),
    }
}

/// B2.2, B2.5: a planet at the start, when all are neutral.
fn open_planet(planet: &MapPlanet, rulebook: &Rulebook) -> Planet {
    let population = u32::from(planet.population);
    let garrison = Garrison { fighters: population.saturating_mul(rulebook.neutral_fighters), troops: population };
    let mut track: [Space; TRACK_LENGTH] = Default::default();
    track[0].set(Power::Neutral, Fleet::of(Ship::Fighter, garrison.fighters));
    Planet {
        number: planet.number,
        name: planet.name.clone(),
        other_names: planet.names(),
        drawn_at: planet.drawn_at(),
        owner: Power::Neutral,
        population,
        printed_population: population,
        troops: population,
        garrison,
        factories: Vec::new(),
        hangars: Vec::new(),
        awaits_factory: true,
        track,
    }
}

fn open_player(name: &str, start: &Start, warehouse: Goods, stances: BTreeMap<Seat, Relation>) -> Player {
    let free_forces = start.free_forces.iter().map(|FreeForces { fighters, transporters, colony }| Stationed {
        on: PlanetId(0),
        fighters: *fighters,
        transporters: *transporters,
        colony: *colony,
    });
    Player {
        name: name.to_owned(),
        home: start.planets.iter().min().copied().unwrap_or(PlanetId(0)),
        warehouse,
        morale: Morale::default(),
        stances,
        factory_wishes: BTreeMap::new(),
        target: None,
        targets_at: BTreeMap::new(),
        stationed: free_forces.collect(),
        out_since: None,
        statistics: Statistics::default(),
    }
}

/// Gives a player the planets, works and forces of the opening.
fn settle(state: &mut State, seat: Seat, start: &Start, mut player: Player) {
    let power = Power::Seat(seat);
    let own: BTreeSet<PlanetId> = start.planets.iter().copied().collect();
    let stationed = station(&player.stationed, player.home, &own, &[]);
    player.stationed.clone_from(&stationed);
    state.players.insert(seat, player);
    for (index, id) in own.iter().enumerate() {
        let product = state.opening_product(seat, index);
        if let Some(planet) = state.planet_mut(*id) {
            planet.owner = power;
            planet.awaits_factory = false;
            planet.track[0].take(Power::Neutral);
            planet.factories.extend(product);
        }
    }
    let opening_hangars = usize::try_from(state.rulebook.opening_hangars).unwrap_or(usize::MAX);
    for (index, id) in own.iter().enumerate().take(opening_hangars) {
        let ship = match state.rulebook.default_hangar {
            DefaultHangar::InTurn => Ship::ALL[index % Ship::ALL.len()],
            DefaultHangar::Fighter => Ship::Fighter,
            DefaultHangar::Transporter => Ship::Transporter,
        };
        let stands = state.left_in_the_box(seat, Unit::Hangar(ship)) > 0;
        if let Some(planet) = state.planet_mut(*id).filter(|_| stands) {
            planet.hangars.push(ship);
        }
    }
    let free = stationed.iter().map(|forces| (forces.on, forces.fighters, forces.transporters));
    let fixed = start.forces.iter().map(|forces| (forces.on, forces.fighters, forces.transporters));
    for (on, fighters, transporters) in fixed.chain(free) {
        if let Some(planet) = state.planet_mut(on) {
            planet.orbit_mut().add(power, Fleet { fighters, transporters, freight: Vec::new() });
        }
    }
}

/// B2.4: places the free forces on the chosen planets in turn, then on the remaining ones with the lowest numbers, each on a different planet.
pub(in crate::games::empire_board) fn station(
    forces: &[Stationed],
    home: PlanetId,
    own: &BTreeSet<PlanetId>,
    chosen: &[PlanetId],
) -> Vec<Stationed> {
    let mut free = own.clone();
    free.retain(|planet| !chosen.contains(planet));
    let mut chosen = chosen.iter();
    let mut place = |forces: &Stationed| {
        let next = || free.iter().find(|planet| !(forces.colony && **planet == home)).copied();
        let on = chosen.next().copied().or_else(next).unwrap_or(home);
        free.remove(&on);
        Stationed { on, ..*forces }
    };
    forces.iter().map(&mut place).collect()
}

/// B2.2: the products in turn. High tech comes first, since every product needs it.
const OPENING_PRODUCTS: [Product; 3] = [Product::HighTech, Product::Steel, Product::Oil];

impl State {
    /// B2.2: the product of an opening factory. `index` counts the player's planets by number, from 0. `None` if the box holds no factory.
    fn opening_product(&self, seat: Seat, index: usize) -> Option<Product> {
        match self.rulebook.opening_factory {
            OpeningFactory::AsConquered => self.default_product(seat),
            OpeningFactory::InTurn => {
                let mut in_turn = OPENING_PRODUCTS.into_iter().cycle().skip(index % OPENING_PRODUCTS.len()).take(OPENING_PRODUCTS.len());
                in_turn.find(|product| self.left_in_the_box(seat, Unit::Factory(*product)) > 0)
            }
        }
    }

    /// B5.7: the product of a factory if the player has no wish that the box can fulfil; `None` if the box holds no factory.
    pub(in crate::games::empire_board) fn default_product(&self, seat: Seat) -> Option<Product> {
        let stock = self.players.get(&seat).map_or_else(Goods::default, |player| player.warehouse);
        let scarcity = |product: &Product| {
            let made = self.factories_of(seat, *product);
            let stored = stock.of(*product);
            if self.rulebook.default_factory == DefaultFactory::LeastInStock { (stored, made) } else { (made, stored) }
        };
        let mut products = Product::ALL;
        products.sort_by_key(scarcity);
        let preferred = match self.rulebook.default_factory {
            DefaultFactory::Scarcest | DefaultFactory::LeastInStock => None,
            DefaultFactory::Oil => Some(Product::Oil),
            DefaultFactory::Steel => Some(Product::Steel),
            DefaultFactory::HighTech => Some(Product::HighTech),
        };
        let mut in_turn = preferred.into_iter().chain(products);
        in_turn.find(|product| self.left_in_the_box(seat, Unit::Factory(*product)) > 0)
    }
}
