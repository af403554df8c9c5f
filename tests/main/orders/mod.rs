//! Reading and checking sheets of the games of Ashes of Empire, through one door: how a sheet is read.
//!
//! The cases are in `tests/cases/empire_postal_orders/` and `tests/cases/empire_orders/`; `UPDATE=1 cargo test --test main orders::` rewrites what
//! they expect, and the difference is reviewed like code.

mod case;
mod empire;
mod laws;
mod postal;
mod wording;

use std::fs;
use std::path::{Path, PathBuf};

use case::{CaseFile, Read};

fn case_files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases").join(folder);
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// Compares every case of a folder with what its game reads; there are at least `at_least` of them.
fn check(folder: &str, read: Read, at_least: usize) {
    let mut differences = Vec::new();
    let mut count = 0;
    for path in case_files(folder) {
        let mut file = CaseFile::read(&fs::read_to_string(&path).unwrap());
        count += file.cases.len();
        if std::env::var_os("UPDATE").is_some() {
            file.cases.iter_mut().for_each(|case| case.reading = read(&case.position, &case.sheet));
            fs::write(&path, file.text()).unwrap();
        }
        differences.extend(file.cases.iter().filter_map(|case| case.difference(read)));
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    assert!(count >= at_least, "only {count} cases were found in {folder}");
}

#[test]
fn every_sheet_of_the_postal_game_is_read_as_its_case_says() {
    check("empire_postal_orders", postal::read, 40);
}

#[test]
fn every_sheet_of_empire_is_read_as_its_case_says() {
    check("empire_orders", empire::read, 30);
}

#[test]
fn the_checker_can_fail() {
    let file = "[[case]]\nname = \"wrong\"\nsheet = \"BUILD 3 FI ON 1\"\nreading = \"1 BUILD 4 FI ON 1\"\n";
    let file = CaseFile::read(file);
    assert!(file.cases[0].difference(postal::read).is_some_and(|text| text.contains("wrong") && text.contains("1 BUILD 3 FI ON 1")));
}
