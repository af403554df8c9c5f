//! A game that goes back: its archive shows the turns that count, its journal is a bundle that verifies, and a finished game goes on.

use std::fs;
use std::process::Command;

use ashpost::campaign::bundle::Bundle;
use ashpost::engine::Seat;

use crate::common::{CAMPAIGN, CAMPAIGN_TOML, CORRESPONDENCE_TOML, House, mail, utc};

/// A command of the game master; returns what it prints.
fn command(house: &House, now: &str, arguments: &[&str]) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_ashpost"));
    let output = program.arg("--campaigns").arg(house.folder.path()).args(["--now", now]).args(arguments).output().unwrap();
    let said = [output.stdout, output.stderr].map(|part| String::from_utf8(part).unwrap()).concat();
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {said}");
    said
}

fn page(house: &House, name: &str) -> Option<String> {
    fs::read_to_string(house.path(&format!("{CAMPAIGN}/site/{name}"))).ok()
}

#[test]
fn the_published_bundle_is_the_journal_whatever_became_of_its_file() {
    let house = House::new(CAMPAIGN_TOML);
    let file = house.path("rim-3/site/rim-3.bundle");
    let is_the_journal = |now: &str, after: &str| {
        assert!(!house.tick(utc(now)).has_trouble(), "{after}");
        assert_eq!(fs::read_to_string(&file).unwrap(), command(&house, now, &["bundle", CAMPAIGN, "--output", "-"]), "{after}");
        fs::read(&file).unwrap()
    };
    let opening = is_the_journal("2027-01-01T10:00:00Z", "the opening");
    command(&house, "2027-01-02T10:00:00Z", &["run", CAMPAIGN]);
    let turn = is_the_journal("2027-01-02T10:00:00Z", "a turn");
    assert!(turn.starts_with(&opening) && turn.len() > opening.len());
    command(&house, "2027-01-02T11:00:00Z", &["pause", CAMPAIGN]);
    is_the_journal("2027-01-02T11:00:00Z", "an entry between turns");
    command(&house, "2027-01-02T12:00:00Z", &["resume", CAMPAIGN]);
    fs::write(&file, [b"?", &fs::read(&file).unwrap()[1..]].concat()).unwrap();
    is_the_journal("2027-01-02T12:00:00Z", "a file with other bytes");
    fs::remove_file(&file).unwrap();
    command(&house, "2027-01-03T10:00:00Z", &["run", CAMPAIGN]);
    is_the_journal("2027-01-03T10:00:00Z", "a lost file");
    command(&house, "2027-01-03T11:00:00Z", &["rollback", CAMPAIGN, "1", "--reason", "The wrong map."]);
    is_the_journal("2027-01-03T11:00:00Z", "a rollback");
    command(&house, "2027-01-04T10:00:00Z", &["site", CAMPAIGN]);
    command(&house, "2027-01-04T10:00:00Z", &["run", CAMPAIGN]);
    is_the_journal("2027-01-04T10:00:00Z", "the whole archive, and a turn");
    command(&house, "2027-01-04T11:00:00Z", &["abort", CAMPAIGN, "--reason", "No time."]);
    let all = is_the_journal("2027-01-04T11:00:00Z", "the end");
    assert!(String::from_utf8(all).unwrap().contains("\nhidden "), "with what was hidden");
}

