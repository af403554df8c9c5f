//! `tick` may be killed anywhere: the plug is pulled at every transaction and file boundary in turn, the
//! command runs again, and nothing is lost, doubled or changed.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use ashpost::engine::Seat;
use rusqlite::Connection;
use rusqlite::types::Value;

use crate::common::{CAMPAIGN, CAMPAIGN_TOML, CORRESPONDENCE_TOML, House, mail, utc};

/// Everything that a run leaves behind, as text.
type Traces = BTreeMap<String, String>;

/// Runs the cron line; at the `crash_at`-th boundary the plug is pulled. A `!` before the time makes the run compare it with that of earlier runs.
/// Returns whether it went through.
fn tick(folder: &Path, now: &str, crash_at: Option<u32>) -> bool {
    run(folder, now, &["tick"], crash_at)
}

fn run(folder: &Path, now: &str, arguments: &[&str], crash_at: Option<u32>) -> bool {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ashpost"));
    // Letters name files: the same in every copy of the folder.
    command.current_dir(folder).args(["--campaigns", ".", "--now", now.trim_start_matches('!')]).args(arguments);
    if now.starts_with('!') {
        command.args(["--heed-gap", "--after-outage"]);
    }
    if let Some(number) = crash_at {
        command.env("ASHPOST_CRASH_AT", number.to_string());
    }
    command.output().unwrap().status.success()
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), &target).unwrap();
            // The time of a file tells when an email arrived, and a copy has the time of now.
            let written_at = entry.metadata().unwrap().modified().unwrap();
            fs::File::options().append(true).open(target).unwrap().set_modified(written_at).unwrap();
        }
    }
}

fn traces(folder: &Path) -> Traces {
    let mut traces = Traces::new();
    let games = ["rim-3", "rim-3/games/1", "rim-3/games/2", "glade"];
    let of_games = games.iter().flat_map(|game| ["reports", "site"].map(|part| format!("{game}/{part}")));
    for place in ["mail/new", "mail/cur", "sent"].map(str::to_owned).into_iter().chain(of_games) {
        files(&folder.join(&place), &place, &mut traces);
    }
    let databases = games.iter().map(|game| format!("{game}/campaign.db")).chain(["ashpost.db".to_owned()]);
    for database in databases.filter(|database| folder.join(database).is_file()) {
        rows(&folder.join(&database), &database, &mut traces);
    }
    let here = folder.to_string_lossy();
    traces.values_mut().for_each(|text| *text = text.replace(&*here, "HERE"));
    traces
}

fn files(folder: &Path, name: &str, traces: &mut Traces) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.map(Result::unwrap) {
        let name = format!("{name}/{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            files(&entry.path(), &name, traces);
        } else if !name.ends_with(".new") && !name.ends_with(".tmp") {
            // Half-written files next to the real ones are harmless, and the next run writes over them.
            traces.insert(name, String::from_utf8_lossy(&fs::read(entry.path()).unwrap()).into_owned());
        }
    }
}

fn rows(database: &Path, name: &str, traces: &mut Traces) {
    let connection = Connection::open(database).unwrap();
    let mut tables = connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'").unwrap();
    let tables: Vec<String> = tables.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    for table in tables {
        let mut statement = connection.prepare(&format!("SELECT * FROM {table} ORDER BY 1, 2")).unwrap();
        let columns = statement.column_count();
        let mut rows = statement.query([]).unwrap();
        let mut text = String::new();
        while let Some(row) = rows.next().unwrap() {
            let values: Vec<Value> = (0..columns).map(|column| row.get(column).unwrap()).collect();
            // The agenda and the bundle name files by their numbers on the disk, which differ in every copy.
            if !matches!(values.first(), Some(Value::Text(name)) if name.starts_with("agenda/") || name == "bundle of the site") {
                text.push_str(&format!("{values:?}\n"));
            }
        }
        traces.insert(format!("{name}/{table}"), text);
    }
}

/// Runs once undisturbed, then once for every boundary with the plug pulled there, and compares.
fn survives_every_crash(prepared: &Path, now: &str, least_boundaries: u32) {
    let work = tempfile::tempdir().unwrap();
    let undisturbed = work.path().join("undisturbed");
    copy(prepared, &undisturbed);
    assert!(tick(&undisturbed, now, None));
    let expected = traces(&undisturbed);
    let mut boundary = 0;
    loop {
        boundary += 1;
        let folder = work.path().join(format!("crash-{boundary}"));
        copy(prepared, &folder);
        let went_through = tick(&folder, now, Some(boundary));
        if !went_through {
            assert!(tick(&folder, now, None), "the run after the crash at boundary {boundary} fails");
        }
        let found = traces(&folder);
        for (name, text) in &expected {
            let found = found.get(name);
            assert!(found == Some(text), "after the crash at boundary {boundary}, {name} differs:\n{found:?}\nexpected\n{text}");
        }
        assert_eq!(found.len(), expected.len(), "after the crash at boundary {boundary} there is something more");
        fs::remove_dir_all(&folder).unwrap();
        if went_through {
            break;
        }
    }
    assert!(boundary > least_boundaries, "only {boundary} boundaries were reached");
}

