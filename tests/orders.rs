//! Reading and checking sheets of the postal game, through one door: what a sheet is read as.
//!
//! The cases are in `tests/cases/empire_postal_orders/`; `UPDATE=1 cargo test --test orders` rewrites
//! what they expect, and the difference is reviewed like code.

#[path = "orders/agreement.rs"]
mod agreement;
#[path = "orders/case.rs"]
mod case;
#[path = "orders/laws.rs"]
mod laws;
#[path = "orders/position.rs"]
mod position;
#[path = "orders/wording.rs"]
mod wording;

use std::fs;
use std::path::{Path, PathBuf};

use case::CaseFile;

fn case_files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/empire_postal_orders");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn every_sheet_is_read_as_its_case_says() {
    let mut differences = Vec::new();
    let mut count = 0;
    for path in case_files() {
        let mut file = CaseFile::read(&fs::read_to_string(&path).unwrap());
        count += file.cases.len();
        if std::env::var_os("UPDATE").is_some() {
            file.cases.iter_mut().for_each(|case| case.reading = case.read());
            fs::write(&path, file.text()).unwrap();
        }
        differences.extend(file.cases.iter().filter_map(case::Case::difference));
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    assert!(count >= 40, "only {count} cases were found");
}

#[test]
fn the_checker_can_fail() {
    let file = "[[case]]\nname = \"wrong\"\nsheet = \"BUILD 3 FI ON 1\"\nreading = \"1 BUILD 4 FI ON 1\"\n";
    let file = CaseFile::read(file);
    assert!(file.cases[0].difference().is_some_and(|text| text.contains("wrong") && text.contains("1 BUILD 3 FI ON 1")));
}
