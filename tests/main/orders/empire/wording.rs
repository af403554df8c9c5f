//! What players read about their orders: every reason has its words, receipts and help fit the page.

use std::collections::BTreeMap;

use ashpost::engine::{Seat, Viewer};
use ashpost::galaxy::PlanetId;
use ashpost::games::empire_board::event::Reason;
use ashpost::games::empire_board::forecast::forecast;
use ashpost::games::empire_board::order::{Cargo, Product, Ship};
use ashpost::games::empire_board::parse::parse;
use ashpost::games::empire_board::state::{Fleet, Power, Relation};
use ashpost::games::empire_board::view::View;
use serde_json::{Value, json};

use super::position::Position;
use crate::orders::wording::{as_reading, golden, templates};

fn reading(sheet: &str, position: &str) -> String {
    let view = Position::read(position).view();
    let sheet = parse(sheet, &view);
    let (doubts, forecast) = forecast(&sheet, &view);
    let model = json!({ "reading": as_reading(sheet, doubts, &forecast), "view": view });
    templates().text("empire/reading", &model).unwrap()
}

#[test]
fn a_receipt_says_what_was_read_what_was_not_and_what_will_not_work() {
    let sheet = "PRODUCE 2 FI ON Earth\nPRODUCE 2 TROOP ON Earth\nPRODUCE 1 TR ON 9\nPRODUSE 3 FI ON 1\nSEND 5 FI FROM 3 TO Rivet\n\
                 SHIP 2 POPULATION FROM 1 TO 9\nSHIP 1 TROOP FROM 1 TO 9\nSEND ALL FI FROM 9 TO 40\nLAND 1 ON 3\nLAND 2 ON Lenin\n\
                 CONVERT STEEL TO OIL ON 9\nFACTORY OIL ON 2\nSTATION 9\nTARGET Ann\nPOSITION 1\nSEND 2 TROOP FROM 1 TO 9\n\
                 ANNOUNCE\nA text of more than one line,\n\n  as it was written.\nEND\nHello\nDECLARE PEACE ON 2\nHOMEPLANET 9\nHOMEPLANET 1";
    let position = "planet.1 = { population = 4, orbit = { 1 = [2, 2] } }\nplanet.3.orbit = { 1 = [3, 1] }\nplanet.9 = { troops = 1, factories = [\"oil\"] }";
    golden("empire/reading.txt", &reading(sheet, position));
    golden(
        "empire/reading-basic.txt",
        &reading("SEND 2 FI FROM 1 TO 17\nPRODUCE 9 FI ON 9\nSHIP 1 TROOP FROM 1 TO 9", "ruleset = \"basic\""),
    );
    golden("empire/reading-empty.txt", &reading("", ""));
    golden("empire/reading-unmet.txt", &reading("IF I OWN 3 THEN SEND 1 FI FROM 1 TO 2\nHello\nIF I OWN 4 THEN PRODUCE 1 FI ON 1\n", ""));
}

#[test]
fn help_has_the_readers_own_planets_in_its_examples() {
    let help = |view: Value| templates().text("empire/help", &json!({ "view": view })).unwrap();
    let position = |text: &str| json!(Position::read(text).view());
    golden("empire/help-extended.txt", &help(position("")));
    golden("empire/help-extended-opening.txt", &help(position("turn = 0")));
    golden("empire/help-basic.txt", &help(position("ruleset = \"basic\"\nplayers = [\"Ann\", \"Bob\"]")));
    golden("empire/help-before-the-game.txt", &help(Value::Null));
}

#[test]
fn the_examples_of_help_read_whatever_the_planets_are_called() {
    let view = Position::read("planet.1.name = \"Rest on Earth\"\nplanet.17.name = \"Do or Die\"").view();
    let help = templates().text("empire/help", &json!({ "view": view })).unwrap();
    let examples = help.split_once("WITH YOUR OWN PLANETS").and_then(|(_, rest)| rest.split_once("Your planets:")).unwrap().0;
    assert!(examples.contains("\"Rest on Earth\"") && examples.contains("\"Do or Die\""), "{examples}");
    let sheet: Vec<&str> = examples.lines().filter(|line| line.starts_with("    ")).collect();
    let read = parse(&sheet.join("\n"), &view);
    assert!(read.problems.is_empty() && read.entries.len() == 6, "{sheet:#?} {:?}", read.problems);
}

