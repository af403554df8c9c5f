//! A game of eight that attack whatever lies near, for reports as they really come out.

use std::collections::BTreeMap;

use ashpost::campaign::CampaignId;
use ashpost::engine::{Adjudicated, Dice, Seat, Seed, Table, Viewer};
use ashpost::games;
use ashpost::render::report::{
    self, CampaignFacts, DiceFacts, HowToSend, Integrity, NextSecrets, NextTurn, Picture, Played, ReportFrame, ReportModel, SheetDigest,
};
use serde_json::Value;

pub(crate) const SCENARIO: &str = include_str!("../../scenarios/empire_postal/postal-classic.toml");
const NAMES: [&str; 8] = ["Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal"];

/// The opening of a scenario with so many seats.
pub(crate) fn open(scenario: &str, seats: u8, throw: u32) -> Box<dyn Table> {
    let seats: BTreeMap<Seat, String> = (1..=seats).map(Seat).zip(NAMES.map(str::to_owned)).collect();
    games::by_id("empire_postal").expect("the game is registered").set_up(scenario, &seats, &dice(throw)).unwrap()
}

/// The opening, then each turn with the table after it.
pub(crate) fn play(turns: u32) -> (Box<dyn Table>, Vec<Adjudicated>) {
    let seats: BTreeMap<Seat, String> = (1..).map(Seat).zip(NAMES.map(str::to_owned)).collect();
    let opening = open(SCENARIO, 8, 0);
    let mut played: Vec<Adjudicated> = Vec::new();
    for turn in 1..=turns {
        let table = played.last().map_or(opening.as_ref(), |turn| turn.table.as_ref());
        let sheets = seats.keys().map(|seat| (*seat, orders(&table.view(Viewer::Seat(*seat)), turn))).collect();
        let next = table.adjudicate(&sheets, &dice(turn));
        played.push(next);
    }
    (opening, played)
}

/// The report of a viewer; `played` is absent for the opening.
pub(crate) fn model(table: &dyn Table, played: Option<&Adjudicated>, viewer: Viewer) -> ReportModel {
    let turn = table.turn();
    let name = match viewer {
        Viewer::Seat(seat) => NAMES.get(usize::from(seat.0) - 1).copied().unwrap_or_default(),
        _ => "",
    };
    let frame = ReportFrame {
        campaign: CampaignFacts {
            unrated: false,
            takeback: false,
            id: CampaignId::new("rim-3").unwrap(),
            title: "The Rim, third war".into(),
            game: table.game().id().into(),
            game_title: table.game().title().into(),
            unit: table.game().unit(),
            credit: None,
            templates: table.game().templates(),
        },
        gm: ashpost::render::report::GameMasterFacts {
            name: "Ida".into(),
            address: ashpost::campaign::Address::new("gm@pbem.example").unwrap(),
            by_reply: true,
        },
        turn,
        name: name.into(),
        no_move_received: false,
        caretaken: false,
        next: table.outcome().is_none().then(|| NextTurn {
            turn: turn + 1,
            deadline_utc: "2026-11-27 19:00 UTC".into(),
            deadline_local: "Friday 27 November 2026, 20:00".into(),
            zone: "Europe/Berlin".to_owned().try_into().unwrap(),
            is_awaited: viewer.seat().is_some_and(|seat| table.to_move().contains(&seat)),
            how_to_send: HowToSend { address: "games@pbem.example".parse().ok(), subject: "turn 8 [rim-3 4F7KQ2XW9ABCDEFG]".into() },
            clock: None,
            example: viewer.seat().and_then(|seat| table.whole_move(seat)),
        }),
        again: None,
        notices: Vec::new(),
        press: Vec::new(),
        tournament: None,
        integrity: integrity(Some(seed(turn))),
    };
    let mut model = report::model(frame, viewer, table.view(viewer), played.map(Played::from));
    model.moments = table.moments(viewer, played.map(|turn| turn.events.as_slice()).unwrap_or_default());
    model.pictures = vec![Picture { source: "map.png".into(), title: table.scene(viewer).title, link: None }];
    model
}

/// A proof as a report prints it, with digests of nothing.
pub(crate) fn integrity(seed: Option<Seed>) -> Integrity {
    let dice = |seed| DiceFacts {
        secret: "0c4e".repeat(16).parse().unwrap(),
        sheets: (1..=2).map(|seat| SheetDigest { seat: Seat(seat), digest: "51ce".repeat(16).parse().unwrap() }).collect(),
        seed,
    };
    Integrity {
        state_digest: "3b1f".repeat(16).parse().unwrap(),
        journal_entry: 31,
        journal_hash: "a90c".repeat(16).parse().unwrap(),
        key: "8e1d".repeat(16).parse().unwrap(),
        rules_version: 1,
        dice: seed.map(dice),
        next: Some(NextSecrets { dice: "d2f0".repeat(16).parse().unwrap(), salts: "b7a4".repeat(16).parse().unwrap() }),
    }
}

fn seed(turn: u32) -> Seed {
    Seed([turn as u8; 32])
}

pub(crate) fn dice(turn: u32) -> Dice {
    Dice::new(seed(turn))
}

/// Builds what can be built and sends what stands in orbit to planets that others own; asks for too much now and then.
fn orders(view: &Value, turn: u32) -> String {
    let me = view["me"]["seat"].as_u64().unwrap_or_default();
    let planets = view["planets"].as_array().cloned().unwrap_or_default();
    let mut sheet = format!("DECLARE WAR ON {}\nDECLARE PEACE ON {}\nRESEARCH 1 FM\n", me % 8 + 1, (me + 1) % 8 + 1);
    if turn == 1 {
        sheet += "VOTE 12\nANNOUNCE\nThe Rim is ours.\nEND\n";
    }
    for planet in planets.iter().filter(|planet| !planet["full"].is_null()) {
        let number = planet["number"].as_u64().unwrap_or_default();
        sheet += &format!("BUILD 2 PDU ON {number}\nBUILD MAX FI ON {number}\nBUILD 4 TR ON {number}\nSPY ON {}\n", number % 40 + 1);
        let target =
            planets.iter().find(|other| other["owner"] != me && is_near(view, number, other["number"].as_u64().unwrap_or_default(), turn));
        if let Some(target) = target {
            let target = &target["number"];
            sheet += &format!("SEND ALL FI FROM {number} TO {target}\nSEND ALL TR FROM {number} TO {target}\n");
        }
        sheet += &format!("SEND 1 C5 FROM {number} TO {me}\n");
    }
    sheet
}

fn is_near(view: &Value, one: u64, other: u64, turn: u32) -> bool {
    let (low, high) = (one.min(other), one.max(other));
    let steps = view["distance"][high as usize - 1][low as usize - 1].as_u64();
    steps.is_some_and(|steps| steps <= u64::from(turn % 2)) && !(one + other + u64::from(turn)).is_multiple_of(3)
}
