//! What the page for writing orders says of Ashes of Empire: its texts can be made for every planet, and no phrase is missing.

use ashpost::engine::Viewer;
use ashpost::render::Templates;
use ashpost::render::templates::embedded;
use serde_json::{Value, json};

use crate::common::played::{Golden, goldens};

const GAMES: [&str; 2] = ["empire", "empire_postal"];

fn of_space() -> impl Iterator<Item = Golden> {
    goldens().into_iter().filter(|golden| GAMES.contains(&golden.game.id()))
}

/// What the page makes of a planet's track.
fn track(world: &Value) -> Value {
    let spaces = world["track"].as_array().unwrap().iter();
    let space = |space: &Value| {
        let steps = if space["position"].is_null() { &space["space"] } else { &space["position"] };
        json!({ "steps": steps, "fleets": space["fleets"], "cargo": space.get("cargo").cloned().unwrap_or(json!([])) })
    };
    spaces.map(space).collect()
}

#[test]
fn every_planet_has_its_words_and_leads_to_all_others() {
    let templates = Templates::new(&Default::default()).unwrap();
    for golden in of_space() {
        // A few positions are enough: a text that cannot be made fails for most planets.
        for (table, turn) in golden.positions().into_iter().step_by(7) {
            for seat in turn.sheets.keys().take(2) {
                let (view, game) = (table.view(Viewer::Seat(*seat)), golden.game);
                let planets = view["planets"].as_array().unwrap();
                for world in planets {
                    let facts = json!({ "view": view, "world": world, "game": game.id(), "track": track(world), "home": false, "me": seat,
                        "turn": table.turn() + 1, "unit": game.unit() });
                    let told = templates.text("galaxy/composer-planet", &facts).unwrap();
                    assert!(told.contains("planet.") || told.contains("Held by"), "{told}");
                    let facts = json!({ "view": view, "from": world["number"], "steps": [0, 1, 2, 3], "turn": table.turn() + 1, "unit": game.unit() });
                    let told = templates.text("galaxy/composer-destinations", &facts).unwrap();
                    let (places, arrivals): (Vec<&str>, Vec<&str>) = told
                        .lines()
                        .filter(|line| !line.is_empty())
                        .partition(|line| line.starts_with(|letter: char| letter.is_ascii_digit()));
                    assert_eq!(places.len(), planets.len() - 1, "{told}");
                    let first = format!("arrives in {} ", game.unit());
                    assert!(arrivals.iter().all(|arrival| arrival.starts_with(&first)) && told.starts_with("arrives"), "{told}");
                }
            }
        }
    }
}

/// The text of a template that the program carries; empty if there is none.
fn source(name: &str) -> &'static str {
    embedded().into_iter().find(|(known, _)| *known == name).map_or("", |(_, text)| text)
}

#[test]
fn the_scripts_ask_for_no_phrase_that_is_not_there() {
    for game in GAMES {
        let phrases =
            ["galaxy/composer-phrases.html".to_owned(), format!("{game}/composer-phrases.html")].map(|name| source(&name)).concat();
        let has = |name: &str| phrases.contains(&format!("data-say=\"{name}\""));
        let begins = |name: &str| phrases.contains(&format!("data-say=\"{name}"));
        let all = embedded();
        let own = format!("{game}/composer-script");
        let scripts = all.iter().filter(|(name, _)| name.starts_with("galaxy/composer-script-") || name.starts_with(&own));
        for (script, text) in scripts {
            for name in text.split(['"', '`']).filter(|word| word.starts_with("space-") && !word.contains(' ')) {
                // `space-unit-${unit}` is one of several.
                let is_there = name.split_once("${").map_or_else(|| has(name), |(begin, _)| begin == "space-" || begins(begin));
                assert!(is_there, "{game}, {script}: {name}");
            }
        }
    }
}
