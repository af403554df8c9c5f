//! Files of a host that are lost or damaged: no campaign begins anew because of it, no token dies silently, and the others go on.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::process::{Command, Output};

use ashpost::engine::Seat;
use ashpost::office::TickReport;
use ashpost::store::{Seals, Store};
use chrono::{DateTime, TimeDelta, Utc};

use crate::common::{CAMPAIGN_TOML, CORRESPONDENCE_TOML, House, Sent, copy_folder, install_script, mail, utc};

fn ashpost(campaigns: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ashpost")).arg("--campaigns").arg(campaigns).args(arguments).output().unwrap()
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// A campaign with a secret of its own and one turn played, and another that must go on whatever happens to the first.
struct Two {
    house: House,
    /// The time of the last run.
    minutes: i64,
}

impl Two {
    fn new() -> Two {
        let own_secret: String =
            CAMPAIGN_TOML.lines().filter(|line| !line.starts_with("demonstration_seed")).map(|line| format!("{line}\n")).collect();
        let house = House::new(&own_secret);
        fs::create_dir_all(house.path("glade")).unwrap();
        fs::write(house.path("glade/campaign.toml"), CORRESPONDENCE_TOML.replace("gm@pbem", "other-gm@pbem")).unwrap();
        let mut two = Two { house, minutes: 0 };
        assert!(!two.tick().has_trouble());
        two.orders("a1");
        two.minutes += 10 * 24 * 60;
        assert!(!two.tick().has_trouble());
        // No email comes any more, so the log of the last one is moved into the database.
        assert!(!two.tick().has_trouble());
        two.house.news();
        two
    }

    /// The next run, five minutes after the last.
    fn tick(&mut self) -> TickReport {
        self.minutes += 5;
        self.house.tick(self.now())
    }

    fn now(&self) -> DateTime<Utc> {
        utc("2027-01-01T10:00:00Z") + TimeDelta::minutes(self.minutes)
    }

    /// A command now.
    fn run(&self, arguments: &[&str]) -> Output {
        ashpost(self.house.folder.path(), &[&["--now", &self.now().to_rfc3339()], arguments].concat())
    }

    /// Ann sends orders with the tag of her first report.
    fn orders(&mut self, id: &str) {
        let (tag, at) = (self.house.tag(Seat(1)), self.now());
        self.house.deliver(mail("ann@player.example", &tag, &format!("{id}@player.example"), "BUILD 1 FP ON 1\n").as_bytes(), at);
    }

    fn waiting(&self) -> usize {
        fs::read_dir(self.house.path("mail/new")).unwrap().count()
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.house.path(name)
    }

    fn remove_database(&self) {
        for name in ["campaign.db", "campaign.db-wal", "campaign.db-shm"] {
            let _ = fs::remove_file(self.path("rim-3").join(name));
        }
    }

    /// Checks that rim-3 has this error and the other campaign has none, and that email to rim-3 waits.
    fn is_refused(&mut self, says: &[&str]) -> Vec<Sent> {
        let id = format!("w{}", self.minutes);
        self.orders(&id);
        let waiting = self.waiting();
        let report = self.tick();
        let trouble = trouble(&report, "rim-3").unwrap_or_default();
        for says in says {
            assert!(trouble.contains(says), "{says:?} is not in: {trouble}");
        }
        assert_eq!(trouble_of_others(&report), Vec::<String>::new());
        assert_eq!(self.waiting(), waiting, "mail to it waits");
        self.house.news()
    }
}

fn trouble(report: &TickReport, id: &str) -> Option<String> {
    report.campaigns.iter().find(|campaign| &*campaign.campaign == id)?.trouble.clone()
}

fn trouble_of_others(report: &TickReport) -> Vec<String> {
    let others = report.campaigns.iter().filter(|campaign| &*campaign.campaign != "rim-3").filter_map(|campaign| campaign.trouble.clone());
    report.troubles.iter().cloned().chain(others).collect()
}

fn to<'a>(sent: &'a [Sent], address: &str) -> Vec<&'a Sent> {
    sent.iter().filter(|sent| sent.to == address).collect()
}

#[test]
fn status_names_what_is_lost() {
    let losses = [("ashpost.key", "the key of this host, is gone"), ("rim-3/keys/secret", "the secret of rim-3, ")];
    for (file, says) in losses {
        let two = Two::new();
        fs::remove_file(two.path(file)).unwrap();
        for arguments in [&["status"][..], &["status", "--next"]] {
            let output = two.run(arguments);
            assert_eq!(output.status.code(), Some(3), "{file}: {}", told(&output));
            assert!(told(&output).contains(says), "{file}: {says:?} is not in {}", told(&output));
        }
    }
}

#[test]
fn a_pause_that_cannot_be_read_does_not_end() {
    let mut two = Two::new();
    let paused = two.run(&["pause", "rim-3"]);
    assert_eq!(paused.status.code(), Some(0), "{}", told(&paused));
    assert!(!two.tick().has_trouble());
    let database = rusqlite::Connection::open(two.path("rim-3/campaign.db")).unwrap();
    assert_eq!(database.execute("UPDATE fact SET value = 'today' WHERE name = 'paused since'", []).unwrap(), 1);
    drop(database);
    two.minutes += 30 * 24 * 60;
    let report = two.tick();
    let trouble = trouble(&report, "rim-3").unwrap_or_default();
    assert!(trouble.contains("the database holds a fact that cannot be read: \"paused since\", "), "{trouble}");
    assert!(report.campaigns.iter().find(|campaign| &*campaign.campaign == "rim-3").unwrap().played.is_empty());
    assert_eq!(trouble_of_others(&report), Vec::<String>::new());
}

