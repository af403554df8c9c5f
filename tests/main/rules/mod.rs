//! Every rule of both games of Ashes of Empire, case by case, through one door: [`case::Case::differences`].
//!
//! `tests/cases/README.md` explains the format of the files in `tests/cases/empire_postal/` and `tests/cases/empire/`.

mod case;
mod empire;
mod judging;
mod opening;
mod paths;
mod postal;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use case::{Case, CaseFile};
use empire::OfEmpire;
use opening::Opening;
use postal::Postal;

fn all_cases<O: Opening>() -> Vec<Case<O>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases").join(O::GAME);
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.iter().flat_map(|file| CaseFile::read(&file.display().to_string(), &fs::read_to_string(file).unwrap())).collect()
}

fn hold_all<O: Opening>() {
    let differences: Vec<String> = all_cases::<O>().iter().flat_map(Case::differences).collect();
    assert!(differences.is_empty(), "\n{}\n", differences.join("\n"));
}

#[test]
fn every_case_of_the_postal_game_comes_out_as_it_says() {
    hold_all::<Postal>();
}

#[test]
fn every_case_of_empire_comes_out_as_it_says() {
    hold_all::<OfEmpire>();
}

fn cover_all<O: Opening>() {
    let known: BTreeSet<&str> = O::RULES.split_whitespace().collect();
    let cases = all_cases::<O>();
    let covered: BTreeSet<&str> = cases.iter().flat_map(|case| case.rules.iter().map(String::as_str)).collect();
    assert_eq!(known.difference(&covered).collect::<Vec<_>>(), Vec::<&&str>::new(), "rules without a case");
    assert_eq!(covered.difference(&known).collect::<Vec<_>>(), Vec::<&&str>::new(), "no such rules");
}

#[test]
fn every_rule_has_a_case() {
    cover_all::<Postal>();
    cover_all::<OfEmpire>();
}

/// The complaint about a case with one wrong line.
fn complaint<O: Opening>(text: &str) -> String {
    let text = format!("[[case]]\nname = \"wrong\"\nrules = [\"any\"]\n{text}");
    CaseFile::<O>::read("self-test", &text).iter().flat_map(Case::differences).collect::<Vec<_>>().join("\n")
}

fn complains<O: Opening>(wrong_lines: &[(&str, &str)]) {
    for (text, answer) in wrong_lines {
        let complaint = complaint::<O>(text);
        assert!(complaint.contains(answer), "{text}\nis answered with\n{complaint}");
    }
}

#[test]
fn the_checker_can_fail() {
    complains::<Postal>(&[
        ("orders.1 = 'BUILD 1 FP ON 1 # => cut 0/1 short-of P4.5'", "is done 1/1 P4.5"),
        ("orders.1 = 'BUILD 1 FP ON 1'", "says nothing of its fate"),
        ("orders.1 = 'BUILD 1 FP ON 1 # => unreadable'", "is done 1/1 P4.5"),
        ("orders.1 = '# => done P4.5'", "there is no order"),
        ("orders.1 = 'BUILD 1 XX ON 1 # => done 1/1 P4.5'", "is unreadable"),
        ("expect.'planet.1.pdu' = 99", "planet.1.pdu should be 99 but is 6"),
        ("expect.'planet.1.pud' = 6", "no such path"),
        ("given.'planet.1.pud' = 6", "no such path"),
        ("given.'planet.41.pdu' = 6", "no such path"),
        ("given.'relation.1-9' = 'war'", "no such path"),
        ("expect.'planet.1.orbit' = '1: 4 XX'", "not a position"),
        ("sees.'2: planet.1.full' = true", "planet.1.full"),
        ("events = [{ kind = 'battle' }]", "did not happen"),
        ("never = ['game_length']\nopening.vote = true", "happened"),
        ("refused = 'no seat'", "is not refused"),
    ]);
    complains::<OfEmpire>(&[
        ("orders.1 = 'PRODUCE 1 GHOST ON 1 # => done 1/1 B5.3'", "is unreadable"),
        ("expect.'planet.1.troops' = 99", "planet.1.troops should be 99 but is 3"),
        ("expect.'planet.1.orbit' = '1: 4 XX'", "not a space"),
        ("sees.'2: me.seat' = 1", "should be 1 but is 2"),
        ("sees.'1: planet.1.orbit' = '1: 2 FI'", "should be"),
        ("opening.scenario = 'no-such-thing'", "No such file"),
    ]);
    assert_eq!(complaint::<Postal>("orders.1 = 'BUILD 1 FP ON 1 # => done 1/1 P4.5'"), "");
    assert_eq!(complaint::<OfEmpire>("orders.1 = 'PRODUCE 1 TROOP ON 1 # => done 1/1 B5.3'"), "");
}

#[test]
#[should_panic(expected = "unknown field `expct`")]
fn unknown_keys_are_errors() {
    complaint::<Postal>("expct = {}");
}

#[test]
#[should_panic(expected = "unknown field `rounds`")]
fn keys_of_another_game_are_errors() {
    complaint::<OfEmpire>("opening.rounds = 3");
}
