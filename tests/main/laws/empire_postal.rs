//! Laws of the postal game: P0, what P11 hides, and that no order can break a turn.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use ashpost::engine::{Dice, Game, Orders, Place, Seat, Seed, Viewer};
use ashpost::galaxy::{Fleets, PlanetId};
use ashpost::games::empire_postal::EmpirePostal;
use ashpost::games::empire_postal::order::{Cargo, Count, Goal, Order, Ship, Unit};
use ashpost::games::empire_postal::state::{Position, Power, Relation, State, Temper};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::common::played;

/// The state with everything changed that P11 hides from this viewer.
pub(super) fn disguise(state: &Value, viewer: Viewer) -> Value {
    let mut other = state.clone();
    let number = match viewer {
        Viewer::Seat(seat) => json!(seat.0),
        _ => Value::Null,
    };
    let me = number.to_string();
    let relations = state["relations"].as_array().unwrap();
    for (index, between) in relations.iter().enumerate() {
        if between["low"] != number && between["high"] != number {
            other["relations"][index]["relation"] = json!(if between["relation"] == "war" { "neutral" } else { "war" });
        }
    }
    for (seat, player) in other["players"].as_object_mut().unwrap().iter_mut().filter(|(seat, _)| **seat != me) {
        for field in ["political_points", "fighter_morale", "transporter_morale"] {
            player[field] = json!(player[field].as_i64().unwrap() + 3);
        }
        player["stances"].as_object_mut().unwrap().values_mut().for_each(|stance| *stance = json!("war"));
        player["statistics"]["battles_won"] = json!(77);
        player["home"] = json!(seat.parse::<u8>().unwrap() % 8 + 1);
    }
    for (_, row) in other["gnp"].as_object_mut().unwrap().iter_mut().filter(|(seat, _)| **seat != me) {
        row["values"] = json!(vec![1; 12]);
    }
    for record in other["history"].as_array_mut().unwrap() {
        (record["battles"], record["landings"]) = (json!(1000), json!(1000));
    }
    let is_friend = |owner: &Value| {
        let concerns = |between: &Value| {
            let pair = [&between["low"], &between["high"]];
            pair.contains(&&number) && pair.contains(&owner)
        };
        relations.iter().any(|between| concerns(between) && between["relation"] == "peace")
    };
    for planet in other["planets"].as_array_mut().unwrap().iter_mut().filter(|planet| planet["owner"] != number) {
        let fields = ["workforce", "production_rate", "pdu", "fuel_plants", "rare_plants", "fighter_yards", "morale"];
        fields.iter().for_each(|field| planet[*field] = json!(planet[*field].as_u64().unwrap() + 5));
        planet["stock"] = json!({ "fuel": 1, "ore": 2, "rare": 3 });
        if planet["owner"] == 0 {
            planet["temper"] = json!("inert");
        }
        let friendly = is_friend(&planet["owner"]);
        planet["track"].as_array_mut().unwrap().iter_mut().for_each(|position| disguise_position(position, &me, friendly));
    }
    other
}

/// P1.6: the flights that an opening report proposes are the same whatever tempers the neutral planets have drawn.
#[test]
fn the_flights_proposed_at_the_opening_tell_nothing_of_tempers() {
    let mut proposed = 0;
    for golden in played::goldens().iter().filter(|golden| golden.game.id() == "empire_postal") {
        let table = golden.opening();
        let mut state: Value = serde_json::from_str(&table.state()).unwrap();
        for planet in state["planets"].as_array_mut().unwrap().iter_mut().filter(|planet| planet["owner"] == 0) {
            planet["temper"] = json!("inert");
        }
        let other = golden.game.restore(&state.to_string()).unwrap();
        for seat in table.to_move() {
            let (view, of_other) = (table.view(Viewer::Seat(seat)), other.view(Viewer::Seat(seat)));
            assert_eq!(view["raids"], of_other["raids"]);
            proposed += view["raids"].as_array().unwrap().len();
        }
    }
    assert!(proposed > 0, "some flights are proposed");
}

