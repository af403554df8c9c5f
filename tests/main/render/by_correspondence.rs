//! Reports of a game played by correspondence: a real position, and a turn in which everything happens.

use std::collections::{BTreeMap, BTreeSet};

use ashpost::abstract_games::correspondence::{Event, How, Reason, StepTaken};
use ashpost::abstract_games::{Deed, PieceName};
use ashpost::campaign::CampaignId;
use ashpost::engine::{Audience, Dice, Seat, Seed, Table, Viewer, Witnessed};
use ashpost::games;
use ashpost::render::clock::{ClockFacts, Running, SeatClock};
use ashpost::render::picture::diagram::{self, Alphabet};
use ashpost::render::report::{CampaignFacts, Picture, Played, ReportFrame};
use ashpost::render::writing::ReportWriting;
use ashpost::render::{ReportModel, Templates, report};
use chrono::TimeDelta;
use serde_json::Value;

use super::{check_report, example};

const WHITE: Seat = Seat(1);
const BLACK: Seat = Seat(2);
const SCENARIO: &str = "game = 'ex_nihilo'\ntitle = 'Side 4'\nswap = true\n[rulebook]\nsize = 4\n";

/// What seats send, turn by turn.
const MAILS: [(Seat, &str); 4] =
    [(WHITE, "0:f3-g2"), (BLACK, "0:b4-b5"), (WHITE, "0:d4-f4"), (BLACK, "0:c5-c6\nNOTE \"Nice <try>!\"\nIF 0:d5-d7 THEN 0:d3-d1")];

fn opened() -> Box<dyn Table> {
    let names = BTreeMap::from([(WHITE, "Ann <ann@example> & Co".to_owned()), (BLACK, "Bob".to_owned())]);
    games::by_id("ex_nihilo").unwrap().set_up(SCENARIO, &names, &Dice::new(Seed([0; 32]))).unwrap()
}

fn frame(turn: u32, own_move: bool) -> ReportFrame {
    let seat = |number, name: &str, to_move| SeatClock {
        number,
        name: name.into(),
        to_move,
        reserve_left: TimeDelta::hours(19 * 24 + 4).into(),
        reserve_seconds: 1_656_000,
        bank_left: None,
        bank_seconds: None,
        absences: if to_move { Vec::new() } else { vec!["2026-12-20 to 2026-12-24".into()] },
    };
    let clock = ClockFacts {
        to_move: "Ann <ann@example> & Co".into(),
        own_move,
        deadline_local: "Friday 27 November 2026, 20:00".into(),
        zone: "Europe/Berlin".to_owned().try_into().unwrap(),
        deadline_in: Some(TimeDelta::hours(2 * 24 + 3).into()),
        closes_local: "Wednesday 16 December 2026, 20:00".into(),
        running: Running::Time,
        grace_local: Some("Friday 27 November 2026, 22:00".into()),
        still_until: None,
        closes_in: Some(TimeDelta::hours(21 * 24 + 7).into()),
        has_reserve: true,
        has_reserve_left: true,
        would_void: false,
        bank: None,
        seats: vec![seat(WHITE, "Ann <ann@example> & Co", true), seat(BLACK, "Bob", false)],
    };
    let mut frame = example::frame(turn);
    frame.campaign = CampaignFacts {
        unrated: false,
        takeback: false,
        id: CampaignId::new("side-4").unwrap(),
        title: "Side 4".into(),
        game: "ex_nihilo".into(),
        game_title: "Ex nihilo".into(),
        unit: "turn",
        credit: None,
        templates: "abstract_games",
    };
    frame.next = frame.next.map(|next| report::NextTurn { clock: Some(clock), ..next });
    frame
}

/// The report on a table; `more` also happened.
fn model(table: &dyn Table, viewer: Viewer, turn: u32, played: Option<Played<'_>>) -> ReportModel {
    let own_move = viewer == Viewer::Seat(WHITE);
    let mut frame = frame(turn, own_move);
    if let Some(next) = &mut frame.next {
        next.example = viewer.seat().and_then(|seat| table.whole_move(seat));
    }
    let mut model = report::model(frame, viewer, table.view(viewer), played);
    let scene = table.scene(viewer);
    model.diagram = diagram::text(&scene, Alphabet::Unicode);
    model.pictures = vec![Picture { source: "cid:map".into(), title: scene.title, link: None }];
    if matches!(viewer, Viewer::Seat(_)) {
        model.order_template = ReportWriting::of(&Templates::new(&BTreeMap::new()).unwrap(), &model).unwrap().order_form().unwrap();
    }
    model
}

/// The report after four moves, with the last of which everything happens.
pub(super) fn full(viewer: Viewer) -> ReportModel {
    let mut table = opened();
    let mut last = None;
    for (seat, mail) in MAILS {
        let sheets = BTreeMap::from([(seat, table.read(seat, mail).canonical())]);
        let turn = table.adjudicate(&sheets, &Dice::new(Seed([0; 32])));
        table = turn.table.game().restore(&turn.table.state()).unwrap();
        last = Some(turn);
    }
    let turn = last.unwrap();
    let events: Vec<Witnessed<Value>> = turn.events.iter().cloned().chain(others()).collect();
    model(table.as_ref(), viewer, 4, Some(Played { events: &events, fates: &turn.fates, orders: &turn.orders }))
}