#[test]
fn opening_a_campaign_survives_a_crash_anywhere() {
    let house = House::new(CAMPAIGN_TOML);
    survives_every_crash(house.folder.path(), "2027-01-01T10:00:00Z", 8);
}

#[test]
fn receiving_adjudicating_sending_and_publishing_survive_a_crash_anywhere() {
    let mut house = House::new(CAMPAIGN_TOML);
    assert!(tick(house.folder.path(), "2027-01-01T10:00:00Z", None));
    let (ann, bob) = (house.tag(Seat(1)), house.tag(Seat(2)));
    let at = utc("2027-01-05T10:00:00Z");
    house.deliver(mail("ann@player.example", &ann, "a1@player.example", "BUILD 1 FP ON 1\n").as_bytes(), at);
    house.deliver(mail("ann@player.example", &ann, "a2@player.example", "BUILD 2 FI ON 1\nSEND ALL FI FROM 1 TO 18\n").as_bytes(), at);
    house.deliver(mail("bob@player.example", &bob, "b1@player.example", "BUILD 1 PDU ON Crab\nSTATUS\n").as_bytes(), at);
    house.deliver(mail("who@elsewhere.example", "hello", "w1@elsewhere.example", "Hello?\n").as_bytes(), at);
    house.deliver(mail("may@elsewhere.example", "[ashpost rim-3] hello", "m1@elsewhere.example", "Hello?\n").as_bytes(), at);
    house.deliver(mail("mum@home.example", "birthday", "p1@home.example", "Happy birthday!\n").as_bytes(), utc("2019-03-04T10:00:00Z"));
    let lost = format!(
        "In-Reply-To: <rim-3.0.report.2.ashpost@pbem.example>\n{}",
        mail("bob@player.example", "orders", "b2@player.example", "x\n")
    );
    house.deliver(lost.as_bytes(), at);
    survives_every_crash(house.folder.path(), "2027-01-08T20:00:00Z", 25);
}

#[test]
fn two_campaigns_on_two_workers_survive_a_crash_anywhere() {
    let mut house = House::new(CAMPAIGN_TOML);
    fs::create_dir_all(house.path("glade")).unwrap();
    fs::write(house.path("glade/campaign.toml"), CORRESPONDENCE_TOML).unwrap();
    assert!(tick(house.folder.path(), "2027-01-01T10:00:00Z", None));
    let (ann, at) = (house.tag(Seat(1)), utc("2027-01-05T10:00:00Z"));
    house.deliver(mail("ann@player.example", &ann, "a1@player.example", "BUILD 1 FP ON 1\n").as_bytes(), at);
    house.deliver(mail("ann@player.example", &house.tag_in("glade", Seat(1)), "a2@player.example", "d2-d3\n").as_bytes(), at);
    survives_every_crash(house.folder.path(), "2027-01-08T20:00:00Z", 20);
}

/// Planted in orders; it must be found nowhere once a run has gone through.
const MARK: &[u8] = b"zebra-7731";

/// Every file of a host in which orders of the open turn can be read, except messages that are sent into files.
fn in_clear(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap().map(|entry| entry.unwrap().path()) {
            match entry.is_dir() {
                true if entry.ends_with("sent") => {}
                true => folders.push(entry),
                false if fs::read(&entry).unwrap().windows(MARK.len()).any(|bytes| bytes == MARK) => {
                    found.push(entry.display().to_string())
                }
                false => {}
            }
        }
    }
    found
}