/// P11.2: crowds over a friend's planet are seen, so they are left as they are. P11.3: how many cargo
/// ships there are is public, and what they carry is not.
fn disguise_position(position: &mut Value, me: &str, friendly: bool) {
    let shiploads: u64 = position["cargo"].as_object().unwrap().values().filter_map(Value::as_u64).sum();
    if shiploads > 0 {
        position["cargo"] = json!({ "transporter-yard": shiploads });
    }
    if friendly {
        return;
    }
    let fleets = position["fleets"].as_object_mut().unwrap();
    fleets.retain(|power, _| power == me);
    let stranger = if me == "8" { "7" } else { "8" };
    fleets.insert(stranger.to_owned(), json!({ "fighters": 123, "transporters": 45 }));
}

/// New numbers for planets and seats.
#[derive(Debug, Clone)]
struct Labels {
    /// By old index.
    planets: Vec<u16>,
    seats: Vec<u8>,
}

impl Labels {
    fn planet(&self, id: PlanetId) -> PlanetId {
        PlanetId(self.planets[id.index()])
    }

    fn seat(&self, seat: Seat) -> Seat {
        Seat(self.seats[usize::from(seat.0) - 1])
    }

    fn power(&self, power: Power) -> Power {
        power.seat().map_or(Power::Neutral, |seat| Power::Seat(self.seat(seat)))
    }

    fn by_seat<T: Clone>(&self, map: &BTreeMap<Seat, T>) -> BTreeMap<Seat, T> {
        map.iter().map(|(seat, value)| (self.seat(*seat), value.clone())).collect()
    }

    fn position(&self, position: &Position) -> Position {
        let fleets = position.fleets.iter().map(|(power, fleet)| (self.power(power), *fleet)).collect();
        Position { fleets: Fleets(fleets), cargo: position.cargo.clone() }
    }

    fn state(&self, state: &State) -> State {
        let mut new = state.clone();
        for planet in &state.planets {
            let number = self.planet(planet.number);
            let track = std::array::from_fn(|index| self.position(&planet.track[index]));
            let owner = self.power(planet.owner);
            new.planets[number.index()] = ashpost::games::empire_postal::state::Planet { number, owner, track, ..planet.clone() };
            for other in state.planets.iter().take_while(|other| other.number < planet.number) {
                let (one, two) = (number.index(), self.planet(other.number).index());
                let steps = state.distance.steps(planet.number, other.number).unwrap();
                new.distance.0[one.max(two)][one.min(two)] = u8::try_from(steps).unwrap();
            }
        }
        new.players = self.by_seat(&state.players);
        for player in new.players.values_mut() {
            player.home = self.planet(player.home);
            player.stances = self.by_seat(&player.stances);
        }
        for between in &mut new.relations.0 {
            let (one, two) = (self.seat(between.low), self.seat(between.high));
            (between.low, between.high) = (one.min(two), one.max(two));
        }
        new.relations.0.sort_by_key(|between| (between.low, between.high));
        new.gnp = self.by_seat(&state.gnp);
        new.history.iter_mut().for_each(|record| record.seats = self.by_seat(&record.seats));
        if let Some(outcome) = &mut new.outcome {
            outcome.places.iter_mut().for_each(|place| *place = Place { seat: self.seat(place.seat), ..*place });
            outcome.places.sort_by_key(|place| (place.place, place.seat));
        }
        new
    }

