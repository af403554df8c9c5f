//! A campaign in which nothing is due stays closed, and any change wakes it.

use std::fs;

use ashpost::engine::Seat;
use ashpost::store::Store;

use crate::cli::ashpost;
use crate::common::{CAMPAIGN, CAMPAIGN_TOML, CORRESPONDENCE_TOML, House, mail, utc};

/// A house whose campaign was found quiet at 10:05: opened, its reports sent, and looked at once more.
fn asleep() -> House {
    let mut house = House::new(CAMPAIGN_TOML);
    for minute in ["00", "05"] {
        house.tick(utc(&format!("2027-01-01T10:{minute}:00Z")));
    }
    house.news();
    assert_eq!(opened_at(&house), "2027-01-01T10:05:00+00:00");
    house
}

/// When a run opened the campaign last, as its lock tells.
fn opened_at(house: &House) -> String {
    let lock = fs::read_to_string(house.path(&format!("{CAMPAIGN}/lock"))).unwrap();
    lock.split_whitespace().nth(1).unwrap().to_owned()
}

#[test]
fn a_quiet_campaign_stays_closed_and_is_reported_all_the_same() {
    let house = asleep();
    let report = house.tick(utc("2027-01-01T10:15:00Z"));
    assert_eq!(opened_at(&house), "2027-01-01T10:05:00+00:00", "nobody opened it");
    let campaign = &report.campaigns[0];
    assert_eq!((campaign.next_turn, campaign.deadline_utc.as_deref()), (Some(1), Some("2027-01-08 20:00 UTC")));
    house.tick(utc("2027-01-01T16:05:00Z"));
    assert_eq!(opened_at(&house), "2027-01-01T16:05:00+00:00", "it is looked at every six hours, whatever is known");
}

#[test]
fn neither_a_look_nor_a_backup_wakes_a_campaign() {
    let house = asleep();
    let elsewhere = tempfile::tempdir().unwrap();
    let backup = elsewhere.path().join("night.tar.gz");
    for command in [&["status", CAMPAIGN][..], &["backup", backup.to_str().unwrap()], &["status", CAMPAIGN]] {
        let ran = ashpost(house.folder.path(), &[&["--now", "2027-01-01T10:10:00Z"], command].concat());
        assert!(ran.status.success(), "{command:?} {}", String::from_utf8_lossy(&ran.stderr));
    }
    house.tick(utc("2027-01-01T10:15:00Z"));
    assert_eq!(opened_at(&house), "2027-01-01T10:05:00+00:00", "nobody opened it");
}

#[test]
fn an_email_wakes_a_campaign() {
    let mut house = asleep();
    let raw = mail("ann@player.example", &house.tag(Seat(1)), "1@player.example", "BUILD 1 FI ON 1\n");
    house.deliver(raw.as_bytes(), utc("2027-01-01T10:12:00Z"));
    let report = house.tick(utc("2027-01-01T10:15:00Z"));
    assert_eq!(report.campaigns[0].mails.len(), 1);
    assert_eq!(report.campaigns[0].sent_orders, [Seat(1)]);
}

#[test]
fn an_email_that_did_not_leave_wakes_a_campaign_when_it_is_tried_again() {
    let mut house = asleep();
    let raw = mail("ann@player.example", &house.tag(Seat(1)), "1@player.example", "BUILD 1 FI ON 1\n");
    house.deliver(raw.as_bytes(), utc("2027-01-01T10:12:00Z"));
    house.let_mail_out(false);
    // What cannot leave is tried again after five minutes; after each attempt the campaign is opened once more, and falls asleep.
    for (minute, opened) in [("15", "15"), ("16", "16"), ("17", "16"), ("19", "16"), ("20", "20"), ("21", "21"), ("22", "21")] {
        house.tick(utc(&format!("2027-01-01T10:{minute}:00Z")));
        assert_eq!(opened_at(&house), format!("2027-01-01T10:{opened}:00+00:00"), "in the run at {minute}");
    }
    house.let_mail_out(true);
    assert!(house.news().is_empty());
    house.tick(utc("2027-01-01T14:00:00Z"));
    assert!(house.news().iter().any(|letter| letter.to == "ann@player.example"), "the receipt");
}

/// Something that is done to the files of a house.
type Change = fn(&House);