#[test]
fn a_campaign_whose_database_is_lost_does_not_begin_anew() {
    type Loss = fn(&Two);
    let losses: [(&str, Loss, &str); 6] = [
        ("removed", |two| two.remove_database(), "is gone"),
        (
            "emptied",
            |two| {
                two.remove_database();
                fs::write(two.path("rim-3/campaign.db"), "").unwrap();
            },
            "is an empty file",
        ),
        (
            "without a journal",
            |two| {
                two.remove_database();
                drop(Store::open(&two.path("rim-3/campaign.db"), Seals::default()).unwrap());
            },
            "holds no game",
        ),
        (
            "the folder emptied",
            |two| {
                let file = fs::read(two.path("rim-3/campaign.toml")).unwrap();
                fs::remove_dir_all(two.path("rim-3")).unwrap();
                fs::create_dir(two.path("rim-3")).unwrap();
                fs::write(two.path("rim-3/campaign.toml"), file).unwrap();
            },
            "is gone",
        ),
        (
            "only reports are left, and the host's memory is lost too",
            |two| {
                two.remove_database();
                fs::remove_dir_all(two.path("rim-3/keys")).unwrap();
                fs::remove_dir_all(two.path("rim-3/site")).unwrap();
                fs::remove_file(two.path("ashpost.db")).unwrap();
            },
            "is gone",
        ),
        (
            "only the log is left",
            |two| {
                two.remove_database();
                for folder in ["keys", "site", "reports"] {
                    fs::remove_dir_all(two.path("rim-3").join(folder)).unwrap();
                }
                fs::remove_file(two.path("ashpost.db")).unwrap();
                fs::write(two.path("rim-3/campaign.db-wal"), "a log").unwrap();
            },
            "is gone",
        ),
    ];
    for (what, lose, says) in losses {
        let mut two = Two::new();
        let backup = tempfile::tempdir().unwrap();
        copy_folder(&two.path("rim-3"), backup.path());
        lose(&two);
        let sent = two.is_refused(&["campaign.db", says, "backup", "ashpost accept-loss rim-3"]);
        assert!(to(&sent, "ann@player.example").is_empty() && to(&sent, "bob@player.example").is_empty(), "{what}: {sent:?}");
        let letters = to(&sent, "gm@pbem.example");
        assert!(letters.iter().any(|letter| letter.text.contains("campaign.db") && letter.subject.contains("rim-3")), "{what}: {sent:?}");
        assert_eq!(two.is_refused(&[says]).len(), 0, "{what}: the letter is sent once");
        let ticked = ashpost(two.house.folder.path(), &["--now", "2027-02-01T10:00:00Z", "tick"]);
        assert!(ticked.status.code() == Some(3) && told(&ticked).contains("rim-3: error: "), "{what}: {}", told(&ticked));
        let checked = ashpost(two.house.folder.path(), &["check-config"]);
        assert!(checked.status.code() == Some(3) && told(&checked).contains(says), "{what}: {}", told(&checked));
        let status = told(&ashpost(two.house.folder.path(), &["status"]));
        assert!(status.contains(says), "{what}: {status}");

        fs::remove_dir_all(two.path("rim-3")).unwrap();
        copy_folder(backup.path(), &two.path("rim-3"));
        assert!(!two.tick().has_trouble(), "{what}: restored");
        assert_eq!(two.waiting(), 0, "{what}: what waited is taken in");
        two.house.news();
        lose(&two);
        assert!(!to(&two.is_refused(&[says]), "gm@pbem.example").is_empty(), "{what}: lost again, told again");
    }
}

#[test]
fn nobody_is_told_that_a_game_is_full_while_it_cannot_be_read() {
    let mut house = House::new(&CAMPAIGN_TOML.replace("[[seat]]\nnumber = 1", "[joining]\nopen = true\n[[seat]]\nnumber = 1"));
    house.tick(utc("2027-01-01T10:00:00Z"));
    let vacated = ashpost(house.folder.path(), &["--now", "2027-01-02T10:00:00Z", "vacate", "rim-3", "2"]);
    assert!(vacated.status.success(), "{}", told(&vacated));
    house.tick(utc("2027-01-02T10:05:00Z"));
    house.news();
    let (database, elsewhere) = (house.path("rim-3/campaign.db"), house.path("elsewhere.db"));
    fs::rename(&database, &elsewhere).unwrap();
    let asked = mail("zoe@elsewhere.example", "join", "z1@elsewhere.example", "JOIN rim-3 AS Zoe\n");
    house.deliver(asked.as_bytes(), utc("2027-01-03T10:00:00Z"));
    assert!(house.tick(utc("2027-01-03T10:05:00Z")).has_trouble());
    assert_eq!(to(&house.news(), "zoe@elsewhere.example").len(), 0);
    fs::rename(&elsewhere, &database).unwrap();
    house.tick(utc("2027-01-04T10:00:00Z"));
    let news = house.news();
    let answer = to(&news, "zoe@elsewhere.example");
    assert!(
        answer.len() == 1 && answer[0].subject.starts_with("Please confirm: join The Rim"),
        "{:?}",
        answer.first().map(|sent| &sent.subject)
    );
}