    fn order(&self, order: &Order) -> Order {
        let mut order = order.clone();
        match &mut order {
            Order::Build { on, .. } | Order::RefuseCargo { on } | Order::PlanetName { on, .. } | Order::Spy { on } => {
                *on = self.planet(*on)
            }
            Order::Send { from, to, .. } | Order::Load { from, to, .. } => (*from, *to) = (self.planet(*from), self.planet(*to)),
            Order::Declare { on, .. } => *on = self.seat(*on),
            Order::HomePlanet { planet } | Order::Research { goal: Goal::ProductionRate { planet }, .. } => *planet = self.planet(*planet),
            Order::Research { .. } | Order::PlayerName { .. } | Order::Announce { .. } | Order::Vote { .. } => {}
        }
        order
    }
}

/// The positions of the played-through game with their orders, made fit for P0: dice are its one
/// exception, so nothing here may draw among planets or seats by their number. Neutral planets are
/// passive (they build by dice but choose no target), each seat has a TM of its own (no die between
/// equals, P6.4), and nobody's home can revolt (P5.6 would take the lowest number instead).
static WITHOUT_CHOICE: LazyLock<Vec<(State, Orders<Order>)>> = LazyLock::new(|| {
    let positions = played::golden(EmpirePostal::ID).unwrap().positions().into_iter().map(|(table, turn)| {
        let mut state: State = serde_json::from_str(&table.state()).unwrap();
        state.tempers = vec![Temper::Passive];
        state.planets.iter_mut().for_each(|planet| planet.temper = planet.temper.map(|_| Temper::Passive));
        for seat in state.players.keys().copied().collect::<Vec<_>>() {
            let home = state.home(seat);
            let player = state.players.get_mut(&seat).unwrap();
            player.transporter_morale = 100 + i32::from(seat.0);
            player.political_points = player.political_points.max(20);
            player.home = home.unwrap_or(player.home);
            if let Some(home) = home.and_then(|home| state.planet_mut(home)) {
                home.pdu = 90;
            }
        }
        let orders = turn.sheets.iter().map(|(seat, sheet)| {
            let view = EmpirePostal::view(&state, Viewer::Seat(*seat));
            let sheet = EmpirePostal::parse(sheet, &view);
            (*seat, sheet.orders().filter(|order| !matches!(order, Order::HomePlanet { .. })).cloned().collect())
        });
        (state.clone(), orders.collect())
    });
    positions.collect()
});

/// The positions of the played-through game with their orders, as they were.
static AS_PLAYED: LazyLock<Vec<(State, Orders<Order>, Dice)>> = LazyLock::new(|| played::as_played::<EmpirePostal>(EmpirePostal::ID));

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn other_numbers_give_the_same_turn_under_other_numbers(
        planets in Just((1..=40).collect::<Vec<u16>>()).prop_shuffle(),
        seats in Just((1..=8).collect::<Vec<u8>>()).prop_shuffle(),
        seed in any::<[u8; 32]>(),
    ) {
        let labels = Labels { planets, seats };
        let dice = Dice::alike_everywhere(Seed(seed));
        for (state, orders) in WITHOUT_CHOICE.iter() {
            let relabelled: Orders<Order> =
                orders.iter().map(|(seat, sheet)| (labels.seat(*seat), sheet.iter().map(|order| labels.order(order)).collect())).collect();
            let turn = EmpirePostal::adjudicate(state, orders, &dice);
            let other = EmpirePostal::adjudicate(&labels.state(state), &relabelled, &dice);
            prop_assert_eq!(other.state, labels.state(&turn.state));
            let mut fates: Vec<_> = turn.fates.iter().map(|fate| (labels.seat(fate.seat), fate.entry, fate.verdict, fate.done)).collect();
            fates.sort_by_key(|(seat, entry, ..)| (*seat, *entry));
            prop_assert_eq!(other.fates.iter().map(|fate| (fate.seat, fate.entry, fate.verdict, fate.done)).collect::<Vec<_>>(), fates);
            prop_assert_eq!(other.events.len(), turn.events.len());
        }
    }

    /// P4.5: "in this order whatever the order of the lines".
    #[test]
    fn build_lines_of_different_kinds_may_change_places(salt in any::<u64>()) {
        let dice = Dice::new(Seed([5; 32]));
        for (state, orders, _) in AS_PLAYED.iter() {
            let shuffled = orders.iter().map(|(seat, sheet)| (*seat, shuffle_builds(sheet, salt))).collect();
            let (one, other) = (EmpirePostal::adjudicate(state, orders, &dice), EmpirePostal::adjudicate(state, &shuffled, &dice));
            prop_assert_eq!(one.state, other.state);
            prop_assert_eq!(one.events, other.events);
        }
    }

    /// No number, planet or seat that an order could name breaks a turn, and each has its fate.
    #[test]
    fn no_order_breaks_a_turn(sheet in prop::collection::vec(any_order(), 0..40), seats in prop::collection::vec(0_u8..=9, 1..4)) {
        let (state, _, _) = &AS_PLAYED[AS_PLAYED.len() / 2];
        let orders: Orders<Order> = seats.into_iter().map(|seat| (Seat(seat), sheet.clone())).collect();
        let turn = EmpirePostal::adjudicate(state, &orders, &Dice::new(Seed([1; 32])));
        prop_assert_eq!(turn.fates.len(), orders.values().map(Vec::len).sum::<usize>());
    }
}

