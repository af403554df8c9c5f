//! A position and a turn in which everything happens, made of the games' own types.

use std::collections::BTreeMap;

use ashpost::campaign::CampaignId;
use ashpost::engine::{Game, Outcome, Place, Remembered, Scene, Seat, Viewer};
use ashpost::galaxy::{Count, GalaxyMap, PlanetId, Ship};
use ashpost::games::empire_postal::EmpirePostal;
use ashpost::games::empire_postal::event::{Event, SeatStatistics};
use ashpost::games::empire_postal::order::{Cargo, Order};
use ashpost::games::empire_postal::state::{GnpRow, Power, Relation, SeatRecord, Statistics, Stock};
use ashpost::games::empire_postal::view::*;
use ashpost::render::press::PressFacts;
use ashpost::render::report::{CampaignFacts, HowToSend, NextTurn, Picture, Played, ReportFrame};
use ashpost::render::writing::ReportWriting;
use ashpost::render::{ReportModel, Templates};

use crate::common::played_game::integrity;

use super::happenings::{events, everybody, fates, orders};
use super::reported;

pub(super) const ANN: Seat = Seat(2);
pub(super) const BOB: Seat = Seat(1);
pub(super) const EVE: Seat = Seat(5);
/// A word in things that only others saw.
pub(super) const SECRET: &str = "TOP-SECRET";

/// A report of turn 7 with something in every section.
pub(super) fn full(viewer: Viewer) -> ReportModel {
    let (events, fates, orders) = (events(), fates(), BTreeMap::from([(ANN, orders()), (BOB, vec![SECRET.to_owned()])]));
    let played = Played { events: &events, fates: &fates, orders: &orders };
    let mut model = reported::<EmpirePostal>(frame(7), viewer, &view(viewer), Some(played));
    model.pictures = vec![Picture {
        source: "cid:map".into(),
        title: "Star map after turn 7".into(),
        link: Some("https://games.example/rim-3/turn-7.html".into()),
    }];
    model.order_template = match viewer {
        Viewer::Seat(_) => ReportWriting::of(&Templates::new(&BTreeMap::new()).unwrap(), &model).unwrap().order_form().unwrap(),
        _ => String::new(),
    };
    model
}

/// A turn without orders in which nothing happened.
pub(super) fn quiet() -> ReportModel {
    let mut view = view(Viewer::Seat(ANN));
    for planet in &mut view.planets {
        planet.track.clear();
        planet.cargo_ships = 0;
    }
    let mut frame = frame(7);
    frame.no_move_received = true;
    frame.notices.clear();
    frame.press.clear();
    let turn = Played { events: &[], fates: &[], orders: &BTreeMap::new() };
    reported::<EmpirePostal>(frame, Viewer::Seat(ANN), &view, Some(turn))
}

/// Before the first turn: no ranks, a vote, no dice.
pub(super) fn opening() -> ReportModel {
    let mut view = view(Viewer::Seat(ANN));
    (view.turn, view.rounds, view.voting, view.before) = (0, None, true, None);
    view.players.iter_mut().for_each(|player| (player.ranks, player.gnp_hundredths) = (Vec::new(), None));
    view.raids = [Raid { from: PlanetId(1), to: PlanetId(9), fighters: 15, transporters: 4, turn: 1 }].to_vec();
    if let Some(me) = &mut view.me {
        me.gnp = None;
    }
    let mut frame = frame(0);
    (frame.integrity.dice, frame.notices) = (None, Vec::new());
    reported::<EmpirePostal>(frame, Viewer::Seat(ANN), &view, None)
}

