//! A game that the program does not know, played from its scenario to its report: what somebody has to write to add a game.

use std::collections::BTreeMap;
use std::fmt;

use ashpost::abstract_games::{
    self, AbstractGame, AbstractStep, Caretaking, Correspondence, Deed, Finish, LegalSteps, Notation, PieceName, Play, Side, Squares,
    Telling,
};
use ashpost::campaign::{Address, CampaignId};
use ashpost::engine::{AnyGame, Board, Cell, Dice, Grid, Kit, Legend, Mark, Paint, Piece, Seat, Seed, SideLook, Typed, Viewer};
use ashpost::render::picture::svg;
use ashpost::render::report::{CampaignFacts, GameMasterFacts, Played, ReportFrame};
use ashpost::render::rules::{self, RulesModel, RulesSchedule};
use ashpost::render::writing::ReportWriting;
use ashpost::render::{Templates, report};

use crate::common::played_game::integrity;

const BOARD: Squares = Squares { files: 3, ranks: 1 };

/// Three squares, filled in turn; the player who fills the last one wins.
#[derive(Debug, Clone, PartialEq)]
struct LastSquare([Option<Side>; 3]);

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Fill(u8);

#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
struct Rulebook {}

static KIT: Kit = Kit {
    family: Some(&abstract_games::KIT),
    templates: &[
        ("last_square/rules.txt", "## The rules\n\n- **L1** The sides fill the three squares in turn. Whoever fills the last one wins.\n"),
        ("last_square/notation.txt", "b1 fills the square b1."),
        ("last_square/first-move.txt", "Whoever fills the last square wins."),
        ("last_square/skipping.txt", "Nobody is ever skipped."),
        ("last_square/ending.txt", "{{winner_side}} filled the last square"),
    ],
    scenarios: &[("three", "game = \"last_square\"\ntitle = \"Three squares\"\n[rulebook]\n")],
    ..Kit::EMPTY
};

impl AbstractGame for LastSquare {
    const ID: &'static str = "last_square";
    const TITLE: &'static str = "Last Square";
    const RULES: u32 = 1;
    const CREDIT: &'static str = "Last Square was made up for this test.";
    const KIT: &'static Kit = &KIT;
    const SIDES: [SideLook; 2] =
        [SideLook { name: "White", letter: 'W', paint: Paint::White }, SideLook { name: "Black", letter: 'B', paint: Paint::Black }];

    fn opening(_: &Rulebook) -> Result<LastSquare, String> {
        Ok(LastSquare([None; 3]))
    }
}

/// `W.B`
impl fmt::Display for LastSquare {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|square| write!(out, "{}", square.map_or('.', |side| Self::look(side).letter)))
    }
}

impl Notation for LastSquare {
    type Rulebook = Rulebook;

    fn read(_: &Rulebook, text: &str) -> Result<LastSquare, String> {
        let square = |letter: char| match letter {
            '.' => Ok(None),
            'W' => Ok(Some(Side::First)),
            'B' => Ok(Some(Side::Second)),
            other => Err(format!("{other} is no square: expected W, B or .")),
        };
        let squares: Vec<Option<Side>> = text.chars().map(square).collect::<Result<_, _>>()?;
        squares.try_into().map(LastSquare).map_err(|_| "expected three squares".to_owned())
    }
}

impl fmt::Display for Fill {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Two cells tell a move from talk.
        write!(out, "{0}-{0}", BOARD.name(self.0))
    }
}

impl AbstractStep for Fill {
    fn ends(&self) -> [String; 2] {
        [BOARD.name(self.0), BOARD.name(self.0)]
    }

    fn touches(&self) -> Vec<String> {
        vec![self.origin()]
    }
}

impl LegalSteps for LastSquare {
    type Step = Fill;

    fn steps(&self) -> impl Iterator<Item = Fill> {
        (0..3).filter(|square| self.0[usize::from(*square)].is_none()).map(Fill)
    }
}

impl Play for LastSquare {
    fn to_move(&self) -> Option<Side> {
        let filled = self.0.iter().flatten().count();
        (filled < BOARD.len()).then(|| Side::BOTH[filled % 2])
    }

    fn play(&mut self, step: Fill) {
        self.0[usize::from(step.0)] = self.to_move();
    }