#[test]
fn no_order_of_the_open_turn_can_be_read_after_a_crash_anywhere() {
    let mut house = House::new(CAMPAIGN_TOML);
    assert!(tick(house.folder.path(), "2027-01-01T10:00:00Z", None));
    let (ann, bob) = (house.tag(Seat(1)), house.tag(Seat(2)));
    let at = utc("2027-01-05T10:00:00Z");
    let announce = |name: &str| format!("ANNOUNCE \"{name} zebra-7731\"\n");
    house.deliver(mail("ann@player.example", &ann, "a1@x", &announce("one")).as_bytes(), at);
    house.deliver(mail("ann@player.example", &ann, "a2@x", &(announce("two") + "BUILD 1 FP ON 1\nWords of zebra-7731.\n")).as_bytes(), at);
    house.deliver(mail("bob@player.example", &bob, "b1@x", &announce("three")).as_bytes(), at);
    house.deliver(mail("bob@player.example", &bob, "b2@x", "zebra-7731 is misread\nzebra-7731 again\n").as_bytes(), at);
    house.drop_file("ann.orders", &format!("{}\n{}", first_line(&ann), announce("four")), at);
    assert_eq!(in_clear(house.folder.path()).len(), 5, "the search finds what is there");
    let work = tempfile::tempdir().unwrap();
    for boundary in 1.. {
        let folder = work.path().join(format!("crash-{boundary}"));
        copy(house.folder.path(), &folder);
        let went_through = tick(&folder, "2027-01-05T12:00:00Z", Some(boundary));
        if !went_through {
            assert!(tick(&folder, "2027-01-05T12:00:00Z", None));
        }
        assert_eq!(in_clear(&folder), Vec::<String>::new(), "after the crash at boundary {boundary}");
        if went_through {
            assert!(boundary > 12, "only {boundary} boundaries were reached");
            assert!(tick(&folder, "2027-01-08T20:00:00Z", None));
            assert!(!in_clear(&folder).is_empty(), "once the turn is played, what was announced stands in the journal");
            break;
        }
        fs::remove_dir_all(&folder).unwrap();
    }
}

/// The first line of an order file, from the tag of a subject.
fn first_line(tag: &str) -> String {
    let token = tag.trim_end_matches(']').rsplit(' ').next().unwrap();
    format!("ORDERS rim-3 1 {token}")
}

#[test]
fn making_lost_time_good_survives_a_crash_anywhere() {
    let house = House::new(CAMPAIGN_TOML);
    let folder = house.folder.path();
    assert!(tick(folder, "!2027-01-01T10:00:00Z", None));
    house.edit_campaign("open = true", "open = false");
    // The pause begins, and ends in a run that also makes an outage good.
    survives_every_crash(folder, "!2027-01-02T10:00:00Z", 6);
    assert!(tick(folder, "!2027-01-02T10:00:00Z", None));
    house.edit_campaign("open = false", "open = true");
    survives_every_crash(folder, "!2027-01-20T10:00:00Z", 6);
}

#[test]
fn a_new_secret_survives_a_crash_and_is_never_made_twice() {
    let without_seed: String =
        CAMPAIGN_TOML.lines().filter(|line| !line.starts_with("demonstration_seed")).map(|line| format!("{line}\n")).collect();
    let house = House::new(&without_seed);
    let folder = house.folder.path();
    assert!(!tick(folder, "2027-01-01T10:00:00Z", Some(3)), "the secret is made once the host is set up");
    let secret = fs::read_to_string(folder.join(CAMPAIGN).join("keys/secret")).unwrap();
    assert!(tick(folder, "2027-01-01T10:00:00Z", None));
    assert_eq!(fs::read_to_string(folder.join(CAMPAIGN).join("keys/secret")).unwrap(), secret);
}

#[test]
fn making_the_hosts_database_again_survives_a_crash_anywhere() {
    let house = House::new(CAMPAIGN_TOML);
    assert!(tick(house.folder.path(), "2027-01-01T10:00:00Z", None));
    for file in ["ashpost.db", "ashpost.db-wal", "ashpost.db-shm"] {
        let _ = fs::remove_file(house.path(file));
    }
    survives_every_crash(house.folder.path(), "2027-01-02T10:00:00Z", 5);
}

#[test]
fn two_runs_at_once_do_the_work_once() {
    let mut house = House::new(CAMPAIGN_TOML);
    assert!(tick(house.folder.path(), "2027-01-01T10:00:00Z", None));
    let ann = house.tag(Seat(1));
    house.deliver(mail("ann@player.example", &ann, "a1@player.example", "BUILD 1 FP ON 1\n").as_bytes(), utc("2027-01-05T10:00:00Z"));
    let folder = house.folder.path().to_owned();
    let runs: Vec<_> =
        (0..6).map(|_| folder.clone()).map(|folder| std::thread::spawn(move || tick(&folder, "2027-01-09T08:00:00Z", None))).collect();
    assert!(runs.into_iter().all(|run| run.join().unwrap()));
    assert!(tick(&folder, "2027-01-09T08:00:00Z", None));
    let traces = traces(&folder);
    assert_eq!(traces["rim-3/campaign.db/journal"].lines().count(), 2, "set-up and one turn");
    assert_eq!(traces["rim-3/campaign.db/sheet"].lines().count(), 1);
    assert_eq!(traces.keys().filter(|name| name.starts_with("sent/rim-3.1.report.")).count(), 2);
}

