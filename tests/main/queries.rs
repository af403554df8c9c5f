//! Only statements that are about the whole history of a game read all of it.
//!
//! The statements are taken from the source as text and planned by SQLite on an empty database, where it plans as on any other: nothing ever tells it
//! how many rows there are.

use std::collections::BTreeMap;

use rusqlite::Connection;
use serde::Deserialize;

use crate::common::{CAMPAIGN, CAMPAIGN_TOML, House, utc};
use crate::tidy::{Source, root, sources};

/// The tables that grow with the turns and the emails of a game.
const GROWING: &[&str] = &[
    "mail",
    "outbox",
    "sheet",
    "receipt",
    "journal",
    "snapshot",
    "report",
    "press",
    "turn_window",
    "commitment",
    "attendance",
    "reserve_use",
    "bank_change",
    "edited_position",
    "diary",
];

/// Parts of statements that are put together when they are asked, with texts in their place.
const PARTS: &[(&str, &str)] = &[
    ("condition", "true"),
    ("table", "sheet"),
    ("which", "true"),
    ("kinds", "('report', 'again')"),
    ("report", "report"),
    ("again", "again"),
    ("rollback", "rollback"),
];

#[derive(Deserialize)]
struct Cases {
    scan: Vec<Scan>,
}

#[derive(Deserialize)]
struct Scan {
    begins: String,
    why: String,
}

/// The texts in quotation marks before a file's tests, on one line each.
fn texts(source: &str) -> Vec<String> {
    let code = source.split("#[cfg(test)]").next().unwrap();
    let code: String = code.lines().filter(|line| !line.trim_start().starts_with("//")).map(|line| format!("{line}\n")).collect();
    let (mut texts, mut open, mut letters) = (Vec::new(), None::<String>, code.chars().peekable());
    while let Some(letter) = letters.next() {
        match (&mut open, letter) {
            (Some(text), '\\') if letters.peek() == Some(&'"') => text.extend(letters.next()),
            (Some(_), '"') => texts.extend(open.take().map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "))),
            (Some(text), letter) => text.push(letter),
            (None, '"') => open = Some(String::new()),
            // A quotation mark that is a character literal.
            (None, '\'') if letters.peek() == Some(&'"') => drop(letters.next()),
            (None, _) => {}
        }
    }
    texts
}

/// The statements of a file, with its constants put in.
fn statements(source: &Source) -> Vec<String> {
    let constants = source.text.split("const ").skip(1).filter_map(|rest| {
        let (name, value) = rest.split_once(": &str =")?;
        Some((name.to_owned(), texts(value).into_iter().next()?))
    });
    let parts = PARTS.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
    let known: BTreeMap<String, String> = constants.chain(parts).collect();
    let whole = |text: String| known.iter().fold(text, |text, (name, part)| text.replace(&format!("{{{name}}}"), part));
    let is_statement = |text: &String| ["SELECT ", "UPDATE ", "DELETE "].iter().any(|verb| text.starts_with(verb));
    texts(&source.text).into_iter().map(whole).filter(is_statement).collect()
}

/// The growing tables that a statement goes through from one end to the other. A statement that looks only for the first or last row stops there.
fn scanned(database: &Connection, statement: &str) -> Vec<String> {
    let mut plan = database.prepare(&format!("EXPLAIN QUERY PLAN {statement}")).unwrap_or_else(|error| panic!("{statement}: {error}"));
    let nothing = vec![rusqlite::types::Null; plan.parameter_count()];
    let steps: Vec<String> =
        plan.query_map(rusqlite::params_from_iter(nothing), |row| row.get(3)).unwrap().collect::<Result<_, _>>().unwrap();
    let stops_early = statement.ends_with(" LIMIT 1") && !steps.iter().any(|step| step.contains("TEMP B-TREE"));
    let tables = steps.iter().filter_map(|step| step.strip_prefix("SCAN ")).filter(|_| !stops_early);
    let is_growing = |scan: &&str| GROWING.contains(&scan.split(' ').next().unwrap_or_default());
    tables.filter(is_growing).map(str::to_owned).collect()
}

#[test]
fn what_a_run_asks_is_found_without_reading_the_history() {
    let house = House::new(CAMPAIGN_TOML);
    house.tick(utc("2027-01-01T10:00:00Z"));
    let database = Connection::open(house.path(&format!("{CAMPAIGN}/campaign.db"))).unwrap();
    assert_eq!(scanned(&database, "SELECT id FROM outbox WHERE last_error = ?1"), ["outbox"]);
    assert_eq!(scanned(&database, "SELECT id FROM outbox ORDER BY id LIMIT 1"), [""; 0]);
    let cases: Cases = toml::from_str(&std::fs::read_to_string(root().join("tests/cases/scans.toml")).unwrap()).unwrap();
    let all: Vec<(String, String)> = sources("src/store", ".rs")
        .iter()
        .filter(|source| !source.path.to_string_lossy().contains("schema"))
        .flat_map(|source| statements(source).into_iter().map(|statement| (source.path.display().to_string(), statement)))
        .collect();
    assert!(all.len() > 100, "{} statements", all.len());
    let scans: Vec<_> = all.iter().filter(|(_, statement)| !scanned(&database, statement).is_empty()).collect();
    let is_known = |statement: &str| cases.scan.iter().any(|scan| statement.starts_with(&scan.begins));
    let unknown: Vec<_> = scans.iter().filter(|(_, statement)| !is_known(statement)).collect();
    assert!(unknown.is_empty(), "these read a whole table: {unknown:#?}");
    for Scan { begins, why } in &cases.scan {
        assert!(!why.is_empty() && scans.iter().any(|(_, statement)| statement.starts_with(begins)), "{begins} does not scan any more");
    }
}