    fn finish(&self) -> Option<Finish> {
        self.to_move().is_none().then_some(Finish { winner: Some(Side::First), rule: "L1" })
    }
}

impl Telling for LastSquare {
    fn deeds(&self, step: Fill) -> Vec<Deed> {
        let side = self.to_move().map_or("", |side| Self::look(side).name);
        vec![Deed::Placed {
            piece: PieceName { name: format!("{side} checker"), notation: side[..1].to_owned() },
            cell: BOARD.name(step.0),
        }]
    }

    fn draw(&self, last: &[Fill]) -> Board {
        let cell = |square: u8| Cell {
            name: BOARD.name(square),
            pieces: self.0[usize::from(square)].map(|side| Piece::Checkers { side: side.index(), count: 1 }).into_iter().collect(),
            marks: last.iter().filter(|step| step.0 == square).map(|_| Mark::To).collect(),
        };
        Board {
            grid: Grid::Squares { files: BOARD.files, ranks: BOARD.ranks },
            sides: Self::SIDES,
            cells: (0..3).map(cell).collect(),
            captions: Vec::new(),
            legend: Legend { marks: &[(Mark::To, "filled last")], sizes: &[] },
        }
    }
}

impl Caretaking for LastSquare {
    fn worth(&self, _: Side) -> i32 {
        0
    }
}

static GAME: Typed<Correspondence<LastSquare>> = Typed::NEW;

fn campaign() -> CampaignFacts {
    CampaignFacts {
        unrated: false,
        takeback: false,
        id: CampaignId::new("toy").unwrap(),
        title: "A toy".into(),
        game: GAME.id().into(),
        game_title: GAME.title().into(),
        unit: GAME.unit(),
        credit: GAME.credit(),
        templates: GAME.templates(),
    }
}

#[test]
fn a_game_is_played_and_reported_without_a_line_in_the_program() {
    let (_, scenario) = GAME.kit().scenarios[0];
    let templates = Templates::of(&[&GAME], &BTreeMap::new()).unwrap();
    let seats = BTreeMap::from([(Seat(1), "Ann".to_owned()), (Seat(2), "Bob".to_owned())]);
    let dice = Dice::new(Seed([0; 32]));
    let mut table = GAME.set_up(scenario, &seats, &dice).unwrap();
    let mut played = None;
    for (seat, sheet) in [(1, "b1-b1"), (2, "A1-A1"), (1, "c1-c1")] {
        assert_eq!(table.read(Seat(seat), sheet).problems, [], "{sheet}");
        let turn = table.adjudicate(&BTreeMap::from([(Seat(seat), sheet.to_owned())]), &dice);
        table = GAME.restore(&turn.table.state()).unwrap();
        played = Some(turn);
    }
    let frame = ReportFrame {
        campaign: campaign(),
        turn: table.turn(),
        name: "Bob".into(),
        no_move_received: false,
        caretaken: false,
        next: None,
        gm: GameMasterFacts { name: "Ida".into(), address: Address::new("gm@pbem.example").unwrap(), by_reply: true },
        again: None,
        notices: Vec::new(),
        press: Vec::new(),
        tournament: None,
        integrity: integrity(None),
    };
    let viewer = Viewer::Seat(Seat(2));
    let mut model = report::model(frame, viewer, table.view(viewer), played.as_ref().map(Played::from));
    let scene = table.scene(viewer);
    model.diagram = ashpost::render::picture::diagram::text(&scene, Default::default());
    let text = ReportWriting::of(&templates, &model).unwrap().text().unwrap();
    for told in ["Last Square", "You have lost: White filled the last square (L1).", "a White checker is placed on c1", "filled last"] {
        assert!(text.contains(told), "no {told:?} in\n{text}");
    }
    assert!(ReportWriting::of(&templates, &model).unwrap().html().unwrap().contains("White filled the last square"));
    assert!(svg::render(&scene).contains("filled last"));
    let schedule = RulesSchedule {
        every_days: Some(3),
        grace_hours: 0,
        reserve_days: None,
        bank_days: None,
        increment: None,
        bank_limit_days: None,
        absence_days: 0,
    };
    let model = RulesModel { campaign: campaign(), settings: GAME.settings(scenario).unwrap(), takeback_times: 1, schedule };
    assert!(rules::text(&templates, &model).unwrap().contains("L1 The sides fill the three squares"));
}
