//! Every rule of the board game of Ashes of Empire, case by case, through one door: [`case::Case::differences`].
//!
//! `tests/cases/README.md` explains the format of the files in `tests/cases/empire/`.

#[path = "empire/accounts.rs"]
mod accounts;
#[path = "empire/case.rs"]
mod case;
#[path = "rules/judging.rs"]
mod judging;
#[path = "empire/laws.rs"]
mod laws;
#[path = "empire/paths.rs"]
mod paths;
#[path = "empire/settings.rs"]
mod settings;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use case::{Case, CaseFile};

/// The ids of the specification, B1 to B12.
const RULES: &str = "B1.1 B1.2 B1.3 B2.1 B2.2 B2.3 B2.4 B2.5 B2.6 B3.1 B3.2 B3.3 B4.1 B4.2 B4.3 B4.4 B5.1 B5.2 B5.3 B5.4 B5.5 B5.6 \
                     B5.7 B6.1 B6.2 B6.3 B6.4 B6.5 B7.1 B7.2 B7.3 B7.4 B8.1 B9.1 B9.2 B9.3 B9.4 B9.5 B10.1 B10.2 B11.1 B11.2 \
                     B11.3 B11.4 B12";

fn all_cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/empire");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.iter().flat_map(|file| CaseFile::read(&file.display().to_string(), &fs::read_to_string(file).unwrap())).collect()
}

#[test]
fn every_case_comes_out_as_it_says() {
    let differences: Vec<String> = all_cases().iter().flat_map(Case::differences).collect();
    assert!(differences.is_empty(), "\n{}\n", differences.join("\n"));
}

#[test]
fn every_rule_has_a_case() {
    let known: BTreeSet<&str> = RULES.split_whitespace().collect();
    let cases = all_cases();
    let covered: BTreeSet<&str> = cases.iter().flat_map(|case| case.rules.iter().map(String::as_str)).collect();
    assert_eq!(known.difference(&covered).collect::<Vec<_>>(), Vec::<&&str>::new(), "rules without a case");
    assert_eq!(covered.difference(&known).collect::<Vec<_>>(), Vec::<&&str>::new(), "no such rules");
}

/// What one wrong line of a case is answered with.
fn complaint(text: &str) -> String {
    let text = format!("[[case]]\nname = \"wrong\"\nrules = [\"B5.3\"]\n{text}");
    CaseFile::read("self-test", &text).iter().flat_map(Case::differences).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_checker_can_fail() {
    for (text, answer) in [
        ("orders.1 = 'PRODUCE 1 TROOP ON 1 # => failed 0/1 nothing B5.3'", "is done 1/1 B5.3"),
        ("orders.1 = 'PRODUCE 1 TROOP ON 1'", "says nothing of its fate"),
        ("orders.1 = 'PRODUCE 1 GHOST ON 1 # => done 1/1 B5.3'", "is unreadable"),
        ("expect.'planet.1.troops' = 99", "planet.1.troops should be 99 but is 3"),
        ("expect.'planet.1.trops' = 3", "no such path"),
        ("given.'planet.41.troops' = 3", "no such path"),
        ("expect.'planet.1.orbit' = '1: 4 XX'", "not a space"),
        ("sees.'2: me.seat' = 1", "should be 1 but is 2"),
        ("events = [{ kind = 'battle' }]", "did not happen"),
        ("never = ['order_of_movement']", "happened"),
        ("refused = 'no seat'", "is not refused"),
    ] {
        assert!(complaint(text).contains(answer), "{text}\nis answered with\n{}", complaint(text));
    }
    assert_eq!(complaint("orders.1 = 'PRODUCE 1 TROOP ON 1 # => done 1/1 B5.3'"), "");
}
