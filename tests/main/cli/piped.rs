//! `ashpost receive`, as a mail server starts it: the email is on disk when it returns, and a process in the background does the rest.

use std::fs::{self, File};
use std::process::{Child, Command, Output};

use ashpost::engine::Seat;
use serde_json::Value;

use super::{code, err, fed, out};
use crate::common::{CAMPAIGN, CAMPAIGN_TOML, House, mail, utc};

/// Starts `receive` with an email. Its output ends when the process in the background has ended as well: both hold a copy of it, as number 9.
fn begin(house: &House, options: &[&str], raw: &str) -> Child {
    let mut command = Command::new("sh");
    command
        .args(["-c", "exec \"$@\" 9>&1", "sh", env!("CARGO_BIN_EXE_ashpost"), "--campaigns", &house.folder.path().to_string_lossy()])
        .args(["--now", "2027-01-02T10:00:00Z", "receive"])
        .args(options);
    fed(&mut command, raw)
}

fn pipe(house: &House, options: &[&str], raw: &str) -> Output {
    begin(house, options, raw).wait_with_output().unwrap()
}

fn opened() -> House {
    let mut house = House::new(CAMPAIGN_TOML);
    house.tick(utc("2027-01-01T10:00:00Z"));
    house.news();
    house
}

fn orders(house: &House, number: u32) -> String {
    let (seat, address) = if number % 2 == 1 { (1, "ann@player.example") } else { (2, "bob@player.example") };
    mail(address, &house.tag(Seat(seat)), &format!("piped@{number}"), &format!("BUILD {number} FP ON {seat}\n"))
}

fn waiting(house: &House) -> usize {
    fs::read_dir(house.path("spool/new")).unwrap().count()
}

#[test]
fn an_email_is_answered_in_the_background_or_before_it_returns() {
    let mut house = opened();
    for (number, options) in [(1, &[][..]), (2, &["--wait"])] {
        let received = pipe(&house, options, &orders(&house, number));
        assert_eq!((code(&received), out(&received), err(&received)), (Some(0), String::new(), String::new()), "{options:?}");
        let news = house.news();
        assert!(news.len() == 1 && news[0].subject.contains("1 order"), "{options:?}: {news:?}");
        assert_eq!(waiting(&house), 0, "{options:?}: the mail is filed");
    }
}

#[test]
fn what_the_run_did_is_told_only_by_who_waits_for_it() {
    let house = opened();
    for (options, strays) in [(&["--json"][..], None), (&["--json", "--wait"], Some(1)), (&["--json", "--no-tick"], None)] {
        let received = pipe(&house, options, &format!("From: cy@player.example\n\nhello {options:?}\n"));
        let told: Value = serde_json::from_slice(&received.stdout).unwrap();
        assert_eq!((&told["schema"], &told["error"]), (&"ashpost-receive/1".into(), &Value::Null));
        assert_eq!(told["tick"]["strays"].as_array().map(Vec::len), strays, "{options:?} {told}");
    }
}

#[test]
fn many_emails_at_once_are_all_answered_without_another_run() {
    let mut house = opened();
    let all: Vec<Child> = (1..=8).map(|number| begin(&house, &[], &orders(&house, number))).collect();
    for child in all {
        let received = child.wait_with_output().unwrap();
        assert_eq!((code(&received), err(&received)), (Some(0), String::new()));
    }
    assert_eq!((waiting(&house), house.news().len()), (0, 8));
}

/// Emails go out by a command that notes each in `log`, and first runs this.
fn send_by_command(house: &House, first: &str) {
    house.send_by_command(&format!("#!/bin/sh\ncat > /dev/null\n{first}\necho sent >> {}\n", house.path("log").display()));
}

fn sent(house: &House) -> usize {
    fs::read_to_string(house.path("log")).unwrap_or_default().lines().count()
}

#[test]
fn many_emails_at_once_are_all_answered_by_a_command_too() {
    let house = opened();
    send_by_command(&house, "");
    let all: Vec<Child> = (1..=8).map(|number| begin(&house, &[], &orders(&house, number))).collect();
    for child in all {
        assert_eq!(code(&child.wait_with_output().unwrap()), Some(0));
    }
    assert_eq!((waiting(&house), sent(&house)), (0, 8));
}

#[test]
fn a_server_that_hangs_keeps_no_other_email_waiting() {
    let house = opened();
    let gate = house.path("gate");
    assert!(Command::new("mkfifo").arg(&gate).status().unwrap().success());
    let begun = house.path("begun");
    assert!(Command::new("mkfifo").arg(&begun).status().unwrap().success());
    let hangs_once = format!("mkdir {0}.once 2>/dev/null && {{ echo > {1}; cat {0} > /dev/null; }}", gate.display(), begun.display());
    send_by_command(&house, &hangs_once);
    let first = begin(&house, &[], &orders(&house, 1));
    // Returns when the first answer is being sent.
    fs::read(&begun).unwrap();
    let second = pipe(&house, &[], &orders(&house, 2));
    assert_eq!((code(&second), waiting(&house), sent(&house)), (Some(0), 0, 0), "the second is taken in meanwhile");
    fs::write(&gate, "").unwrap();
    assert_eq!(code(&first.wait_with_output().unwrap()), Some(0));
    assert_eq!(sent(&house), 2, "who sends looks into the outbox again");
}

#[test]
fn an_email_is_left_to_the_process_that_is_at_work() {
    let mut house = opened();
    fs::create_dir_all(house.path("spool/new")).unwrap();
    let at_work = File::create(house.path("spool/lock")).unwrap();
    at_work.try_lock().unwrap();
    let received = pipe(&house, &[], &orders(&house, 1));
    assert_eq!((code(&received), waiting(&house), house.news().len()), (Some(0), 1, 0));
    // As if it had died without having looked again.
    drop(at_work);
    pipe(&house, &[], &orders(&house, 2));
    assert_eq!((waiting(&house), house.news().len()), (0, 2), "the next one takes in what is left");
}

#[test]
fn without_a_process_in_the_background_the_email_is_answered_all_the_same() {
    let mut house = opened();
    // Whoever cannot lock the file cannot know whether anybody is at work.
    fs::create_dir_all(house.path("spool/lock")).unwrap();
    let received = pipe(&house, &[], &orders(&house, 1));
    assert_eq!((code(&received), err(&received), waiting(&house), house.news().len()), (Some(0), String::new(), 0, 1));
}

#[test]
fn an_email_waits_for_the_next_run_if_the_file_of_the_host_does_not_read() {
    let mut house = opened();
    let toml = fs::read_to_string(house.path("ashpost.toml")).unwrap();
    fs::write(house.path("ashpost.toml"), "address = ").unwrap();
    let received = pipe(&house, &[], &orders(&house, 1));
    assert_eq!((code(&received), waiting(&house)), (Some(0), 1));
    assert!(err(&received).contains("the message is kept for the next tick"), "{}", err(&received));
    fs::write(house.path("ashpost.toml"), toml).unwrap();
    house.tick(utc("2027-01-02T10:05:00Z"));
    assert_eq!((waiting(&house), house.news().len()), (0, 1), "{CAMPAIGN}");
}

#[test]
fn a_mail_that_cannot_be_kept_is_to_be_sent_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("not-a-folder");
    fs::write(&file, "").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_ashpost"));
    command.args(["--campaigns", &file.to_string_lossy(), "receive"]);
    assert_eq!(fed(&mut command, "From: ann@player.example\n\nhello\n").wait().unwrap().code(), Some(75));
}