#[test]
fn a_tournament_survives_a_crash_anywhere() {
    let tables = "[tournament]\n[settings.rulebook]\nsize = 4\n[gm]";
    let mut house = House::new(&CORRESPONDENCE_TOML.replace("[gm]", tables));
    let folder = house.folder.path().to_owned();
    assert!(tick(&folder, "2027-01-01T10:00:00Z", None));
    let tag = |game: u8| {
        let report = fs::read(house.path(&format!("sent/rim-3-{game}.0.report.1.ashpost@pbem.example.eml"))).unwrap();
        let subject = ashpost::post::Letter::read(&report).inside.subject;
        subject[subject.rfind('[').unwrap()..].to_owned()
    };
    let (first, second) = (tag(1), tag(2));
    let at = utc("2027-01-05T10:00:00Z");
    house.deliver(mail("ann@player.example", &first, "a1@x", "a1-a2\nIF b1-b2 THEN a2-b2\n").as_bytes(), at);
    house.deliver(mail("ann@player.example", &first, "a2@x", "NOTE \"Yours\"\nABSENT UNTIL 2027-01-09\n").as_bytes(), at);
    house.deliver(mail("bob@player.example", &second, "b1@x", "RESIGN\n").as_bytes(), at);
    survives_every_crash(&folder, "2027-01-05T11:00:00Z", 30);
}

#[test]
fn two_who_are_paired_get_one_game_after_a_crash_anywhere() {
    let mut house = House::new(CAMPAIGN_TOML);
    let pairing = "[pairing]\ngames = [\"anaash/6\"]\ngm = { name = \"Ida\", address = \"gm@pbem.example\" }\n\
                   schedule = { every_days = 3, at = \"20:00\", zone = \"UTC\" }\n[limits]";
    let file = house.path("ashpost.toml");
    fs::write(&file, fs::read_to_string(&file).unwrap().replace("[limits]", pairing)).unwrap();
    let folder = house.folder.path().to_owned();
    let at = utc("2027-01-02T10:00:00Z");
    for (name, address) in [("Greta", "greta@elsewhere.example"), ("Hans", "hans@elsewhere.example")] {
        let wish = format!("PLAY anaash/6 AS {name}\n");
        house.deliver(mail(address, "hello", &format!("{name}1@x"), &wish).as_bytes(), at);
    }
    assert!(tick(&folder, "2027-01-02T10:00:00Z", None));
    for letter in house.news().into_iter().filter(|letter| letter.subject.contains("[confirm ")) {
        house.deliver(mail(&letter.to, &letter.subject, &format!("{}-2@x", letter.to), "Yes.\n").as_bytes(), utc("2027-01-02T11:00:00Z"));
    }
    let times = ["2027-01-02T11:00:00Z", "2027-01-02T11:05:00Z", "2027-01-02T11:10:00Z"];
    comes_to_the_same_after_a_crash_anywhere(&folder, times, &["table1/campaign.toml", "table2/campaign.toml"], 8);
}

/// Pulls the plug at every boundary of the first run, and runs twice more: the same emails have left each time, and the named files say the same.
fn comes_to_the_same_after_a_crash_anywhere(prepared: &Path, [now, soon, later]: [&str; 3], named: &[&str], least_boundaries: u32) {
    let work = tempfile::tempdir().unwrap();
    let mut expected = None;
    for boundary in 0.. {
        let copied = work.path().join(boundary.to_string());
        copy(prepared, &copied);
        // Boundaries are counted from 1: at 0 nothing happens to the run.
        let went_through = tick(&copied, now, (boundary > 0).then_some(boundary));
        for later in [soon, later] {
            assert!(tick(&copied, later, None), "a run after the crash at boundary {boundary} fails");
        }
        let mut sent = Traces::new();
        files(&copied.join("sent"), "sent", &mut sent);
        let sent: Vec<String> = sent.into_keys().collect();
        let texts: Vec<Option<String>> = named.iter().map(|name| fs::read_to_string(copied.join(name)).ok()).collect();
        assert_eq!(*expected.get_or_insert((sent.clone(), texts.clone())), (sent, texts), "after the crash at boundary {boundary}");
        if went_through && boundary > 0 {
            assert!(boundary > least_boundaries, "only {boundary} boundaries were reached");
            break;
        }
    }
}