/// The BUILD lines in another order of their kinds, in the places where BUILD lines stand.
fn shuffle_builds(sheet: &[Order], salt: u64) -> Vec<Order> {
    let rank = |order: &Order| match order {
        Order::Build { unit, .. } => {
            Unit::ALL.iter().position(|known| known == unit).map(|kind| (kind as u64 + 1).wrapping_mul(salt | 1) % 251)
        }
        _ => None,
    };
    let mut builds: Vec<Order> = sheet.iter().filter(|order| rank(order).is_some()).cloned().collect();
    builds.sort_by_key(rank);
    let mut builds = builds.into_iter();
    sheet.iter().map(|order| if rank(order).is_some() { builds.next().unwrap() } else { order.clone() }).collect()
}

fn any_order() -> impl Strategy<Value = Order> {
    let planet = || prop_oneof![9 => 0_u16..=42, 1 => any::<u16>()].prop_map(PlanetId);
    let number = || prop_oneof![0_u32..30, any::<u32>(), Just(u32::MAX)];
    let count = move || prop_oneof![3 => number().prop_map(Count::Exactly), 1 => Just(Count::All)];
    let ship = prop_oneof![Just(Ship::Fighter), Just(Ship::Transporter)];
    let goal =
        prop_oneof![planet().prop_map(|planet| Goal::ProductionRate { planet }), Just(Goal::FighterMorale), Just(Goal::TransporterMorale)];
    let stance = prop_oneof![Just(Relation::War), Just(Relation::Neutral), Just(Relation::Peace)];
    prop_oneof![
        (count(), prop::sample::select(Unit::ALL.to_vec()), planet()).prop_map(|(count, unit, on)| Order::Build { count, unit, on }),
        (count(), ship, planet(), planet()).prop_map(|(count, ship, from, to)| Order::Send { count, ship, from, to }),
        (count(), prop::sample::select(Cargo::ALL.to_vec()), planet(), planet()).prop_map(|(count, cargo, from, to)| Order::Load {
            count,
            cargo,
            from,
            to
        }),
        planet().prop_map(|on| Order::RefuseCargo { on }),
        (stance, any::<u8>()).prop_map(|(stance, on)| Order::Declare { stance, on: Seat(on) }),
        planet().prop_map(|planet| Order::HomePlanet { planet }),
        ("[A-C]{1,2}", planet()).prop_map(|(name, on)| Order::PlanetName { name, on }),
        "[A-C]{1,2}".prop_map(|name| Order::PlayerName { name }),
        (number(), goal).prop_map(|(points, goal)| Order::Research { points, goal }),
        planet().prop_map(|on| Order::Spy { on }),
        number().prop_map(|rounds| Order::Vote { rounds }),
    ]
}
