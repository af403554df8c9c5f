//! The content of one space of a track, as a case writes it: `1: 20 FI 3 TR +troop +factory-oil; 0: 5 FI`.

use serde_json::{Map, Value, json};

/// `1: 20 FI 3 TR +troop +factory-oil; 0: 5 FI` as a state holds it; the empty text is an empty space.
pub(super) fn parse(text: &Value) -> Result<Value, String> {
    let wrong = || format!("{text} is not a space such as \"1: 20 FI 3 TR +troop; 9: 2 FI\"");
    let mut fleets = Map::new();
    for part in text.as_str().ok_or_else(wrong)?.split(';').map(str::trim).filter(|part| !part.is_empty()) {
        let (power, what) = part.split_once(':').ok_or_else(wrong)?;
        let mut fleet = json!({ "fighters": 0, "transporters": 0, "freight": [] });
        let mut words = what.split_whitespace();
        while let Some(word) = words.next() {
            if let Some(cargo) = word.strip_prefix('+') {
                let cargo = cargo.split_once('-').map_or(json!(cargo), |(works, kind)| json!({ works: kind }));
                fleet["freight"].as_array_mut().unwrap().push(cargo);
                continue;
            }
            let count: u32 = word.parse().map_err(|_| wrong())?;
            match words.next() {
                Some("FI") => fleet["fighters"] = json!(count),
                Some("TR") => fleet["transporters"] = json!(count),
                _ => return Err(wrong()),
            }
        }
        fleets.insert(power.parse::<u8>().map_err(|_| wrong())?.to_string(), fleet);
    }
    Ok(Value::Object(fleets))
}

/// The space of a state or of a view in one canonical spelling.
pub(super) fn show(space: &Value) -> String {
    let fleets: Vec<String> = match &space["fleets"] {
        Value::Array(seen) => seen.iter().map(|fleet| show_fleet(&fleet["power"].to_string(), fleet)).collect(),
        _ => space.as_object().into_iter().flatten().map(|(power, fleet)| show_fleet(power, fleet)).collect(),
    };
    fleets.join("; ")
}

fn show_fleet(power: &str, fleet: &Value) -> String {
    let ships = [("fighters", "FI"), ("transporters", "TR")];
    let ships = ships.iter().filter(|(field, _)| fleet[*field] != 0).map(|(field, code)| format!(" {} {code}", fleet[*field]));
    let freight = fleet["freight"].as_array().into_iter().flatten().map(show_cargo);
    format!("{power}:{}", ships.chain(freight).collect::<String>())
}

fn show_cargo(cargo: &Value) -> String {
    match cargo.as_object().and_then(|works| works.iter().next()) {
        Some((works, kind)) => format!(" +{works}-{}", kind.as_str().unwrap_or_default()),
        None => format!(" +{}", cargo.as_str().unwrap_or_default()),
    }
}
