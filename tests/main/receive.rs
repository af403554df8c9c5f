//! An email that a mail server pipes in touches its own campaign, and no other.

use std::fs;

use chrono::{DateTime, Utc};

use ashpost::campaign::envelope::Verdict;
use ashpost::engine::Seat;
use ashpost::office::{TickReport, receive};
use ashpost::post::source::maildir;
use ashpost::store::{Seals, Store};

use crate::common::{CAMPAIGN, CAMPAIGN_TOML, House, copy_folder, mail, utc, world};

/// Hands an email to `ashpost receive`.
fn pipe(house: &House, raw: &str, now: DateTime<Utc>) -> TickReport {
    deliver(house, "spool", raw, now);
    receive(&house.host(), &world(now), |_| {}).unwrap()
}

fn make_mailbox(house: &House, mailbox: &str) {
    ["new", "cur", "tmp"].iter().for_each(|sub| fs::create_dir_all(house.path(mailbox).join(sub)).unwrap());
}

/// Puts an email into another Maildir than the host's.
fn deliver(house: &House, mailbox: &str, raw: &str, at: DateTime<Utc>) {
    make_mailbox(house, mailbox);
    maildir::deliver(&house.path(mailbox), raw.as_bytes(), at, "1").unwrap();
}

#[test]
fn no_other_campaign_is_opened_nor_read_nor_told_of() {
    let house = House::new(CAMPAIGN_TOML);
    let other = house.path("far-1/campaign.toml");
    make_mailbox(&house, "far-1/own");
    let own = format!("{}[intake]\nmaildirs = [\"own\"]\n", CAMPAIGN_TOML.replace("The Rim", "Far away"));
    fs::write(&other, &own).unwrap();
    house.tick(utc("2027-01-01T10:00:00Z"));
    house.tick(utc("2027-01-01T10:05:00Z"));
    let lock = || fs::read_to_string(house.path("far-1/lock")).unwrap();
    let (before, waits) = (lock(), mail("bob@player.example", "[far-1 AAAA]", "2@player.example", "STATUS\n"));
    deliver(&house, "far-1/own", &waits, utc("2027-01-02T09:00:00Z"));
    fs::write(&other, own.replace("first-steps", "no-such-scenario").replace("title", "tittle")).unwrap();
    let raw = mail("ann@player.example", &house.tag(Seat(1)), "1@player.example", "BUILD 1 FP ON 1\n");
    // Its games' deadline is over, too.
    let report = pipe(&house, &raw, utc("2027-01-05T20:00:00Z"));
    let told: Vec<_> = report.campaigns.iter().map(|campaign| (&*campaign.campaign, campaign.mails.len())).collect();
    assert_eq!((told, report.troubles), (vec![(CAMPAIGN, 1)], Vec::new()));
    assert_eq!(lock(), before, "nobody opened it");
    assert_eq!(fs::read_dir(house.path("far-1/own/new")).unwrap().count(), 1, "its email waits for the next run over all");
}

/// Each write there would wait for the disk as often as the sheet itself.
#[test]
fn a_sheet_writes_nothing_into_the_database_of_the_host() {
    let house = House::new(CAMPAIGN_TOML);
    house.tick(utc("2027-01-01T10:00:00Z"));
    house.tick(utc("2027-01-01T10:05:00Z"));
    let written = || ["ashpost.db", "ashpost.db-wal"].map(|name| fs::read(house.path(name)).unwrap_or_default());
    let before = written();
    let raw = mail("ann@player.example", &house.tag(Seat(1)), "1@player.example", "BUILD 1 FP ON 1\n");
    let report = pipe(&house, &raw, utc("2027-01-02T09:00:00Z"));
    assert_eq!(report.campaigns[0].mails[0].verdict, Verdict::Accepted);
    assert!(written() == before, "the host's database has changed");
}

