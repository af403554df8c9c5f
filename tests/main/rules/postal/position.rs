//! The content of one position of a track, as a case writes it: `1: 20 FI 3 TR; 0: 5 FI; cargo: 2 C5`.

use serde_json::{Map, Value, json};

const CARGO: [&str; 10] =
    ["workforce", "pdu", "fuel-plants", "ore-plants", "rare-plants", "fuel", "ore", "rare", "fighter-yard", "transporter-yard"];

/// The position in its form in a state; the empty text is an empty position.
pub(super) fn parse(text: &Value) -> Result<Value, String> {
    let wrong = || format!("{text} is not a position such as \"1: 20 FI 3 TR; cargo: 2 C5\"");
    let (mut fleets, mut cargo) = (Map::new(), Map::new());
    for part in text.as_str().ok_or_else(wrong)?.split(';').map(str::trim).filter(|part| !part.is_empty()) {
        let (who, what) = part.split_once(':').ok_or_else(wrong)?;
        let words: Vec<&str> = what.split_whitespace().collect();
        let mut fleet = json!({ "fighters": 0, "transporters": 0 });
        for pair in words.chunks(2) {
            let [count, unit] = pair else { return Err(wrong()) };
            let count: u32 = count.parse().map_err(|_| wrong())?;
            match (who, *unit) {
                ("cargo", unit) => {
                    let kind = unit.strip_prefix('C').and_then(|digit| digit.parse::<usize>().ok()).and_then(|digit| CARGO.get(digit));
                    cargo.insert((*kind.ok_or_else(wrong)?).to_owned(), json!(count));
                }
                (_, "FI") => fleet["fighters"] = json!(count),
                (_, "TR") => fleet["transporters"] = json!(count),
                _ => return Err(wrong()),
            }
        }
        if who != "cargo" {
            let seat: u8 = who.parse().map_err(|_| wrong())?;
            fleets.insert(seat.to_string(), fleet);
        }
    }
    Ok(json!({ "fleets": fleets, "cargo": cargo }))
}

/// The position of a state or of a view in one canonical spelling.
pub(super) fn show(position: &Value) -> String {
    let fleets = match &position["fleets"] {
        Value::Object(fleets) => fleets.iter().map(|(power, fleet)| show_fleet(power, fleet)).collect(),
        seen => seen.as_array().into_iter().flatten().map(|fleet| show_fleet(&fleet["power"].to_string(), fleet)).collect(),
    };
    let code = |kind: &str| CARGO.iter().position(|known| *known == kind).unwrap_or(99);
    let loads = match &position["cargo"] {
        Value::Object(loads) => loads.iter().map(|(kind, count)| format!("{count} C{}", code(kind))).collect(),
        seen => seen
            .as_array()
            .into_iter()
            .flatten()
            .map(|load| format!("{} {}", load["shiploads"], load["code"].as_str().unwrap_or_default()))
            .collect(),
    };
    join(fleets, loads)
}

fn show_fleet(power: &str, fleet: &Value) -> String {
    let ships = [("fighters", "FI"), ("transporters", "TR")];
    let ships = ships.iter().filter(|(field, _)| fleet[*field] != 0).map(|(field, code)| format!("{} {code}", fleet[*field]));
    format!("{power}: {}", ships.collect::<Vec<_>>().join(" "))
}

fn join(mut parts: Vec<String>, mut loads: Vec<String>) -> String {
    loads.sort();
    parts.sort();
    if !loads.is_empty() {
        parts.push(format!("cargo: {}", loads.join(" ")));
    }
    parts.join("; ")
}
