//! The program is killed at random instants while a host is busy: emails arrive, turns are played, emails are sent. The same host also runs
//! undisturbed, and at the end both hold the same: nothing is lost, doubled or cut off.
//!
//! A few dozen kills are part of every run of the tests. `ASHPOST_KILLS=1000 cargo test --release --test main kills:: -- --nocapture` is the long
//! one.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use ashpost::engine::Seed;
use ashpost::post::Letter;
use chrono::{DateTime, TimeDelta, Utc};
use rusqlite::Connection;

use crate::common::{CAMPAIGN, CAMPAIGN_TOML, CORRESPONDENCE_TOML, House, cases, install_script, mail, utc};

/// A second campaign, in which moves alternate.
const DUEL: &str = "duel";

/// How often a run is killed at most before it may end.
const KILLS_A_RUN: u32 = 8;

/// A host that sends by a command, which takes its time and keeps each email under the digest of its bytes.
fn busy_house() -> House {
    let house = House::new(&CAMPAIGN_TOML.replace(".example", ".test"));
    let (script, sent) = (house.path("sendmail"), house.path("sent"));
    fs::create_dir_all(&sent).unwrap();
    let text = format!(
        "#!/bin/sh\nname={0}/.$$.part\nhead -c 700 > $name\ncat >> $name\nmv $name {0}/$(sha256sum < $name | cut -c1-64).eml\n",
        sent.display()
    );
    install_script(&script, &text);
    // A command takes email out of the house, so addresses of documentation would keep the campaigns from beginning.
    let host = fs::read_to_string(house.path("ashpost.toml")).unwrap().replace(".example", ".test");
    let by_command = format!("transport = \"sendmail\"\ncommand = \"{}\"", script.display());
    fs::write(house.path("ashpost.toml"), host.replace("transport = \"file\"\ndirectory = \"sent\"", &by_command)).unwrap();
    fs::create_dir_all(house.path(DUEL)).unwrap();
    fs::write(house.path("duel/campaign.toml"), CORRESPONDENCE_TOML.replace(".example", ".test")).unwrap();
    house
}

/// A generator of numbers that anybody can repeat.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

fn start(house: &House, now: DateTime<Utc>) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ashpost"));
    command.arg("--campaigns").arg(house.folder.path()).args(["--now", &now.to_rfc3339(), "tick"]);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// Runs the cron line at one time, killed again and again, until it may end. Returns how often it was killed.
fn run(house: &House, now: DateTime<Utc>, numbers: Option<&mut Numbers>, kills: u32) -> u32 {
    let mut killed = 0;
    if let Some(numbers) = numbers {
        let mut longest_ms = 400;
        while killed < kills {
            let mut child = start(house, now);
            let wait_ms = numbers.below(longest_ms);
            // This sleep does not wait for anything to happen: the kill is meant to come at a random instant.
            std::thread::sleep(Duration::from_millis(wait_ms));
            let is_over = child.try_wait().unwrap().is_some();
            child.kill().unwrap();
            child.wait().unwrap();
            killed += u32::from(!is_over);
            longest_ms = if is_over { (longest_ms / 2).max(8) } else { longest_ms };
            // The rest of this run has nothing left to do.
            if is_over && longest_ms == 8 {
                break;
            }
        }
    }
    assert!(start(house, now).wait().unwrap().success(), "the run at {now} fails");
    killed
}

/// How long a busy time is.
enum Until {
    Killed(u32, Numbers),
    Weeks(u32),
}

/// Plays a busy time; returns how many weeks it had and how many kills it saw.
fn play(house: &mut House, until: Until) -> (u32, u32) {
    let (kills, weeks, mut numbers) = match until {
        Until::Killed(kills, numbers) => (kills, 200, Some(numbers)),
        Until::Weeks(weeks) => (0, weeks, None),
    };
    let opening = utc("2027-01-01T10:00:00Z");
    let mut killed = run(house, opening, numbers.as_mut(), kills.min(KILLS_A_RUN));
    let tags = tags(house);
    let tag = |campaign: &str, seat: u8| tags[&(campaign.to_owned(), seat)].clone();
    let mut week = 0;
    while week < weeks && (kills == 0 || killed < kills) {
        let at = opening + TimeDelta::days(7 * i64::from(week));
        let mut post = |from: &str, tag: &str, name: &str, text: &str| {
            house.deliver(mail(from, tag, &format!("{name}.{week}@player.test"), text).as_bytes(), at + TimeDelta::hours(1));
        };
        post("ann@player.test", &tag(CAMPAIGN, 1), "a", "BUILD 1 FP ON 1\nBUILD 2 FI ON 1\nSTATUS\n");
        post("ann@player.test", &tag(CAMPAIGN, 1), "b", "BUILD 2 FP ON 1\nSEND ALL FI FROM 1 TO 18\n");
        post("bob@player.test", &tag(CAMPAIGN, 2), "c", "BUILD 1 PDU ON 2\nHELP\n");
        post("bob@player.test", &tag(DUEL, 2), "d", &format!("NOTE \"week {week}\"\n"));
        post("ann@player.test", &tag(DUEL, 1), "e", "a1-b1\n");
        post(&format!("who{week}@elsewhere.example"), "hello", "f", "Which game?\n");
        for now in [at + TimeDelta::hours(2), at + TimeDelta::days(7) + TimeDelta::hours(10)] {
            let left = kills.saturating_sub(killed).min(KILLS_A_RUN);
            killed += run(house, now, numbers.as_mut(), left);
        }
        week += 1;
    }
    (week, killed)
}