#[test]
fn no_turn_is_played_before_the_emails_are_read_that_came_in_where_its_campaign_alone_looks() {
    let mut house = House::new(&format!("{CAMPAIGN_TOML}[intake]\nmaildirs = [\"own\"]\n"));
    make_mailbox(&house, &format!("{CAMPAIGN}/own"));
    house.tick(utc("2027-01-01T10:00:00Z"));
    let sheet = |house: &House, name: &str, seat| {
        mail(&format!("{name}@player.example"), &house.tag(seat), &format!("{name}@1"), &format!("BUILD 1 FI ON {seat}\n"))
    };
    let (ann, bob) = (sheet(&house, "ann", Seat(1)), sheet(&house, "bob", Seat(2)));
    deliver(&house, &format!("{CAMPAIGN}/own"), &bob, utc("2027-01-08T19:00:00Z"));
    house.news();
    // Ann's comes too late; the run that takes it in finds the turn due.
    let report = pipe(&house, &ann, utc("2027-01-09T08:05:00Z"));
    let played = &report.campaigns[0].played;
    assert_eq!(played.len(), 1, "{:?}", report.campaigns[0]);
    assert_eq!(
        house.glance().store.look().unwrap().sheets_in_force(1).unwrap().into_keys().collect::<Vec<_>>(),
        [Seat(2)],
        "the orders that lay there in time are played"
    );
}

#[test]
fn what_is_gone_is_sought_when_an_email_names_it() {
    let house = House::new(CAMPAIGN_TOML);
    house.tick(utc("2027-01-01T10:00:00Z"));
    let raw = mail("ann@player.example", &house.tag(Seat(1)), "1@player.example", "BUILD 1 FP ON 1\n");
    fs::rename(house.path(CAMPAIGN), house.path("away")).unwrap();
    fs::rename(house.path("away"), house.folder.path().join(".away")).unwrap();
    let report = pipe(&house, &raw, utc("2027-01-02T10:00:00Z"));
    assert!(report.campaigns[0].trouble.is_some() && report.campaigns[0].mails.is_empty(), "{:?}", report.campaigns);
    assert_eq!(fs::read_dir(house.path("spool/new")).unwrap().count(), 1, "the email waits until the game is back");
    fs::rename(house.folder.path().join(".away"), house.path(CAMPAIGN)).unwrap();
    let report = house.tick(utc("2027-01-02T10:05:00Z"));
    assert_eq!(report.campaigns[0].mails.len(), 1);
}

#[test]
fn emails_for_a_campaign_are_judged_in_the_order_in_which_they_came_wherever_they_lie() {
    let house = House::new(&format!("{CAMPAIGN_TOML}[intake]\nmaildirs = [\"own\"]\n"));
    make_mailbox(&house, &format!("{CAMPAIGN}/own"));
    house.tick(utc("2027-01-01T10:00:00Z"));
    let from_ann = |id: &str, text: &str| mail("ann@player.example", &house.tag(Seat(1)), id, text);
    pipe(&house, &from_ann("1@x", "BUILD 1 FI ON 1\n"), utc("2027-01-02T10:00:00Z"));
    deliver(&house, &format!("{CAMPAIGN}/own"), &from_ann("2@x", "WITHDRAW\n"), utc("2027-01-02T10:30:00Z"));
    let report = pipe(&house, &from_ann("3@x", "BUILD 1 FP ON 1\n"), utc("2027-01-02T11:00:00Z"));
    let verdicts: Vec<_> = report.campaigns[0].mails.iter().map(|mail| mail.verdict).collect();
    assert_eq!(verdicts, [Verdict::Withdrawn, Verdict::Accepted]);
    assert_eq!(report.campaigns[0].sent_orders, [Seat(1)], "the last sheet is in force");
}

