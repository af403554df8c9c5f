//! Reports of Ashes of Empire, the board game: a round in which everything happens, the opening, a quiet round, the end.

use std::collections::{BTreeMap, BTreeSet};

use ashpost::engine::{Game, Outcome, Place, Seat, Viewer};
use ashpost::galaxy::PlanetId;
use ashpost::games::empire_board::Empire;
use ashpost::games::empire_board::event::{Event, SeatStatistics};
use ashpost::games::empire_board::order::{Cargo, Product, Ship};
use ashpost::games::empire_board::scenario::set_up;
use ashpost::games::empire_board::state::{Fleet, Goods, Morale, Power, Relation, RoundRecord, SeatRecord, State, Statistics};
use ashpost::games::empire_board::view::View;
use ashpost::render::ReportModel;
use ashpost::render::report::{CampaignFacts, Picture, Played, ReportFrame};
use ashpost::render::templates::embedded;
use ashpost::render::writing::ReportWriting;

use super::example::{ANN, BOB, SECRET};
use super::rounds::{events, fates, orders, told};
use super::{assert_fits, assert_well_formed, check_archive, check_report, example, reported, stretch, templates};

const EIGHT_POWERS: &str = include_str!("../../../scenarios/empire/eight-powers.toml");
const SHATTERED_EMPIRE: &str = include_str!("../../../scenarios/empire/shattered-empire.toml");
const TWO_STATES: &str = include_str!("../../../scenarios/empire/two-states.toml");
const NAMES: [&str; 8] = ["Bob", "Ann <ann@example> & Co", "Cy", "Dee the Extraordinarily Long-Named", "Eve", "Fay", "Gus", "Hal"];

/// Models that together have every field that a template of the game may name.
pub(super) fn models() -> Vec<ReportModel> {
    vec![full(Viewer::Seat(ANN)), full(Viewer::GameMaster), game_over(), opening(SHATTERED_EMPIRE, Viewer::Seat(ANN))]
}

fn opened(scenario: &str) -> State {
    let scenario: ashpost::games::empire_board::scenario::Scenario = toml::from_str(scenario).unwrap();
    let names = (1..=scenario.seats).map(Seat).zip(NAMES.map(str::to_owned)).collect();
    set_up(scenario, &names).unwrap()
}

fn frame(turn: u32) -> ReportFrame {
    let frame = example::frame(turn);
    let campaign = CampaignFacts {
        unrated: false,
        takeback: false,
        game: "empire".into(),
        game_title: "Ashes of Empire, the board game".into(),
        templates: "empire",
        ..frame.campaign
    };
    ReportFrame { campaign, ..frame }
}

fn shown(model: ReportModel, viewer: Viewer) -> ReportModel {
    let order_template = match viewer {
        Viewer::Seat(_) => ReportWriting::of(templates(), &model).unwrap().order_form().unwrap_or_else(|error| panic!("{error}")),
        _ => String::new(),
    };
    let pictures = vec![Picture { source: "cid:map".into(), title: "Star map".into(), link: None }];
    ReportModel { order_template, pictures, ..model }
}

/// A report of round 12 with something in every section.
fn full(viewer: Viewer) -> ReportModel {
    let (events, fates) = (events(), fates());
    let orders = BTreeMap::from([(ANN, orders()), (BOB, vec![SECRET.to_owned()])]);
    let played = Played { events: &events, fates: &fates, orders: &orders };
    shown(reported::<Empire>(frame(12), viewer, &View::of(&middle(), viewer), Some(played)), viewer)
}