/// The last report of a game, for a player who is out of it.
pub(super) fn game_over() -> ReportModel {
    let mut view = view(Viewer::Seat(ANN));
    let outcome = Outcome { rule: "P10.3".into(), places: vec![Place { seat: BOB, place: 1 }, Place { seat: ANN, place: 2 }] };
    view.outcome = Some(outcome.clone());
    view.planets.iter_mut().for_each(|planet| (planet.full, planet.track) = (None, Vec::new()));
    if let Some(me) = &mut view.me {
        (me.out, me.home) = (true, None);
    }
    let statistics = [(BOB, 1), (ANN, 2)].map(|(seat, place)| SeatStatistics {
        seat,
        place,
        planets: 14 / place,
        gnp_hundredths: (seat == BOB).then_some(125),
        planets_by_turn: (1..=30).map(|turn| (turn / 2).min(14)).collect(),
        statistics: Statistics { battles_won: 12, fighters_built: 112, fighters_lost: 98, ..Statistics::default() },
    });
    let events = [everybody(Event::PlayerOut { seat: ANN }), everybody(Event::GameOver { outcome, statistics: statistics.to_vec() })];
    let mut frame = frame(7);
    frame.next = None;
    let turn = Played { events: &events, fates: &[], orders: &BTreeMap::new() };
    reported::<EmpirePostal>(frame, Viewer::Seat(ANN), &view, Some(turn))
}

pub(super) fn frame(turn: u32) -> ReportFrame {
    ReportFrame {
        campaign: CampaignFacts {
            unrated: false,
            takeback: false,
            id: CampaignId::new("rim-3").unwrap(),
            title: "The Rim, third war".into(),
            game: "empire_postal".into(),
            game_title: "Ashes of Empire, by post".into(),
            unit: "turn",
            credit: None,
            templates: "empire_postal",
        },
        gm: ashpost::render::report::GameMasterFacts {
            name: "Ida".into(),
            address: ashpost::campaign::Address::new("gm@pbem.example").unwrap(),
            by_reply: true,
        },
        turn,
        name: "Ann <ann@example> & Co".into(),
        no_move_received: false,
        caretaken: false,
        next: Some(NextTurn {
            turn: turn + 1,
            deadline_utc: "2026-11-27 19:00 UTC".into(),
            deadline_local: "Friday 27 November 2026, 20:00".into(),
            zone: "Europe/Berlin".to_owned().try_into().unwrap(),
            is_awaited: true,
            how_to_send: HowToSend {
                address: "games+rim-3.4F7KQ2XW9ABCDEFG@pbem.example".parse().ok(),
                subject: "turn 8 [rim-3 4F7KQ2XW9ABCDEFG]".into(),
            },
            clock: None,
            example: None,
        }),
        press: vec![
            PressFacts { text: Some("Shall we be friends?\n\nBUILD 9 FI ON 1".into()), ..press(Some("Bob"), true) },
            press(Some("Cy"), false),
            press(None, false),
        ],
        again: None,
        notices: vec!["The game master has moved the deadline of turn 8 from Wednesday to Friday, because the host was down.".into()],
        tournament: None,
        integrity: integrity(Some("77e0".repeat(16).parse().unwrap())),
    }
}

fn view(viewer: Viewer) -> View {
    let map = GalaxyMap::named("ashes-of-empire").unwrap();
    let names = ["Bob", "Ann <ann@example> & Co", "Cy", "Dee the Extraordinarily Long-Named", "Eve", "Fay", "Gus", "Hal"];
    let players = (1..=8).zip(names).map(|(seat, name)| PlayerView {
        seat: Seat(seat),
        name: name.into(),
        out: seat == 7,
        planets: u32::from(seat),
        ranks: (1..=12).map(|category| (category + u32::from(seat)) % 8 + 1).collect(),
        gnp_hundredths: Some(158 + 40 * u32::from(seat)),
    });
    let me = Me {
        seat: ANN,
        name: names[1].into(),
        home: Some(PlanetId(2)),
        out: false,
        political_points: -3,
        fighter_morale: 104,
        transporter_morale: 98,
        terms: [
            (BOB, "Bob", Relation::War, Relation::Neutral),
            (Seat(3), "Cy", Relation::Neutral, Relation::Neutral),
            (EVE, "Eve", Relation::Peace, Relation::Peace),
        ]
        .map(|(seat, name, relation, stance)| Terms { seat, name: name.into(), relation, stance })
        .to_vec(),
        gnp: Some(GnpRow { values: [3, 9, 10, 8, 18, 17, 12, 210, 25, 7, 62, -3], ranks: [2; 12], rank_sum: 24 }),
    };
    let is_public = viewer == Viewer::Public;
    View {
        turn: 7,
        rounds: Some(20),
        voting: false,
        me: Some(me).filter(|_| matches!(viewer, Viewer::Seat(_))),
        players: players.collect(),
        planets: map.planets.iter().map(|planet| planet_view(planet.number, &planet.name, (planet.x, planet.y), is_public)).collect(),
        distance: map.distance,
        raids: Vec::new(),
        before: (viewer == Viewer::Seat(ANN)).then_some(SeatRecord { planets: 4, rank_sum: 31 }),
        outcome: None,
    }
}