#[test]
fn a_mailbox_that_cannot_be_read_stays_so_whatever_is_piped_in_meanwhile() {
    let house = House::new(&format!("{CAMPAIGN_TOML}[intake]\nmaildirs = [\"own\"]\n"));
    make_mailbox(&house, &format!("{CAMPAIGN}/own"));
    house.tick(utc("2027-01-01T10:00:00Z"));
    fs::rename(house.path("mail"), house.path("mail-away")).unwrap();
    house.tick(utc("2027-01-02T10:00:00Z"));
    let raw = mail("ann@player.example", &house.tag(Seat(1)), "1@x", "BUILD 1 FI ON 1\n");
    pipe(&house, &raw, utc("2027-01-02T10:30:00Z"));
    let gaps = || Store::open(&house.path("ashpost.db"), Seals::default()).unwrap().look().unwrap().fact("mail gaps").unwrap().unwrap();
    assert_eq!(gaps(), r#"[{"intake":null,"since":"2027-01-02T10:00:00Z","until":null}]"#);
    fs::rename(house.path("mail-away"), house.path("mail")).unwrap();
    let raw = mail("ann@player.example", &house.tag(Seat(1)), "2@x", "STATUS\n");
    pipe(&house, &raw, utc("2027-01-02T11:30:00Z"));
    assert!(gaps().contains(r#""until":"2027-01-02T11:30:00Z""#), "{}", gaps());
}

#[test]
fn no_other_campaign_whose_name_begins_alike_is_waked() {
    let house = House::new(CAMPAIGN_TOML);
    let other = format!("{CAMPAIGN}0");
    fs::create_dir_all(house.path(&other)).unwrap();
    fs::write(house.path(&format!("{other}/campaign.toml")), CAMPAIGN_TOML).unwrap();
    for minute in [0, 5, 10] {
        house.tick(utc(&format!("2027-01-01T10:{minute:02}:00Z")));
    }
    let lock = || fs::read_to_string(house.path(&format!("{other}/lock"))).unwrap();
    let before = lock();
    pipe(&house, &mail("ann@player.example", &house.tag(Seat(1)), "1@x", "STATUS\n"), utc("2027-01-01T10:12:00Z"));
    house.tick(utc("2027-01-01T10:15:00Z"));
    assert_eq!(lock(), before, "nobody opened it");
}

#[test]
fn the_log_that_an_email_leaves_is_opened_with_its_own_database_alone() {
    let house = House::new(CAMPAIGN_TOML);
    house.tick(utc("2027-01-01T10:00:00Z"));
    let [database, log, note] = ["campaign.db", "campaign.db-wal", "campaign.db-left"].map(|name| house.path(CAMPAIGN).join(name));
    let backup = fs::read(&database).unwrap();
    let sheet = |name: &str, seat| {
        let id = format!("{name}@1");
        mail(&format!("{name}@player.example"), &house.tag(seat), &id, &format!("BUILD 1 FI ON {seat}\n"))
    };
    pipe(&house, &sheet("ann", Seat(1)), utc("2027-01-02T10:00:00Z"));
    assert!(fs::metadata(&log).unwrap().len() > 0 && note.exists());

    let own = fs::read(&database).unwrap();
    fs::write(&database, &backup).unwrap();
    let report = pipe(&house, &sheet("bob", Seat(2)), utc("2027-01-02T10:01:00Z"));
    let trouble = report.campaigns[0].trouble.as_deref().unwrap();
    assert!(trouble.contains("campaign.db-wal out of the folder") && trouble.contains("campaign.db-left"), "{trouble}");
    assert!(Store::open_to_read(&database).is_err(), "nor is it looked at");
    assert_eq!(fs::read_dir(house.path("spool/new")).unwrap().count(), 1, "the email waits");

    // The database is back, and the game master says so.
    fs::write(&database, own).unwrap();
    fs::remove_file(&note).unwrap();
    let report = house.tick(utc("2027-01-02T10:02:00Z"));
    assert_eq!(report.campaigns[0].sent_orders, [Seat(1), Seat(2)]);
    assert!(fs::metadata(&log).unwrap().len() > 0, "this run has taken in an email, too");
    house.tick(utc("2027-01-02T10:07:00Z"));
    assert_eq!(fs::metadata(&log).unwrap().len(), 0, "a run without email for it moves the log into the database");

    // The folder of a backup replaces the whole folder.
    pipe(&house, &sheet("ann", Seat(1)).replace("ann@1", "ann@2"), utc("2027-01-03T10:00:00Z"));
    let copy = house.folder.path().join("copy");
    copy_folder(&house.path(CAMPAIGN), &copy);
    fs::remove_dir_all(house.path(CAMPAIGN)).unwrap();
    fs::rename(&copy, house.path(CAMPAIGN)).unwrap();
    let report = house.tick(utc("2027-01-03T10:05:00Z"));
    let kept = house.glance().store.look().unwrap().mail_of(Seat(1), 1).unwrap();
    assert_eq!((report.campaigns[0].trouble.as_deref(), kept.len()), (None, 2));
}
