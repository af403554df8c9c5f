//! Rehearsals: hosts of any size that bots play, the same every time, ready for the next run.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;

use super::{ashpost, code, err, out};

/// Makes a host in a folder, and returns the document about it.
pub(crate) fn rehearse(folder: &Path, arguments: &[&str]) -> Value {
    let made = ashpost(folder, &[&["--json", "rehearse", "--folder", &folder.to_string_lossy()], arguments].concat());
    assert_eq!((code(&made), err(&made)), (Some(0), String::new()), "{}", out(&made));
    serde_json::from_str(&out(&made)).unwrap()
}

/// The run that the document names.
fn next_tick(made: &Value) -> Value {
    let campaigns = Path::new(made["campaigns"].as_str().unwrap());
    let ticked = ashpost(campaigns, &["--json", "--now", made["next_tick"].as_str().unwrap(), "tick"]);
    assert_eq!((code(&ticked), err(&ticked)), (Some(0), String::new()), "{}", out(&ticked));
    serde_json::from_str(&out(&ticked)).unwrap()
}

/// The length of a list in each campaign of a run.
fn lengths(ticked: &Value, list: &str) -> Vec<usize> {
    ticked["campaigns"].as_array().unwrap().iter().map(|campaign| campaign[list].as_array().unwrap().len()).collect()
}

/// Every file of a folder with its bytes.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
    entries.map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap())).collect()
}

#[test]
fn two_rehearsals_with_the_same_arguments_are_the_same() {
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let arguments = ["--campaigns", "2", "--turns", "2", "--scenario", "first-steps"];
    let [mut one, mut other] = folders.each_ref().map(|folder| rehearse(folder.path(), &arguments));
    assert_eq!((&one["turns_played"], &one["emails"], &one["emails_waiting"]), (&2.into(), &serde_json::json!({"accepted": 8}), &0.into()));
    assert_eq!(lengths(&next_tick(&one), "played"), [0, 0], "nothing is left to do");
    for made in [&mut one, &mut other] {
        made["campaigns"].take();
    }
    assert_eq!(one, other, "journals and all");
    for mails in ["campaigns/mail/cur", "campaigns/sent"] {
        let [one, other] = folders.each_ref().map(|folder| files(&folder.path().join(mails)));
        assert!(one == other && one.len() >= 8, "{mails}: {:?} {:?}", one.keys(), other.keys());
    }
}

#[test]
fn a_rehearsal_leaves_emails_or_a_turn_for_the_next_run() {
    let folder = tempfile::tempdir().unwrap();
    let made = rehearse(&folder.path().join("mail"), &["--campaigns", "2", "--turns", "3", "--scenario", "anaash/6", "--leave-mail"]);
    assert_eq!(made["emails_waiting"], 2);
    assert_eq!(lengths(&next_tick(&made), "played"), [1, 1], "moves are played as they arrive");
    let made = rehearse(&folder.path().join("due"), &["--campaigns", "2", "--turns", "0", "--seats", "2", "--due"]);
    assert_eq!((&made["turns_played"], &made["turns_due"]), (&0.into(), &2.into()));
    let ticked = next_tick(&made);
    assert_eq!((lengths(&ticked, "played"), lengths(&ticked, "mails")), (vec![1, 1], vec![0, 0]));
    let made = rehearse(&folder.path().join("idle"), &["--campaigns", "1", "--turns", "11", "--scenario", "two-states", "--idle"]);
    assert_eq!((&made["turns_played"], &made["games_over"], &made["emails"]), (&11.into(), &0.into(), &serde_json::json!({})));
}

#[test]
fn a_rehearsal_that_cannot_be_is_refused_before_anything_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let full = folder.path().join("full");
    fs::create_dir(&full).unwrap();
    fs::write(full.join("mine.txt"), "mine").unwrap();
    let full = full.to_string_lossy().into_owned();
    let new = folder.path().join("new").to_string_lossy().into_owned();
    for (arguments, exit, says) in [
        (&["1", "--folder", &full][..], 1, "is not empty: nothing was written. Name a new folder with --folder, or leave --folder out"),
        (&["1", "--folder", &new, "--scenario", "first-steps", "--seats", "3"], 1, "the scenario has 2 seats, not 3"),
        (&["1", "--folder", &new, "--scenario", "anaash/6", "--due"], 1, "no move waits for a deadline: leave --due out"),
        (&["1", "--folder", &new, "--scenario", "anaash/6", "--idle"], 1, "a player who sends nothing loses on time"),
        (&["campaigns", "--folder", &new], 2, "expected a number from 1 to 100000; --folder names where to make the host"),
    ] {
        let refused = ashpost(folder.path(), &[&["rehearse", "--campaigns"], arguments].concat());
        assert!(code(&refused) == Some(exit) && err(&refused).contains(says), "{}", err(&refused));
    }
    assert!(!Path::new(&new).exists() && fs::read_dir(&full).unwrap().count() == 1);
}
