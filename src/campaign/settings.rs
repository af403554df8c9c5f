//! A campaign's own settings, laid over the text of its scenario.

use toml::{Table, Value};

use crate::engine::document::{Misreading, table};

/// The scenario, with the settings in place of its own: tables are merged key by key, everything else is replaced. Without settings the
/// text stays the same, byte for byte; with settings it names its game.
///
/// # Errors
/// When the scenario is not TOML; returns all mistakes.
pub fn overlaid(game: &str, scenario: &str, settings: &Table) -> Result<String, Vec<Misreading>> {
    if settings.is_empty() {
        return Ok(scenario.to_owned());
    }
    let mut merged = table(scenario)?;
    lay_over(&mut merged, settings);
    // Mistakes in a scenario that names its game are told by key, not by line, since nobody sees the lines of the merged text.
    merged.entry("game").or_insert_with(|| game.into());
    Ok(merged.to_string())
}

fn lay_over(table: &mut Table, settings: &Table) {
    for (key, value) in settings {
        match (table.get_mut(key), value) {
            (Some(Value::Table(below)), Value::Table(above)) => lay_over(below, above),
            _ => {
                table.insert(key.clone(), value.clone());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_merged_and_everything_else_is_replaced() {
        let scenario = "title = \"x\"\nlist = [1, 2]\n[rulebook]\nsize = 6\ntax = \"before\"\n";
        let merged = |settings: &str| overlaid("g", scenario, &settings.parse().unwrap()).unwrap().parse::<Table>().unwrap();
        let expected =
            "game = \"g\"\ntitle = \"x\"\nlist = [3]\nswap = true\n[rulebook]\nsize = 6\ntax = \"after\"\n".parse::<Table>().unwrap();
        assert_eq!(merged("swap = true\nlist = [3]\n[rulebook]\ntax = \"after\""), expected);
        assert_eq!(merged("rulebook = 4")["rulebook"], Value::Integer(4));
        assert_eq!(overlaid("g", scenario, &Table::new()).unwrap(), scenario);
        assert!(overlaid("g", "= 3", &"a = 1".parse().unwrap()).is_err());
    }
}
