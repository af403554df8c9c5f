//! What the played-through games of the empires must have in them, so that their reports show all that can happen.

use std::collections::BTreeSet;

use ashpost::engine::{Adjudicated, Extent};
use serde_json::Value;

use crate::common::played::{self, Golden};

#[test]
fn the_postal_game_goes_through_all_that_can_happen() {
    let game = Played::whole("empire_postal");
    game.assert_happened(&[
        r#"{ "kind": "battle", "result": "attackers-win" }"#,
        r#"{ "kind": "battle", "result": "defenders-win" }"#,
        r#"{ "kind": "revolt" }"#,
        r#"{ "kind": "unloaded" }"#,
        r#"{ "kind": "researched" }"#,
        r#"{ "kind": "spy_report" }"#,
        r#"{ "kind": "relation_changed" }"#,
        r#"{ "kind": "fled" }"#,
        r#"{ "cause": "failed-landing" }"#,
        r#"{ "kind": "neutrals_sent" }"#,
        r#"{ "kind": "game_over" }"#,
    ]);
    let landings = || game.events("landing");
    assert!(landings().any(|landing| !landing["taken_by"].is_null()) && landings().any(|landing| landing["taken_by"].is_null()));
    assert_eq!(distances_flown(&game.golden), BTreeSet::from([0, 1, 2, 3]));
}

#[test]
fn the_extended_board_game_goes_through_all_that_can_happen() {
    let game = Played::whole("empire");
    game.assert_happened(&IN_EVERY_RULESET);
    game.assert_happened(&[
        r#"{ "kind": "battle", "volleys": [] }"#,
        r#"{ "kind": "morale_turned", "up": true }"#,
        r#"{ "kind": "morale_turned", "up": false }"#,
        r#"{ "kind": "relation_changed", "relation": "allied" }"#,
        r#"{ "kind": "relation_changed", "before": "allied" }"#,
        r#"{ "kind": "relation_changed", "relation": "hostile" }"#,
        r#"{ "kind": "unloaded", "cargo": "population" }"#,
        r#"{ "kind": "unloaded", "cargo": "troop" }"#,
        r#"{ "kind": "unloaded", "cargo": { "factory": "steel" } }"#,
        r#"{ "kind": "unloaded", "cargo": { "hangar": "transporter" } }"#,
        r#"{ "kind": "built", "unit": { "factory": "high-tech" } }"#,
        r#"{ "kind": "hangar_chosen" }"#,
        r#"{ "kind": "conqueror_thrown" }"#,
        r#"{ "kind": "pirates_came" }"#,
        r#"{ "kind": "player_out" }"#,
    ]);
    game.assert_lived_through("ANNOUNCE CONVERT DECLARE FACTORY HANGAR HOMEPLANET LAND POSITION PRODUCE SEND SHIP STATION TARGET");
    let pirates = |side: &Value| items(side).any(|force| force["power"] == 9);
    assert!(game.events("battle").any(|battle| pirates(&battle["attackers"]) && battle["owner"] != 0), "pirates over a player's planet");
    assert!(game.events("battle").any(|battle| items(&battle["defenders"]).count() > 1), "allies defend together");
    assert!(game.shots().any(|shot| shot["morale_dice"] != 0), "dice for a marker");
    let aimed = |shot: &Value| items(&shot["losses"]).count() > 1 && items(&shot["losses"]).all(|loss| loss["by_die"] == 0);
    assert!(game.shots().any(aimed), "a target suffers first");
}

