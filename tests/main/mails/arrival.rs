//! When emails arrived: `tests/cases/arrival.toml`, each header with LF and with CRLF.

use std::fs;
use std::path::Path;

use ashpost::post::Letter;
use ashpost::post::arrival::{ArrivalClock, FileTimes, arrival, oldest_trace};
use chrono::{DateTime, Utc};
use proptest::prelude::*;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cases {
    case: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    /// A sentence.
    name: String,
    /// The name of the file in a Maildir.
    #[serde(default)]
    file: String,
    /// Whether a person put the file into a folder.
    #[serde(default)]
    in_folder: bool,
    file_time: DateTime<Utc>,
    now: Option<DateTime<Utc>>,
    #[serde(default)]
    received_by: Vec<String>,
    #[serde(default)]
    header: String,
    arrived: DateTime<Utc>,
    /// `file-name`, `file-time`, or `received` and the host.
    clock: String,
    oldest: Option<DateTime<Utc>>,
}

fn check(case: &Case) -> Result<(), String> {
    let now = case.now.unwrap_or("2027-01-10T12:00:00Z".parse().unwrap());
    let times = if case.in_folder { FileTimes::of_file(case.file_time) } else { FileTimes::of_maildir(&case.file, case.file_time) };
    let raw = format!("{}\nFrom: ann@player.example\n\nBUILD 1 FP ON 1\n", case.header.trim_matches('\n'));
    let raw = raw.trim_start_matches('\n');
    for (ends, raw) in [("LF", raw.to_owned()), ("CRLF", raw.replace('\n', "\r\n"))] {
        let stamps = Letter::read(raw.as_bytes()).inside.stamps;
        let arrived = arrival(&times, &stamps, &case.received_by, now);
        let clock = match &arrived.clock {
            ArrivalClock::FileName => "file-name".to_owned(),
            ArrivalClock::FileTime => "file-time".to_owned(),
            ArrivalClock::Received { host } => format!("received {host}"),
        };
        if (arrived.at, clock.as_str()) != (case.arrived, case.clock.as_str()) {
            return Err(format!("with {ends}: it arrived {} by {clock}; {stamps:?}", arrived.at));
        }
        let oldest = oldest_trace(&times, &stamps);
        if case.oldest.is_some_and(|wanted| wanted != oldest) {
            return Err(format!("with {ends}: its oldest trace is {oldest}; {stamps:?}"));
        }
    }
    Ok(())
}

#[test]
fn every_mail_arrives_when_it_should() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/arrival.toml");
    let cases: Cases = toml::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    assert!(cases.case.len() >= 25, "cases are missing");
    let wrong = cases.case.iter().filter_map(|case| check(case).err().map(|wrong| format!("{}: {wrong}", case.name)));
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

proptest! {
    /// Headers that nobody named cannot move an email: whatever a sender writes, the file decides.
    #[test]
    fn no_header_moves_a_mail_where_no_host_is_named(header in "(Received: |Date: )?[ -~]{0,80}", by in "[a-z.]{0,20}") {
        let file_time = "2027-01-06T08:00:00Z".parse().unwrap();
        let now = "2027-01-10T12:00:00Z".parse().unwrap();
        let times = FileTimes::of_maildir("1799400000.1_1.laptop,U=1:2,", file_time);
        let raw = format!("Received: from x by {by}; Wed, 6 Jan 2027 07:00:00 +0000\n{header}\n\n");
        let stamps = Letter::read(raw.as_bytes()).inside.stamps;
        prop_assert_eq!(arrival(&times, &stamps, &[], now).at, file_time);
        prop_assert!(oldest_trace(&times, &stamps) <= file_time);
    }
}
