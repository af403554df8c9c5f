//! `ashpost doctor`: each fault is found where it is made, with what to do about it, and looking changes nothing.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output};

use ashpost::engine::Seat;

use crate::common::{CAMPAIGN_TOML, CORRESPONDENCE_TOML, House, mail, utc};

fn run(house: &House, now: &str, command: &str) -> Output {
    let folder = house.folder.path().as_os_str();
    Command::new(env!("CARGO_BIN_EXE_ashpost")).args(["--campaigns".as_ref(), folder]).args(["--now", now, command]).output().unwrap()
}

fn doctor(house: &House, now: &str) -> (i32, String) {
    let output = run(house, now, "doctor");
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
}

/// A host with a turn played, ten minutes ago, by runs of real time.
fn house() -> House {
    let mut house = House::new(CAMPAIGN_TOML);
    house.tick(utc("2027-01-01T10:00:00Z"));
    let orders = mail("ann@player.example", &house.tag(Seat(1)), "a1@player.example", "BUILD 1 FP ON 1\n");
    house.deliver(orders.as_bytes(), utc("2027-01-02T10:00:00Z"));
    house.tick(utc("2027-01-02T10:00:00Z"));
    house
}

const NOW: &str = "2027-01-02T10:10:00Z";

#[test]
fn a_host_in_good_health_is_told_so() {
    let house = house();
    let (exit, told) = doctor(&house, NOW);
    assert_eq!(exit, 0, "{told}");
    for says in [
        "configuration ok     ashpost.toml and 1 campaign file have no mistakes",
        "/mail can be read and emptied",
        "/drop can be read and emptied",
        "mail out      ok     messages are written into ",
        "outbox        ok     no email waits to be sent",
        " MiB are free for ",
        "permissions   ok     nobody else can read what is private",
        "public site   ok     the pages can be written",
        "campaigns     ok     1 campaign has begun, and its database is whole",
    ] {
        assert!(told.contains(says), "{says} is not in {told}");
    }
    assert!(!told.contains("broken"), "{told}");
}

#[test]
fn an_outage_of_mail_that_is_over_is_told_as_over() {
    let mut house = house();
    house.let_mail_out(false);
    let question = mail("bob@player.example", &house.tag(Seat(2)), "b1@player.example", "STATUS\n");
    house.deliver(question.as_bytes(), utc("2027-01-02T10:05:00Z"));
    house.tick(utc("2027-01-02T10:05:00Z"));
    let (exit, told) = doctor(&house, NOW);
    assert!(exit == 3 && told.contains("outbox        broken rim-3: 1 email waits to be sent; the last attempt failed: "), "{told}");
    house.let_mail_out(true);
    let (exit, told) = doctor(&house, NOW);
    assert!(exit == 0 && told.contains("rim-3: 1 email waits to be sent; the last attempt failed: "), "{told}");
}

#[test]
fn a_way_out_that_is_there_and_takes_no_email_is_broken_once_one_has_waited_for_long() {
    let mut house = house();
    house.send_by_command("#!/bin/sh\ncat > /dev/null\necho 'log in first' >&2\nexit 1\n");
    let question = mail("bob@player.example", &house.tag(Seat(2)), "b1@player.example", "STATUS\n");
    house.deliver(question.as_bytes(), utc("2027-01-02T10:05:00Z"));
    house.tick(utc("2027-01-02T10:05:00Z"));
    for (now, health) in [(NOW, "look  "), ("2027-01-02T11:10:00Z", "broken")] {
        let (_, told) = doctor(&house, now);
        assert!(told.contains("/sendmail is there and can be run"), "{told}");
        let says = format!("outbox        {health} rim-3: 1 email waits to be sent; the last attempt failed: not now: ");
        assert!(told.contains(&says) && told.contains("log in first"), "{told}");
    }
}