#[test]
fn a_file_that_has_changed_wakes_a_campaign() {
    let changes: [(&str, Change); 4] = [
        ("its campaign.toml is edited", |house| house.edit_campaign("title = \"The Rim\"", "title = \"The Far Rim\"")),
        ("a backup is copied over its database", |house| {
            let (database, backup) = (house.path(&format!("{CAMPAIGN}/campaign.db")), house.path("backup.db"));
            fs::copy(&database, &backup).unwrap();
            fs::rename(&backup, &database).unwrap();
        }),
        ("its secret is written again", |house| {
            fs::create_dir_all(house.path(&format!("{CAMPAIGN}/keys"))).unwrap();
            fs::write(house.path(&format!("{CAMPAIGN}/keys/secret")), "x").unwrap();
        }),
        ("the host's file is edited", |house| {
            let file = house.path("ashpost.toml");
            let text = fs::read_to_string(&file).unwrap();
            fs::write(&file, text + "\n# edited\n").unwrap();
        }),
    ];
    for (what, change) in changes {
        let house = asleep();
        change(&house);
        house.tick(utc("2027-01-01T10:15:00Z"));
        assert_eq!(opened_at(&house), "2027-01-01T10:15:00+00:00", "{what}");
    }
}

/// The campaigns that the host's database has a page of the agenda for.
fn on_the_agenda(house: &House) -> Vec<String> {
    let mut store = Store::open_to_read(&house.path("ashpost.db")).unwrap();
    let pages = store.look().unwrap().facts("agenda/").unwrap();
    pages.into_keys().collect()
}

#[test]
fn the_page_of_a_campaign_that_was_taken_away_is_dropped_and_that_of_a_misspelt_file_kept() {
    let house = asleep();
    let file = fs::read_to_string(house.path(&format!("{CAMPAIGN}/campaign.toml"))).unwrap();
    fs::create_dir_all(house.path("not-begun")).unwrap();
    fs::write(house.path("not-begun/campaign.toml"), file.replace("open = true", "open = false")).unwrap();
    house.tick(utc("2027-01-01T10:10:00Z"));
    assert_eq!(on_the_agenda(&house), ["not-begun", CAMPAIGN]);
    fs::write(house.path("not-begun/campaign.toml"), "title = ").unwrap();
    house.tick(utc("2027-01-01T10:15:00Z"));
    assert_eq!(on_the_agenda(&house), ["not-begun", CAMPAIGN], "its file may read again");
    fs::remove_dir_all(house.path("not-begun")).unwrap();
    house.tick(utc("2027-01-01T10:20:00Z"));
    assert_eq!(on_the_agenda(&house), [CAMPAIGN]);
}

#[test]
fn a_reminder_and_a_deadline_wake_a_campaign_in_time() {
    let mut house = House::new(CAMPAIGN_TOML);
    let mut reminded = 0;
    let mut played = Vec::new();
    // As cron runs it: every half hour from the opening to the end of the grace.
    for half_hour in 0..=2 * (7 * 24 + 23) {
        let report = house.tick(utc("2027-01-01T10:00:00Z") + chrono::TimeDelta::minutes(30 * half_hour));
        reminded += report.campaigns[0].reminded;
        played.extend(report.campaigns[0].played.iter().map(|played| (played.turn, half_hour)));
    }
    // The reminder is due 48 hours before Friday 20:00; the turn, with nobody's orders, when its twelve hours of grace are over.
    assert_eq!((reminded, played), (2, vec![(0, 0), (1, 2 * (7 * 24 + 22))]));
    assert!(house.news().len() >= 6);
}

#[test]
fn a_clock_that_runs_out_wakes_a_campaign_when_its_last_email_can_have_come() {
    let banks = CORRESPONDENCE_TOML.replace("every_days = 3\nreserve_days = 10", "bank_days = 1").replace("grace_hours = 2\n", "");
    let house = House::new(&banks);
    // The bank is empty at the very minute of a run, and an email of that minute has two more to come in.
    for at in ["01T10:00", "01T10:05", "02T10:00", "02T10:01"] {
        house.tick(utc(&format!("2027-01-{at}:00Z")));
    }
    let report = house.tick(utc("2027-01-02T10:05:00Z"));
    assert_eq!(report.campaigns[0].played.iter().map(|played| played.missing.clone()).collect::<Vec<_>>(), [[Seat(1)]]);
}
