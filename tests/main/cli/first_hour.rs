//! The first hour of a host: a mailbox that is full already, and cron that mails everything that a run prints.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use ashpost::engine::Seat;
use ashpost::office::{Timekeeping, World, tick};
use ashpost::post::source::maildir;

use super::{ashpost, code, err, out};
use crate::common::{CAMPAIGN_TOML, House, mail, utc, world};

/// A run of cron's line as its user sees it.
fn tick_by_cron(house: &House, now: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ashpost"));
    command.args(["--campaigns", &house.folder.path().to_string_lossy(), "--now", now, "tick"]);
    command.env("LOGNAME", "ashpost").output().unwrap()
}

/// How several crons write what a command printed.
fn cron_mails(printed: &str) -> [String; 4] {
    let head =
        |from: &str, subject: &str, more: &str| format!("From: {from}\nTo: ashpost@pbem.example\nSubject: {subject}\n{more}\n{printed}");
    [
        head("root (Cron Daemon)", "Cron <ashpost@vps> ashpost tick", "X-Cron-Env: <LOGNAME=ashpost>\n"),
        head("\"(Cron Daemon)\" <ashpost@pbem.example>", "Cron <ashpost@vps> ashpost tick", ""),
        head("root@vps.pbem.example", "[vps] job ashpost", "Auto-Submitted: auto-generated\n"),
        // BusyBox marks nothing; the mail system adds who runs it.
        head("ashpost@pbem.example", "cron: ashpost tick", ""),
    ]
}

#[test]
fn people_with_the_address_of_the_host_s_user_are_answered() {
    let helper = "[[co_gm]]\nname = \"Ole\"\naddress = \"ashpost@pbem.example\"\n[schedule]";
    for (campaign, is_answered) in [(CAMPAIGN_TOML.to_owned(), false), (CAMPAIGN_TOML.replace("[schedule]", helper), true)] {
        let mut house = House::new(&campaign);
        tick_by_cron(&house, "2027-01-01T10:00:00Z");
        house.deliver(mail("ashpost@pbem.example", "hello", "o1@pbem.example", "Hello?\n").as_bytes(), utc("2027-01-02T10:00:00Z"));
        let printed = out(&tick_by_cron(&house, "2027-01-02T10:00:00Z"));
        assert_eq!(printed.contains("email for no campaign, answered: 1 email"), is_answered, "{printed}");
    }
}

#[test]
fn what_a_run_prints_comes_back_by_cron_and_the_next_run_prints_nothing() {
    for kind in 0..4 {
        let mut house = House::new(CAMPAIGN_TOML);
        tick_by_cron(&house, "2027-01-01T10:00:00Z");
        let now = utc("2027-01-02T10:00:00Z");
        house.deliver(mail("who@elsewhere.example", "hello", "w1@elsewhere.example", "Hello?\n").as_bytes(), now);
        house.deliver(mail("ann@player.example", &house.tag(Seat(1)), "a1@player.example", "BUILD 1 FP ON 1\nBULD\n").as_bytes(), now);
        house.deliver(
            mail("bob@player.example", &house.tag(Seat(2)), "b1@player.example", "away")
                .replace("From:", "Auto-Submitted: auto-replied\nFrom:")
                .as_bytes(),
            now,
        );
        let first = tick_by_cron(&house, "2027-01-02T10:00:00Z");
        let printed = out(&first) + &err(&first);
        assert!(
            printed.contains("rim-3: 1 email (1 accepted)") && printed.contains("for no campaign, answered: 1 email (1 stranger)"),
            "{printed}"
        );
        let at = utc("2027-01-02T10:00:10Z");
        house.deliver(cron_mails(&printed)[kind].as_bytes(), at);
        let second = tick_by_cron(&house, "2027-01-02T10:05:00Z");
        assert_eq!((code(&second), out(&second), err(&second)), (Some(0), String::new(), String::new()), "cron mail {kind}");
        assert_eq!(house.waiting().len(), 0, "cron mail {kind} is filed");
        let sent = fs::read_dir(house.path("sent")).unwrap().count();
        assert_eq!(sent, 4, "cron mail {kind} is not answered: two reports, a receipt, an answer to the stranger");
    }
}

#[test]
fn a_loop_of_unknown_make_ends_after_one_answer() {
    let mut house = House::new(CAMPAIGN_TOML);
    tick_by_cron(&house, "2027-01-01T10:00:00Z");
    let mut printed = "something".to_owned();
    for minute in 0..4 {
        let raw = format!("From: watchdog@vps.example\nSubject: output\nDate: Sat, 02 Jan 2027 10:00:{minute:02} +0000\n\n{printed}");
        house.deliver(raw.as_bytes(), utc(&format!("2027-01-02T10:0{minute}:00Z")));
        printed = out(&tick_by_cron(&house, &format!("2027-01-02T10:0{minute}:30Z")));
        assert_eq!(printed.is_empty(), minute > 0, "run {minute}: {printed}");
    }
}

/// A Maildir with private mail of years past, as mail programs and servers leave it.
fn fill_mailbox(house: &House) {
    for number in 0..50 {
        let year = 2001 + number % 20;
        let raw = format!(
            "From: friend{number}@home.example\nSubject: Hello {number}\nDate: Mon, 05 Mar {year} 10:00:00 +0100\n\nHow are you?\n"
        );
        let name = if number % 2 == 0 { format!("1798797000.M{number}P1.host") } else { format!("{number}.eml") };
        fs::write(house.path("mail/new").join(name), raw).unwrap();
    }
}

