//! Cases of empire, the board game among the games of Ashes of Empire.

mod space;

use serde::Deserialize;
use serde_json::{Value, json};

use super::opening::Opening;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct OfEmpire {
    /// A scenario of `scenarios/empire/` instead of the bare opening.
    scenario: Option<String>,
    ruleset: String,
    rulebook: toml::Table,
}

impl Default for OfEmpire {
    fn default() -> OfEmpire {
        OfEmpire { scenario: None, ruleset: "extended".to_owned(), rulebook: toml::Table::new() }
    }
}

impl Opening for OfEmpire {
    const GAME: &'static str = "empire";
    const RULES: &'static str = "B1.1 B1.2 B1.3 B2.1 B2.2 B2.3 B2.4 B2.5 B2.6 B3.1 B3.2 B3.3 B4.1 B4.2 B4.3 B4.4 B5.1 B5.2 B5.3 B5.4 \
        B5.5 B5.6 B5.7 B6.1 B6.2 B6.3 B6.4 B6.5 B7.1 B7.2 B7.3 B7.4 B8.1 B9.1 B9.2 B9.3 B9.4 B9.5 B10.1 B10.2 \
        B11.1 B11.2 B11.3 B11.4 B12";
    const SEATS: &'static [u8] = &[1, 2, 3];
    const TRACK: &'static [&'static str] = &["orbit", "1", "2", "3"];

    /// Without a name it has eight seats with the planets `n` and `n + 8`, each with an oil and a steel factory and hangars for fighters, and no
    /// forces and no pirates, unless the case wants others.
    fn scenario(&self) -> Result<String, String> {
        if let Some(name) = &self.scenario {
            let path = format!("{}/scenarios/empire/{name}.toml", env!("CARGO_MANIFEST_DIR"));
            return std::fs::read_to_string(path).map_err(|error| error.to_string());
        }
        let mut rulebook = self.rulebook.clone();
        let plain: [(&str, toml::Value); 3] =
            [("pirates", false.into()), ("opening_factory", "as-conquered".into()), ("default_hangar", "fighter".into())];
        for (key, value) in plain {
            rulebook.entry(key).or_insert(value);
        }
        let starts: String = (1..=8).map(|seat| format!("[[start]]\nplanets = [{seat}, {}]\n", seat + 8)).collect();
        let mut table: toml::Table = starts.parse().unwrap();
        table.insert("rulebook".to_owned(), rulebook.into());
        let head = format!("title = \"Case\"\nruleset = \"{}\"\nseats = 8\nmap = \"ashes-of-empire\"\n", self.ruleset);
        Ok(format!("{head}{table}"))
    }

    fn parse_place(text: &Value) -> Result<Value, String> {
        space::parse(text)
    }

    fn show_place(place: &Value) -> String {
        space::show(place)
    }

    /// The previous owner's ships leave the orbit.
    fn change_hands(planet: &mut Value, owner: &Value) {
        let before = planet["owner"].to_string();
        planet["track"][0].as_object_mut().and_then(|orbit| orbit.remove(&before));
        planet["awaits_factory"] = json!(owner == 0);
    }
}