fn planet_view(number: PlanetId, name: &str, (x, y): (f64, f64), is_public: bool) -> PlanetView {
    let is_own = matches!(number.0, 2 | 10 | 18);
    let owner = match number.0 {
        _ if is_own => Power::Seat(ANN),
        1 | 9 => Power::Seat(BOB),
        3..=8 => Power::Seat(Seat(number.0 as u8)),
        _ => Power::Neutral,
    };
    let fleet = |power, name: &str, fighters, transporters| FleetView { power, name: name.into(), fighters, transporters };
    let track = match number.0 {
        2 => vec![
            PositionView { position: 0, label: "I".into(), fleets: vec![fleet(Power::Seat(ANN), "Ann", 14, 3)], cargo: Vec::new() },
            PositionView {
                position: 2,
                label: "D+1".into(),
                fleets: vec![fleet(Power::Seat(BOB), "Bob", 25, 8)],
                cargo: vec![CargoView { cargo: Cargo::Pdu, code: "C1".into(), shiploads: 2 }],
            },
        ],
        20 => vec![PositionView { position: 0, label: "I".into(), fleets: vec![fleet(Power::Seat(ANN), "Ann", 11, 0)], cargo: Vec::new() }],
        _ => Vec::new(),
    };
    PlanetView {
        number,
        name: name.into(),
        other_names: Vec::new(),
        drawn_at: ((x * 100.0) as i32, (y * 100.0) as i32),
        owner,
        cargo_ships: if number.0 == 2 { 2 } else { 0 },
        full: Some(full_planet(number)).filter(|_| is_own && !is_public),
        track: if is_public { Vec::new() } else { track },
    }
}

fn full_planet(number: PlanetId) -> FullPlanet {
    FullPlanet {
        workforce: 180,
        production_rate: 1333,
        pdu: u32::from(number.0),
        home_defence: 5,
        fuel_plants: 3,
        ore_plants: 12,
        rare_plants: 3,
        fighter_yards: 6,
        transporter_yards: 3,
        stock: Stock { fuel: 30, ore: 112, rare: 7 },
        stockpile: 149,
        industrial_product: 44,
        morale: 150,
        temper: None,
    }
}

/// The star map that goes with [`full`].
pub(super) fn star_map(viewer: Viewer) -> Scene {
    let seen = events().into_iter().filter(|seen| seen.seen_by.includes(viewer));
    let sent = Order::Send { count: Count::All, ship: Ship::Fighter, from: PlanetId(18), to: PlanetId(2) };
    let memory = Remembered {
        events: seen.map(|seen| serde_json::from_value(seen.event).unwrap()).collect(),
        done: viewer.seat().map(|_| sent).into_iter().collect(),
    };
    EmpirePostal::scene(&view(viewer), &[memory])
}

fn press(from: Option<&str>, is_public: bool) -> PressFacts {
    let others = (!is_public && from.is_some()).then(|| "Dee and Eve".to_owned());
    PressFacts {
        from: from.map(str::to_owned),
        is_own: false,
        is_public,
        to_reader: true,
        others,
        text: None,
        messages: if is_public { 1 } else { 3 },
    }
}
