//! The forecast agrees with the turn: where no dice and no other player interfere, each doubt is the
//! order's fate, and an order without a doubt is done.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use ashpost::engine::{Dice, Doubt, Extent, Fate, Game, OrderLine, Seat, Seed, Sheet, Viewer};
use ashpost::galaxy::PlanetId;
use ashpost::games::empire_postal::EmpirePostal;
use ashpost::games::empire_postal::event::Reason;
use ashpost::games::empire_postal::order::{Cargo, Count, Goal, Order, Ship, Unit};
use ashpost::games::empire_postal::state::{Fleet, Power, Relation, State, Stock};
use proptest::prelude::*;
use proptest::sample::select;

const ME: Seat = Seat(1);
/// The sender's three planets, then three of others.
const PLANETS: [u16; 6] = [1, 9, 19, 2, 10, 20];

static OPENING: LazyLock<State> = LazyLock::new(opening);

/// Eight seats, and neutral planets that do nothing.
fn opening() -> State {
    let scenario = "title = \"t\"\nruleset = \"postal\"\nseats = 8\nmap = \"ashes-of-empire\"\ntempers = [\"inert\"]\n";
    let seats: BTreeMap<Seat, String> = (1..=8).map(|seat| (Seat(seat), format!("Player {}", char::from(b'A' + seat)))).collect();
    EmpirePostal::setup(toml::from_str(scenario).unwrap(), &seats, &dice()).unwrap()
}

fn dice() -> Dice {
    Dice::new("0".repeat(64).parse::<Seed>().unwrap())
}

/// Something to build, load and fly with, but never enough for all.
fn position() -> impl Strategy<Value = State> {
    let planet = (0..400_u32, 0..90_u32, 0..9_u32, (0..6_u32, 0..6_u32));
    let planets = proptest::collection::vec(planet, PLANETS.len());
    let morale = select(vec![60, 100, 150]);
    (planets, -3..30_i32, morale, any::<bool>(), select(vec![None, Some(12)])).prop_map(|(planets, points, morale, is_first, rounds)| {
        let mut state = OPENING.clone();
        state.turn = if is_first { 0 } else { 3 };
        state.rounds = rounds;
        for (number, (workforce, goods, yards, (fighters, transporters))) in PLANETS.into_iter().zip(planets) {
            let planet = state.planet_mut(PlanetId(number)).unwrap();
            if [1, 9, 19].contains(&number) {
                planet.owner = Power::Seat(ME);
                planet.temper = None;
                planet.workforce = workforce;
                // Enough that nothing revolts.
                planet.pdu = 20 + goods;
                planet.stock = Stock { fuel: goods, ore: 90 - goods, rare: goods };
                (planet.fighter_yards, planet.transporter_yards) = (yards, 9 - yards);
            }
            planet.orbit_mut().fleets.set(Power::Seat(ME), Fleet { fighters, transporters });
        }
        let player = state.players.get_mut(&ME).unwrap();
        (player.political_points, player.fighter_morale) = (points, morale);
        state.players.get_mut(&Seat(4)).unwrap().out_since = Some(2);
        state
    })
}

fn order() -> impl Strategy<Value = Order> {
    let planet = || select(PLANETS.to_vec()).prop_map(PlanetId);
    let count = || prop_oneof![1 => Just(Count::All), 6 => (1..9_u32).prop_map(Count::Exactly)];
    let ship = select(vec![Ship::Fighter, Ship::Transporter]);
    let goal = prop_oneof![Just(Goal::FighterMorale), planet().prop_map(|planet| Goal::ProductionRate { planet })];
    let name = || select(vec!["Crab", "Same", "Other", "Player D"]).prop_map(str::to_owned);
    prop_oneof![
        6 => (count(), select(Unit::ALL.to_vec()), planet()).prop_map(|(count, unit, on)| Order::Build { count, unit, on }),
        6 => (count(), ship, planet(), planet()).prop_map(|(count, ship, from, to)| Order::Send { count, ship, from, to }),
        6 => (count(), select(Cargo::ALL.to_vec()), planet(), planet())
            .prop_map(|(count, cargo, from, to)| Order::Load { count, cargo, from, to }),
        1 => planet().prop_map(|on| Order::RefuseCargo { on }),
        1 => (1..=8_u8).prop_map(|seat| Order::Declare { stance: Relation::Peace, on: Seat(seat) }),
        1 => planet().prop_map(|planet| Order::HomePlanet { planet }),
        1 => (name(), planet()).prop_map(|(name, on)| Order::PlanetName { name, on }),
        1 => name().prop_map(|name| Order::PlayerName { name }),
        1 => (1..20_u32, goal).prop_map(|(points, goal)| Order::Research { points, goal }),
        1 => planet().prop_map(|on| Order::Spy { on }),
        1 => (5..40_u32).prop_map(|rounds| Order::Vote { rounds }),
    ]
}

fn sheet(orders: &[Order]) -> Sheet<Order> {
    Sheet {
        entries: orders.iter().map(|order| OrderLine { line: 1, order: order.clone() }).collect(),
        problems: Vec::new(),
        unmet: Vec::new(),
    }
}

/// What the turn says of each order that is not done in full, in the words of a doubt.
fn shortfalls(fates: Vec<Fate<Reason>>) -> Vec<Doubt<Reason>> {
    let short = fates.into_iter().filter(|fate| fate.verdict != Extent::Done);
    let doubt = |Fate { entry, done, asked, reason, rule, .. }| Doubt { entry, done, asked, reason: reason.unwrap(), rule, instead: None };
    short.map(doubt).collect()
}

proptest! {
    #[test]
    fn every_doubt_is_the_fate_and_no_doubt_means_done(state in position(), orders in proptest::collection::vec(order(), 1..16)) {
        let view = EmpirePostal::view(&state, Viewer::Seat(ME));
        let (doubts, _) = EmpirePostal::forecast(&sheet(&orders), &view);
        let turn = EmpirePostal::adjudicate(&state, &BTreeMap::from([(ME, orders.clone())]), &dice());
        // The turn, not the forecast, says whether a landing gives the sender a planet in time to refuse cargo there.
        let mut fates = shortfalls(turn.fates);
        fates.retain(|fate| !matches!(orders[fate.entry], Order::RefuseCargo { .. }) || doubts.iter().any(|doubt| doubt.entry == fate.entry));
        let bare: Vec<_> = doubts.iter().map(|doubt| Doubt { instead: None, ..doubt.clone() }).collect();
        prop_assert_eq!(bare, fates);
    }

    #[test]
    fn what_is_proposed_instead_raises_no_doubt(state in position(), orders in proptest::collection::vec(order(), 1..16)) {
        let view = EmpirePostal::view(&state, Viewer::Seat(ME));
        let (doubts, _) = EmpirePostal::forecast(&sheet(&orders), &view);
        for doubt in doubts {
            let Some(instead) = doubt.instead else { continue };
            let read = EmpirePostal::parse(&instead, &view);
            prop_assert_eq!((read.entries.len(), read.problems.len()), (1, 0));
            let mut mended = orders.clone();
            mended[doubt.entry] = read.entries[0].order.clone();
            let (left, _) = EmpirePostal::forecast(&sheet(&mended), &view);
            prop_assert!(left.iter().all(|left| left.entry != doubt.entry), "{instead}: {left:?}");
        }
    }
}
