//! Laws of every round, whatever the orders: they are played over random games of every scenario.

use std::collections::{BTreeMap, BTreeSet};

use ashpost::engine::{Dice, Orders, Seat, Seed, Stream};
use ashpost::galaxy::PlanetId;
use ashpost::games::empire_board::order::{Cargo, Count, Order, Product, Ship, Unit};
use ashpost::games::empire_board::phases::adjudicate;
use ashpost::games::empire_board::scenario::{Scenario, set_up};
use ashpost::games::empire_board::state::{Power, Relation, State};

use super::{accounts, limits};

const SCENARIOS: [&str; 8] =
    ["two-states", "shattered-empire", "three-powers", "four-powers", "five-powers", "six-powers", "seven-powers", "eight-powers"];

/// Longer than any game: B11.2 ends it in round 24 at the latest, when five dice must show 4.
const MOST_ROUNDS: u32 = 24;

fn opening(name: &str) -> State {
    opening_with(name, "")
}

/// A scenario with other settings.
fn opening_with(name: &str, settings: &str) -> State {
    let path = format!("{}/scenarios/empire/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let text = format!("{}\n[rulebook]\n{settings}", std::fs::read_to_string(path).unwrap());
    let scenario: Scenario = toml::from_str(&text).unwrap_or_else(|error| panic!("{settings}: {error}"));
    let seats = (1..=scenario.seats).map(|seat| (Seat(seat), format!("Player {seat}"))).collect();
    set_up(scenario, &seats).unwrap()
}

/// Every kind of event except announcements.
const EVENTS: &str = "battle built closing_dice conqueror_thrown converted factory_chosen factory_founded fled forces_stationed game_over \
                      grew hangar_chosen home_planet_named landing morale_turned order_of_movement pirates_came planet_taken player_out \
                      produced refitted relation_changed revolt unloaded";

#[test]
fn a_round_is_total_and_keeps_the_laws_in_random_games_of_every_scenario() {
    let mut happened = BTreeSet::new();
    for (name, game) in SCENARIOS.into_iter().flat_map(|name| (0..3).map(move |game| (name, game))) {
        // Where people grow everywhere, players can lose all that they have.
        let mut state = opening_with(name, if game == 0 { "" } else { "growth_where = 'everywhere'" });
        while state.outcome.is_none() {
            let dice = Dice::new(Seed([game; 32]).derive(&format!("{name}/{}", state.turn)));
            let orders = random_orders(&state, &dice);
            let played = adjudicate(&state, &orders, &dice);
            assert_eq!(played, adjudicate(&state, &orders, &dice), "{name} {game}: the same orders and dice give the same round");
            let lines: Vec<(Seat, usize)> = orders.iter().flat_map(|(seat, sheet)| (0..sheet.len()).map(|entry| (*seat, entry))).collect();
            assert_eq!(played.fates.iter().map(|fate| (fate.seat, fate.entry)).collect::<Vec<_>>(), lines, "every order has one fate");
            let kept = serde_json::to_string(&played.state).unwrap();
            assert_eq!(serde_json::from_str::<State>(&kept).unwrap(), played.state, "what is kept is what was played");
            limits::check(&played.state, &format!("{name} {game}"));
            accounts::check(&state, &played, &format!("{name} {game}, round {}", played.state.turn));
            happened
                .extend(played.events.iter().map(|seen| serde_json::to_value(&seen.event).unwrap()["kind"].as_str().unwrap().to_owned()));
            state = played.state;
        }
        assert!(state.turn <= MOST_ROUNDS, "{name} {game} ended in round {}", state.turn);
    }
    assert_eq!(happened.iter().map(String::as_str).collect::<Vec<_>>(), EVENTS.split_whitespace().collect::<Vec<_>>());
}

/// Settings at the edge of what is accepted.
const ABSURD: [&str; 10] = [
    "prices = { fighter = { oil = 0, steel = 0, high_tech = 0 }, transporter = { oil = 0, steel = 0, high_tech = 0 }, \
     factory = { oil = 0, steel = 0, high_tech = 0 }, hangar = { oil = 0, steel = 0, high_tech = 0 } }",
    "limits = { troops = 50 }\nprices.troop = { oil = 0, steel = 0, high_tech = 0 }",
    "limits = { fighters = 15, transporters = 18, factories = 0, hangars = 0, pirates = 0, troops = 0 }",
    "shipload = 4294967295\ngrowth_every = 1\nopening_hangars = 4294967295",
    "shipload = 3\nfactories_on_planet = 1\nhangars_on_planet = 1\nunloads_on = 'own'\ncarries_hangars = false",
    "politics = false\nneutral_fighters = 100\npirate_dice = 12\nhomeless_ships = 'stay'\nrevolt_bonus = 6\nconquest_calms = false",
    "closing = { dice = 1, sum = 4294967295, fall = 4294967295 }\npoints = { planet = 1000, fighters_for_one = 0, goods_for_one = 0 }",
    "planets_to_win = 3\nplanets_to_win_of_two = 9",
    "politics = false\nconqueror = 'anybody'\nconqueror_tie = 'first-to-move'\nconquered_troops = 'disbanded'\nconquered_works = 'destroyed'",
    "plan_shortage = 'everything'\nbattle_tie = 'owner-holds'\nlanding_tie = 'planet-holds'\nretreat_space = 3\npirates_every = 0\n\
     transporters_fire = true\nrelation_pace = 'at-once'\nlost_project = 'goods-lost'",
];

#[test]
fn no_settings_that_are_accepted_break_a_round() {
    for (settings, name) in ABSURD.into_iter().flat_map(|settings| [(settings, "shattered-empire"), (settings, "three-powers")]) {
        let mut state = opening_with(name, settings);
        while state.outcome.is_none() && state.turn < 12 {
            let dice = Dice::new(Seed([1; 32]).derive(&state.turn.to_string()));
            let played = adjudicate(&state, &random_orders(&state, &dice), &dice);
            limits::check(&played.state, settings);
            state = played.state;
        }
    }
}

#[test]
fn the_numbers_of_the_seats_decide_nothing_but_ties() {
    // Seats 1 and 2 change places: the same orders lead to the same round, seen from the other side.
    let state = opening("shattered-empire");
    let dice = Dice::new(Seed([7; 32]));
    let orders: Orders<Order> = random_orders(&state, &dice);
    let swapped_state = swap_state(&state);
    let swapped_orders = orders.iter().map(|(seat, sheet)| (swap(*seat), sheet.iter().map(swap_order).collect())).collect();
    let (one, other) = (adjudicate(&state, &orders, &dice), adjudicate(&swapped_state, &swapped_orders, &dice));
    assert_eq!(one.fates.len(), other.fates.len());
    for fate in &one.fates {
        let twin = other.fates.iter().find(|twin| twin.seat == swap(fate.seat) && twin.entry == fate.entry).unwrap();
        assert_eq!((fate.verdict, fate.asked, fate.done), (twin.verdict, twin.asked, twin.done), "{:?}", orders[&fate.seat][fate.entry]);
    }
    assert_eq!(swap_state(&one.state), other.state);
}

fn swap(seat: Seat) -> Seat {
    Seat(3 - seat.0)
}

fn swap_order(order: &Order) -> Order {
    match order.clone() {
        Order::Declare { stance, on } => Order::Declare { stance, on: swap(on) },
        Order::Target { player, on } => Order::Target { player: player.map(swap), on },
        order => order,
    }
}

fn swap_state(state: &State) -> State {
    let mut swapped = state.clone();
    let swap_power = |power: Power| power.seat().map_or(power, |seat| Power::Seat(swap(seat)));
    swapped.players = state.players.iter().map(|(seat, player)| (swap(*seat), player.clone())).collect();
    for player in swapped.players.values_mut() {
        player.stances = std::mem::take(&mut player.stances).into_iter().map(|(seat, stance)| (swap(seat), stance)).collect();
        player.target = player.target.map(swap);
        player.targets_at.values_mut().for_each(|seat| *seat = swap(*seat));
    }
    for planet in &mut swapped.planets {
        planet.owner = swap_power(planet.owner);
        for space in &mut planet.track {
            space.0 = std::mem::take(&mut space.0).into_iter().map(|(power, fleet)| (swap_power(power), fleet)).collect();
        }
    }
    for record in &mut swapped.history {
        record.seats = std::mem::take(&mut record.seats).into_iter().map(|(seat, row)| (swap(seat), row)).collect();
    }
    swapped
}

/// Thirty orders a seat, most of which can be carried out at least in part.
fn random_orders(state: &State, dice: &Dice) -> Orders<Order> {
    let sheet = |seat: Seat| {
        let mut stream = dice.stream(&format!("orders/{seat}"));
        (0..30).map(|_| random_order(state, seat, &mut stream)).collect()
    };
    state.players.keys().map(|seat| (*seat, sheet(*seat))).collect::<BTreeMap<_, _>>()
}

fn random_order(state: &State, seat: Seat, stream: &mut Stream) -> Order {
    let anywhere = PlanetId(stream.below(42) as u16);
    let own: Vec<PlanetId> = state.planets_of(seat).map(|planet| planet.number).collect();
    let with_ships: Vec<PlanetId> =
        state.planets.iter().filter(|planet| planet.orbit().0.contains_key(&Power::Seat(seat))).map(|planet| planet.number).collect();
    let on = stream.choose(&own).copied().unwrap_or(anywhere);
    let from = stream.choose(&with_ships).copied().unwrap_or(on);
    let count = if stream.percent(10) { Count::All } else { Count::Exactly(stream.below(6)) };
    let product = Product::ALL[stream.below(3) as usize];
    let ship = Ship::ALL[stream.below(2) as usize];
    let player = Seat(stream.below(state.players.len() as u32 + 1) as u8);
    match stream.below(20) {
        0 => Order::Produce { count, unit: Unit::Troop, on },
        1 | 2 => Order::Produce { count, unit: Unit::Fighter, on },
        3 => Order::Produce { count, unit: Unit::Transporter, on },
        4 => Order::Produce { count, unit: if stream.percent(50) { Unit::Factory(product) } else { Unit::Hangar(ship) }, on },
        5..=8 => Order::Send { count, ship, from, to: anywhere },
        9 => Order::Load { count, cargo: Cargo::Troop, from, to: on },
        10 => Order::Load { count, cargo: Cargo::Population, from: on, to: anywhere },
        11 => Order::Load { count, cargo: if stream.percent(50) { Cargo::Factory(product) } else { Cargo::Hangar(ship) }, from, to: on },
        12 => Order::Convert { from: product, to: Product::Oil, on },
        13 => Order::Factory { product, on: anywhere },
        14 => Order::Land { count, on: anywhere },
        15 => Order::Target { player: Some(player).filter(|_| stream.percent(80)), on: Some(anywhere).filter(|_| stream.percent(50)) },
        16 => Order::Position { place: stream.below(10) },
        17 => Order::Declare { stance: [Relation::Hostile, Relation::Neutral, Relation::Allied][stream.below(3) as usize], on: player },
        18 => Order::HomePlanet { planet: on },
        _ => {
            if stream.percent(50) {
                Order::Hangar { ship, on }
            } else {
                Order::Station { on: anywhere }
            }
        }
    }
}