/// The form of a position, which reads as nothing at all, or as orders alone once its comment marks are removed.
fn order_form(view: &View) -> String {
    let model = json!({ "view": view, "next": { "turn": view.turn + 1 }, "campaign": { "id": "rim-3" }, "viewer": { "seat": 1 } });
    let form = templates().text("empire/order-template", &model).unwrap();
    let empty = parse(&form, view);
    assert!(empty.entries.is_empty() && empty.problems.is_empty(), "{:?}\n{form}", empty.problems);
    // A line that begins like an order is one; the other lines speak to the reader.
    let is_order = |line: &&str| {
        let word = line.trim_start_matches(['#', ' ']).split(' ').next().unwrap_or_default();
        word.len() > 1 && word.chars().all(|letter| letter.is_ascii_uppercase()) && !line.contains('/')
    };
    let orders: Vec<&str> = form.lines().filter(is_order).map(|line| line.trim_start_matches('#')).collect();
    let read = parse(&orders.join("\n"), view);
    let blocks = 2 * form.lines().filter(|line| *line == "DONE").count();
    assert!(read.problems.is_empty() && read.entries.len() + blocks == orders.len(), "{:?}\n{orders:#?}", read.problems);
    form
}

#[test]
fn the_order_form_is_an_empty_sheet_and_valid_orders_without_its_marks() {
    let form = |position: &str| order_form(&Position::read(position).view());
    golden("empire/form-opening.txt", &form("turn = 0\nrulebook = {}"));
    golden("empire/form-opening-basic.txt", &form("turn = 0\nruleset = \"basic\"\nrulebook = {}"));
    let middle = "planet.1 = { population = 5, troops = 3, factories = [\"oil\", \"high-tech\"], hangars = [\"fighter\", \"transporter\"] }\n\
                  planet.9.hangars = []\nplanet.3.orbit = { 1 = [3, 1] }\nplanet.4.orbit = { 1 = [2, 0] }\nplanet.33 = { owner = 1, factories = [] }";
    let mut state = Position::read(middle).state();
    let me = state.players.get_mut(&Seat(1)).unwrap();
    (me.target, me.targets_at) = (Some(Seat(2)), BTreeMap::from([(PlanetId(5), Seat(3))]));
    me.factory_wishes = BTreeMap::from([(PlanetId(19), Product::HighTech)]);
    let arriving = Fleet { fighters: 1, transporters: 4, freight: Vec::new() };
    state.planet_mut(PlanetId(34)).unwrap().track[1].set(Power::Seat(Seat(1)), arriving);
    let view = View::of(&state, Viewer::Seat(Seat(1)));
    golden("empire/form-middle.txt", &order_form(&view));
}

#[test]
fn every_reason_has_its_words() {
    let planet = PlanetId(19);
    let not_here = |setting: &str| Reason::NotInTheseRules { setting: setting.to_owned() };
    let reasons = [
        Reason::NotYourPlanet { planet },
        Reason::YourOwnPlanet { planet },
        Reason::SamePlanet { planet },
        Reason::TooFewShips { ship: Ship::Fighter, planet, available: 3 },
        Reason::TooFewShips { ship: Ship::Transporter, planet, available: 0 },
        Reason::TooLittleFreight { cargo: Cargo::Population, planet, available: 1 },
        Reason::TooLittleFreight { cargo: Cargo::Factory(Product::Oil), planet, available: 0 },
        Reason::ShortOf { product: Product::HighTech, available: 5 },
        Reason::ShortOf { product: Product::Oil, available: 0 },
        Reason::NoHangar { ship: Ship::Fighter, planet },
        Reason::NoPlace { planet, available: 1 },
        Reason::NoPlace { planet, available: 0 },
        Reason::BoxIsEmpty { available: 7 },
        Reason::BoxIsEmpty { available: 0 },
        Reason::NoSuchFactory { product: Product::Steel, planet },
        not_here("freight"),
        not_here("carries_hangars"),
        not_here("builds_works"),
        not_here("politics"),
        Reason::OpeningOver,
        Reason::NoOpeningHangar { planet },
        Reason::NoFreeForces { planet },
        Reason::NoFactoryToCome { planet },
        Reason::StillOnTheWay { planet, transporters: 3, round: 2 },
        Reason::StillOnTheWay { planet, transporters: 1, round: 4 },
        Reason::NotHostile { planet, relation: Relation::Neutral },
        Reason::NotHostile { planet, relation: Relation::Allied },
        Reason::OrbitHeld { planet },
        Reason::PlaceTaken { place: 3 },
        Reason::NoSuchPlace { places: 3 },
        Reason::Yourself,
        Reason::PlayerOut { seat: Seat(2) },
        Reason::Overruled,
        Reason::Nothing,
        Reason::GameOver,
    ];
    let (templates, view) = (templates(), json!(Position::default().view()));
    let words = |reason: &Reason| {
        let mut model = json!(reason);
        model["view"] = view.clone();
        templates.text("empire/reason", &model).unwrap()
    };
    golden("empire/reasons.txt", &reasons.iter().map(words).collect::<String>());
}