#[test]
fn the_archive_shows_the_turns_that_count() {
    let house = House::new(&CAMPAIGN_TOML.replace("[gm]", "[policy]\nprivate_reports_on_site = true\n[gm]"));
    house.tick(utc("2027-01-01T10:00:00Z"));
    for now in ["2027-01-02T10:00:00Z", "2027-01-03T10:00:00Z"] {
        command(&house, now, &["run", CAMPAIGN]);
        assert!(!house.tick(utc(now)).has_trouble());
    }
    let first = page(&house, "turn-1.html").unwrap();
    let private = |turn: u32| {
        let folders = fs::read_dir(house.path("rim-3/site")).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir());
        folders.filter(|folder| folder.join(format!("turn-{turn}.html")).is_file()).count()
    };
    assert!(page(&house, "turn-2.html").is_some() && house.path("rim-3/reports/turn-2").is_dir() && private(2) == 2);
    command(&house, "2027-01-04T10:00:00Z", &["rollback", CAMPAIGN, "0", "--reason", "The wrong map."]);
    assert!(!house.tick(utc("2027-01-04T10:00:00Z")).has_trouble());
    assert!(page(&house, "turn-1.html").is_none() && page(&house, "turn-2.html").is_none() && private(1) + private(2) == 0);
    assert!(!house.path("rim-3/reports/turn-1").exists() && !page(&house, "index.html").unwrap().contains("turn-1.html"));
    command(&house, "2027-01-05T10:00:00Z", &["run", CAMPAIGN]);
    assert!(!house.tick(utc("2027-01-05T10:00:00Z")).has_trouble());
    let again = page(&house, "turn-1.html").unwrap();
    assert!(again.contains("Turn 1 was played again: this replaces what was reported of it on Sat 02 Jan 2027"), "{again}");
    assert!(again.contains("The wrong map.") && again != first && page(&house, "turn-2.html").is_none() && private(1) == 2);
    // Nothing is left to do.
    assert_eq!(house.tick(utc("2027-01-05T11:00:00Z")).campaigns[0].turns_published, 0);
    let bundle = page(&house, "rim-3.bundle").unwrap();
    let checked = Bundle::read(&bundle).unwrap().check().unwrap();
    assert_eq!((checked.turns().count(), checked.undone(), checked.is_over), (4, 2, false));
    let words = command(&house, "2027-01-05T12:00:00Z", &["verify", &house.path("rim-3/site/rim-3.bundle").to_string_lossy()]);
    assert!(words.contains("THE GAME WENT BACK to turn 0") && words.matches("UNDONE").count() == 2, "{words}");
    assert!(command(&house, "2027-01-05T12:00:00Z", &["replay", CAMPAIGN]).contains("2 of them do not count any more"));
    // What was kept of the second turn is not told, and made way for the turn that is played instead.
    for now in ["2027-01-05T13:00:00Z", "2027-01-06T10:00:00Z"] {
        let made_by_and_by = ["index.html", "film.svg"].map(|name| page(&house, name));
        command(&house, now, &["site", CAMPAIGN]);
        assert_eq!(["index.html", "film.svg"].map(|name| page(&house, name)), made_by_and_by);
        command(&house, now, &["run", CAMPAIGN]);
        assert!(!house.tick(utc(now)).has_trouble());
    }
    assert!(page(&house, "index.html").unwrap().contains("turn-3.html"));
}