#[test]
fn each_fault_is_found_with_what_to_do() {
    type Fault = fn(&mut House);
    let faults: [(&str, Fault, i32, &[&str]); 13] = [
        (
            "an email that no run has taken",
            |house| house.deliver(b"From: x@example.org\r\n\r\nhello\r\n", utc("2027-01-02T08:00:00Z")),
            0,
            &["/mail: 1 email in `new` for more than an hour", "`ashpost tick` reads them, or says why not"],
        ),
        (
            "a file that no run has taken",
            |house| house.drop_file("turn.orders", "BUILD 1 FP ON 1\n", utc("2027-01-02T08:00:00Z")),
            0,
            &["/drop: 1 file in it for more than an hour", "`ashpost tick` reads them, or says why not"],
        ),
        (
            "files that cannot be moved away",
            |house| fs::write(house.path("drop/filed"), "").unwrap(),
            3,
            &["broken ", "/drop/filed cannot be written, so no email can be put away", "the user who owns the folder"],
        ),
        (
            "mail that does not leave",
            |house| {
                house.let_mail_out(false);
                let orders = mail("bob@player.example", "STATUS", "b1@player.example", "STATUS\n");
                house.deliver(orders.as_bytes(), utc("2027-01-02T10:05:00Z"));
            },
            3,
            &["mail out      broken cannot send: ", "/sent cannot be written", "`ashpost check-config --send-test`"],
        ),
        (
            "a damaged database",
            |house| fs::write(house.path("rim-3/campaign.db"), "nonsense\n".repeat(900)).unwrap(),
            3,
            &["campaigns     broken rim-3: "],
        ),
        (
            "the key of the host is gone",
            |house| fs::remove_file(house.path("ashpost.key")).unwrap(),
            3,
            &["broken ", "ashpost.key, the key of this host, is gone"],
        ),
        (
            "the key of the host is cut off",
            |house| fs::write(house.path("ashpost.key"), "0101\n").unwrap(),
            3,
            &["broken ", "the key of this host, is damaged in line 1"],
        ),
        (
            "the key of another host",
            |house| fs::write(house.path("ashpost.key"), "02".repeat(32) + "\n").unwrap(),
            3,
            &["broken the journal of rim-3 is signed by the key "],
        ),
        (
            "a mistake in a file",
            |house| house.edit_campaign("every_days = 7", "evry_days = 7"),
            3,
            &["configuration broken ", "did you mean `every_days`?", "`ashpost check-config` shows the place"],
        ),
        (
            "a file that others can read",
            |house| {
                for name in ["", "ashpost.db"] {
                    fs::set_permissions(house.path(name), fs::Permissions::from_mode(0o755)).unwrap();
                }
            },
            0,
            &["permissions   look   others can read ", "`ashpost repair-modes` makes them private"],
        ),
        (
            "a folder that a run cannot write",
            |house| no_folder_but_a_loop(&house.path("rim-3/reports")),
            3,
            &["permissions   broken this user cannot write ", "/rim-3/reports", "run ashpost always as the same user"],
        ),
        (
            "no Maildir",
            |house| fs::remove_dir_all(house.path("mail")).unwrap(),
            3,
            &["configuration broken ", "is no Maildir: it has no folder `new`", "`mkdir -p ", "/mail/tmp` makes a new one"],
        ),
        (
            "a Maildir that cannot be read",
            |house| no_folder_but_a_loop(&house.path("mail/new")),
            3,
            &["mail in       broken cannot list ", "/mail/new: ", "run ashpost as the user who owns the Maildir"],
        ),
    ];
    for (name, fault, exit, says) in faults {
        let mut house = house();
        fault(&mut house);
        let (found, told) = doctor(&house, NOW);
        assert_eq!(found, exit, "{name}: {told}");
        for says in says {
            assert!(told.contains(says), "{name}: {says} is not in {told}");
        }
    }
}

/// Nothing that can be listed, whoever tries.
fn no_folder_but_a_loop(path: &Path) {
    fs::remove_dir_all(path).unwrap();
    symlink(path, path).unwrap();
}

/// Puts a file where a folder was.
fn no_folder_but_a_file(path: &Path) {
    fs::remove_dir_all(path).unwrap();
    fs::write(path, "").unwrap();
}

#[test]
fn doctor_and_status_name_a_folder_that_cannot_be_used_and_what_to_do() {
    type Fault = fn(&House);
    let faults: [(Fault, &str, &str); 7] = [
        (|house| no_folder_but_a_file(&house.path("rim-3/site")), "/rim-3/site is in the way", "/rim-3/site away, and the next tick"),
        (|house| no_folder_but_a_file(&house.path("site")), "/site is in the way", "/site away, and the next tick"),
        (
            |house| {
                fs::remove_file(house.path("rim-3/site/index.html")).unwrap();
                fs::create_dir(house.path("rim-3/site/index.html")).unwrap();
            },
            "/rim-3/site/index.html is in the way",
            "/rim-3/site/index.html away, and the next tick",
        ),
        (
            |house| fs::remove_dir_all(house.path("mail")).unwrap(),
            "/mail is no Maildir: it has no folder `new`",
            "/mail/tmp` makes a new one",
        ),
        (
            |house| no_folder_but_a_file(&house.path("mail")),
            "/mail is no Maildir: it has no folder `new`",
            "ame the folder into which your",
        ),
        (|house| no_folder_but_a_loop(&house.path("mail/new")), "cannot list ", "un ashpost as the user who owns the Maildir"),
        (
            |house| {
                let _ = fs::remove_dir_all(house.path("mail/cur"));
                fs::write(house.path("mail/cur"), "").unwrap();
            },
            "/mail/cur cannot be written, so no email can be put away",
            "un ashpost as the user who owns the Maildir",
        ),
    ];
    for (fault, what, advice) in faults {
        let house = house();
        assert_eq!(run(&house, NOW, "status").status.code(), Some(0), "before");
        fault(&house);
        for command in ["doctor", "status"] {
            let output = run(&house, NOW, command);
            let told = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
            assert!(output.status.code() == Some(3) && told.contains(what) && told.contains(advice), "{command}, {what}: {told}");
        }
    }
}