#[test]
fn the_rounds_of_a_swiss_and_its_end_survive_a_crash_anywhere() {
    let swiss = "[tournament]\nrounds = 2\n[settings.rulebook]\nsize = 4\n[gm]";
    let third = "\n[[seat]]\nnumber = 3\nname = \"Cid\"\naddress = \"cid@player.example\"\nformat = \"text\"\n";
    let mut house = House::new(&(CORRESPONDENCE_TOML.replace("[gm]", swiss) + third));
    let folder = house.folder.path().to_owned();
    let rounds = ["rim-3/rounds.toml"];
    let drawn = |house: &House| fs::read_to_string(house.path(rounds[0])).unwrap().matches("[[round]]").count();
    let times = ["2027-01-01T10:00:00Z", "2027-01-01T10:05:00Z", "2027-01-01T10:10:00Z"];
    comes_to_the_same_after_a_crash_anywhere(&folder, times, &rounds, 3);
    assert!(tick(&folder, times[0], None) && tick(&folder, times[1], None));
    assert_eq!(drawn(&house), 1);

    // Each round is one game, and a bye: who begins, and who answers.
    for (day, game, players) in [(2, 1, ["ann", "bob"]), (4, 2, ["bob", "cid"])] {
        let tags = [1, 2].map(|seat| {
            let report = fs::read(house.path(&format!("sent/rim-3-{game}.0.report.{seat}.ashpost@pbem.example.eml"))).unwrap();
            let subject = ashpost::post::Letter::read(&report).inside.subject;
            subject[subject.rfind('[').unwrap()..].to_owned()
        });
        for (hour, seat, text) in [(10, 0, "a1-a2\n"), (11, 1, "b1-b2\n"), (12, 0, "RESIGN\n")] {
            let at = format!("2027-01-0{day}T{hour}:00:00Z");
            let from = format!("{}@player.example", players[seat]);
            house.deliver(mail(&from, &tags[seat], &format!("{day}.{hour}@x"), text).as_bytes(), utc(&at));
            if hour < 12 {
                assert!(tick(&folder, &at, None));
            }
        }
        let times = ["12:00", "12:05", "12:10"].map(|time| format!("2027-01-0{day}T{time}:00Z"));
        comes_to_the_same_after_a_crash_anywhere(&folder, [&times[0], &times[1], &times[2]], &rounds, 8);
        assert!(tick(&folder, &times[0], None) && tick(&folder, &times[1], None));
        assert_eq!(drawn(&house), 2);
    }
    let told = house.news().into_iter().filter(|letter| letter.subject.contains("is over: ")).count();
    assert_eq!(told, 4, "three players and the game master");
}

#[test]
fn a_challenge_on_the_ladder_that_lapses_moves_its_players_once_after_a_crash_anywhere() {
    let mut house = House::new(CAMPAIGN_TOML);
    let ladder = "[pairing]\ngames = [\"anaash/6\"]\ngm = { name = \"Ida\", address = \"gm@pbem.example\" }\n\
                  schedule = { every_days = 3, at = \"20:00\", zone = \"UTC\" }\n\
                  [pairing.ladder]\ngame = \"anaash/6\"\nrefused = \"lost\"\nanswer_days = 1\n[limits]";
    let file = house.path("ashpost.toml");
    fs::write(&file, fs::read_to_string(&file).unwrap().replace("[limits]", ladder)).unwrap();
    let folder = house.folder.path().to_owned();
    let requests = [("greta", "JOIN ladder AS Greta\n"), ("hans", "JOIN ladder AS Hans\n"), ("hans", "CHALLENGE Greta AT ladder\n")];
    for (hour, (name, text)) in (10..).step_by(2).zip(requests) {
        let address = format!("{name}@elsewhere.example");
        let (asked, confirmed) = (format!("2027-01-02T{hour}:00:00Z"), format!("2027-01-02T{}:00:00Z", hour + 1));
        house.deliver(mail(&address, "hello", &format!("{hour}@x"), text).as_bytes(), utc(&asked));
        assert!(tick(&folder, &asked, None));
        let letter = house.news().into_iter().find(|letter| letter.subject.contains("[confirm ")).unwrap();
        house.deliver(mail(&address, &letter.subject, &format!("{hour}.2@x"), "Yes.\n").as_bytes(), utc(&confirmed));
        assert!(tick(&folder, &confirmed, None));
    }
    house.news();
    let times = ["2027-01-03T15:00:00Z", "2027-01-03T15:05:00Z", "2027-01-03T15:10:00Z"];
    comes_to_the_same_after_a_crash_anywhere(&folder, times, &["site/index.html"], 4);
    assert!(tick(&folder, times[0], None));
    assert_eq!(house.news().iter().filter(|letter| letter.subject.contains("has lapsed")).count(), 2);
}