#[test]
fn a_game_of_two_that_is_over_goes_back_and_on() {
    let mut house = House::new(CORRESPONDENCE_TOML);
    house.tick(utc("2027-01-01T10:00:00Z"));
    let write = |house: &mut House, seat: u8, text: &str, at: &str| {
        let from = ["ann@player.example", "bob@player.example"][usize::from(seat - 1)];
        house.deliver(mail(from, &house.tag(Seat(seat)), &format!("{at}@player.example"), text).as_bytes(), utc(at));
        let report = house.tick(utc(at));
        assert!(!report.has_trouble(), "{report:?}");
        report.campaigns[0].played.len()
    };
    assert_eq!(write(&mut house, 1, "a1-b1\n", "2027-01-02T10:00:00Z"), 1);
    assert_eq!(write(&mut house, 2, "RESIGN\n", "2027-01-03T10:00:00Z"), 1);
    assert!(house.glance().campaign.is_over());
    let said = command(&house, "2027-01-04T10:00:00Z", &["rollback", CAMPAIGN, "1", "--reason", "Bob had mistyped."]);
    assert!(
        said.contains("went back from move 2 to move 1; move 2 is open until") && said.contains("no orders that were sent count"),
        "{said}"
    );
    // The resignation is not played again, and the clock of the mover has not run.
    assert_eq!(house.tick(utc("2027-01-04T10:05:00Z")).campaigns[0].played.len(), 0);
    let glance = house.glance();
    let progress = glance.campaign.progress.as_ref().unwrap();
    assert!(!progress.is_over() && progress.clocks.used.is_empty(), "{:?}", progress.clocks);
    let back = command(&house, "2027-01-05T10:00:00Z", &["roll-forward", CAMPAIGN]);
    assert!(back.contains("goes on from move 2 after all; the game is over"), "{back}");
    house.tick(utc("2027-01-05T10:05:00Z"));
    assert!(house.glance().campaign.is_over() && house.replay().unwrap().is_over);
    command(&house, "2027-01-06T10:00:00Z", &["rollback", CAMPAIGN, "0", "--reason", "From the beginning."]);
    assert_eq!(write(&mut house, 1, "a1-a2\n", "2027-01-06T11:00:00Z"), 1);
    assert_eq!(write(&mut house, 2, "b1-b2\n", "2027-01-07T11:00:00Z"), 1);
    let replay = house.replay().unwrap();
    assert!(!replay.is_over && replay.undone() == 2);
}

#[test]
fn a_game_that_was_ended_by_decision_goes_on_where_it_stood() {
    let house = House::new(CAMPAIGN_TOML);
    house.tick(utc("2027-01-01T10:00:00Z"));
    command(&house, "2027-01-02T10:00:00Z", &["run", CAMPAIGN]);
    house.tick(utc("2027-01-02T10:00:00Z"));
    command(&house, "2027-01-03T10:00:00Z", &["abort", CAMPAIGN, "--reason", "Nobody writes."]);
    house.tick(utc("2027-01-03T10:00:00Z"));
    assert!(house.glance().campaign.is_over());
    let said = command(&house, "2027-01-04T10:00:00Z", &["rollback", CAMPAIGN, "1", "--reason", "They do."]);
    assert!(said.contains("went back from turn 1 to turn 1; turn 2 is open until"), "{said}");
    assert!(house.glance().campaign.goes_on() && !house.replay().unwrap().is_over);
    command(&house, "2027-01-05T10:00:00Z", &["roll-forward", CAMPAIGN]);
    assert!(house.glance().campaign.is_over() && house.replay().unwrap().is_over);
    command(&house, "2027-01-06T10:00:00Z", &["rollback", CAMPAIGN, "0", "--reason", "From the beginning."]);
    assert!(!house.tick(utc("2027-01-06T10:00:00Z")).has_trouble());
    command(&house, "2027-01-07T10:00:00Z", &["run", CAMPAIGN]);
    assert_eq!(house.replay().unwrap().undone(), 1);
}

#[test]
fn a_game_that_was_ended_by_decision_goes_back_past_its_last_turn_and_forward_to_its_end() {
    let house = House::new(CAMPAIGN_TOML);
    house.tick(utc("2027-01-01T10:00:00Z"));
    for now in ["2027-01-02T10:00:00Z", "2027-01-03T10:00:00Z"] {
        command(&house, now, &["run", CAMPAIGN]);
        house.tick(utc(now));
    }
    command(&house, "2027-01-04T10:00:00Z", &["abort", CAMPAIGN, "--reason", "Nobody writes."]);
    command(&house, "2027-01-05T10:00:00Z", &["rollback", CAMPAIGN, "1", "--reason", "They do."]);
    let said = command(&house, "2027-01-06T10:00:00Z", &["roll-forward", CAMPAIGN]);
    assert!(said.contains("goes on from turn 2 after all; the game is over"), "{said}");
    assert!(!house.tick(utc("2027-01-06T10:00:00Z")).has_trouble());
    assert!(house.glance().campaign.is_over() && house.replay().unwrap().is_over);
}
