//! What players read about their orders: every reason has its words, receipts and help fit the page.

use ashpost::engine::Seat;
use ashpost::galaxy::PlanetId;
use ashpost::games::empire_postal::event::{Reason, Resource};
use ashpost::games::empire_postal::forecast::forecast;
use ashpost::games::empire_postal::order::{Cargo, Ship};
use ashpost::games::empire_postal::parse::parse;
use serde_json::{Value, json};

use super::position::Position;
use crate::orders::wording::{as_reading, golden, templates};

fn reading(sheet: &str, position: &str) -> Value {
    let view = Position::read(position).view();
    let sheet = parse(sheet, &view);
    let (doubts, forecast) = forecast(&sheet, &view);
    json!({ "reading": as_reading(sheet, doubts, &forecast), "view": view })
}

#[test]
fn a_receipt_says_what_was_read_what_was_not_and_what_will_not_work() {
    let sheet = "BUILD 9 FI ON Earth\nBULD 3 FI ON Erath\nSEND 5 FI FROM Rivet TO 1\nBUILD 2 PDU\nSPY ON New\nSEND 2 C5 FROM 1 TO 9\n\
                 ANNOUNCE\nA text of more than one line,\n\n  as it was written.\nEND\nHello\nDECLARE PEACE ON Ann\nRESEARCH 12 FM";
    let position = "planet.1 = { stock = 100, orbit = { 1 = [2, 1] } }\nplanet.19 = { orbit = { 1 = [3, 0] } }";
    golden("empire_postal/reading.txt", &templates().text("empire_postal/reading", &reading(sheet, position)).unwrap());
    let war = templates().text("empire_postal/reading", &reading("DECLARE WAR ON 2", "")).unwrap();
    assert!(war.contains("each player at war with you costs you 1 PP"), "{war}");
    golden("empire_postal/reading-war.txt", &war);
    golden("empire_postal/reading-empty.txt", &templates().text("empire_postal/reading", &reading("", "")).unwrap());
    golden(
        "empire_postal/reading-unmet.txt",
        &templates().text("empire_postal/reading", &reading("IF Bob OWNS 1 THEN BUILD 2 FP ON 1\n", "")).unwrap(),
    );
}

#[test]
fn help_has_the_readers_own_planets_in_its_examples() {
    let help = |view: Value| templates().text("empire_postal/help", &json!({ "view": view })).unwrap();
    golden("empire_postal/help.txt", &help(json!(Position::default().view())));
    golden("empire_postal/help-voting.txt", &help(json!(Position::read("turn = 0").view())));
    golden("empire_postal/help-before-the-game.txt", &help(Value::Null));
}

#[test]
fn the_examples_of_help_read_whatever_the_planets_are_called() {
    let view = Position::read("planet.1.name = \"Rest on Earth\"\nplanet.17.name = \"Do or Die\"").view();
    let help = templates().text("empire_postal/help", &json!({ "view": view })).unwrap();
    let examples = help.split_once("WITH YOUR OWN PLANETS").and_then(|(_, rest)| rest.split_once("Your planets:")).unwrap().0;
    assert!(examples.contains("\"Rest on Earth\"") && examples.contains("\"Do or Die\""), "{examples}");
    let sheet: Vec<&str> = examples.lines().filter(|line| line.starts_with("    ")).collect();
    let read = parse(&sheet.join("\n"), &view);
    assert!(read.problems.is_empty() && read.entries.len() == 4, "{sheet:#?} {:?}", read.problems);
}

#[test]
fn every_reason_has_its_words() {
    let planet = PlanetId(19);
    let reasons = [
        Reason::NotYourPlanet { planet },
        Reason::YourOwnPlanet { planet },
        Reason::SamePlanet { planet },
        Reason::TooFewShips { ship: Ship::Fighter, planet, available: 3 },
        Reason::TooFewShips { ship: Ship::Transporter, planet, available: 0 },
        Reason::NoFighterInOrbit { planet },
        Reason::TooFewGoods { cargo: Cargo::FuelPlants, planet, available: 1 },
        Reason::TooFewGoods { cargo: Cargo::Pdu, planet, available: 0 },
        Reason::ShortOf { resource: Resource::Labour, planet, available: 9 },
        Reason::ShortOf { resource: Resource::FighterYards, planet, available: 0 },
        Reason::TooFewPoints { available: 6 },
        Reason::TooFewPoints { available: -2 },
        Reason::Yourself,
        Reason::PlayerOut { seat: Seat(2) },
        Reason::NameTaken { name: "Crab".to_owned() },
        Reason::VotingOver,
        Reason::LengthFixed { rounds: 10 },
        Reason::VoteOutOfRange,
        Reason::Overruled,
        Reason::AtMaximum,
        Reason::Nothing,
        Reason::GameOver,
    ];
    let (templates, view) = (templates(), json!(Position::default().view()));
    let words = |reason: &Reason| {
        let mut model = json!(reason);
        model["view"] = view.clone();
        templates.text("empire_postal/reason", &model).unwrap()
    };
    golden("empire_postal/reasons.txt", &reasons.iter().map(words).collect::<String>());
}
