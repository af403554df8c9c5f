//! The rules of every scenario that the program carries, as players read them.

use std::collections::{BTreeMap, BTreeSet};

use ashpost::campaign::CampaignId;
use ashpost::engine::{Dice, Seat, Seed, Viewer};
use ashpost::games::by_id;
use ashpost::office::carried_scenarios;
use ashpost::render::Templates;
use ashpost::render::report::CampaignFacts;
use ashpost::render::rules::{self, RulesModel, RulesSchedule};
use unicode_width::UnicodeWidthStr;

use super::{assert_fits, golden};
use crate::usable::assert_usable;

/// Every field that the rules of any scenario may name.
pub(super) fn fields() -> Vec<serde_json::Value> {
    carried_scenarios().map(|(game, _, scenario)| serde_json::to_value(model(game, scenario)).unwrap()).collect()
}

pub(super) fn model(game: &str, scenario: &str) -> RulesModel {
    let game = by_id(game).unwrap();
    RulesModel {
        campaign: CampaignFacts {
            unrated: false,
            takeback: false,
            id: CampaignId::new("rim-3").unwrap(),
            title: "The Rim".into(),
            game: game.id().into(),
            game_title: game.title().into(),
            unit: game.unit(),
            credit: game.credit(),
            templates: game.templates(),
        },
        settings: game.settings(scenario).unwrap(),
        takeback_times: 1,
        schedule: RulesSchedule {
            every_days: Some(3),
            grace_hours: 2,
            reserve_days: Some(20),
            bank_days: None,
            increment: None,
            bank_limit_days: None,
            absence_days: 30,
        },
    }
}

/// The rules of some game whose templates are in a folder.
pub(crate) fn of_family(templates: &str) -> RulesModel {
    let (game, _, scenario) = carried_scenarios().find(|(game, ..)| by_id(game).unwrap().templates() == templates).unwrap();
    model(game, scenario)
}

#[test]
fn the_rules_of_every_scenario_are_written_with_its_numbers_and_fit() {
    let templates = Templates::new(&BTreeMap::new()).unwrap();
    for (game, name, scenario) in carried_scenarios() {
        let model = model(game, scenario);
        let text = rules::text(&templates, &model).unwrap();
        assert!(text.lines().all(|line| line.width() <= 78), "{game}/{name}: {text}");
        let page = rules::html(&templates, &model).unwrap();
        assert_usable(name, &page);
        let stray = page.find("**").map(|at| &page[at.saturating_sub(60)..at + 20]);
        assert!(page.contains("<li>") && page.matches("<strong").count() > 6 && stray.is_none(), "{game}/{name}: {stray:?}");
        let marks = ["**", "`", "\n## "].iter().filter(|mark| text.contains(**mark)).collect::<Vec<_>>();
        assert!(marks.is_empty(), "{game}/{name}: an email shows no marks of Markdown, but this has {marks:?}\n{text}");
        golden(&format!("rules/{game}-{name}.txt"), &text);
    }
}

#[test]
fn the_help_of_every_abstract_game_fits() {
    let templates = Templates::new(&BTreeMap::new()).unwrap();
    let names = BTreeMap::from([(Seat(1), "Ann".to_owned()), (Seat(2), "Bob".to_owned())]);
    for (id, name, scenario) in carried_scenarios() {
        let game = by_id(id).unwrap();
        if game.templates() != "abstract_games" {
            continue;
        }
        let table = game.set_up(&format!("swap = true\n{scenario}"), &names, &Dice::new(Seed([0; 32]))).unwrap();
        for view in [serde_json::Value::Null, table.view(Viewer::Seat(Seat(1)))] {
            let facts = serde_json::json!({ "view": view, "absence_days": 30, "takeback": true, "votes": ["pause", "extend"] });
            let help = templates.text("abstract_games/help", &facts).unwrap();
            assert_fits(&format!("HELP of {id}/{name}"), &help);
        }
    }
}

#[test]
fn no_formula_becomes_a_list_where_a_line_is_wrapped() {
    let templates = Templates::new(&BTreeMap::new()).unwrap();
    for (game, name, scenario) in carried_scenarios() {
        let page = rules::html(&templates, &model(game, scenario)).unwrap();
        let begins =
            |item: &&str| item.trim_start().trim_start_matches("<p>").starts_with(|sign: char| sign == '<' || sign.is_ascii_uppercase());
        let wrong: Vec<&str> = page.split("<li>").skip(1).filter(|item| !begins(item)).collect();
        assert!(wrong.is_empty() && !page.contains("<ol") && !page.contains("<blockquote"), "{game}/{name}: {wrong:?}");
    }
}

#[test]
fn a_page_that_goes_out_with_a_letter_leads_to_its_own_parts_alone() {
    let templates = Templates::new(&BTreeMap::new()).unwrap();
    for (game, name, scenario) in carried_scenarios() {
        let page = rules::html(&templates, &model(game, scenario)).unwrap();
        let targets: Vec<&str> = page.split("href=\"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
        assert!(targets.len() > 1, "{game}/{name}: a list of contents, and citations");
        let dead = targets.iter().filter(|target| !target.starts_with('#') || !page.contains(&format!(" id=\"{}\"", &target[1..])));
        assert_eq!(dead.collect::<Vec<_>>(), Vec::<&&str>::new(), "{game}/{name}");
        let ids: Vec<&str> = page.split(" id=\"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
        assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "{game}/{name}: {ids:?}");
    }
}

#[test]
fn settings_of_a_campaign_change_what_is_said() {
    let templates = Templates::new(&BTreeMap::new()).unwrap();
    let text = |settings: &str| {
        let scenario = format!("game = 'ashes'\ntitle = 'x'\n{settings}");
        rules::text(&templates, &model("ashes", &scenario)).unwrap().split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert!(text("swap = true\n[rulebook]\nsize = 4").contains("C6 "));
    let after = text("[rulebook]\ntax = 'after'\nsize = 3");
    assert!(after.contains("3 cells a side") && after.contains("after the move has removed its stack") && !after.contains("C6 "));
}