#[test]
fn the_basic_board_game_goes_through_all_that_can_happen() {
    let game = Played::whole("empire-basic");
    game.assert_happened(&IN_EVERY_RULESET);
    game.assert_happened(&[r#"{ "kind": "battle", "volleys": [] }"#, r#"{ "kind": "landing", "volleys": [] }"#]);
    game.assert_lived_through("ANNOUNCE CONVERT FACTORY HOMEPLANET LAND POSITION PRODUCE SEND STATION TARGET");
}

/// Events of the board game by some of their fields.
const IN_EVERY_RULESET: [&str; 19] = [
    r#"{ "kind": "announcement" }"#,
    r#"{ "kind": "factory_chosen" }"#,
    r#"{ "kind": "forces_stationed" }"#,
    r#"{ "kind": "home_planet_named" }"#,
    r#"{ "kind": "converted" }"#,
    r#"{ "kind": "battle", "attackers_win": true }"#,
    r#"{ "kind": "battle", "attackers_win": false }"#,
    r#"{ "kind": "fled" }"#,
    r#"{ "kind": "landing", "attackers_win": true }"#,
    r#"{ "kind": "landing", "attackers_win": false }"#,
    r#"{ "kind": "factory_founded" }"#,
    r#"{ "kind": "revolt", "fell": true }"#,
    r#"{ "kind": "revolt", "fell": false }"#,
    r#"{ "kind": "planet_taken", "to": 0 }"#,
    r#"{ "kind": "refitted" }"#,
    r#"{ "kind": "grew" }"#,
    r#"{ "kind": "closing_dice", "over": false }"#,
    r#"{ "kind": "closing_dice", "over": true }"#,
    r#"{ "kind": "game_over" }"#,
];

/// A golden with what came of each turn.
struct Played {
    golden: Golden,
    turns: Vec<Adjudicated>,
    events: Vec<Value>,
}

impl Played {
    fn whole(name: &str) -> Played {
        let golden = played::golden(name).unwrap();
        let turns: Vec<Adjudicated> =
            golden.positions().into_iter().map(|(table, turn)| table.adjudicate(&turn.sheets, &turn.dice)).collect();
        let events = turns.iter().flat_map(|turn| &turn.events).map(|seen| seen.event.clone()).collect();
        Played { golden, turns, events }
    }

    /// For each of these, some event has all its fields.
    fn assert_happened(&self, happenings: &[&str]) {
        for happening in happenings {
            let fields: Value = serde_json::from_str(happening).unwrap();
            let shows = |event: &Value| fields.as_object().unwrap().iter().all(|(name, value)| event[name] == *value);
            assert!(self.events.iter().any(shows), "no {happening}");
        }
    }

    /// A second volley, a plan struck in part, a line that nobody could read, and a sheet that did not come have all happened, and these verbs were
    /// carried out.
    fn assert_lived_through(&self, verbs: &str) {
        assert!(self.events("battle").any(|battle| items(&battle["volleys"]).count() > 1), "equal losses");
        let mut fates = self.turns.iter().flat_map(|turn| &turn.fates);
        let is_short = |reason: &Value| reason["reason"] == "short-of";
        assert!(fates.any(|fate| fate.verdict == Extent::Cut && fate.reason.as_ref().is_some_and(is_short)), "struck units");
        let mut readings = self
            .golden
            .positions()
            .into_iter()
            .flat_map(|(table, turn)| turn.sheets.into_iter().map(move |(seat, text)| table.read(seat, &text)));
        assert!(readings.any(|reading| !reading.problems.is_empty()), "a mistake");
        let sheets: Vec<usize> = self.golden.turns().iter().map(|turn| turn.sheets.len()).collect();
        assert!(sheets.iter().any(|count| *count < sheets[0]), "a sheet that did not come");
        let carried_out = self.turns.iter().flat_map(|turn| {
            turn.fates.iter().filter(|fate| fate.verdict == Extent::Done).map(|fate| &turn.orders[&fate.seat][fate.entry])
        });
        let carried_out: BTreeSet<&str> = carried_out.filter_map(|order| order.split_whitespace().next()).collect();
        assert_eq!(carried_out.into_iter().collect::<Vec<_>>(), verbs.split(' ').collect::<Vec<_>>());
    }

    fn events<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = &'a Value> {
        self.events.iter().filter(move |event| event["kind"] == kind)
    }

    /// All dice thrown in battles and landings of the board game, power by power.
    fn shots(&self) -> impl Iterator<Item = &Value> {
        self.events.iter().flat_map(|event| items(&event["volleys"])).flat_map(|volley| items(&volley["shots"]))
    }
}

fn items(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

/// The distances of all SENDs of the postal game that were carried out.
fn distances_flown(golden: &Golden) -> BTreeSet<u64> {
    let mut distances = BTreeSet::new();
    for (table, turn) in golden.positions() {
        let state: Value = serde_json::from_str(&table.state()).unwrap();
        let played = table.adjudicate(&turn.sheets, &turn.dice);
        for fate in played.fates.iter().filter(|fate| fate.done > Some(0) && fate.rule == "P4.4") {
            let words: Vec<usize> = played.orders[&fate.seat][fate.entry].split(' ').filter_map(|word| word.parse().ok()).collect();
            if let [.., from, to] = words.as_slice() {
                distances.extend(state["distance"][from.max(to) - 1][from.min(to) - 1].as_u64());
            }
        }
    }
    distances
}
