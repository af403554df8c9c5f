//! Reports of a real game, read by players, the public and the game master.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use ashpost::engine::{Adjudicated, Seat, Viewer};
use ashpost::render::Templates;
use ashpost::render::picture::{png, svg};
use ashpost::render::site::{self, Album, SiteModel, SitePlayer, SiteProof, SiteTurn};
use ashpost::render::writing::ReportWriting;
use unicode_width::UnicodeWidthStr;

use crate::common::played_game as game;
use crate::usable::assert_usable;

const FIRST_STEPS: &str = include_str!("../../scenarios/empire_postal/first-steps.toml");
const TURNS: u32 = 3;

/// A newcomer may send what the opening report proposes, whatever the scenario.
#[test]
fn the_first_orders_that_an_opening_proposes_take_planets() {
    let templates = Templates::new(&BTreeMap::new()).unwrap();
    for (scenario, seats) in [(FIRST_STEPS, 2), (game::SCENARIO, 8)] {
        for throw in 0..12 {
            let opening = game::open(scenario, seats, throw);
            let printed = |seat| {
                let text = ReportWriting::of(&templates, &game::model(opening.as_ref(), None, Viewer::Seat(seat))).unwrap().text().unwrap();
                let lines = text.lines().skip_while(|line| *line != "YOUR FIRST ORDERS").take_while(|line| *line != "HOW TO PLAY BY EMAIL");
                lines.filter(|line| line.starts_with("    ")).collect::<Vec<_>>().join("\n")
            };
            let sheets: BTreeMap<Seat, String> = (1..=seats).map(|seat| (Seat(seat), printed(Seat(seat)))).collect();
            let first = opening.adjudicate(&sheets, &game::dice(50 + throw));
            let last = first.table.adjudicate(&BTreeMap::new(), &game::dice(100 + throw));
            for (seat, sheet) in sheets {
                let sent = opening.view(Viewer::Seat(seat))["raids"].as_array().map_or(0, Vec::len);
                assert_eq!(sheet.matches("SEND ALL TR").count(), sent, "{sheet}");
                assert!(sent > 0 || seats > 2, "{sheet}");
                let of_seat = |turn: &Adjudicated| {
                    let report = game::model(turn.table.as_ref(), Some(turn), Viewer::Seat(seat));
                    let landings = report.events.get("landing").cloned().unwrap_or_default();
                    landings
                        .into_iter()
                        .filter(|landing| landing["owner"] == 0)
                        .map(|landing| landing["taken_by"].clone())
                        .collect::<Vec<_>>()
                };
                let taken = [of_seat(&first), of_seat(&last)].concat();
                assert!(taken.iter().all(|by| by.is_number()), "seat {seat}, dice {throw}: {taken:?}\n{sheet}");
            }
        }
    }
}

#[test]
fn every_report_of_a_game_is_written_and_fits() {
    let templates = Templates::new(&BTreeMap::new()).unwrap();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("played");
    std::fs::create_dir_all(&folder).unwrap();
    let (opening, turns) = game::play(TURNS);
    let mut kinds = BTreeSet::new();
    let mut archive = Vec::new();
    for index in 0..=turns.len() {
        let played = index.checked_sub(1).and_then(|index| turns.get(index));
        let table = played.map_or(opening.as_ref(), |turn| turn.table.as_ref());
        for viewer in [Viewer::Seat(Seat(1)), Viewer::Seat(Seat(4)), Viewer::Public, Viewer::GameMaster] {
            let mut model = game::model(table, played, viewer);
            kinds.extend(model.events.keys().cloned());
            model.order_template = ReportWriting::of(&templates, &model).unwrap().order_form().unwrap_or_else(|error| panic!("{error}"));
            let text = ReportWriting::of(&templates, &model).unwrap().text().unwrap_or_else(|error| panic!("{error}"));
            let html = ReportWriting::of(&templates, &model).unwrap().html().unwrap_or_else(|error| panic!("{error}"));
            let too_long: Vec<&str> = text.lines().filter(|line| line.width() > 78).collect();
            assert!(too_long.is_empty(), "turn {index}, {viewer:?}: {too_long:#?}");
            if viewer == Viewer::Public {
                archive.push(SiteTurn {
                    turn: model.turn,
                    report_html: html.clone(),
                    report_text: text.clone(),
                    map_svg: svg::render(&table.scene(viewer)),
                    full: None,
                });
            }
            assert_usable(&format!("turn {index}, {viewer:?}"), &html);
            std::fs::write(folder.join(format!("turn-{index}-{}.txt", model.viewer.name.as_deref().unwrap_or(model.viewer.kind))), text)
                .unwrap();
            std::fs::write(folder.join(format!("turn-{index}-{}.html", model.viewer.name.as_deref().unwrap_or(model.viewer.kind))), html)
                .unwrap();
        }
    }
    let map = png::render(&turns[2].table.scene(Viewer::Seat(Seat(1)))).unwrap();
    std::fs::write(folder.join("map.png"), map).unwrap();
    assert!(kinds.contains("battle") && kinds.contains("announcement") && kinds.contains("revolt"), "{kinds:?}");
    let model = game::model(opening.as_ref(), None, Viewer::Public);
    let mut site = SiteModel {
        campaign: model.campaign,
        players: ["Ann", "Bob"].map(|name| SitePlayer { name: name.into(), vacant: false, side: None, colour: Some("#e69f00") }).into(),
        host: None,
        tournament: None,
        url: None,
        earlier: None,
        turns: archive,
        album: Album::default(),
        chapters_from: 0,
        now: None,
        picture: None,
        has_composer: false,
        next: model.next,
        ended: None,
        proof: SiteProof { key: "8e1d".repeat(16), entry: 31, hash: "a90c".repeat(16), bundle: "rim-3.bundle".into() },
        rules: crate::render::rules::of_family("empire_postal"),
        keeps_rules: false,
        contact: None,
        diaries: Vec::new(),
        record: None,
    };
    for (path, bytes) in site::build(&mut site, &templates).unwrap() {
        if path.ends_with(".html") {
            assert_usable(&path, &String::from_utf8_lossy(&bytes));
        }
        std::fs::write(folder.join(path), bytes).unwrap();
    }
}

#[test]
fn the_order_form_reads_without_a_problem_as_it_stands() {
    let templates = Templates::new(&BTreeMap::new()).unwrap();
    let (opening, turns) = game::play(3);
    for table in [opening.as_ref(), turns[2].table.as_ref()] {
        let form = ReportWriting::of(&templates, &game::model(table, None, Viewer::Seat(Seat(1)))).unwrap().order_form().unwrap();
        let reading = table.read(Seat(1), &form);
        assert!(reading.entries.is_empty() && reading.problems.is_empty(), "{:?}\n{form}", reading.problems);
        let filled =
            form.lines().filter(|line| line.contains("BUILD") || line.contains("DECLARE") || line.starts_with("ON ") || *line == "DONE");
        let orders: String = filled.map(|line| format!("{}\n", line.trim_start_matches('#'))).collect();
        let reading = table.read(Seat(1), &orders);
        assert!(reading.problems.is_empty() && reading.entries.len() > 4, "{:?}\n{orders}", reading.problems);
    }
}
