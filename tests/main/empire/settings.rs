//! `docs/empire-settings.md` says what the program does.

use std::collections::BTreeMap;

use ashpost::games::empire_board::rulebook::{Rulebook, Ruleset};
use toml::{Table, Value};

/// Every setting by its dotted name; a price is one setting.
fn settings(ruleset: Ruleset) -> BTreeMap<String, Value> {
    flat(Table::try_from(Rulebook::preset(ruleset)).unwrap())
}

/// The settings of a table by their dotted names.
fn flat(table: Table) -> BTreeMap<String, Value> {
    let mut settings = BTreeMap::new();
    for (key, value) in table {
        match value {
            Value::Table(inside) => settings.extend(inside.into_iter().map(|(inner, value)| (format!("{key}.{inner}"), value))),
            value => {
                settings.insert(key, value);
            }
        }
    }
    settings
}

/// The cells of each row, by the name in the first.
fn documented() -> BTreeMap<String, [String; 2]> {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/empire-settings.md")).unwrap();
    let rows = text.lines().filter(|line| line.starts_with("| `"));
    let row = |line: &str| {
        let cells: Vec<String> = line.split('|').map(|cell| cell.trim().trim_matches('`').to_owned()).collect();
        let same = if cells[5] == "same" { &cells[4] } else { &cells[5] };
        (cells[1].clone(), [cells[4].clone(), same.clone()])
    };
    rows.map(row).collect()
}

#[test]
fn every_setting_is_documented_with_its_value_in_both_presets() {
    let documented = documented();
    for (ruleset, column) in [(Ruleset::Basic, 0), (Ruleset::Extended, 1)] {
        for (name, value) in settings(ruleset) {
            let said = &documented.get(&name).unwrap_or_else(|| panic!("{name} is not documented"))[column];
            match name.as_str() {
                "pirate_table" => assert_eq!(value, Value::Array((1..=36).map(Value::Integer).collect())),
                _ => assert_eq!(format!("value = {said}").parse::<Table>().unwrap()["value"], value, "{name} of {ruleset:?}"),
            }
        }
    }
    let known = settings(Ruleset::Basic);
    let unknown: Vec<&String> = documented.keys().filter(|name| !known.contains_key(*name)).collect();
    assert_eq!(unknown, ["limits.troops"], "what is absent by default, and nothing else");
}

#[test]
fn every_setting_has_a_case_that_changes_it() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/empire");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| std::fs::read_to_string(entry.unwrap().path()).unwrap());
    let tables: Vec<Table> = files.map(|text| text.parse().unwrap()).collect();
    let cases = tables.iter().flat_map(|table| table["case"].as_array().unwrap());
    let changed = cases.filter_map(|case| case.get("opening")?.get("rulebook")?.as_table()).flat_map(|rulebook| flat(rulebook.clone()));
    let changed: BTreeMap<String, Value> = changed.collect();
    let unchanged: Vec<String> = settings(Ruleset::Basic).into_keys().filter(|name| !changed.contains_key(name)).collect();
    assert_eq!(unchanged, Vec::<String>::new());
}
