//! Every rule of the postal game, case by case, through one door: [`case::Case::differences`].
//!
//! `tests/cases/README.md` explains the format of the files in `tests/cases/empire_postal/`.

#[path = "rules/case.rs"]
mod case;
#[path = "rules/judging.rs"]
mod judging;
#[path = "rules/paths.rs"]
mod paths;
#[path = "rules/position.rs"]
mod position;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use case::{Case, CaseFile};

/// The ids of the specification, P0 to P12.
const RULES: &str = "P0 P1.1 P1.2 P1.3 P1.4 P1.5 P1.6 P1.7 P2.1 P2.2 P2.3 P3.1 P3.2 P3.3 P3.4 P4.1 P4.2 P4.3 P4.4 P4.5 P4.6 \
                     P4.7 P4.8 P4.9 P4.10 P4.11 P5.1 P5.2 P5.3 P5.4 P5.5 P5.6 P6.1 P6.2 P6.3 P6.4 P6.5 P7.1 P8.1 P8.2 P8.3 \
                     P9.1 P9.2 P10.1 P10.2 P10.3 P10.4 P10.5 P11.1 P11.2 P11.3 P12";

fn all_cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/empire_postal");
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
    let text = format!("[[case]]\nname = \"wrong\"\nrules = [\"P4.5\"]\n{text}");
    CaseFile::read("self-test", &text).iter().flat_map(Case::differences).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_checker_can_fail() {
    for (text, answer) in [
        ("orders.1 = 'BUILD 1 FP ON 1 # => cut 0/1 short-of P4.5'", "is done 1/1 P4.5"),
        ("orders.1 = 'BUILD 1 FP ON 1'", "says nothing of its fate"),
        ("orders.1 = 'BUILD 1 FP ON 1 # => unreadable'", "is done 1/1 P4.5"),
        ("orders.1 = '# => done P4.5'", "there is no order"),
        ("orders.1 = 'BUILD 1 XX ON 1 # => done 1/1 P4.5'", "is unreadable"),
        ("expect.'planet.1.pdu' = 99", "planet.1.pdu"),
        ("expect.'planet.1.pud' = 6", "no such path"),
        ("given.'planet.1.pud' = 6", "no such path"),
        ("given.'planet.41.pdu' = 6", "no such path"),
        ("given.'relation.1-9' = 'war'", "no such path"),
        ("expect.'planet.1.orbit' = '1: 4 XX'", "not a position"),
        ("sees.'2: planet.1.full' = true", "planet.1.full"),
        ("events = [{ kind = 'battle' }]", "did not happen"),
        ("never = ['game_length']\nvote = true", "happened"),
    ] {
        assert!(complaint(text).contains(answer), "{text}\nis answered with\n{}", complaint(text));
    }
    assert_eq!(complaint("orders.1 = 'BUILD 1 FP ON 1 # => done 1/1 P4.5'"), "");
}

#[test]
#[should_panic(expected = "unknown field `expct`")]
fn unknown_keys_are_errors() {
    complaint("expct = {}");
}
