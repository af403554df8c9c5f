//! The rule book of the board game says what the settings of `docs/empire-settings.md` settle, whatever they are.

use std::collections::{BTreeMap, BTreeSet};

use ashpost::engine::{Dice, Seat, Seed, Table, Viewer};
use ashpost::games::by_id;
use ashpost::render::rules;
use serde_json::json;
use unicode_width::UnicodeWidthStr;

use super::rules::model;
use super::{assert_fits, golden, templates};

/// Each setting with the values that neither preset gives it, or only one of them; the first is used in the golden.
const OTHER_VALUES: [(&str, &[&str]); 69] = [
    ("limits.fighters", &["60"]),
    ("limits.pirates_lend", &["true"]),
    ("limits.transporters", &["120"]),
    ("limits.factories", &["20"]),
    ("limits.hangars", &["21"]),
    ("limits.pirates", &["50"]),
    ("limits.troops", &["200"]),
    ("opening_factory", &["'as-conquered'"]),
    ("default_factory", &["'least-in-stock'", "'oil'", "'steel'", "'high-tech'"]),
    ("opening_hangars", &["1", "3", "0"]),
    ("default_hangar", &["'transporter'", "'fighter'"]),
    ("neutral_fighters", &["2", "0"]),
    ("plan_shortage", &["'first-line-first'", "'everything'"]),
    ("contested_place", &["'last-free'"]),
    ("without_wish", &["'first-free'"]),
    ("new_home", &["'most-populous'"]),
    ("freight", &["true", "false"]),
    ("shipload", &["2"]),
    ("unloads_on", &["'own'"]),
    ("carries_hangars", &["false"]),
    ("prices.fighter", &["{ oil = 3, steel = 4, high_tech = 5 }"]),
    ("prices.transporter", &["{ oil = 6, steel = 7, high_tech = 8 }"]),
    ("prices.troop", &["{ oil = 9, steel = 0, high_tech = 12 }"]),
    ("prices.factory", &["{ oil = 13, steel = 14, high_tech = 15 }"]),
    ("prices.hangar", &["{ oil = 16, steel = 17, high_tech = 18 }"]),
    ("ships_need_hangars", &["true", "false"]),
    ("builds_works", &["true", "false"]),
    ("factories_on_planet", &["5", "1"]),
    ("hangars_on_planet", &["4", "1"]),
    ("lost_project", &["'goods-lost'"]),
    ("conversion_idles", &["false"]),
    ("growth_every", &["4", "1", "0"]),
    ("growth_where", &["'everywhere'"]),
    ("politics", &["true", "false"]),
    ("opening_relation", &["'allied'", "'hostile'"]),
    ("relation_pace", &["'at-once'"]),
    ("volley_rounding", &["'nearest'"]),
    ("battle_tie", &["'owner-holds'"]),
    ("retreat_space", &["2"]),
    ("homeless_ships", &["'stay'"]),
    ("transporters_fire", &["true"]),
    ("default_landing", &["'none'"]),
    ("landing_tie", &["'planet-holds'"]),
    ("conqueror", &["'most-landed'", "'anybody'"]),
    ("conqueror_tie", &["'first-to-move'"]),
    ("conquered_troops", &["'disbanded'"]),
    ("conquered_works", &["'destroyed'"]),
    ("conquest_calms", &["false"]),
    ("revolt_bonus", &["1", "4", "6"]),
    ("rebel_troops", &["'remaining'"]),
    ("morale", &["true", "false"]),
    ("pirates", &["true", "false"]),
    ("pirates_every", &["3", "0"]),
    ("pirate_dice", &["2"]),
    ("pirate_table", &[BACKWARDS]),
    ("planets_to_win_of_two", &["25"]),
    ("planets_to_win", &["16"]),
    ("closing.first_round", &["9"]),
    ("closing.dice", &["4"]),
    ("closing.sum", &["24", "0"]),
    ("closing.fall", &["3", "0"]),
    ("points.planet", &["6"]),
    ("points.population", &["2"]),
    ("points.works", &["3"]),
    ("points.fighters_for_one", &["4", "0"]),
    ("points.transporters_for_one", &["2", "0"]),
    ("points.troops_for_one", &["5", "0"]),
    ("points.goods_for_one", &["10", "0"]),
    ("points_tie", &["'shared'"]),
];

const BACKWARDS: &str = "[36, 35, 34, 33, 32, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, \
                         18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]";