#[test]
fn a_campaign_whose_secret_is_lost_keeps_its_tokens() {
    let whole = |two: &Two| fs::read_to_string(two.path("rim-3/keys/secret")).unwrap();
    /// What is left of a secret; `None` if not even the file is.
    type Loss = fn(&str) -> Option<String>;
    let losses: [(&str, Loss, &str); 4] = [
        ("removed", |_| None, "is gone"),
        ("half a line", |secret| Some(secret[..31].to_owned()), "is damaged"),
        ("empty", |_| Some(String::new()), "is damaged"),
        ("another one", |secret| Some(secret.chars().rev().collect()), "is not the one that the game began with"),
    ];
    for (what, lost, says) in losses {
        let mut two = Two::new();
        let secret = whole(&two);
        match lost(&secret) {
            None => fs::remove_dir_all(two.path("rim-3/keys")).unwrap(),
            Some(left) => fs::write(two.path("rim-3/keys/secret"), left).unwrap(),
        }
        let sent = two.is_refused(&["keys/secret", says, "backup", "ashpost accept-loss rim-3"]);
        assert_eq!((sent.len(), to(&sent, "gm@pbem.example").len()), (1, 1), "{what}: {sent:?}");
        assert!(sent[0].text.contains("keys/secret"), "{what}: {}", sent[0].text);
        assert_eq!(two.is_refused(&[says]).len(), 0, "{what}: the letter is sent once");
        let checked = ashpost(two.house.folder.path(), &["check-config"]);
        assert!(checked.status.code() == Some(3) && told(&checked).contains(says), "{what}: {}", told(&checked));
        fs::create_dir_all(two.path("rim-3/keys")).unwrap();
        fs::write(two.path("rim-3/keys/secret"), &secret).unwrap();
        let report = two.tick();
        assert!(!report.has_trouble(), "{what}: restored");
        let handled: Vec<&str> = report.campaigns.iter().flat_map(|campaign| &campaign.mails).map(|mail| mail.verdict.code()).collect();
        assert_eq!((two.waiting(), handled.first()), (0, Some(&"accepted")), "{what}: the old tag counts");
    }
}

#[test]
fn a_database_that_is_damaged_is_told_once_with_the_way_back() {
    type Damage = fn(&Path);
    let damages: [(&str, Damage); 4] = [
        ("not a database", |path| fs::write(path, "this is no database\n".repeat(1_000)).unwrap()),
        ("its first page overwritten", |path| write_at(path, 0, 4_096)),
        ("every other page overwritten", |path| {
            (1..fs::metadata(path).unwrap().len() / 4_096).for_each(|page| write_at(path, page * 4_096, 4_096))
        }),
        ("cut off", |path| fs::File::options().write(true).open(path).unwrap().set_len(3 * 4_096).unwrap()),
    ];
    for (what, damage) in damages {
        let mut two = Two::new();
        let backup = tempfile::tempdir().unwrap();
        copy_folder(&two.path("rim-3"), backup.path());
        damage(&two.path("rim-3/campaign.db"));
        let sent = two.is_refused(&["campaign.db", "is damaged", "backup", ".recover"]);
        assert_eq!((sent.len(), to(&sent, "gm@pbem.example").len()), (1, 1), "{what}: {sent:?}");
        assert!(sent[0].text.contains("campaign.db-wal") && sent[0].text.contains(".recover"), "{what}: {}", sent[0].text);
        assert_eq!(two.is_refused(&["is damaged"]).len(), 0, "{what}: the letter is sent once");
        let checked = ashpost(two.house.folder.path(), &["check-config"]);
        assert!(checked.status.code() == Some(3) && told(&checked).contains("is damaged"), "{what}: {}", told(&checked));
        fs::remove_dir_all(two.path("rim-3")).unwrap();
        copy_folder(backup.path(), &two.path("rim-3"));
        assert!(!two.tick().has_trouble() && two.waiting() == 0, "{what}: restored");
    }
}

fn write_at(path: &Path, at: u64, bytes: usize) {
    fs::File::options().write(true).open(path).unwrap().write_all_at(&vec![0x5a; bytes], at).unwrap();
}

/// Overwrites the first page of a table or an index.
fn overwrite(database: &Path, name: &str) {
    let connection = rusqlite::Connection::open(database).unwrap();
    connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
    let page: u32 = connection.query_row("SELECT rootpage FROM sqlite_schema WHERE name = ?1", [name], |row| row.get(0)).unwrap();
    drop(connection);
    write_at(database, u64::from(page - 1) * 4_096, 4_096);
}

#[test]
fn damage_that_shows_only_when_a_message_is_filed_is_told_with_the_way_back() {
    let mut two = Two::new();
    overwrite(&two.path("rim-3/campaign.db"), "sqlite_autoindex_mail_1");
    let sent = two.is_refused(&["campaign.db", "is damaged", "malformed"]);
    assert_eq!(to(&sent, "gm@pbem.example").len(), 1, "{sent:?}");
    assert_eq!(two.is_refused(&["is damaged"]).len(), 0);
    let checked = ashpost(two.house.folder.path(), &["check-config", "rim-3"]);
    assert!(told(&checked).contains("is damaged"), "check-config looks at every page: {}", told(&checked));
}