/// Ships on tracks, freight, pirates, wishes, a planet about to revolt, somebody out.
fn middle() -> State {
    let mut state = opened(EIGHT_POWERS);
    state.turn = 12;
    // B5.6: at the end of round 14, of which players are told in time.
    state.rulebook.growth_every = 7;
    let fleet = |fighters, transporters, freight: &[Cargo]| Fleet { fighters, transporters, freight: freight.to_vec() };
    for (planet, space, power, fleet) in [
        (2, 1, Power::Seat(BOB), fleet(7, 2, &[])),
        (2, 0, Power::Pirates, fleet(4, 0, &[])),
        (10, 0, Power::Seat(Seat(5)), fleet(0, 1, &[Cargo::Troop])),
        (20, 0, Power::Seat(ANN), fleet(11, 3, &[Cargo::Population, Cargo::Population, Cargo::Factory(Product::HighTech)])),
        (1, 3, Power::Seat(ANN), fleet(2, 0, &[])),
        (29, 0, Power::Pirates, fleet(2, 0, &[])),
        (1, 2, Power::Seat(Seat(4)), fleet(0, 2, &[Cargo::Hangar(Ship::Fighter)])),
    ] {
        state.planet_mut(PlanetId(planet)).unwrap().track[space].add(power, fleet);
    }
    let crab = state.planet_mut(PlanetId(2)).unwrap();
    (crab.population, crab.factories, crab.hangars) =
        (6, vec![Product::Oil, Product::Steel, Product::Oil], vec![Ship::Fighter, Ship::Transporter]);
    for (planet, owner, factories) in
        [(20, Power::Seat(ANN), vec![Product::HighTech]), (19, Power::Neutral, vec![Product::Oil]), (15, Power::Neutral, vec![])]
    {
        let planet = state.planet_mut(PlanetId(planet)).unwrap();
        (planet.owner, planet.factories, planet.awaits_factory) = (owner, factories, false);
        planet.track[0].take(Power::Neutral);
    }
    for planet in state.planets.iter_mut().filter(|planet| planet.owner == Power::Seat(Seat(7))) {
        planet.owner = Power::Neutral;
    }
    let between = [
        (BOB, ANN, Relation::Hostile),
        (ANN, Seat(5), Relation::Allied),
        (BOB, Seat(3), Relation::Allied),
        (BOB, Seat(5), Relation::Hostile),
    ];
    for known in &mut state.relations.0 {
        let changed = between.iter().find(|(low, high, _)| (*low, *high) == (known.low, known.high));
        known.relation = changed.map_or(known.relation, |(_, _, relation)| *relation);
    }
    state.players.get_mut(&Seat(7)).unwrap().out_since = Some(12);
    state.players.get_mut(&BOB).unwrap().morale = Morale { fighters: true, transporters: true, troops: true };
    let ann = state.players.get_mut(&ANN).unwrap();
    ann.warehouse = Goods { oil: 4, steel: 0, high_tech: 11 };
    ann.morale.troops = true;
    ann.stances.insert(BOB, Relation::Neutral);
    ann.factory_wishes.insert(PlanetId(31), Product::Steel);
    ann.target = Some(BOB);
    ann.targets_at.insert(PlanetId(20), Seat(5));
    let seats = BTreeMap::from([(ANN, SeatRecord { planets: 4, points: 31 })]);
    state.history = vec![RoundRecord { turn: 11, battles: 0, landings: 0, revolts: 0, seats }];
    state
}

/// Nothing happened; the board is empty of ships, and the rules have neither politics nor pirates.
fn quiet() -> ReportModel {
    let mut state = opened(TWO_STATES);
    state.turn = 4;
    state.planets.iter_mut().for_each(|planet| planet.track = Default::default());
    state.players.values_mut().for_each(|player| player.stationed.clear());
    let frame = ReportFrame { no_move_received: true, notices: Vec::new(), ..frame(4) };
    let played = Played { events: &[], fates: &[], orders: &BTreeMap::new() };
    let viewer = Viewer::Seat(ANN);
    reported::<Empire>(frame, viewer, &View::of(&state, viewer), Some(played))
}

fn opening(scenario: &str, viewer: Viewer) -> ReportModel {
    let mut frame = frame(0);
    (frame.integrity.dice, frame.notices) = (None, Vec::new());
    shown(reported::<Empire>(frame, viewer, &View::of(&opened(scenario), viewer), None), viewer)
}

/// The last report of a game, for a player who is out of it.
fn game_over() -> ReportModel {
    let mut state = opened(TWO_STATES);
    let outcome = Outcome { rule: "B11.1".into(), places: vec![Place { seat: BOB, place: 1 }, Place { seat: ANN, place: 2 }] };
    (state.turn, state.outcome) = (14, Some(outcome.clone()));
    for planet in &mut state.planets {
        planet.owner = if planet.number.0 > 22 { Power::Neutral } else { Power::Seat(BOB) };
        planet.track = Default::default();
    }
    state.players.get_mut(&ANN).unwrap().out_since = Some(14);
    let statistics = [(BOB, 1), (ANN, 2)].map(|(seat, place)| SeatStatistics {
        seat,
        place,
        points: 240 / place,
        planets: 44 / place - 22,
        planets_by_turn: (1..=30).map(|turn| (turn / 2).min(22)).collect(),
        statistics: Statistics { battles_won: 12, fighters_built: 112, fighters_lost: 98, ..Statistics::default() },
    });
    let events = [told(Event::PlayerOut { seat: ANN }), told(Event::GameOver { outcome, statistics: statistics.to_vec() })];
    let frame = ReportFrame { next: None, ..frame(14) };
    let played = Played { events: &events, fates: &[], orders: &BTreeMap::new() };
    reported::<Empire>(frame, Viewer::Seat(ANN), &View::of(&state, Viewer::Seat(ANN)), Some(played))
}

#[test]
fn a_round_in_which_everything_happens_reads_well() {
    check_report("empire/full", &full(Viewer::Seat(ANN)));
}

#[test]
fn a_quiet_round_of_the_basic_game_has_no_empty_headings() {
    check_report("empire/quiet", &quiet());
}

