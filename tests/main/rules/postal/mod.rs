//! Cases of the postal game.

mod position;

use serde::Deserialize;
use serde_json::{Value, json};

use super::opening::Opening;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Postal {
    /// Whether the length is open to votes; else `rounds` is fixed.
    vote: bool,
    rounds: u32,
    tempers: Vec<String>,
}

impl Default for Postal {
    fn default() -> Postal {
        Postal { vote: false, rounds: 20, tempers: vec!["inert".to_owned()] }
    }
}

impl Opening for Postal {
    const GAME: &'static str = "empire_postal";
    const RULES: &'static str = "P0 P1.1 P1.2 P1.3 P1.4 P1.5 P1.6 P1.7 P2.1 P2.2 P2.3 P3.1 P3.2 P3.3 P3.4 P4.1 P4.2 P4.3 P4.4 P4.5 P4.6 \
        P4.7 P4.8 P4.9 P4.10 P4.11 P5.1 P5.2 P5.3 P5.4 P5.5 P5.6 P6.1 P6.2 P6.3 P6.4 P6.5 P7.1 P8.1 P8.2 P8.3 \
        P9.1 P9.2 P10.1 P10.2 P10.3 P10.4 P10.5 P11.1 P11.2 P11.3 P12";
    const SEATS: &'static [u8] = &[1, 2, 3, 4, 5, 6, 7, 8];
    const TRACK: &'static [&'static str] = &["orbit", "D", "D+1", "D+2", "D+3"];

    fn scenario(&self) -> Result<String, String> {
        let rounds = if self.vote { String::new() } else { format!("rounds = {}\n", self.rounds) };
        let head = "title = \"Case\"\nruleset = \"postal\"\nseats = 8\nmap = \"ashes-of-empire\"\n";
        Ok(format!("{head}tempers = {:?}\n{rounds}", self.tempers))
    }

    fn parse_place(text: &Value) -> Result<Value, String> {
        position::parse(text)
    }

    fn show_place(place: &Value) -> String {
        position::show(place)
    }

    /// The fleet in orbit goes with its planet, which has a temper only while neutral.
    fn change_hands(planet: &mut Value, owner: &Value) {
        planet["temper"] = if *owner == 0 { json!("inert") } else { Value::Null };
        let before = planet["owner"].to_string();
        if let Some(fleets) = planet["track"][0]["fleets"].as_object_mut()
            && let Some(fleet) = fleets.remove(&before)
        {
            fleets.insert(owner.to_string(), fleet);
        }
    }
}
