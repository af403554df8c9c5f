//! Laws of reading: total, bounded, and every order reads back as itself.

use ashpost::engine::{Seat, clean_name, reader};
use ashpost::galaxy::PlanetId;
use ashpost::games::empire_postal::forecast::forecast;
use ashpost::games::empire_postal::order::{Cargo, Count, Goal, Order, Ship, Unit};
use ashpost::games::empire_postal::parse::parse;
use ashpost::games::empire_postal::state::Relation;
use proptest::prelude::*;
use proptest::sample::select;

use super::position::Position;
use crate::common::cases;
use crate::orders::laws;

fn planet() -> impl Strategy<Value = PlanetId> {
    (1..=40_u16).prop_map(PlanetId)
}

fn count() -> impl Strategy<Value = Count> {
    prop_oneof![Just(Count::All), (1..=1_000_000_u32).prop_map(Count::Exactly)]
}

fn name() -> impl Strategy<Value = String> {
    "[A-Za-z0-9 .,'\u{201c}\u{ab}\u{e9}-]{1,30}".prop_filter_map("a name that may be given", |name| clean_name(&name))
}

fn announcement() -> impl Strategy<Value = Order> {
    let line = prop_oneof![
        "[ -~\u{201c}]{0,30}",
        Just("END".to_owned()),
        Just(" end ".to_owned()),
        Just("ANNOUNCE".to_owned()),
        Just("> BUILD 3 FI ON 1 # no; \"yes\"".to_owned()),
        any::<String>()
    ];
    proptest::collection::vec(line, 1..6)
        .prop_filter_map("a text", |lines| reader::announcement(&lines.join("\n")).map(|text| Order::Announce { text }))
}

pub(super) fn order() -> impl Strategy<Value = Order> {
    let ship = select(vec![Ship::Fighter, Ship::Transporter]);
    let goal =
        prop_oneof![Just(Goal::FighterMorale), Just(Goal::TransporterMorale), planet().prop_map(|planet| Goal::ProductionRate { planet })];
    let stance = select(vec![Relation::War, Relation::Neutral, Relation::Peace]);
    prop_oneof![
        4 => (count(), select(Unit::ALL.to_vec()), planet()).prop_map(|(count, unit, on)| Order::Build { count, unit, on }),
        4 => (count(), ship, planet(), planet()).prop_map(|(count, ship, from, to)| Order::Send { count, ship, from, to }),
        4 => (count(), select(Cargo::ALL.to_vec()), planet(), planet())
            .prop_map(|(count, cargo, from, to)| Order::Load { count, cargo, from, to }),
        1 => planet().prop_map(|on| Order::RefuseCargo { on }),
        1 => (stance, 1..=3_u8).prop_map(|(stance, seat)| Order::Declare { stance, on: Seat(seat) }),
        1 => planet().prop_map(|planet| Order::HomePlanet { planet }),
        1 => (name(), planet()).prop_map(|(name, on)| Order::PlanetName { name, on }),
        1 => name().prop_map(|name| Order::PlayerName { name }),
        1 => (1..=1_000_000_u32, goal).prop_map(|(points, goal)| Order::Research { points, goal }),
        1 => planet().prop_map(|on| Order::Spy { on }),
        1 => announcement(),
        1 => (1..=1_000_000_u32).prop_map(|rounds| Order::Vote { rounds }),
    ]
}

/// Words that are nearly orders find more than random letters do.
fn nearly_orders() -> impl Strategy<Value = String> {
    let words = "BUILD SEND 3 0 -7 99999999999 MAX ALL FI FIGHTER YARDS C0 C12 fuel ON ON FROM TO TO DO DONE 1 19 Earth Erath New \
                 Annabel Lee ( ) (1) \" \u{201e} # ; . , REFUSE CARGO DECLARE WAR WITH HOMEPLANET PLANETNAME PLAYERNAME RESEARCH PR \
                 FM SPY ANNOUNCE END VOTE 20 BULD - 1) \
                 \u{ff22}\u{ff35}\u{ff29}\u{ff2c}\u{ff24} \u{ff13} \u{ff0c} \u{ff11}\u{3000}\u{ff2f}\u{ff2e} \
                 \u{2018}Earth New\u{2019} \u{2018} ' \u{2192} \u{2610}at AT at";
    let words: Vec<String> = words.split(' ').map(str::to_owned).chain(["\n".to_owned(), "\n".to_owned(), "\r\n".to_owned()]).collect();
    proptest::collection::vec(select(words), 0..80).prop_map(|words| words.join(" "))
}

proptest! {
    #[test]
    fn every_order_reads_back_as_itself(orders in proptest::collection::vec(order(), 1..12)) {
        let view = Position::default().view();
        laws::reads_back(&orders, |order| matches!(order, Order::Announce { .. }), |text| parse(text, &view))?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases("LAWS_ORDERS", 64)))]

    #[test]
    fn no_text_can_do_harm_and_every_suggestion_reads(text in prop_oneof![nearly_orders(), any::<String>(), "(?s).{0,300}"]) {
        let view = Position::default().view();
        laws::does_no_harm(&text, |text| parse(text, &view))?;
        forecast(&parse(&text, &view), &view);
    }
}