#[test]
fn the_opening_tells_what_can_be_chosen_and_what_the_game_is_about() {
    check_report("empire/opening", &opening(SHATTERED_EMPIRE, Viewer::Seat(ANN)));
    check_report("empire/opening-basic", &opening(TWO_STATES, Viewer::Seat(ANN)));
    check_report("empire/opening-public", &opening(TWO_STATES, Viewer::Public));
}

#[test]
fn the_last_report_has_the_final_table() {
    check_report("empire/game-over", &game_over());
}

#[test]
fn the_public_reads_all_that_happened() {
    check_report("empire/public", &full(Viewer::Public));
}

#[test]
fn the_archive_of_the_board_game_is_a_page_a_turn() {
    let map = Empire::scene(&View::of(&middle(), Viewer::Public), &[]);
    check_archive("site-empire", &full(Viewer::Public), &map);
}

#[test]
fn the_game_master_reads_the_same_and_the_relations_of_all() {
    let text = ReportWriting::of(templates(), &full(Viewer::GameMaster)).unwrap().text().unwrap();
    assert_fits("game master", &text);
    assert!(text.contains("\nRELATIONS\n") && text.contains("Unchanged, allied to each other: Bob and Cy; Ann <ann@example>"));
}

/// Everybody sees every event; only their player sees orders, wishes, targets and stances.
#[test]
fn the_public_reads_every_die_and_nobodys_wishes() {
    let model = full(Viewer::Public);
    let (text, html) =
        (ReportWriting::of(templates(), &model).unwrap().text().unwrap(), ReportWriting::of(templates(), &model).unwrap().html().unwrap());
    let numbers = |text: &str| text.split(|letter: char| !letter.is_ascii_digit()).map(str::to_owned).collect::<Vec<_>>().join(" ");
    for shot in model.events["battle"].iter().chain(&model.events["landing"]).flat_map(|fight| fight["volleys"].as_array().unwrap()) {
        for shot in shot["shots"].as_array().unwrap() {
            let dice: Vec<String> = shot["dice"].as_array().unwrap().iter().map(ToString::to_string).collect();
            let thrown = dice.join(" ");
            let is_told = |text: &str| numbers(text).split_whitespace().collect::<Vec<_>>().join(" ").contains(&thrown);
            assert!(is_told(&text) && is_told(&html), "{thrown}");
        }
    }
    for private in ["WISHES", "You ask for", "You fire", "YOUR", SECRET] {
        assert!(!text.contains(private) && !html.contains(private), "{private}");
    }
}

#[test]
fn long_names_and_large_numbers_leave_the_page_its_width() {
    for model in models().into_iter().filter(|model| model.viewer.kind == "seat") {
        let mut report = serde_json::to_value(model).unwrap();
        stretch(&mut report);
        let text = templates().text("empire/report", &report).unwrap_or_else(|error| panic!("{error}"));
        assert_fits("stretched", &text);
        assert_well_formed("stretched", &templates().html("empire/report", &report).unwrap());
    }
}

#[test]
fn every_kind_of_event_is_told() {
    let known: BTreeSet<String> = models().iter().flat_map(|model| model.events.keys().cloned()).collect();
    let own = |name: &str| ["empire/", "galaxy/"].iter().any(|folder| name.starts_with(folder));
    for ending in [".txt", ".html"] {
        for kind in &known {
            let tells = |(name, source): &(&str, &str)| own(name) && source.contains(&format!("(of \"{kind}\")"));
            let has_html = |stem: &str| embedded().iter().any(|(name, _)| *name == format!("{stem}.html"));
            let serves = |name: &str| name.ends_with(ending) || name.strip_suffix(".txt").is_some_and(|stem| !has_html(stem));
            assert!(embedded().iter().any(|entry| tells(entry) && serves(entry.0)), "no {ending} template of the game tells of {kind}");
        }
    }
    // A new kind of event must be added here, to the example and to a template.
    let _every_kind_is_known = |event: &Event| match event {
        Event::Announcement { .. } | Event::FactoryChosen { .. } | Event::HangarChosen { .. } | Event::ForcesStationed { .. } => {}
        Event::RelationChanged { .. } | Event::OrderOfMovement { .. } | Event::HomePlanetNamed { .. } | Event::Built { .. } => {}
        Event::Converted { .. } | Event::Battle(_) | Event::Fled { .. } | Event::Landing(_) | Event::MoraleTurned { .. } => {}
        Event::PlanetTaken { .. } | Event::ConquerorThrown { .. } | Event::FactoryFounded { .. } | Event::Unloaded { .. } => {}
        Event::Revolt { .. } | Event::Produced { .. } | Event::Grew { .. } | Event::Refitted { .. } => {}
        Event::PiratesCame { .. } | Event::PlayerOut { .. } | Event::ClosingDice { .. } | Event::GameOver { .. } => {}
    };
    assert_eq!(known.len(), 25, "{known:?}");
}