#[test]
fn a_secret_that_is_gone_or_belongs_to_another_campaign_is_a_fault() {
    for secret in [None, Some("03".repeat(32))] {
        let house =
            House::new(&CAMPAIGN_TOML.lines().filter(|line| !line.starts_with("demonstration_seed")).collect::<Vec<_>>().join("\n"));
        house.tick(utc("2027-01-01T10:00:00Z"));
        let path = house.path("rim-3/keys/secret");
        match &secret {
            None => fs::remove_file(path).unwrap(),
            Some(other) => fs::write(path, other).unwrap(),
        }
        let (exit, told) = doctor(&house, "2027-01-01T10:10:00Z");
        assert!(exit == 3 && told.contains("broken rim-3: "), "{secret:?}: {told}");
    }
}

#[test]
fn a_host_that_nothing_has_run_for_days_is_told_what_belongs_into_its_crontab() {
    let house = house();
    let run = |arguments: &[&str]| {
        let told =
            Command::new(env!("CARGO_BIN_EXE_ashpost")).arg("--campaigns").arg(house.folder.path()).args(arguments).output().unwrap();
        String::from_utf8(told.stdout).unwrap()
    };
    assert!(run(&["doctor"]).contains("no run of `ashpost tick` has been noted yet"));
    run(&["tick"]);
    assert!(run(&["doctor"]).contains("runs          ok     the last run was 0 d 0 h 0 min ago"));
}

/// Removes a file or folder of the archive.
fn lose(path: &Path) {
    if path.is_dir() { fs::remove_dir_all(path).unwrap() } else { fs::remove_file(path).unwrap() }
}

/// `doctor` names this page as gone, until the command that it names has written it again.
fn is_named_until_written_again(house: &House, now: &str, lost: &str, page: &Path) {
    let (_, told) = doctor(house, now);
    assert!(told.contains(&format!("{} is gone", page.display())), "{lost}: {told}");
    assert!(told.contains("`ashpost site rim-3` writes the whole archive again"), "{lost}: {told}");
    let folder = house.folder.path();
    let written = Command::new(env!("CARGO_BIN_EXE_ashpost")).arg("--campaigns").arg(folder).args(["site", "rim-3"]).output().unwrap();
    assert!(written.status.success(), "{}", String::from_utf8_lossy(&written.stderr));
    assert!(page.is_file(), "{} is written again", page.display());
    let (_, told) = doctor(house, now);
    assert!(told.contains("public site   ok     the pages can be written"), "{lost}: {told}");
}

#[test]
fn an_archive_that_has_lost_files_is_named_with_the_command_that_writes_it_again() {
    let house = House::new(&CAMPAIGN_TOML.replace("[gm]", "[policy]\nprivate_reports_on_site = true\n[gm]"));
    let host = fs::read_to_string(house.path("ashpost.toml")).unwrap();
    fs::write(house.path("ashpost.toml"), host + "[site]\nurl = \"https://pbem.example/\"\n").unwrap();
    for now in ["2027-01-01T10:00:00Z", "2027-01-08T20:00:00Z", "2027-01-09T08:00:00Z"] {
        house.tick(utc(now));
    }
    let site = house.path("rim-3/site");
    let folder = fs::read_dir(&site).unwrap().map(|entry| entry.unwrap()).find(|entry| entry.path().is_dir()).unwrap();
    let folder = folder.file_name().into_string().unwrap();
    let private = format!("{folder}/turn-1.html");
    let files = ["index.html", "turn-0.html", "turn-1.html", "rules.html", "rim-3.bundle", &private];
    let made_anew = ["style.css", "picture.png", "film.svg", "feed.atom", "deadlines.ics", "compose.html"];
    let folders = [(&folder[..], &*format!("{folder}/turn-0.html")), ("", "index.html")];
    for (lost, page) in files.into_iter().chain(made_anew).map(|file| (file, file)).chain(folders) {
        lose(&site.join(lost));
        // A run makes the archive anew if its front page is gone, and otherwise leaves it as it is.
        if page != "index.html" {
            house.tick(utc("2027-01-09T08:05:00Z"));
        }
        is_named_until_written_again(&house, "2027-01-09T08:10:00Z", lost, &site.join(page));
    }
}

#[test]
fn a_file_that_the_archive_of_a_finished_game_has_lost_is_named_because_no_run_writes_it_again() {
    let mut house = House::new(CORRESPONDENCE_TOML);
    house.tick(utc("2027-01-01T10:00:00Z"));
    for (player, seat, text, at) in [("ann", 1, "a1-b1\n", "2027-01-01T11:00:00Z"), ("bob", 2, "RESIGN\n", "2027-01-01T12:00:00Z")] {
        let raw = mail(&format!("{player}@player.example"), &house.tag(Seat(seat)), &format!("{player}@player.example"), text);
        house.deliver(raw.as_bytes(), utc(at));
        assert!(!house.tick(utc(at)).has_trouble());
    }
    let site = house.path("rim-3/site");
    for name in ["style.css", "picture.png", "film.svg", "book.html", "record.txt", "feed.atom", "deadlines.ics", "rim-3.bundle"] {
        lose(&site.join(name));
        house.tick(utc("2027-01-01T12:10:00Z"));
        is_named_until_written_again(&house, "2027-01-01T12:20:00Z", name, &site.join(name));
    }
    assert!(!site.join("compose.html").exists(), "a host that does not say where its pages are has no page for orders");
}
