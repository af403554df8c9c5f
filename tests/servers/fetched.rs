//! Email that mbsync fetches: what its file names and times tell, with and without `CopyArrivalDate`.

use std::fs;
use std::path::Path;
use std::process::Command;

use ashpost::post::arrival::{ArrivalClock, NameTime};
use ashpost::post::source::maildir;
use chrono::{DateTime, Utc};

use super::programs::{lacking, run};

/// When the provider took the email.
const ARRIVED_AT: &str = "2026-03-04T10:00:00Z";

/// A provider's mailbox with one email, which mbsync copies; a Maildir plays the provider.
fn fetch(root: &Path, copy_arrival_date: &str) -> Copy {
    let provider = root.join("provider/inbox");
    for folder in ["new", "cur", "tmp"] {
        fs::create_dir_all(provider.join(folder)).unwrap();
    }
    fs::create_dir_all(root.join("here")).unwrap();
    let arrived_at: DateTime<Utc> = ARRIVED_AT.parse().unwrap();
    maildir::deliver(&provider, b"From: ann@player.example\nSubject: x\n\nBUILD 1 FP ON 1\n", arrived_at, "1").unwrap();
    let at = |place: &str| root.join(place).display().to_string();
    let settings = format!(
        "MaildirStore provider\nPath {0}/\nInbox {0}/inbox\n\nMaildirStore here\nPath {1}/\nInbox {1}/inbox\n\n\
         Channel games\nFar :provider:\nNear :here:\nCreate Near\nSyncState {2}\nCopyArrivalDate {copy_arrival_date}\n",
        at("provider"),
        at("here"),
        at("state")
    );
    fs::write(root.join("mbsyncrc"), settings).unwrap();
    run(Command::new("mbsync").arg("-c").arg(root.join("mbsyncrc")).arg("games"));
    only(&root.join("here/inbox"))
}

/// The one email of a Maildir.
struct Copy {
    name: String,
    tells: NameTime,
    arrived: (DateTime<Utc>, ArrivalClock),
}

fn only(maildir: &Path) -> Copy {
    let scan = maildir::scan(maildir);
    let [found] = &scan.found[..] else { panic!("{scan:?}") };
    let name = found.path.file_name().unwrap().to_string_lossy().into_owned();
    Copy { name, tells: found.times.name, arrived: found.times.arrived() }
}

#[test]
fn the_time_of_a_fetch_is_told_from_that_of_arrival() {
    if lacking("mail fetched by mbsync", &["mbsync"]) {
        return;
    }
    let arrived_at: DateTime<Utc> = ARRIVED_AT.parse().unwrap();
    for (copy_arrival_date, keeps_it) in [("yes", true), ("no", false)] {
        let root = tempfile::tempdir().unwrap();
        let copy = fetch(root.path(), copy_arrival_date);
        assert!(matches!(copy.tells, NameTime::Fetched(at) if at > arrived_at), "{} is the name of a fetch", copy.name);
        assert_eq!((copy.arrived.0 == arrived_at, copy.arrived.1), (keeps_it, ArrivalClock::FileTime), "{}", copy.name);
    }
}