/// The subject tags of all seats, from the opening reports.
fn tags(house: &House) -> BTreeMap<(String, u8), String> {
    let letters = fs::read_dir(house.path("sent")).unwrap().map(|entry| Letter::read(&fs::read(entry.unwrap().path()).unwrap()));
    let mut tags = BTreeMap::new();
    for letter in letters {
        let seat = if letter.to[0].address.as_str().starts_with("ann") { 1 } else { 2 };
        for campaign in [CAMPAIGN, DUEL] {
            if let Some(at) = letter.subject.find(&format!("[{campaign} ")) {
                let end = at + letter.subject[at..].find(']').unwrap();
                tags.insert((campaign.to_owned(), seat), letter.subject[at..=end].to_owned());
            }
        }
    }
    assert_eq!(tags.len(), 4, "every seat has its opening report");
    tags
}

/// What both hosts must hold alike, each thing once: rows without their numbers, files by their bytes.
fn holdings(house: &House) -> BTreeMap<String, BTreeSet<String>> {
    // A command that outlived a killed run may still be about to write its email.
    while fs::read_dir(house.path("sent")).unwrap().any(|entry| entry.unwrap().file_name().to_string_lossy().ends_with(".part")) {
        std::thread::yield_now();
    }
    let mut held = BTreeMap::new();
    for place in ["sent", "mail/new", "mail/cur", "rim-3/reports", "rim-3/site", "duel/reports"] {
        let mut files = BTreeSet::new();
        collect(&house.path(place), &mut files);
        held.insert(place.to_owned(), files);
    }
    for database in ["rim-3/campaign.db", "duel/campaign.db", "ashpost.db"] {
        let connection = Connection::open(house.path(database)).unwrap();
        for (table, columns) in [
            ("journal", "entry, hidden, sheets, hash, signature"),
            ("sheet", "turn, seat, received_at, hex(sealed), digest, withdrawn"),
            ("mail", "fingerprint, received_at, sender, seat, turn, verdict, raw"),
            ("outbox", "message_id, kind, turn, seat, recipient, raw, state"),
            ("report", "number, seat, hex(text), hex(html), hex(json)"),
        ] {
            let sql = format!("SELECT json_array({}) FROM {table}", columns.replace(", raw", ", hex(raw)"));
            let mut statement = connection.prepare(&sql).unwrap();
            let rows: Vec<String> = statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
            let distinct: BTreeSet<String> = rows.iter().cloned().collect();
            assert_eq!(distinct.len(), rows.len(), "a row of {table} in {database} is there twice");
            held.insert(format!("{database}/{table}"), distinct);
        }
    }
    held
}

fn collect(folder: &Path, files: &mut BTreeSet<String>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.map(|entry| entry.unwrap().path()) {
        let name = entry.file_name().unwrap().to_string_lossy().into_owned();
        if entry.is_dir() {
            collect(&entry, files);
        } else if !name.ends_with(".new") {
            files.insert(format!("{name} {}", Seed(sha2_of(&fs::read(&entry).unwrap()))));
        }
    }
}

fn sha2_of(bytes: &[u8]) -> [u8; 32] {
    use sha2::{Digest, Sha256};
    Sha256::digest(bytes).into()
}

#[test]
fn a_busy_host_that_is_killed_at_random_holds_what_an_undisturbed_one_holds() {
    let kills: u32 = cases("ASHPOST_KILLS", 24);
    let mut disturbed = busy_house();
    let (weeks, killed) = play(&mut disturbed, Until::Killed(kills, Numbers(2027)));
    let mut control = busy_house();
    play(&mut control, Until::Weeks(weeks));
    let (found, expected) = (holdings(&disturbed), holdings(&control));
    for (place, rows) in &expected {
        let lost: Vec<&String> = rows.difference(&found[place]).collect();
        let more: Vec<&String> = found[place].difference(rows).collect();
        assert!(lost.is_empty() && more.is_empty(), "{place}: {} lost, {} too many: {lost:.300?} {more:.300?}", lost.len(), more.len());
    }
    assert!(found["mail/new"].is_empty());
    assert!(killed >= kills, "killed only {killed} times in {weeks} weeks");
    println!("{killed} kills in {weeks} weeks: {} messages sent, none lost, doubled or cut off", found["sent"].len());
}
