//! The forecast agrees with the round: where no other player interferes, each doubt is the order's fate, and an
//! order without a doubt is done unless it waits for dice.

use std::collections::BTreeMap;

use ashpost::engine::{Dice, Doubt, Extent, Fate, OrderLine, Seat, Seed, Sheet, Viewer};
use ashpost::games::empire_board::event::Reason;
use ashpost::games::empire_board::forecast::forecast;
use ashpost::games::empire_board::order::Order;
use ashpost::games::empire_board::parse::parse;
use ashpost::games::empire_board::phases::adjudicate;
use ashpost::games::empire_board::state::State;
use ashpost::games::empire_board::view::View;
use proptest::prelude::*;
use proptest::sample::select;

use super::laws;
use super::position::Position;

const ME: Seat = Seat(1);

/// The opening or a later round, with something to build, load and fly with, but never enough for all.
fn position() -> impl Strategy<Value = State> {
    let warehouse = (0..12_u32, 0..12_u32, 0..12_u32);
    let fleets = ((0..6_u32, 0..6_u32), (0..6_u32, 0..6_u32));
    let ruleset = select(vec!["basic", "extended"]);
    (ruleset, select(vec![0, 3]), any::<bool>(), warehouse, fleets, 1..9_u32).prop_map(
        |(ruleset, turn, is_over, (oil, steel, high_tech), (home, colony), population)| {
            let out = if is_over { "[3]" } else { "[]" };
            let orbit = |(fighters, transporters): (u32, u32)| format!("{{ 1 = [{fighters}, {transporters}] }}");
            // The opening has its own fleets.
            let (home, colony) = if turn == 0 { (String::new(), String::new()) } else {
                (format!("planet.1.orbit = {}\n", orbit(home)), format!("planet.9.orbit = {}\n", orbit(colony)))
            };
            Position::read(&format!(
                "ruleset = {ruleset:?}\nturn = {turn}\nout = {out}\nwarehouse = {{ oil = {oil}, steel = {steel}, high_tech = {high_tech} }}\n\
                 planet.9.population = {population}\nplanet.9.troops = 9\n{home}{colony}"
            ))
            .state()
        },
    )
}

/// Orders that are mostly about the sender's own planets.
fn orders() -> impl Strategy<Value = Vec<Order>> {
    let near = laws::order_on(select(vec![1, 9, 9, 2, 20]));
    let small = near.prop_filter("few enough to matter", |order| {
        !order.to_string().split(' ').any(|word| word.len() > 2 && word.parse::<u32>().is_ok())
    });
    proptest::collection::vec(small, 1..16)
}

fn sheet(orders: &[Order]) -> Sheet<Order> {
    Sheet {
        entries: orders.iter().map(|order| OrderLine { line: 1, order: order.clone() }).collect(),
        problems: Vec::new(),
        unmet: Vec::new(),
    }
}

/// Whether a landing is certain to fail, and certain to be called so.
fn is_known_landing(reason: Option<&Reason>) -> bool {
    matches!(reason, Some(Reason::Overruled | Reason::YourOwnPlanet { .. }))
}

/// What the round says of the orders that it does not carry out in full, in the words of a doubt, except what battles, landings or other players
/// decide.
fn shortfalls(fates: Vec<Fate<Reason>>, orders: &[Order]) -> Vec<Doubt<Reason>> {
    let is_open = |fate: &Fate<Reason>| match (&orders[fate.entry], &fate.reason) {
        (Order::Land { .. }, reason) => !is_known_landing(reason.as_ref()),
        (_, reason) => matches!(reason, Some(Reason::PlaceTaken { .. })),
    };
    let short = fates.into_iter().filter(|fate| fate.verdict != Extent::Done && !is_open(fate));
    let doubt = |Fate { entry, done, asked, reason, rule, .. }| Doubt { entry, done, asked, reason: reason.unwrap(), rule, instead: None };
    short.map(doubt).collect()
}

proptest! {
    #[test]
    fn every_doubt_is_the_fate_and_no_doubt_means_done(state in position(), orders in orders()) {
        let view = View::of(&state, Viewer::Seat(ME));
        let (doubts, _) = forecast(&sheet(&orders), &view);
        let turn = adjudicate(&state, &BTreeMap::from([(ME, orders.clone())]), &Dice::new(Seed([7; 32])));
        // Where not all can land the round may say first that the orbit is held, or that nobody is hostile.
        let (short_handed, doubts): (Vec<_>, Vec<_>) =
            doubts.into_iter().partition(|doubt| matches!(orders[doubt.entry], Order::Land { .. }) && !is_known_landing(Some(&doubt.reason)));
        for doubt in short_handed {
            let fate = turn.fates.iter().find(|fate| fate.entry == doubt.entry).unwrap();
            prop_assert!(fate.verdict != Extent::Done && fate.done <= doubt.done, "{doubt:?}, {fate:?}");
        }
        let bare: Vec<_> = doubts.into_iter().map(|doubt| Doubt { instead: None, ..doubt }).collect();
        prop_assert_eq!(bare, shortfalls(turn.fates, &orders));
    }

    #[test]
    fn what_is_proposed_instead_raises_no_doubt(state in position(), orders in orders()) {
        let view = View::of(&state, Viewer::Seat(ME));
        let (doubts, _) = forecast(&sheet(&orders), &view);
        for doubt in doubts {
            let Some(instead) = doubt.instead else { continue };
            let read = parse(&instead, &view);
            prop_assert_eq!((read.entries.len(), read.problems.len()), (1, 0));
            let mut mended = orders.clone();
            mended[doubt.entry] = read.entries[0].order.clone();
            let (left, _) = forecast(&sheet(&mended), &view);
            prop_assert!(left.iter().all(|left| left.entry != doubt.entry), "{}: {:?}", instead, left);
        }
    }
}
