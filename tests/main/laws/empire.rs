//! Laws of empire (board game): what stays secret on an open board, what events account for, and which lines may change places.

use std::sync::LazyLock;

use ashpost::engine::{Dice, Game, Orders, Seat, Viewer};
use ashpost::galaxy::PlanetId;
use ashpost::games::empire_board::Empire;
use ashpost::games::empire_board::order::{Cargo, Count, Order, Product, Ship, Unit};
use ashpost::games::empire_board::state::{Relation, State};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::common::played;
use crate::empire::{accounts, limits};

/// The state with everything changed that this viewer may not know: what others want of each other, wish and aim at, where their free forces are to
/// be stationed, the name of a home planet that is lost, and what the hall of fame counts.
pub(super) fn disguise(state: &Value, viewer: Viewer) -> Value {
    let mut other = state.clone();
    let me = match viewer {
        Viewer::Seat(seat) => seat.to_string(),
        Viewer::Public | Viewer::GameMaster => String::new(),
    };
    let owner = |planet: &Value| {
        let index = planet.as_u64().map_or(0, |number| number as usize - 1);
        state["planets"][index]["owner"].to_string()
    };
    for (seat, player) in other["players"].as_object_mut().unwrap() {
        player["statistics"]["battles_won"] = json!(77);
        if owner(&player["home"]) != *seat {
            player["home"] = json!(0);
        }
        if *seat == me {
            continue;
        }
        player["stances"].as_object_mut().unwrap().values_mut().for_each(turn_around);
        player["factory_wishes"] = json!({ "17": "oil", "40": "steel" });
        player["target"] = json!(seat.parse::<u8>().unwrap() % 8 + 1);
        player["targets_at"] = json!({ "1": 2 });
        player["stationed"].as_array_mut().unwrap().iter_mut().for_each(|forces| forces["fighters"] = json!(99));
    }
    other
}

fn turn_around(stance: &mut Value) {
    *stance = json!(if *stance == "hostile" { "allied" } else { "hostile" });
}

/// The positions of both played-through games with their orders.
static AS_PLAYED: LazyLock<Vec<(State, Orders<Order>, Dice)>> =
    LazyLock::new(|| ["empire", "empire-basic"].into_iter().flat_map(played::as_played::<Empire>).collect());

#[test]
fn events_account_for_all_that_a_round_changes_within_the_limits() {
    for (state, orders, dice) in AS_PLAYED.iter() {
        let played = Empire::adjudicate(state, orders, dice);
        accounts::check(state, &played, &format!("round {}", played.state.turn));
        limits::check(&played.state, "golden");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// B3: phases come in their order, whatever the order of the lines.
    #[test]
    fn lines_of_different_phases_may_change_places(phases in Just((0..=11).collect::<Vec<usize>>()).prop_shuffle()) {
        for (state, orders, dice) in AS_PLAYED.iter() {
            let sorted = |sheet: &Vec<Order>| {
                let mut sheet = sheet.clone();
                sheet.sort_by_key(|order| phases[phase(order)]);
                sheet
            };
            let shuffled = orders.iter().map(|(seat, sheet)| (*seat, sorted(sheet))).collect();
            let (one, other) = (Empire::adjudicate(state, orders, dice), Empire::adjudicate(state, &shuffled, dice));
            prop_assert_eq!(one.state, other.state);
            prop_assert_eq!(one.events, other.events);
        }
    }

    /// No number, planet or seat that an order could name breaks a round, and each has its fate.
    #[test]
    fn no_order_breaks_a_round(
        sheet in prop::collection::vec(any_order(), 0..40),
        seats in prop::collection::vec(0_u8..=9, 1..4),
        position in any::<prop::sample::Index>(),
    ) {
        let (state, _, dice) = position.get(&AS_PLAYED);
        let orders: Orders<Order> = seats.into_iter().map(|seat| (Seat(seat), sheet.clone())).collect();
        let turn = Empire::adjudicate(state, &orders, dice);
        prop_assert_eq!(turn.fates.len(), orders.values().map(Vec::len).sum::<usize>());
    }
}

/// Lines of one kind are read in their order. Ships and freight leave in one phase and take ships from each other.
fn phase(order: &Order) -> usize {
    match order {
        Order::Produce { .. } => 0,
        Order::Send { .. } | Order::Load { .. } => 1,
        Order::Convert { .. } => 2,
        Order::Factory { .. } => 3,
        Order::Hangar { .. } => 4,
        Order::Station { .. } => 5,
        Order::Land { .. } => 6,
        Order::Target { .. } => 7,
        Order::HomePlanet { .. } => 8,
        Order::Position { .. } => 9,
        Order::Declare { .. } => 10,
        Order::Announce { .. } => 11,
    }
}

fn any_order() -> impl Strategy<Value = Order> {
    let planet = || prop_oneof![9 => 0_u16..=42, 1 => any::<u16>()].prop_map(PlanetId);
    let number = || prop_oneof![0_u32..30, any::<u32>(), Just(u32::MAX)];
    let count = move || prop_oneof![3 => number().prop_map(Count::Exactly), 1 => Just(Count::All)];
    let product = || prop::sample::select(Product::ALL.to_vec());
    let ship = || prop::sample::select(Ship::ALL.to_vec());
    let unit = prop_oneof![
        Just(Unit::Fighter),
        Just(Unit::Transporter),
        Just(Unit::Troop),
        product().prop_map(Unit::Factory),
        ship().prop_map(Unit::Hangar),
    ];
    let cargo =
        prop_oneof![Just(Cargo::Population), Just(Cargo::Troop), product().prop_map(Cargo::Factory), ship().prop_map(Cargo::Hangar)];
    let stance = prop_oneof![Just(Relation::Hostile), Just(Relation::Neutral), Just(Relation::Allied)];
    let seat = || any::<u8>().prop_map(Seat);
    prop_oneof![
        (count(), unit, planet()).prop_map(|(count, unit, on)| Order::Produce { count, unit, on }),
        (count(), ship(), planet(), planet()).prop_map(|(count, ship, from, to)| Order::Send { count, ship, from, to }),
        (count(), cargo, planet(), planet()).prop_map(|(count, cargo, from, to)| Order::Load { count, cargo, from, to }),
        (product(), product(), planet()).prop_map(|(from, to, on)| Order::Convert { from, to, on }),
        (product(), planet()).prop_map(|(product, on)| Order::Factory { product, on }),
        (ship(), planet()).prop_map(|(ship, on)| Order::Hangar { ship, on }),
        planet().prop_map(|on| Order::Station { on }),
        (count(), planet()).prop_map(|(count, on)| Order::Land { count, on }),
        (prop::option::of(seat()), prop::option::of(planet())).prop_map(|(player, on)| Order::Target { player, on }),
        planet().prop_map(|planet| Order::HomePlanet { planet }),
        number().prop_map(|place| Order::Position { place }),
        (stance, seat()).prop_map(|(stance, on)| Order::Declare { stance, on }),
    ]
}