/// Pulls the plug at every boundary of a command: afterwards it was carried out as a whole or not at all.
fn is_done_whole_or_not_at_all(prepared: &Path, now: &str, arguments: &[&str]) {
    let work = tempfile::tempdir().unwrap();
    let done = work.path().join("done");
    copy(prepared, &done);
    assert!(run(&done, now, arguments, None), "{arguments:?}");
    let (before, after) = (traces(prepared), traces(&done));
    assert!(before != after, "{arguments:?} changes nothing");
    let mut boundary = 0;
    loop {
        boundary += 1;
        let folder = work.path().join(format!("crash-{boundary}"));
        copy(prepared, &folder);
        let went_through = run(&folder, now, arguments, Some(boundary));
        let found = traces(&folder);
        assert!(found == before || found == after, "{arguments:?} is half done after the crash at boundary {boundary}");
        if went_through {
            break;
        }
    }
    assert!(boundary > 2, "{arguments:?} reached {boundary} boundaries");
}

#[test]
fn commands_about_seats_survive_a_crash_anywhere() {
    let house = House::new(CAMPAIGN_TOML);
    let (folder, now) = (house.folder.path(), "2027-01-03T10:00:00Z");
    assert!(tick(folder, "2027-01-01T10:00:00Z", None));
    for command in [
        &["replace", CAMPAIGN, "2", "Cora <cora@player.example>"][..],
        &["address", CAMPAIGN, "2", "bob@home.example"],
        &["resend", CAMPAIGN, "--seat", "2"],
        &["token", CAMPAIGN, "2", "--rotate"],
        &["seat", CAMPAIGN, "2", "--name", "Robert", "--format", "both"],
        &["eject", CAMPAIGN, "2", "--reason", "No word for weeks."],
        &["concede", CAMPAIGN, "1"],
    ] {
        is_done_whole_or_not_at_all(folder, now, command);
    }
}

#[test]
fn commands_about_time_survive_a_crash_anywhere() {
    let house = House::new(CAMPAIGN_TOML);
    let (folder, now) = (house.folder.path(), "2027-01-03T10:00:00Z");
    assert!(tick(folder, "2027-01-01T10:00:00Z", None));
    for command in
        [&["extend", CAMPAIGN, "3d", "--reason", "Twelfth Night"][..], &["pause", CAMPAIGN], &["broadcast", CAMPAIGN, "We play on."]]
    {
        is_done_whole_or_not_at_all(folder, now, command);
    }
    is_done_whole_or_not_at_all(folder, now, &["run", CAMPAIGN]);
    assert!(run(folder, now, &["pause", CAMPAIGN], None));
    is_done_whole_or_not_at_all(folder, "2027-01-05T10:00:00Z", &["resume", CAMPAIGN]);
}

#[test]
fn a_turn_that_waits_and_a_seat_that_is_given_away_survive_a_crash_anywhere() {
    let policy = "[policy]\nbreaker_percent = 50\neject_after = 2\n[gm]";
    let mut house = House::new(&CAMPAIGN_TOML.replace("[gm]", policy));
    let folder = house.folder.path().to_owned();
    let send = |house: &mut House, at: &str| {
        let ann = house.tag(Seat(1));
        house.deliver(mail("ann@player.example", &ann, &format!("{at}@x"), "NO ORDERS\n").as_bytes(), utc(at));
    };
    assert!(tick(&folder, "2027-01-01T10:00:00Z", None));
    send(&mut house, "2027-01-05T10:00:00Z");
    survives_every_crash(&folder, "2027-01-09T09:00:00Z", 6);
    assert!(tick(&folder, "2027-01-09T09:00:00Z", None));
    is_done_whole_or_not_at_all(&folder, "2027-01-09T10:00:00Z", &["charge", CAMPAIGN]);
    assert!(run(&folder, "2027-01-09T10:00:00Z", &["charge", CAMPAIGN], None));
    assert!(tick(&folder, "2027-01-09T10:00:00Z", None));
    send(&mut house, "2027-01-12T10:00:00Z");
    assert!(tick(&folder, "2027-01-16T09:00:00Z", None) && run(&folder, "2027-01-16T10:00:00Z", &["charge", CAMPAIGN], None));
    survives_every_crash(&folder, "2027-01-16T11:00:00Z", 8);
}

#[test]
fn going_back_and_forward_survives_a_crash_anywhere() {
    let house = House::new(CAMPAIGN_TOML);
    let (folder, now) = (house.folder.path(), "2027-01-03T10:00:00Z");
    let rollback = &["rollback", CAMPAIGN, "0", "--reason", "A try"];
    assert!(tick(folder, "2027-01-01T10:00:00Z", None) && run(folder, now, &["run", CAMPAIGN], None) && tick(folder, now, None));
    is_done_whole_or_not_at_all(folder, now, rollback);
    is_done_whole_or_not_at_all(folder, now, &["edit", CAMPAIGN, "/planets/0/pdu", "77", "--reason", "A try"]);
    assert!(run(folder, now, rollback, None));
    is_done_whole_or_not_at_all(folder, now, &["roll-forward", CAMPAIGN]);
    survives_every_crash(folder, now, 5);
}