const BASIC: &str = include_str!("../../../scenarios/empire/two-states.toml");
const EXTENDED: &str = include_str!("../../../scenarios/empire/shattered-empire.toml");

/// The rules of a scenario with these settings changed.
fn rules_with(scenario: &str, settings: &str) -> String {
    let text = rules::markdown(templates(), &model("empire", &format!("{scenario}\n[rulebook]\n{settings}"))).unwrap();
    assert!(text.lines().all(|line| line.width() <= 78), "{settings}: {text}");
    text
}

#[test]
fn every_value_of_every_setting_is_told_in_other_words() {
    for (name, values) in OTHER_VALUES {
        let mut told = BTreeSet::from([rules_with(EXTENDED, "")]);
        for value in values.iter().filter(|value| **value != "true" || ["transporters_fire", "limits.pirates_lend"].contains(&name)) {
            assert!(told.insert(rules_with(EXTENDED, &format!("{name} = {value}"))), "{name} = {value} changes nothing");
        }
        assert!(told.len() > 1, "{name} was never changed");
    }
}

#[test]
fn no_setting_is_left_out() {
    let documented =
        include_str!("../../../docs/empire-settings.md").lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    assert_eq!(documented.collect::<BTreeSet<_>>(), OTHER_VALUES.iter().map(|(name, _)| *name).collect());
}

#[test]
fn a_game_with_every_setting_changed_has_its_own_rule_book() {
    let settings: Vec<String> = OTHER_VALUES.iter().map(|(name, values)| format!("{name} = {}", values[0])).collect();
    golden("rules/empire-all-changed.txt", &rules_with(EXTENDED, &settings.join("\n")));
    let basic = "morale = true\ngrowth_every = 0\npirates = true\nconqueror = 'anybody'";
    golden("rules/empire-basic-changed.txt", &rules_with(BASIC, basic));
}

fn opened(scenario: &str) -> Box<dyn Table> {
    let seats = BTreeMap::from([(Seat(1), "Ann".to_owned()), (Seat(2), "Bob".to_owned())]);
    by_id("empire").unwrap().set_up(scenario, &seats, &Dice::new(Seed([0; 32]))).unwrap()
}

/// In running text for some planet or player, in B12 with names.
fn orders_in(rule_book: &str) -> Vec<String> {
    let (before, rest) = rule_book.split_once("## B12").unwrap();
    let (b12, _) = rest.split_once("## The planets").unwrap();
    let in_one_line = format!("{before}{b12}").split_whitespace().collect::<Vec<_>>().join(" ");
    let quoted = in_one_line.split('`').skip(1).step_by(2).filter(|code| code.contains(' ') && !code.ends_with(" DO"));
    let named = quoted.map(|order| order.replace("planet", "Rivet").replace("player", "Bob"));
    let listed = b12.lines().filter_map(|line| line.strip_prefix("    ")).filter(|line| !line.starts_with(' '));
    listed.filter_map(|line| line.split("  ").next()).map(str::to_owned).chain(named).collect()
}

#[test]
fn every_order_in_the_rule_book_is_one() {
    for scenario in [BASIC, EXTENDED] {
        let table = opened(scenario);
        let mut orders = orders_in(&rules_with(scenario, ""));
        assert!(orders.len() > 20, "{orders:?}");
        orders.extend(["PRODUCE ALL TROOP ON Earth", "SEND MAX FI FROM Earth TO Rivet"].map(str::to_owned));
        let reading = table.read(Seat(1), &orders.join("\n"));
        assert!(reading.problems.is_empty() && reading.entries.len() == orders.len(), "{:#?}\n{orders:#?}", reading.problems);
    }
}

#[test]
fn help_and_form_fit_whatever_the_settings_are() {
    for (setting, value) in OTHER_VALUES.iter().flat_map(|(setting, values)| values.iter().map(move |value| (setting, value))) {
        let view = opened(&format!("{EXTENDED}\n[rulebook]\n{setting} = {value}")).view(Viewer::Seat(Seat(1)));
        let model = json!({ "view": view, "next": null, "campaign": { "id": "rim-3" }, "viewer": { "seat": 1 } });
        let form = templates().text("empire/order-template", &model).unwrap();
        for text in [templates().text("empire/help", &model).unwrap(), form] {
            assert_fits(&format!("{setting} = {value}"), &text);
        }
    }
}
