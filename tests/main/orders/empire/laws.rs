//! Laws of reading: total, bounded, and every order reads back as itself.

use ashpost::engine::{Seat, reader};
use ashpost::galaxy::PlanetId;
use ashpost::games::empire_board::order::{Cargo, Count, Order, Product, Ship, Unit};
use ashpost::games::empire_board::parse::parse;
use ashpost::games::empire_board::state::Relation;
use proptest::prelude::*;
use proptest::sample::select;

use super::position::Position;
use crate::common::cases;
use crate::orders::laws;

fn seat() -> impl Strategy<Value = Seat> {
    (1..=3_u8).prop_map(Seat)
}

fn count() -> impl Strategy<Value = Count> {
    prop_oneof![1 => Just(Count::All), 3 => (1..9_u32).prop_map(Count::Exactly), 3 => (1..=1_000_000_u32).prop_map(Count::Exactly)]
}

fn ship() -> impl Strategy<Value = Ship> {
    select(Ship::ALL.to_vec())
}

fn product() -> impl Strategy<Value = Product> {
    select(Product::ALL.to_vec())
}

fn unit() -> impl Strategy<Value = Unit> {
    prop_oneof![
        select(vec![Unit::Fighter, Unit::Transporter, Unit::Troop]),
        product().prop_map(Unit::Factory),
        ship().prop_map(Unit::Hangar)
    ]
}

fn cargo() -> impl Strategy<Value = Cargo> {
    prop_oneof![select(vec![Cargo::Population, Cargo::Troop]), product().prop_map(Cargo::Factory), ship().prop_map(Cargo::Hangar)]
}

fn announcement() -> impl Strategy<Value = Order> {
    let line = prop_oneof!["[ -~\u{201c}]{0,30}", Just("END".to_owned()), Just("LAND 3 ON 1".to_owned()), any::<String>()];
    proptest::collection::vec(line, 1..6)
        .prop_filter_map("a text", |lines| reader::announcement(&lines.join("\n")).map(|text| Order::Announce { text }))
}

/// Every order of a game in which everything is allowed.
fn order() -> impl Strategy<Value = Order> {
    order_on(1..=40_u16)
}

/// The same, about these planets.
pub(super) fn order_on(planets: impl Strategy<Value = u16> + Clone + 'static) -> impl Strategy<Value = Order> {
    let planet = move || planets.clone().prop_map(PlanetId);
    let stance = select(vec![Relation::Hostile, Relation::Neutral, Relation::Allied]);
    prop_oneof![
        4 => (count(), unit(), planet()).prop_map(|(count, unit, on)| Order::Produce { count, unit, on }),
        4 => (count(), ship(), planet(), planet()).prop_map(|(count, ship, from, to)| Order::Send { count, ship, from, to }),
        4 => (count(), cargo(), planet(), planet()).prop_map(|(count, cargo, from, to)| Order::Load { count, cargo, from, to }),
        2 => (product(), product(), planet()).prop_map(|(from, to, on)| Order::Convert { from, to, on }),
        1 => (product(), planet()).prop_map(|(product, on)| Order::Factory { product, on }),
        1 => (ship(), planet()).prop_map(|(ship, on)| Order::Hangar { ship, on }),
        1 => planet().prop_map(|on| Order::Station { on }),
        2 => (prop_oneof![Just(Count::Exactly(0)), count()], planet()).prop_map(|(count, on)| Order::Land { count, on }),
        2 => (proptest::option::of(seat()), proptest::option::of(planet())).prop_map(|(player, on)| Order::Target { player, on }),
        1 => planet().prop_map(|planet| Order::HomePlanet { planet }),
        1 => (1..=1_000_000_u32).prop_map(|place| Order::Position { place }),
        1 => (stance, seat()).prop_map(|(stance, on)| Order::Declare { stance, on }),
        1 => announcement(),
    ]
}

/// Words that are nearly orders find more than random letters do.
fn nearly_orders() -> impl Strategy<Value = String> {
    let words = "PRODUCE BUILD SEND SHIP CONVERT FACTORY HANGAR STATION LAND NONE TARGET HOMEPLANET POSITION DECLARE HOSTILE WITH 3 0 -7 \
                 99999999999 MAX ALL FI TR TROOPS POPULATION OIL STEEL HIGH TECH ON ON FROM TO TO INTO DO DONE 1 19 Earth Erath New \
                 Annabel Lee ( ) (1) \" \u{201e} # ; . , ANNOUNCE END PRODUSE - 1) \
                 \u{ff33}\u{ff25}\u{ff2e}\u{ff24} \u{ff13} \u{ff0c} \u{ff11}\u{3000}\u{ff2f}\u{ff2e} \
                 \u{2018}Earth New\u{2019} \u{2018} ' \u{2192} \u{2610}at AT at";
    let words: Vec<String> = words.split(' ').map(str::to_owned).chain(["\n".to_owned(), "\n".to_owned(), "\r\n".to_owned()]).collect();
    proptest::collection::vec(select(words), 0..80).prop_map(|words| words.join(" "))
}

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![nearly_orders(), any::<String>(), "(?s).{0,300}"]
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
    fn no_text_can_do_harm_and_every_suggestion_reads(text in any_text(), ruleset in select(vec!["basic", "extended"])) {
        let view = Position::read(&format!("ruleset = {ruleset:?}")).view();
        laws::does_no_harm(&text, |text| parse(text, &view))?;
    }
}