#[test]
fn a_mailbox_of_years_is_counted_left_alone_and_not_read_again() {
    let house = House::new(CAMPAIGN_TOML);
    fill_mailbox(&house);
    let check = |now: &str| out(&ashpost(house.folder.path(), &["--now", now, "check-config"]));
    let told = format!(
        "50 emails in {} came before this host was set up. They are never answered and never moved.",
        house.path("mail/new").display()
    );
    assert!(check("2027-01-01T09:00:00Z").contains(&told), "before the first run");
    let before = house.waiting();
    let ticked = tick_by_cron(&house, "2027-01-01T10:00:00Z");
    assert!(!out(&ticked).contains("no campaign"), "{}", out(&ticked));
    assert!(check("2027-01-01T10:00:00Z").contains(&told), "after it");
    // A name that is known is not opened again: this would be a stranger of today.
    fs::write(&before[0], mail("who@elsewhere.example", "hello", "w1@elsewhere.example", "Hello?\n")).unwrap();
    fs::File::options().append(true).open(&before[0]).unwrap().set_modified(utc("2027-01-02T10:00:00Z").into()).unwrap();
    let again = tick_by_cron(&house, "2027-01-02T10:00:00Z");
    assert_eq!(out(&again), "", "{}", out(&again));
    assert_eq!(house.waiting(), before);
    assert_eq!(fs::read_dir(house.path("mail/cur")).unwrap().count(), 0);
}

#[test]
fn mail_that_comes_between_new_and_the_first_run_counts() {
    let folder = tempfile::tempdir().unwrap();
    let campaigns = folder.path().join("campaigns");
    let maildir = campaigns.join("mail").display().to_string();
    let made = ashpost(
        &campaigns,
        &["--now", "2027-01-01T10:00:00Z", "new", "rim-3", "--maildir", &maildir, "--seat", "Ann <ann@player.example>"],
    );
    assert_eq!(code(&made), Some(0), "{}", err(&made));
    let host_file = campaigns.join("ashpost.toml");
    let host = fs::read_to_string(&host_file).unwrap();
    let (head, tail) = host.split_once("[mail]\n").unwrap();
    let (_, examples) = tail.split_once("\n\n").unwrap();
    fs::write(&host_file, format!("{head}[mail]\ntransport = \"file\"\ndirectory = \"sent\"\n\n{examples}")).unwrap();
    let deliver = |who: &str, at: &str| {
        let raw = mail(&format!("{who}@elsewhere.example"), "hello", &format!("{who}@elsewhere.example"), "Hello?\n");
        maildir::deliver(&campaigns.join("mail"), raw.as_bytes(), utc(at), who).unwrap();
    };
    deliver("early", "2027-01-01T09:59:59Z");
    deliver("late", "2027-01-01T10:00:00Z");
    let ticked = ashpost(&campaigns, &["--now", "2027-01-01T12:00:00Z", "tick"]);
    assert_eq!(code(&ticked), Some(0), "{}{}", out(&ticked), err(&ticked));
    assert_eq!(names(&campaigns.join("mail/new")).len(), 1, "{:?}", names(&campaigns.join("mail/new")));
    assert_eq!(names(&campaigns.join("sent")).len(), 1, "{:?}", names(&campaigns.join("sent")));
}

fn names(folder: &Path) -> Vec<String> {
    fs::read_dir(folder).map(|entries| entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()).unwrap_or_default()
}

#[test]
fn a_host_whose_database_is_lost_is_as_old_as_its_first_campaign() {
    let mut house = House::new(CAMPAIGN_TOML);
    house.tick(utc("2027-01-01T10:00:00Z"));
    for file in ["ashpost.db", "ashpost.db-wal", "ashpost.db-shm"] {
        let _ = fs::remove_file(house.path(file));
    }
    house.deliver(mail("mum@home.example", "birthday", "p1@home.example", "x\n").as_bytes(), utc("2027-01-01T09:00:00Z"));
    house.deliver(mail("who@elsewhere.example", "hello", "w1@elsewhere.example", "x\n").as_bytes(), utc("2027-01-02T09:00:00Z"));
    let report = house.tick(utc("2027-01-03T10:00:00Z"));
    assert_eq!(report.strays.len(), 1, "{report:?}");
    assert_eq!(house.waiting().len(), 1);
}

#[test]
fn a_rehearsal_in_the_future_shuts_out_nobody_afterwards() {
    let mut house = House::new(&CAMPAIGN_TOML.replace("open = true", "open = false"));
    house.deliver(mail("mum@home.example", "birthday", "p1@home.example", "x\n").as_bytes(), utc("2027-01-01T09:00:00Z"));
    assert!(house.tick(utc("2028-01-01T10:00:00Z")).strays.is_empty());
    let run = |house: &House, now: &str| {
        let timekeeping = Timekeeping::Real { is_tick: true, is_confirmed: false };
        tick(&house.host(), &World { timekeeping, ..world(utc(now)) }).unwrap()
    };
    assert!(run(&house, "2027-01-01T10:00:00Z").strays.is_empty());
    house.deliver(mail("who@elsewhere.example", "hello", "w1@elsewhere.example", "x\n").as_bytes(), utc("2027-01-01T10:04:00Z"));
    assert_eq!(run(&house, "2027-01-01T10:05:00Z").strays.len(), 1);
    assert_eq!(house.waiting().len(), 1);
}