#[test]
fn a_campaign_whose_file_or_folder_is_gone_is_named() {
    let mut two = Two::new();
    let file = fs::read(two.path("rim-3/campaign.toml")).unwrap();
    fs::remove_file(two.path("rim-3/campaign.toml")).unwrap();
    let sent = two.is_refused(&["campaign.toml", "is gone", "backup"]);
    assert_eq!((sent.len(), to(&sent, "gm@pbem.example").len()), (1, 1), "{sent:?}");
    assert_eq!(two.is_refused(&["campaign.toml"]).len(), 0);
    let checked = ashpost(two.house.folder.path(), &["check-config"]);
    assert!(checked.status.code() == Some(3) && told(&checked).contains("campaign.toml"), "{}", told(&checked));

    fs::write(two.path("rim-3/campaign.toml"), "title = \n").unwrap();
    let sent = two.is_refused(&["campaign.toml:1:"]);
    assert_eq!(to(&sent, "gm@pbem.example").len(), 1, "a file that does not read: {sent:?}");

    fs::write(two.path("rim-3/campaign.toml"), &file).unwrap();
    assert!(!two.tick().has_trouble() && two.waiting() == 0);
    two.house.news();

    fs::rename(two.path("rim-3"), two.path("elsewhere.old")).unwrap();
    let sent = two.is_refused(&["rim-3", "folder", "is gone", "ashpost accept-loss rim-3"]);
    assert_eq!((sent.len(), to(&sent, "gm@pbem.example").len()), (1, 1), "{sent:?}");
    fs::rename(two.path("elsewhere.old"), two.path("rim-3")).unwrap();
    assert!(!two.tick().has_trouble() && two.waiting() == 0);
}