/// What did not happen in that turn: one event of each kind, and a move of every kind of deed.
fn others() -> Vec<Witnessed<Value>> {
    let name = || "Bob".to_owned();
    let events = [
        Event::Moved {
            seat: WHITE,
            name: name(),
            side: "White".into(),
            text: "1:a1-a2;0:b1-b2".into(),
            steps: vec![
                StepTaken { text: "1:a1-a2".into(), deeds: deeds() },
                StepTaken { text: "0:b1-b2".into(), deeds: deeds()[..1].to_vec() },
            ],
            planned: true,
            passed_over: Some("Black".into()),
        },
        Event::Swapped { seat: BLACK, name: name(), planned: false },
        Event::PlanDropped { seat: BLACK, plans: vec!["IF 0:d3-d1 THEN 0:d4-d5".into()] },
        Event::Resigned { seat: BLACK, name: name() },
        Event::Overstepped { seat: BLACK, name: name() },
        Event::Ended { winner: Some(WHITE), name: Some(name()), rule: "C5".into(), how: How::Resigned },
    ];
    events.map(|event| Witnessed { event: serde_json::to_value(event).unwrap(), seen_by: Audience::Everybody }).into()
}

fn deeds() -> Vec<Deed> {
    let cell = || "d4".to_owned();
    let piece = |name: &str, notation: &str| PieceName { name: name.into(), notation: notation.into() };
    vec![
        Deed::Entered { from: cell(), to: "d5".into(), pieces: 2 },
        Deed::Placed { piece: piece("green pawn", "gP"), cell: cell() },
        Deed::Moved { from: cell(), to: "d5".into(), pieces: 3 },
        Deed::Split { from: cell(), to: "d5".into(), pieces: 1, left: 1 },
        Deed::Grew { cell: cell(), by: 1, pieces: 4 },
        Deed::Shrank { cell: cell(), by: 1, pieces: 3 },
        Deed::Taxed { cell: cell(), by: 2, pieces: 1 },
        Deed::Dissolved { cell: cell() },
        Deed::Captured { cell: cell(), side: "Black".into(), pieces: 2, own: false },
        Deed::Stacked { cell: cell(), pieces: 6 },
        Deed::TookHostages { cells: vec!["a3".into(), "b4".into()] },
        Deed::Became { cell: cell(), piece: piece("yellow queen", "yQ"), was: piece("green pawn", "gP") },
        Deed::Capped { cell: cell(), piece: piece("purple drone", "pD") },
        Deed::Bagged { colour: "blue".into(), pieces: 3, cells: vec!["A1".into(), "B2".into(), "C3".into()], points: 14 },
    ]
}

/// The report of a game that White gave up after this many moves.
fn given_up(moves: usize, viewer: Viewer) -> ReportModel {
    let dice = Dice::new(Seed([0; 32]));
    let play = |table: Box<dyn Table>, (seat, mail): &(Seat, &str)| {
        let sheets = BTreeMap::from([(*seat, table.read(*seat, mail).canonical())]);
        table.adjudicate(&sheets, &dice).table
    };
    let table = MAILS[..moves].iter().fold(opened(), play);
    let turn = table.adjudicate(&BTreeMap::from([(WHITE, "RESIGN\nNOTE \"Well played!\"".to_owned())]), &dice);
    let mut model = model(turn.table.as_ref(), viewer, moves as u32 + 1, Some(Played::from(&turn)));
    model.next = None;
    model
}

pub(super) fn game_over() -> ReportModel {
    given_up(2, Viewer::Seat(BLACK))
}

/// Fields that only readings, refusals and helps have.
pub(super) fn other_fields() -> BTreeSet<String> {
    let reason = serde_json::to_value(Reason::NotYourMove).unwrap();
    let reading = opened().read(WHITE, "0:f3-g2\nIF 0:b4-b5 THEN 0:d4-f4");
    [serde_json::to_value(reading).unwrap(), reason].iter().fold(BTreeSet::new(), |mut known, value| {
        super::names::keys(value, &mut known);
        known
    })
}

#[test]
fn a_turn_on_a_board_in_which_everything_happens_reads_well() {
    check_report("board/full", &full(Viewer::Seat(WHITE)));
    check_report("board/waiting", &full(Viewer::Seat(BLACK)));
    check_report("board/public", &full(Viewer::Public));
}

#[test]
fn the_opening_shows_the_bare_board() {
    check_report("board/opening", &model(opened().as_ref(), Viewer::Seat(WHITE), 0, None));
    check_report("board/opening-waiting", &model(opened().as_ref(), Viewer::Seat(BLACK), 0, None));
}

#[test]
fn the_last_report_says_how_the_game_ended() {
    check_report("board/game-over", &game_over());
    check_report("board/lost", &given_up(2, Viewer::Seat(WHITE)));
    check_report("board/void", &given_up(0, Viewer::Public));
}