#[test]
fn a_new_token_by_mail_moved_pages_and_an_edited_seat_survive_a_crash_anywhere() {
    let mut house = House::new(&CAMPAIGN_TOML.replace("[gm]", "[policy]\nprivate_reports_on_site = true\n[gm]"));
    let folder = house.folder.path().to_owned();
    assert!(tick(&folder, "2027-01-01T10:00:00Z", None));
    let (ann, bob) = (house.tag(Seat(1)), house.tag(Seat(2)));
    let at = utc("2027-01-03T10:00:00Z");
    house.deliver(mail("bob@player.example", &bob, "b1@x", "NEW TOKEN\nBUILD 1 FP ON 2\n").as_bytes(), at);
    house.deliver(mail("eve@elsewhere.example", &ann, "e1@x", "NEW TOKEN\n").as_bytes(), at);
    house.deliver(mail("bob@player.example", &bob, "b2@x", "BUILD 2 FP ON 2\n").as_bytes(), at);
    let file = house.path("rim-3/campaign.toml");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("bob@player.example", "bob@home.example")).unwrap();
    survives_every_crash(&folder, "2027-01-03T11:00:00Z", 15);
}

/// The names of all letters that left a host. Their texts may have a one-time code, which chance makes; the names have none.
fn sent(folder: &Path) -> Vec<String> {
    let mut sent = Traces::new();
    files(&folder.join("sent"), "sent", &mut sent);
    sent.into_keys().collect()
}

/// Pulls the plug at every boundary of a run in which chance has a part: once the run after it has ended, the same letters have left, and
/// the journal replays if the campaign has begun.
fn sends_the_same_letters_after_every_crash(prepared: &Path, now: &str) {
    let work = tempfile::tempdir().unwrap();
    let undisturbed = work.path().join("undisturbed");
    copy(prepared, &undisturbed);
    assert!(tick(&undisturbed, now, None));
    let expected = sent(&undisturbed);
    assert!(expected.len() > sent(prepared).len(), "the run sends nothing");
    let has_begun = expected.iter().any(|name| name.contains("rim-3.0.report."));
    for boundary in 1.. {
        let folder = work.path().join(boundary.to_string());
        copy(prepared, &folder);
        let went_through = tick(&folder, now, Some(boundary));
        assert!(went_through || tick(&folder, now, None), "the run after the crash at boundary {boundary} fails");
        assert_eq!(sent(&folder), expected, "after the crash at boundary {boundary}");
        if has_begun {
            assert!(run(&folder, now, &["replay", CAMPAIGN], None), "the journal does not replay after the crash at boundary {boundary}");
        }
        fs::remove_dir_all(&folder).unwrap();
        if went_through {
            assert!(boundary > 5, "only {boundary} boundaries were reached");
            break;
        }
    }
}

/// Answers every letter since the last look whose subject has a tag of this kind.
fn confirm(house: &mut House, tag: &str, words: &str, at: &str) {
    let asked: Vec<_> = house.news().into_iter().filter(|letter| letter.subject.contains(tag)).collect();
    assert!(!asked.is_empty(), "no letter has the tag {tag}");
    for (number, letter) in asked.into_iter().enumerate() {
        house.deliver(mail(&letter.to, &letter.subject, &format!("{number}.{at}@x"), words).as_bytes(), utc(at));
    }
}

#[test]
fn a_game_masters_command_by_email_survives_a_crash_anywhere() {
    let mut house = House::new(CAMPAIGN_TOML);
    let folder = house.folder.path().to_owned();
    assert!(tick(&folder, "2027-01-01T10:00:00Z", None));
    let wish = mail("gm@pbem.example", "hello", "g1@x", "GM rim-3\nEXTEND 3d Twelfth Night\nBROADCAST\nWe wait for Bob.\nEND\n");
    house.deliver(wish.as_bytes(), utc("2027-01-02T10:00:00Z"));
    sends_the_same_letters_after_every_crash(&folder, "2027-01-02T10:00:00Z");
    assert!(tick(&folder, "2027-01-02T10:00:00Z", None));
    confirm(&mut house, "please confirm", "CONFIRM\n", "2027-01-02T11:00:00Z");
    survives_every_crash(&folder, "2027-01-02T11:00:00Z", 6);
}

