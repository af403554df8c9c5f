//! The promises in the receipts of the played-through games of empire (board game) came true, whatever the others did and the dice showed.

use std::collections::BTreeMap;

use ashpost::engine::{Adjudicated, Extent, Fate, Reading, Seat, Viewer};
use ashpost::games::empire_board::order::Unit;
use serde_json::{Value, json};

use crate::common::played;

#[test]
fn what_receipts_promise_happens() {
    let mut doubts = 0;
    for name in ["empire", "empire-basic"] {
        for (table, turn) in played::golden(name).unwrap().positions() {
            let played = table.adjudicate(&turn.sheets, &turn.dice);
            for (seat, sheet) in &turn.sheets {
                let receipt = Receipt { seat: *seat, reading: table.read(*seat, sheet), played: &played };
                let place = format!("{name}, round {}, seat {seat}", played.table.turn());
                receipt.check_orders(&place);
                receipt.check_plan(&place);
                receipt.check_ships(&place);
                doubts += receipt.reading.doubts.len();
            }
        }
    }
    assert!(doubts > 20, "{doubts}");
}

/// What one player was told about a sheet, and the round that followed.
struct Receipt<'a> {
    seat: Seat,
    reading: Reading,
    played: &'a Adjudicated,
}

/// Fighters and transporters by planet and number space.
type Tracks = BTreeMap<(u64, u64), (u64, u64)>;

impl Receipt<'_> {
    /// A doubt is never wrong, and an order without one fails by others or by dice alone.
    fn check_orders(&self, place: &str) {
        for (entry, order) in self.reading.entries.iter().enumerate() {
            let fate = self.played.fates.iter().find(|fate| (fate.seat, fate.entry) == (self.seat, entry)).unwrap();
            let order = &order.order;
            match self.reading.doubts.iter().find(|doubt| doubt.entry == entry) {
                Some(doubt) => {
                    let is_as_said = fate.verdict != Extent::Done && fate.done <= doubt.done && fate.rule == doubt.rule;
                    assert!(is_as_said, "{place}: {order}: {doubt:?}, {fate:?}");
                }
                None => assert!(fate.verdict == Extent::Done || is_up_to_others(order, fate), "{place}: {order}: {fate:?}"),
            }
        }
    }

    /// B5.3: what was to be built is there, and the warehouse has paid for that and no more.
    fn check_plan(&self, place: &str) {
        let mut promised: BTreeMap<u64, Vec<String>> = BTreeMap::new();
        for planet in items(&self.reading.forecast["planets"]) {
            let units = items(&planet["built"]).map(|unit| unit.as_str().unwrap().to_owned()).collect::<Vec<_>>();
            promised.extend((!units.is_empty()).then(|| (number(&planet["planet"]), units)));
        }
        let mut built: BTreeMap<u64, Vec<String>> = BTreeMap::new();
        for event in self.own_events("built", "seat") {
            let unit: Unit = serde_json::from_value(event["unit"].clone()).unwrap();
            built.entry(number(&event["planet"])).or_default().push(format!("{} {unit}", event["count"]));
        }
        assert_eq!(promised, built, "{place}");
        let view = self.played.table.view(Viewer::Public);
        let player = items(&view["players"]).find(|player| player["seat"] == json!(self.seat)).unwrap();
        for goods in ["oil", "steel", "high_tech"] {
            let sum = |key: &str| number(&self.reading.forecast[key][goods]);
            let produced: u64 = self.own_events("produced", "seat").map(|event| number(&event["goods"][goods])).sum();
            assert_eq!(number(&player["warehouse"][goods]), sum("goods_available") - sum("goods_used") + produced, "{place}: {goods}");
        }
    }

    /// B4.1: ships begin their battles in the promised strength, and fly on where nobody meets them; others join them there only in flight (B6.4).
    fn check_ships(&self, place: &str) {
        let ships = |fleet: &Value| (number(&fleet["fighters"]), number(&fleet["transporters"]));
        let forecast: Tracks = items(&self.reading.forecast["fleets"])
            .map(|fleet| ((number(&fleet["planet"]), number(&fleet["space"])), ships(fleet)))
            .collect();
        for battle in self.events("battle") {
            for force in items(&battle["attackers"]).chain(items(&battle["defenders"])).filter(|force| force["power"] == json!(self.seat)) {
                let promised = forecast.get(&(number(&battle["planet"]), 0)).copied();
                assert_eq!(promised, Some((number(&force["units"]), number(&force["transporters"]))), "{place}: {battle}");
            }
        }
        let mut flying: Tracks = forecast.into_iter().filter(|((_, space), _)| *space > 0).collect();
        for fled in self.own_events("fled", "power").filter(|fled| !fled["to"].is_null()) {
            let (fighters, transporters) = flying.entry((number(&fled["to"]), number(&fled["space"]))).or_default();
            (*fighters, *transporters) = (*fighters + number(&fled["fighters"]), *transporters + number(&fled["transporters"]));
        }
        assert_eq!(self.on_number_spaces(), flying, "{place}");
    }

    fn on_number_spaces(&self) -> Tracks {
        let view = self.played.table.view(Viewer::Public);
        let mut tracks = Tracks::new();
        for planet in items(&view["planets"]) {
            for space in items(&planet["track"]).filter(|space| space["space"] != 0) {
                for fleet in items(&space["fleets"]).filter(|fleet| fleet["power"] == json!(self.seat)) {
                    let at = (number(&planet["number"]), number(&space["space"]));
                    tracks.insert(at, (number(&fleet["fighters"]), number(&fleet["transporters"])));
                }
            }
        }
        tracks
    }

    fn events<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = &'a Value> {
        self.played.events.iter().map(|seen| &seen.event).filter(move |event| event["kind"] == kind)
    }

    fn own_events<'a>(&'a self, kind: &'a str, whose: &'a str) -> impl Iterator<Item = &'a Value> {
        self.events(kind).filter(move |event| event[whose] == json!(self.seat))
    }
}

/// B7.1, B3.3, B1.3: whether battles, other wishes or the common box decide.
fn is_up_to_others(order: &str, fate: &Fate<Value>) -> bool {
    let is_for_lack_in_the_box = fate.reason.as_ref().is_some_and(|reason| reason["reason"] == "box-is-empty");
    order.starts_with("LAND ") || order.starts_with("POSITION ") || is_for_lack_in_the_box
}

fn items(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap()
}