#[test]
fn the_hosts_own_database_is_made_again_and_its_game_masters_are_told_once() {
    type Loss = fn(&Two);
    let losses: [(&str, Loss, &str); 5] = [
        ("removed", |two| fs::remove_file(two.path("ashpost.db")).unwrap(), "was gone"),
        (
            "emptied",
            |two| {
                let _ = fs::remove_file(two.path("ashpost.db-wal"));
                fs::write(two.path("ashpost.db"), "").unwrap();
            },
            "was gone",
        ),
        ("not a database", |two| fs::write(two.path("ashpost.db"), "nonsense\n".repeat(999)).unwrap(), "was damaged"),
        (
            "all pages but the first overwritten",
            |two| {
                let pages = fs::metadata(two.path("ashpost.db")).unwrap().len() / 4_096;
                write_at(&two.path("ashpost.db"), 4_096, (pages as usize - 1) * 4_096);
            },
            "was damaged",
        ),
        (
            "only what a stray message needs is overwritten",
            |two| overwrite(&two.path("ashpost.db"), "sqlite_autoindex_mail_1"),
            "was damaged",
        ),
    ];
    for (what, lose, says) in losses {
        let mut two = Two::new();
        lose(&two);
        two.orders("after");
        let stray = mail("who@elsewhere.example", "hello", "who@elsewhere.example", "Hello?\n");
        two.house.deliver(stray.as_bytes(), two.now());
        let mut sent = Vec::new();
        for _ in 0..3 {
            let report = two.tick();
            assert!(report.campaigns.iter().all(|campaign| campaign.trouble.is_none()), "{what}: {report:?}");
            sent.extend(two.house.news());
        }
        assert_eq!(two.waiting(), 0, "{what}: the campaigns go on");
        for address in ["gm@pbem.example", "other-gm@pbem.example"] {
            let letters = to(&sent, address);
            assert!(letters.len() == 1 && letters[0].text.contains(says), "{what}: {letters:?}");
        }
        assert!(!two.tick().has_trouble(), "{what}");
        let aside = fs::read_dir(two.house.folder.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        assert_eq!(aside.filter(|name| name.starts_with("ashpost.db.damaged-")).count() > 0, says == "was damaged", "{what}");
        // The host remembers it again.
        two.remove_database();
        for folder in ["keys", "site", "reports"] {
            fs::remove_dir_all(two.path("rim-3").join(folder)).unwrap();
        }
        two.is_refused(&["campaign.db", "is gone"]);
    }
}

#[test]
fn an_outage_is_noticed_and_made_good_although_the_host_has_lost_its_memory() {
    let house = House::new(CAMPAIGN_TOML);
    let tick = |now: &str| {
        let ticked = ashpost(house.folder.path(), &["tick", "--now", now, "--heed-gap"]);
        assert!(matches!(ticked.status.code(), Some(0 | 3)), "{}", told(&ticked));
    };
    let deadline = || {
        let status: serde_json::Value =
            serde_json::from_slice(&ashpost(house.folder.path(), &["--json", "--now", "2027-01-07T14:05:00Z", "status"]).stdout).unwrap();
        let campaign = &status["campaigns"][0];
        utc(&campaign["deadline_utc"].as_str().unwrap().replace(" UTC", ":00Z").replace(' ', "T"))
    };
    let lose = || {
        for file in ["ashpost.db", "ashpost.db-wal", "ashpost.db-shm"] {
            let _ = fs::remove_file(house.path(file));
        }
    };
    tick("2027-01-01T10:00:00Z");
    let announced = deadline();
    tick("2027-01-04T10:00:00Z");
    tick("2027-01-04T12:05:00Z");
    let moved = deadline();
    assert!(moved - announced >= TimeDelta::days(3), "{announced} {moved}");
    lose();
    tick("2027-01-04T12:10:00Z");
    assert_eq!(deadline(), moved, "what was made good is not made good again");
    tick("2027-01-07T12:00:00Z");
    tick("2027-01-07T14:05:00Z");
    let again = deadline();
    assert!(again - moved >= TimeDelta::days(3), "{moved} {again}");
    lose();
    tick("2027-01-29T10:00:00Z");
    assert_eq!(deadline(), again, "the loss and the outage are noticed together: nothing is played");
}

#[test]
fn a_host_that_begins_has_lost_nothing() {
    let mut house = House::new(CAMPAIGN_TOML);
    house.tick(utc("2027-01-01T10:00:00Z"));
    house.tick(utc("2027-01-01T10:05:00Z"));
    assert!(house.news().iter().all(|sent| sent.to != "gm@pbem.example"));
}

#[test]
fn a_loss_that_is_accepted_lets_the_game_begin_anew() {
    let mut two = Two::new();
    let accept = |two: &Two| two.run(&["accept-loss", "rim-3"]);
    let refused = accept(&two);
    assert!(refused.status.code() == Some(1) && told(&refused).contains("nothing of rim-3 is lost"), "{}", told(&refused));
    two.remove_database();
    two.is_refused(&["is gone"]);
    let (accepted, accepted_at) = (accept(&two), two.now());
    assert_eq!(accepted.status.code(), Some(0), "{}", told(&accepted));
    let aside = format!("rim-3/lost-{}", two.now().format("%Y%m%dT%H%M%SZ"));
    assert!(told(&accepted).contains(&aside), "{}", told(&accepted));
    assert!(two.path(&aside).join("reports/turn-1/seat-1.txt").is_file(), "what was left is kept");
    let report = two.tick();
    assert!(!report.has_trouble());
    let sent = two.house.news();
    let opening = to(&sent, "ann@player.example");
    assert!(opening.iter().any(|letter| letter.text.contains("turn 1")), "{opening:?}");
    // Mail servers drop an email whose Message-ID they have seen. Those of this game have a part of their own.
    let ids: Vec<&str> = opening.iter().map(|letter| letter.file.as_str()).collect();
    let life = format!("rim-3.anew-{}.", accepted_at.timestamp());
    assert!(ids.iter().all(|id| id.starts_with(&life)) && ids[0] == format!("{life}0.report.1.ashpost@pbem.example.eml"), "{ids:?}");
    assert!(two.path("rim-3/reports/turn-0").is_dir() && !two.path("rim-3/reports/turn-1").exists());
}

#[test]
fn an_older_copy_of_a_database_plays_no_turn_again_until_that_is_accepted() {
    let mut two = Two::new();
    // The next turn is open, and the host has seen Ann's first sheet for it.
    two.orders("a2");
    assert!(!two.tick().has_trouble());
    let copy = Copy::of(&two);
    // First only a sheet is missing in the copy, then a turn.
    two.orders("a3");
    assert!(!two.tick().has_trouble());
    let newest = Copy::of(&two);
    copy.put_back(&two);
    let sent = two.is_refused(&["is a copy from before", "accept-loss rim-3 --reason"]);
    assert!(to(&sent, "gm@pbem.example").iter().any(|letter| letter.subject.contains("older copy")), "{sent:?}");
    newest.put_back(&two);
    two.minutes += 10 * 24 * 60;
    assert!(!two.tick().has_trouble() && two.path("rim-3/reports/turn-2").exists());
    two.orders("a4");
    assert!(!two.tick().has_trouble());
    let sent = two.house.news();
    let receipt = copy.0.path().join("receipt");
    let texts: Vec<&str> = to(&sent, "ann@player.example").iter().map(|letter| letter.text.as_str()).collect();
    fs::write(&receipt, texts.join("\n")).unwrap();

    copy.put_back(&two);
    let sent = two.is_refused(&["is a copy from before"]);
    assert!(to(&sent, "ann@player.example").is_empty(), "no turn is played again: {sent:?}");
    let status = two.run(&["status"]);
    assert!(status.status.code() == Some(3) && told(&status).contains("is a copy from before"), "{}", told(&status));
    for refused in [&["run", "rim-3"][..], &["accept-loss", "rim-3"]] {
        assert_eq!(two.run(refused).status.code(), Some(1), "{refused:?}");
    }
    let accept = ["accept-loss", "rim-3", "--reason", "The disk broke."];
    if cfg!(debug_assertions) {
        let mut cut_off = Command::new(env!("CARGO_BIN_EXE_ashpost"));
        cut_off.arg("--campaigns").arg(two.house.folder.path()).args(["--now", &two.now().to_rfc3339()]).args(accept);
        assert!(!cut_off.env("ASHPOST_CRASH_AT", "1").output().unwrap().status.success());
        two.is_refused(&["is a copy from before"]);
    }
    let accepted = two.run(&accept);
    assert!(
        accepted.status.success() && told(&accepted).contains("turn 2 no longer counts; the game goes on from turn 1"),
        "{}",
        told(&accepted)
    );
    let again = two.run(&accept);
    assert!(again.status.code() == Some(1) && told(&again).contains("nothing of rim-3 is lost"), "{}", told(&again));
    assert!(!two.tick().has_trouble());
    let before = two.house.news();
    let letters = to(&before, "bob@player.example");
    let tells = |text: &str| text.contains("The newest database of The Rim is lost") && text.contains("The disk broke.");
    assert!(letters.iter().any(|letter| tells(&letter.text)));
    assert!(!two.path("rim-3/reports/turn-2").exists() && !two.path("rim-3/site/turn-2.html").exists());
    assert!(two.run(&["replay", "rim-3"]).status.success());
    let bundle = two.path("rim-3/site/rim-3.bundle").to_string_lossy().into_owned();
    let verified = two.run(&["verify", &bundle, "--receipt", &receipt.to_string_lossy()]);
    let words = told(&verified);
    assert!(verified.status.success() && words.contains("void: the journal that it names was lost"), "{words}");
    assert!(words.contains("THE GAME WENT ON FROM AN OLDER COPY, from turn 1") && words.contains("had come to turn 2"), "{words}");
    assert_eq!(two.run(&["roll-forward", "rim-3"]).status.code(), Some(1), "there is nothing to go forward to");
    two.minutes += 10 * 24 * 60;
    assert!(!two.tick().has_trouble());
    let ids: Vec<String> = two.house.news().iter().map(|sent| sent.subject.clone()).collect();
    assert!(ids.iter().any(|subject| subject.starts_with("Turn 2")), "{ids:?}");

    // The same copy once more: the dice of turn 2 are known again, and its letters are news.
    let first = committed(&letters);
    copy.put_back(&two);
    two.is_refused(&["is a copy from before"]);
    assert!(two.run(&accept).status.success());
    assert!(!two.tick().has_trouble());
    let sent = two.house.news();
    let letters = to(&sent, "bob@player.example");
    assert!(letters.iter().any(|letter| tells(&letter.text)), "{letters:?}");
    assert_ne!(committed(&letters), first, "players know these dice");
}

/// A copy of the first campaign's folder as it is now, and a way to put its database back in place of the newest.
struct Copy(tempfile::TempDir);

impl Copy {
    fn of(two: &Two) -> Copy {
        let folder = tempfile::tempdir().unwrap();
        copy_folder(&two.path("rim-3"), folder.path());
        Copy(folder)
    }

    fn put_back(&self, two: &Two) {
        two.remove_database();
        for name in ["campaign.db", "campaign.db-wal"] {
            fs::copy(self.0.path().join(name), two.path("rim-3").join(name)).unwrap();
        }
    }
}

#[test]
fn what_was_withdrawn_since_an_older_copy_is_not_played() {
    let mut two = Two::new();
    two.orders("a2");
    assert!(!two.tick().has_trouble());
    let copy = Copy::of(&two);
    let (tag, at) = (two.house.tag(Seat(1)), two.now());
    two.house.deliver(mail("ann@player.example", &tag, "w@player.example", "WITHDRAW\n").as_bytes(), at);
    assert!(!two.tick().has_trouble());
    copy.put_back(&two);
    two.is_refused(&["is a copy from before"]);
}

#[test]
fn a_token_that_was_replaced_since_an_older_copy_is_valid_for_nobody() {
    let mut two = Two::new();
    let copy = Copy::of(&two);
    let mut tags = vec![two.house.tag(Seat(1))];
    let mut replaced_by = |two: &mut Two, player: &str, address: &str| {
        let replaced = two.run(&["replace", "rim-3", "1", &format!("{player} <{address}>")]);
        assert!(replaced.status.success(), "{}", told(&replaced));
        assert!(!two.tick().has_trouble());
        tags.extend(tag_of(&two.house.news(), address));
        tags.clone()
    };
    replaced_by(&mut two, "Mallory", "mallory@player.example");
    // Bob's receipt names the entry about Mallory, in whose place another one comes.
    let (tag, at) = (two.house.tag(Seat(2)), two.now());
    two.house.deliver(mail("bob@player.example", &tag, "b@player.example", "BUILD 1 FP ON 2\n").as_bytes(), at);
    assert!(!two.tick().has_trouble());
    let receipt = copy.0.path().join("receipt");
    fs::write(&receipt, &to(&two.house.news(), "bob@player.example").last().unwrap().text).unwrap();
    copy.put_back(&two);
    two.is_refused(&["is a copy from before"]);
    assert!(two.run(&["accept-loss", "rim-3", "--reason", "The disk broke."]).status.success());
    assert!(!two.tick().has_trouble());
    let of_ann = tag_of(&two.house.news(), "ann@player.example");
    let mut tags = replaced_by(&mut two, "Carol", "carol@player.example");
    tags.extend(of_ann);
    let bundle = two.path("rim-3/site/rim-3.bundle").to_string_lossy().into_owned();
    two.run(&["site", "rim-3"]);
    let verified = two.run(&["verify", &bundle, "--receipt", &receipt.to_string_lossy()]);
    assert!(verified.status.success() && told(&verified).contains("void: the journal that it names was lost"), "{}", told(&verified));
    let different: BTreeSet<&String> = tags.iter().collect();
    assert!(different.len() == 4 && tags.len() == 4, "{tags:?}");
}

#[test]
fn a_game_that_is_over_in_an_older_copy_has_other_dice_if_it_goes_back_again() {
    let mut two = Two::new();
    assert!(two.run(&["abort", "rim-3", "--reason", "Nobody writes."]).status.success());
    assert!(!two.tick().has_trouble());
    two.house.news();
    let copy = Copy::of(&two);
    let goes_back = |two: &mut Two| {
        assert!(two.run(&["rollback", "rim-3", "0", "--reason", "From the beginning."]).status.success());
        assert!(!two.tick().has_trouble());
        let sent = two.house.news();
        committed(&to(&sent, "bob@player.example"))
    };
    let first = goes_back(&mut two);
    copy.put_back(&two);
    two.is_refused(&["is a copy from before"]);
    let accepted = two.run(&["accept-loss", "rim-3", "--reason", "The disk broke."]);
    assert!(told(&accepted).contains("is over in this copy"), "{}", told(&accepted));
    assert!(!two.tick().has_trouble());
    two.house.news();
    assert_ne!(goes_back(&mut two), first);
}

/// The tag in the last letter to an address.
fn tag_of(sent: &[Sent], address: &str) -> Option<String> {
    let subject = &to(sent, address).last()?.subject;
    Some(subject[subject.rfind('[')?..].to_owned())
}

/// The commitment that the letter about a game that goes back tells.
fn committed(letters: &[&Sent]) -> String {
    let line = |letter: &&Sent| letter.text.lines().find_map(|line| line.trim().strip_prefix("next   ").map(str::to_owned));
    letters.iter().find_map(line).unwrap()
}

#[test]
fn a_lost_secret_that_is_accepted_gives_everybody_a_new_token() {
    let mut two = Two::new();
    let old = two.house.tag(Seat(1));
    fs::write(two.path("rim-3/keys/secret"), "half").unwrap();
    two.is_refused(&["is damaged"]);
    if cfg!(debug_assertions) {
        let mut cut_off = Command::new(env!("CARGO_BIN_EXE_ashpost"));
        cut_off.args(["--campaigns", &two.house.folder.path().to_string_lossy(), "accept-loss", "rim-3"]).env("ASHPOST_CRASH_AT", "1");
        assert!(!cut_off.output().unwrap().status.success());
        two.is_refused(&["is not the one that the game began with"]);
    }
    let accepted = two.run(&["accept-loss", "rim-3"]);
    assert_eq!(accepted.status.code(), Some(0), "{}", told(&accepted));
    assert!(!two.tick().has_trouble());
    let sent = two.house.news();
    let letters: BTreeMap<&str, &Sent> =
        sent.iter().filter(|sent| sent.subject.contains("your new token")).map(|sent| (sent.to.as_str(), sent)).collect();
    let ann = letters["ann@player.example"];
    assert!(letters.contains_key("bob@player.example") && ann.subject.contains("[rim-3 ") && !ann.subject.contains(&old), "{letters:?}");
    let tag = ann.subject[ann.subject.rfind('[').unwrap()..].to_owned();
    let at = two.now();
    two.house.deliver(mail("ann@player.example", &tag, "new@player.example", "BUILD 1 FP ON 1\n").as_bytes(), at);
    let report = two.tick();
    let rim = report.campaigns.iter().find(|campaign| &*campaign.campaign == "rim-3").unwrap();
    assert_eq!(rim.mails.iter().map(|mail| mail.verdict.code()).collect::<Vec<_>>(), ["accepted"]);
}

#[test]
fn a_folder_that_was_renamed_or_copied_keeps_its_secret_and_sends_nothing() {
    let mut two = Two::new();
    fs::rename(two.path("rim-3"), two.path("rim-4")).unwrap();
    let secret = fs::read_to_string(two.path("rim-4/keys/secret")).unwrap();
    let report = two.tick();
    let says = trouble(&report, "rim-4").unwrap_or_default();
    assert!(says.contains("rim-4 is that of rim-3") && !says.contains("accept-loss"), "{says}");
    for refused in [&["accept-loss", "rim-4"][..], &["keys", "rim-4", "--new"], &["run", "rim-4"]] {
        let refused = two.run(refused);
        assert!(refused.status.code() == Some(1) && told(&refused).contains("is that of rim-3"), "{}", told(&refused));
    }
    assert!(told(&two.run(&["status"])).contains("is that of rim-3"));
    fs::rename(two.path("rim-4"), two.path("rim-3")).unwrap();
    assert!(!two.tick().has_trouble());
    assert_eq!(fs::read_to_string(two.path("rim-3/keys/secret")).unwrap(), secret);
    copy_folder(&two.path("rim-3"), &two.path("rim-5"));
    two.house.news();
    let report = two.tick();
    assert!(trouble(&report, "rim-5").is_some() && trouble(&report, "rim-3").is_none());
    assert!(two.house.news().iter().all(|sent| sent.to == "gm@pbem.example"));
}

#[test]
fn a_folder_that_was_taken_away_on_purpose_is_forgotten_when_that_is_said() {
    let mut two = Two::new();
    fs::remove_dir_all(two.path("rim-3")).unwrap();
    two.is_refused(&["folder", "is gone"]);
    let accepted = ashpost(two.house.folder.path(), &["accept-loss", "rim-3"]);
    assert_eq!(accepted.status.code(), Some(0), "{}", told(&accepted));
    let report = two.tick();
    assert_eq!((report.has_trouble(), trouble(&report, "rim-3")), (false, None));
    assert_eq!(two.waiting(), 0, "its mail is answered as for no campaign");
}

#[test]
fn a_lost_file_of_a_tournament_is_told_once_and_its_mail_waits() {
    let tables = "[tournament]\n[settings.rulebook]\nsize = 4\n[gm]";
    let mut house = House::new(&CORRESPONDENCE_TOML.replace("[gm]", tables));
    house.tick(utc("2027-01-01T10:00:00Z"));
    let report = fs::read(house.path("sent/rim-3-1.0.report.1.ashpost@pbem.example.eml")).unwrap();
    let subject = ashpost::post::Letter::read(&report).inside.subject;
    let file = fs::read(house.path("rim-3/campaign.toml")).unwrap();
    house.news();
    for (lose, says) in [("", "is gone"), ("title = 1\n", "campaign.toml:1:")] {
        fs::write(house.path("rim-3/campaign.toml"), lose).unwrap();
        if lose.is_empty() {
            fs::remove_file(house.path("rim-3/campaign.toml")).unwrap();
        }
        let move_mail = mail("ann@player.example", &subject, &format!("m{}@x", lose.len()), "STATUS\n");
        house.deliver(move_mail.as_bytes(), utc("2027-01-01T11:00:00Z"));
        let report = house.tick(utc("2027-01-01T12:00:00Z"));
        let troubles: Vec<&String> = report.campaigns.iter().filter_map(|campaign| campaign.trouble.as_ref()).collect();
        assert!(troubles.len() == 1 && troubles[0].contains(says), "{troubles:?}");
        assert_eq!(to(&house.news(), "gm@pbem.example").len(), 1);
    }
    assert_eq!(fs::read_dir(house.path("mail/new")).unwrap().count(), 2, "mail to its games waits");
    fs::write(house.path("rim-3/campaign.toml"), file).unwrap();
    assert!(!house.tick(utc("2027-01-01T13:00:00Z")).has_trouble());
    assert_eq!(fs::read_dir(house.path("mail/new")).unwrap().count(), 0);
    // One game of it is lost; the other goes on.
    for name in ["campaign.db", "campaign.db-wal", "campaign.db-shm"] {
        let _ = fs::remove_file(house.path("rim-3/games/1").join(name));
    }
    let report = house.tick(utc("2027-01-01T14:00:00Z"));
    assert!(
        trouble(&report, "rim-3-1").is_some_and(|trouble| trouble.contains("games/1/campaign.db")) && trouble(&report, "rim-3-2").is_none()
    );
}

#[test]
fn a_page_of_rules_that_is_lost_or_out_of_date_comes_back_with_the_next_turn() {
    let mut two = Two::new();
    let page = two.path("rim-3/site/rules.html");
    let whole = fs::read_to_string(&page).unwrap();
    let mut after = |change: &dyn Fn(&Two)| {
        change(&two);
        two.minutes += 10 * 24 * 60;
        assert!(!two.tick().has_trouble());
        fs::read_to_string(&page).unwrap()
    };
    assert_eq!(after(&|_| ()), whole);
    assert_eq!(after(&|_| fs::remove_file(&page).unwrap()), whole);
    assert_eq!(after(&|_| fs::write(&page, "Rules").unwrap()), whole);
    let renamed = after(&|two| {
        let file = two.path("rim-3/campaign.toml");
        let text = fs::read_to_string(&file).unwrap();
        fs::write(file, text.replace("\"The Rim\"", "\"The Brim\"")).unwrap();
    });
    assert_eq!(renamed, whole.replace("The Rim", "The Brim"));
}

/// The blocks of a kind in the handbook, in its order.
fn recipes(kind: &str) -> Vec<String> {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/gm-files.md")).unwrap();
    text.split(&format!("```{kind}\n")).skip(1).map(|rest| rest.split("```").next().unwrap().to_owned()).collect()
}

#[test]
fn the_commands_of_the_handbook_bring_a_campaign_back() {
    let mut two = Two::new();
    let tools = tempfile::tempdir().unwrap();
    // The paths of the handbook, and a clock that is set to the time of the game.
    let program = format!("#!/bin/sh\nexec '{}' --now \"$NOW\" \"$@\"\n", env!("CARGO_BIN_EXE_ashpost"));
    install_script(&tools.path().join("ashpost"), &program);
    let run = |two: &Two, recipe: &str| {
        let backup = tools.path().join("backup");
        let script = recipe.replace("/srv/games/campaigns", &two.house.folder.path().to_string_lossy());
        let script =
            format!("set -eu\nPATH='{}':\"$PATH\"\n{}", tools.path().display(), script.replace("/srv/backup", &backup.to_string_lossy()));
        let output = Command::new("bash").args(["-c", &script]).env("NOW", two.now().to_rfc3339()).output().unwrap();
        assert!(output.status.success(), "{script}\n{}", told(&output));
        told(&output)
    };
    let recipes = recipes("sh");
    let [modes, keep, keys, back, recover] = &recipes[..] else { panic!("other recipes: {recipes:?}") };
    run(&two, modes);
    run(&two, keep);
    // A person types the passphrase.
    let packed = tools.path().join("keys.enc").to_string_lossy().into_owned();
    let keys = keys.replace("-salt", "-salt -pass pass:x").replace("/srv/keys.enc", &packed);
    run(&two, &keys);
    let listed = run(&two, &format!("openssl enc -d -aes-256-cbc -pbkdf2 -salt -pass pass:x -in {packed} | tar -t"));
    assert!(listed.contains("ashpost.key") && listed.contains("rim-3/keys/secret"), "{listed}");
    write_at(&two.path("rim-3/campaign.db"), 0, 4_096);
    two.is_refused(&["is damaged"]);
    two.minutes += 5;
    assert!(run(&two, back).contains("set-up and 1 turn were played again; there is no difference"));
    assert!(two.waiting() == 0 && !two.tick().has_trouble());
    if Command::new("sqlite3").arg("--version").output().is_err() {
        return println!("skipped: there is no sqlite3");
    }
    overwrite(&two.path("rim-3/campaign.db"), "sqlite_autoindex_mail_1");
    two.is_refused(&["is damaged"]);
    assert!(run(&two, recover).contains("set-up and 1 turn were played again; there is no difference"));
    assert!(!two.tick().has_trouble() && two.waiting() == 0);
}