#[test]
fn joining_by_email_survives_a_crash_anywhere() {
    let seats = CAMPAIGN_TOML.find("[[seat]]").unwrap();
    let mut house = House::new(&format!("{}[joining]\nopen = true\nseats = [1, 2]\n", &CAMPAIGN_TOML[..seats]));
    let folder = house.folder.path().to_owned();
    assert!(tick(&folder, "2027-01-01T10:00:00Z", None));
    for name in ["greta", "hans"] {
        let wish = mail(&format!("{name}@elsewhere.example"), "hello", &format!("{name}@x"), &format!("JOIN rim-3 AS {name}\n"));
        house.deliver(wish.as_bytes(), utc("2027-01-02T10:00:00Z"));
    }
    sends_the_same_letters_after_every_crash(&folder, "2027-01-02T10:00:00Z");
    assert!(tick(&folder, "2027-01-02T10:00:00Z", None));
    // Both confirm: the secret of the lot is made, the list is full, and the campaign begins.
    confirm(&mut house, "[confirm ", "Yes.\n", "2027-01-02T11:00:00Z");
    sends_the_same_letters_after_every_crash(&folder, "2027-01-02T11:00:00Z");
    assert!(tick(&folder, "2027-01-02T11:00:00Z", None) && tick(&folder, "2027-01-02T11:05:00Z", None));
    assert!(run(&folder, "2027-01-02T11:05:00Z", &["replay", CAMPAIGN], None), "the campaign has begun and replays");
}

#[test]
fn press_and_a_vote_that_is_decided_survive_a_crash_anywhere() {
    let third = "[votes]\npause = \"majority\"\n[press]\nkind = \"white\"\n[[seat]]\nnumber = 3\nname = \"Cy\"\naddress = \"cy@player.example\"\n\
                 format = \"text\"\n[[seat]]\nnumber = 1";
    let text = CAMPAIGN_TOML.replace("first-steps", "postal-classic").replace("[[seat]]\nnumber = 1", third);
    let mut house = House::new(&text);
    let folder = house.folder.path().to_owned();
    assert!(tick(&folder, "2027-01-01T10:00:00Z", None));
    let (ann, bob) = (house.tag(Seat(1)), house.tag(Seat(2)));
    let at = utc("2027-01-02T10:00:00Z");
    house.deliver(mail("ann@player.example", &ann, "a1@x", "PRESS TO ALL\nPeace?\nEND\nPROPOSE PAUSE 3d\n").as_bytes(), at);
    house.deliver(mail("bob@player.example", &bob, "b1@x", "AGREE\nPRESS TO Ann\nPeace.\nEND\n").as_bytes(), at);
    survives_every_crash(&folder, "2027-01-02T11:00:00Z", 10);
}

#[test]
fn a_move_taken_back_survives_a_crash_anywhere() {
    let allowed = "[policy]\ntakeback = true\n[settings]\nswap = false\n[gm]";
    let mut house = House::new(&CORRESPONDENCE_TOML.replace("[gm]", allowed));
    let folder = house.folder.path().to_owned();
    assert!(tick(&folder, "2027-01-01T10:00:00Z", None));
    let (ann, bob) = (house.tag(Seat(1)), house.tag(Seat(2)));
    house.deliver(mail("ann@player.example", &ann, "a1@x", "a1-b1\n").as_bytes(), utc("2027-01-01T11:00:00Z"));
    assert!(tick(&folder, "2027-01-01T11:00:00Z", None));
    house.deliver(mail("ann@player.example", &ann, "a2@x", "TAKEBACK?\n").as_bytes(), utc("2027-01-01T12:00:00Z"));
    house.deliver(mail("bob@player.example", &bob, "b1@x", "TAKEBACK YES\n").as_bytes(), utc("2027-01-01T12:10:00Z"));
    survives_every_crash(&folder, "2027-01-01T13:00:00Z", 10);
}

#[test]
fn a_look_at_a_players_emails_survives_a_crash_anywhere() {
    let mut house = House::new(CAMPAIGN_TOML);
    let folder = house.folder.path().to_owned();
    assert!(tick(&folder, "2027-01-01T10:00:00Z", None));
    let bob = house.tag(Seat(2));
    house.deliver(mail("bob@player.example", &bob, "b1@x", "BUILD 1 FP ON 2\n").as_bytes(), utc("2027-01-02T10:00:00Z"));
    assert!(tick(&folder, "2027-01-02T10:00:00Z", None));
    is_done_whole_or_not_at_all(&folder, "2027-01-03T10:00:00Z", &["show-mail", CAMPAIGN, "2", "1", "--break-seal", "--by", "Ida"]);
}
