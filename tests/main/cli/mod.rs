//! The commands as people and programs call them: output, exit codes, and what a wrong file is told.

mod first_hour;
mod front_page;
mod hosting;
mod json;
mod piped;
mod refusals;
pub(crate) mod rehearse;
mod status;
mod stepping;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use ashpost::campaign::config::CampaignConfig;
use ashpost::engine::Seat;
use serde::Deserialize;

use crate::common::{CAMPAIGN, CAMPAIGN_TOML, House, mail, utc};

pub(crate) fn ashpost(campaigns: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ashpost")).arg("--campaigns").arg(campaigns).args(arguments).output().unwrap()
}

/// Starts a program and gives it this as its standard input.
fn fed(command: &mut Command, input: &str) -> Child {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child
}

pub(crate) fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub(crate) fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

pub(crate) fn code(output: &Output) -> Option<i32> {
    output.status.code()
}

/// A campaign with one turn played.
fn played() -> House {
    let mut house = House::new(CAMPAIGN_TOML);
    house.tick(utc("2027-01-01T10:00:00Z"));
    for (seat, name) in [(1, "ann"), (2, "bob")] {
        let tag = house.tag(Seat(seat));
        let text = format!("BUILD 1 FP ON {seat}\n");
        house.deliver(mail(&format!("{name}@player.example"), &tag, &format!("{name}@1"), &text).as_bytes(), utc("2027-01-02T10:00:00Z"));
    }
    house.tick(utc("2027-01-08T20:00:00Z"));
    house
}

#[test]
fn what_a_new_campaign_offers_in_comments_reads_without_mistakes() {
    let folder = tempfile::tempdir().unwrap();
    for (campaign, scenario, offered) in [("rim-3", "empire_postal/first-steps", 8), ("duel", "anaash/8", 6)] {
        let made = ashpost(folder.path(), &["new", campaign, "--scenario", scenario]);
        assert_eq!(code(&made), Some(0), "{}", err(&made));
        let file = folder.path().join(campaign).join("campaign.toml");
        let text = fs::read_to_string(&file).unwrap();
        // The last comment is a sentence that begins with the key `also` of a seat.
        let offers = |line: &&str| line.starts_with("# [") || line.starts_with("# ") && line.split(' ').nth(2) == Some("=");
        let commented: Vec<&str> = text.lines().filter(offers).filter(|line| !line.starts_with("# also")).collect();
        assert_eq!(commented.len(), offered, "{commented:?}");
        let switched_on = commented.iter().fold(text.clone(), |text, line| text.replacen(line, &line[2..], 1));
        CampaignConfig::from_toml(&file, &switched_on).unwrap();
    }
}

#[test]
fn a_new_campaign_is_a_file_to_fill_in_that_reads_without_mistakes() {
    let folder = tempfile::tempdir().unwrap();
    let campaigns = folder.path().join("campaigns");
    let made = ashpost(&campaigns, &["new", "rim-3", "--title", "The \"Rim\"", "--seat", "Ann <ann@player.example>"]);
    assert_eq!((code(&made), err(&made)), (Some(0), String::new()));
    let host_file = campaigns.join("ashpost.toml");
    let host = fs::read_to_string(&host_file).unwrap();
    // A machine that runs tests need not have a sendmail.
    fs::write(&host_file, host.replace("/usr/sbin/sendmail", env!("CARGO_BIN_EXE_ashpost"))).unwrap();
    let checked = ashpost(&campaigns, &["--now", "2027-01-01T10:00:00Z", "check-config"]);
    assert_eq!((code(&checked), err(&checked)), (Some(0), String::new()));
    assert!(out(&checked).contains("would be due Fri 08 Jan 2027 20:00"), "{}", out(&checked));
    let ticked = ashpost(&campaigns, &["tick"]);
    assert_eq!((code(&ticked), out(&ticked), err(&ticked)), (Some(0), String::new(), String::new()), "there is nothing to do yet");
    fs::write(
        campaigns.join("rim-3/campaign.toml"),
        fs::read_to_string(campaigns.join("rim-3/campaign.toml")).unwrap().replace("open = false", "open = true"),
    )
    .unwrap();
    let open = ashpost(&campaigns, &["--now", "2027-01-01T10:00:00Z", "check-config"]);
    assert_eq!(code(&open), Some(3));
    assert!(err(&open).contains("seat[0].address: `ann@player.example` is a placeholder"), "{}", err(&open));
    for (arguments, says) in [
        (["new", "duel-ex_nihilo", "--seat", "Ann <ann@player.example>"], "did you mean `duel-ex-nihilo`?"),
        (["new", "cup", "--tournament", "--seat=Ann <ann@player.example>"], "a tournament needs at least two players"),
    ] {
        let refused = ashpost(&campaigns, &arguments);
        assert!(code(&refused) == Some(1) && err(&refused).contains(says), "{}", err(&refused));
    }
    assert_eq!(code(&ashpost(&campaigns, &["new", "dau", "--game", "ex_nihilo"])), Some(0));
    assert!(fs::read_to_string(campaigns.join("dau/campaign.toml")).unwrap().contains("title = \"Ex nihilo, dau\""));
    let three = ["--seat=Ann <ann@player.example>", "--seat=Bob <bob@player.example>", "--seat=Cy <cy@player.example>"];
    assert_eq!(code(&ashpost(&campaigns, &[&["new", "powers", "--game", "empire"], &three[..]].concat())), Some(0));
    let chosen = fs::read_to_string(campaigns.join("powers/campaign.toml")).unwrap();
    assert!(chosen.contains("scenario = \"three-powers\""), "the first with room for all: {chosen}");
    let crowded = ashpost(&campaigns, &[&["new", "crowd", "--scenario", "two-states"], &three[..]].concat());
    assert!(err(&crowded).contains("the scenario has 2 seats, but you named 3 players"), "{}", err(&crowded));
    let again = ashpost(&campaigns, &["new", "rim-3"]);
    assert_eq!(code(&again), Some(1));
    assert!(err(&again).contains("exists already"), "{}", err(&again));
    let text = fs::read_to_string(campaigns.join("rim-3/campaign.toml")).unwrap();
    assert!(text.contains("ann@player.example") && text.matches("[[seat]]").count() == 8, "{text}");
}

#[test]
fn the_example_in_the_repository_reads_without_mistakes() {
    let checked = ashpost(&Path::new(env!("CARGO_MANIFEST_DIR")).join("campaigns"), &["check-config"]);
    assert_eq!((code(&checked), err(&checked)), (Some(0), String::new()));
    assert!(out(&checked).contains("8 seats, not open"), "{}", out(&checked));
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Mistake {
    title: String,
    /// Which file is edited, and what in it is replaced by what.
    file: String,
    replace: (String, String),
    /// What `check-config` says, beginning with file, line and column.
    says: String,
}

#[derive(Deserialize)]
struct Mistakes {
    mistake: Vec<Mistake>,
}

#[test]
fn a_mistake_in_a_file_is_told_with_file_line_key_and_what_would_be_right() {
    let cases = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/configuration.toml")).unwrap();
    let mut differences = Vec::new();
    for case in toml::from_str::<Mistakes>(&cases).unwrap().mistake {
        let house = House::new(CAMPAIGN_TOML);
        let path = house.path(&case.file);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(&case.replace.0), "{}: {:?} is not in the file", case.title, case.replace.0);
        fs::write(&path, text.replacen(&case.replace.0, &case.replace.1, 1)).unwrap();
        let checked = ashpost(house.folder.path(), &["check-config"]);
        assert!(matches!(code(&checked), Some(1 | 3)), "{}: {:?}", case.title, code(&checked));
        let told = err(&checked).replace(&house.folder.path().to_string_lossy().into_owned(), "");
        let says: Vec<String> = case.says.lines().map(|line| format!("ashpost: {line}")).collect();
        if told.lines().ne(&says) {
            differences.push(format!("{}: {told}", case.title));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn a_scenario_of_ones_own_is_told_by_its_own_lines_also_below_settings() {
    for settings in ["", "[settings]\nrounds = 9\n"] {
        let house = House::new(&(CAMPAIGN_TOML.replace("first-steps", "own.toml") + settings));
        fs::write(house.path("rim-3/own.toml"), "title = \"Mine\nseats 2\n").unwrap();
        let told = err(&ashpost(house.folder.path(), &["check-config"])).replace(&house.folder.path().to_string_lossy().into_owned(), "");
        let lines = ["1:14: a quote is missing: write `title = \"Mine\"`", "2:7: an `=` is missing: write `seats = 2`"];
        let expected = lines.map(|line| format!("ashpost: /rim-3/own.toml:{line}\n")).concat();
        assert_eq!(told, expected, "{settings}");
    }
}

#[test]
fn status_orders_report_and_replay_tell_people_and_programs() {
    let house = played();
    let run = |arguments: &[&str]| ashpost(house.folder.path(), arguments);
    let status = run(&["--now", "2027-01-09T20:00:00Z", "status"]);
    assert!(out(&status).contains("turn 2 open, 0/2 sheets in"), "{}", out(&status));
    let status: serde_json::Value = serde_json::from_str(&out(&run(&["--json", "status"]))).unwrap();
    assert_eq!(
        (status["campaigns"][0]["turns_played"].as_u64(), status["campaigns"][0]["mails"][0]["verdict"].as_str()),
        (Some(1), Some("accepted"))
    );
    let orders = run(&["orders", CAMPAIGN]);
    assert!(out(&orders).contains("Ann") && out(&orders).contains("nothing yet"), "{}", out(&orders));
    assert!(out(&orders).starts_with("rim-3: orders for turn 2, due Fri 15 Jan 2027 20:00 UTC\n"), "as in the file: {}", out(&orders));
    let no_bundle = run(&["verify", CAMPAIGN]);
    assert!(err(&no_bundle).contains("`ashpost bundle rim-3` writes rim-3.bundle"), "{}", err(&no_bundle));
    let report = run(&["report", CAMPAIGN, "--seat", "1"]);
    assert!(out(&report).contains("Your order was carried out in full") && !out(&report).contains("ON 2\n"), "{}", out(&report));
    // P9.2: with the seed of set-up, anybody could compute the tempers that only spies may learn.
    let names_its_dice = |turn: &str| out(&run(&["report", CAMPAIGN, "--turn", turn])).contains("\n  seed      ");
    assert_eq!((names_its_dice("0"), names_its_dice("1")), (false, true));
    assert_eq!(code(&run(&["report", CAMPAIGN, "--turn", "9"])), Some(1));
    let replay = run(&["replay", CAMPAIGN]);
    assert_eq!(
        (code(&replay), out(&replay).as_str()),
        (Some(0), "rim-3: the set-up and 1 turn were played again; there is no difference\n")
    );
    assert_eq!(code(&run(&["status", "narnia"])), Some(1));
    assert_eq!(code(&run(&["no-such-command"])), Some(2));
}

#[test]
fn check_config_tells_how_a_campaign_runs_and_that_its_settings_are_settled() {
    let house = played();
    let check = || out(&ashpost(house.folder.path(), &["check-config"]));
    assert!(
        check().contains("  it is running: turn 2 is due Fri 15 Jan 2027 20:00 UTC\n") && !check().contains("warning: the scenario"),
        "{}",
        check()
    );
    assert!(check().contains("sent: messages are written into files and not sent; receipts in them repeat sealed orders"), "{}", check());
    fs::write(house.path("rim-3/campaign.toml"), CAMPAIGN_TOML.to_owned() + "[settings]\nrounds = 12\n").unwrap();
    assert!(check().contains("warning: the scenario or its [settings] have changed since the game began"), "{}", check());
}

#[test]
fn replay_names_the_first_difference() {
    let house = played();
    let database = rusqlite::Connection::open(house.path("rim-3/campaign.db")).unwrap();
    let refused = database.execute("UPDATE journal SET hash = 'x'", []);
    assert!(refused.unwrap_err().to_string().contains("append-only"));
    database.execute("UPDATE snapshot SET state = (SELECT state FROM snapshot WHERE turn = 0) WHERE turn = 1", []).unwrap();
    let replay = ashpost(house.folder.path(), &["replay", CAMPAIGN]);
    assert_eq!(code(&replay), Some(4));
    assert!(err(&replay).contains("turn 1: the stored position is not the one that the journal names"), "{}", err(&replay));
}

#[test]
fn replay_names_a_stored_position_that_is_lost() {
    let house = played();
    let database = rusqlite::Connection::open(house.path("rim-3/campaign.db")).unwrap();
    // A tool that loses a row does not check what refers to it.
    database.pragma_update(None, "foreign_keys", "OFF").unwrap();
    assert_eq!(database.execute("DELETE FROM snapshot WHERE turn = 0", []).unwrap(), 1);
    let replay = ashpost(house.folder.path(), &["replay", CAMPAIGN]);
    assert_eq!((code(&replay), err(&replay).contains("set-up: there is no stored position of it")), (Some(4), true), "{}", err(&replay));
}

#[test]
fn one_broken_campaign_does_not_stop_the_others_and_its_game_master_is_told_once() {
    let mut house = House::new(CAMPAIGN_TOML);
    fs::create_dir_all(house.path("broken")).unwrap();
    fs::write(house.path("broken/campaign.toml"), CAMPAIGN_TOML.replace("first-steps", "no-such-scenario")).unwrap();
    let report = house.tick(utc("2027-01-01T10:00:00Z"));
    let trouble =
        |id: &str| report.campaigns.iter().find(|campaign| &*campaign.campaign == id).and_then(|campaign| campaign.trouble.clone());
    assert_eq!(trouble(CAMPAIGN), None);
    assert!(trouble("broken").is_some_and(|trouble| trouble.contains("no-such-scenario")));
    let notices = |house: &mut House| house.news().into_iter().filter(|sent| sent.to == "gm@pbem.example").count();
    assert_eq!(notices(&mut house), 1);
    house.tick(utc("2027-01-01T10:05:00Z"));
    assert_eq!(notices(&mut house), 0);
    assert_eq!(code(&ashpost(house.folder.path(), &["--now", "2027-01-01T10:10:00Z", "tick"])), Some(3));
}

#[test]
fn the_sandbox_plays_order_files_and_prints_every_fate() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("turn-1")).unwrap();
    fs::write(folder.path().join("turn-1/seat-1.orders"), "BUILD 2 FI ON Earth\nSEND 99 FI FROM Earth TO Crab\nBULD\n").unwrap();
    let orders = folder.path().to_string_lossy().into_owned();
    let run = |more: &[&str]| {
        let arguments = [&["sandbox", "--scenario", "first-steps", "--orders", &orders], more].concat();
        out(&ashpost(folder.path(), &arguments))
    };
    let json: serde_json::Value = serde_json::from_str(&run(&["--json"])).unwrap();
    assert_eq!(json["schema"], "ashpost-sandbox/1");
    let turn = &json["turns"][0];
    assert_eq!(turn["orders"][0]["verdict"], "done");
    assert_eq!(
        (&turn["orders"][1]["verdict"], &turn["orders"][1]["done"], &turn["orders"][1]["line"]),
        (&"cut".into(), &15.into(), &2.into())
    );
    assert_eq!(turn["problems"]["1"][0]["line"], 3);
    assert!(turn["view"]["planets"].as_array().is_some_and(|planets| planets.len() == 40));
    assert_eq!(run(&["--json"]), run(&["--json"]), "the same seed gives the same game");
    assert!(run(&[]).contains("seat 1: SEND 99 FI FROM 1 TO 2: 15 of 99"), "{}", run(&[]));
    // Seat 1 has a file in turn 1 and the caretaker after it, seat 2 the caretaker alone.
    let kept = run(&["--caretaker", "1", "--caretaker", "2", "--turns", "2"]);
    let (first, second) = kept.split_once("Turn 2").unwrap();
    assert!(first.contains("seat 2: BUILD") && !first.contains("seat 1: BUILD 3") && second.contains("seat 1: BUILD"), "{kept}");
}

#[test]
fn the_sandbox_plays_conditional_moves_of_who_waits() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("turn-1")).unwrap();
    fs::write(folder.path().join("turn-1/seat-1.orders"), "b4-b5\n").unwrap();
    fs::write(folder.path().join("turn-1/seat-2.orders"), "IF b4-b5 THEN c4-c5\n").unwrap();
    let orders = folder.path().to_string_lossy().into_owned();
    let printed = out(&ashpost(folder.path(), &["sandbox", "--scenario", "anaash/6", "--orders", &orders, "--json"]));
    let json: serde_json::Value = serde_json::from_str(&printed).unwrap();
    let turn = &json["turns"][0];
    assert_eq!(turn["view"]["score"], serde_json::json!([{ "number": 1, "first": "b4-b5", "second": "c4-c5" }]));
    assert_eq!((&turn["orders"][1]["seat"], &turn["orders"][1]["order"]), (&2.into(), &"IF b4-b5 THEN c4-c5".into()));
    assert_eq!((&turn["forecasts"]["1"]["played"], &turn["forecasts"]["2"]["plans"]), (&"b4-b5".into(), &1.into()));
}

#[test]
fn the_manual_and_the_completions_are_made_from_the_same_definition() {
    let folder = tempfile::tempdir().unwrap();
    assert!(out(&ashpost(folder.path(), &["generate", "man"])).contains("check\\-config"));
    assert!(out(&ashpost(folder.path(), &["generate", "bash"])).contains("check-config"));
}

#[test]
fn the_demonstration_plays_and_names_what_to_open() {
    let folder = tempfile::tempdir().unwrap();
    let demo = folder.path().join("demo");
    let output = ashpost(folder.path(), &["demo", "--turns", "2", "--folder", &demo.to_string_lossy()]);
    let text = out(&output);
    assert_eq!((code(&output), err(&output)), (Some(0), String::new()), "{text}");
    assert!(text.contains("turn 1") && text.contains("8 accepted, 1 stranger"), "{text}");
    let named: Vec<&str> = text.lines().filter_map(|line| line.split_whitespace().last()).filter(|word| word.starts_with('/')).collect();
    assert!(named.len() >= 4, "{text}");
    assert!(named.iter().all(|path| Path::new(path).exists()), "{named:?}");
}

#[test]
fn check_config_says_of_each_edited_key_when_it_takes_effect() {
    let house = House::new(CAMPAIGN_TOML);
    house.tick(utc("2027-01-01T10:00:00Z"));
    let file = house.path("rim-3/campaign.toml");
    let check = || out(&ashpost(house.folder.path(), &["check-config", CAMPAIGN]));
    assert!(!check().contains("edited"), "{}", check());
    let edited = CAMPAIGN_TOML
        .replace("The Rim", "The Ring")
        .replace("every_days = 7", "every_days = 3\nholidays = [\"2027-01-08\"]")
        .replace("grace_hours = 12", "grace_hours = 2")
        .replace("game = \"empire_postal\"", "game = \"empire\"")
        .replace("first-steps", "two-states");
    fs::write(&file, &edited).unwrap();
    for line in [
        "edited: title = \"The Ring\" (was \"The Rim\") takes effect with the next tick, also for turn 1\n",
        "edited: schedule.every_days = 3 (was 7) takes effect from turn 2 on; turn 1 goes on as it was announced\n",
        "edited: schedule.holidays = [\"2027-01-08\"] (was []) takes effect from turn 2 on;",
        "edited: schedule.grace_hours = 2 (was 12) takes effect with the next tick, also for turn 1\n",
        "edited: game = \"empire\" (was \"empire_postal\") takes effect only in a new campaign, since this one goes on as it began\n",
        "edited: scenario = \"two-states\" (was \"first-steps\") takes effect only in a new campaign",
    ] {
        assert!(check().contains(line), "{line}\n{}", check());
    }
    // The tick takes up what acts at once, and the next turn the rest; settings that never act stay on the list, and the game goes on.
    let ticked = house.tick(utc("2027-01-02T10:00:00Z"));
    assert!(!ticked.has_trouble(), "{ticked:?}");
    assert!(!check().contains("title") && !check().contains("grace_hours") && check().contains("every_days"), "{}", check());
    let played = house.tick(utc("2027-01-08T22:00:00Z"));
    assert_eq!(played.campaigns[0].played.len(), 1, "the deadline that was announced, and the grace of now: {played:?}");
    assert!(!check().contains("every_days") && check().contains("edited: game = "), "{}", check());
    assert_eq!(played.campaigns[0].deadline_utc.as_deref(), Some("2027-01-11 20:00 UTC"));
}

#[test]
fn a_command_about_a_seat_waits_a_moment_for_another_run_and_then_asks_to_be_run_again() {
    let house = House::new(CAMPAIGN_TOML);
    house.tick(utc("2027-01-01T10:00:00Z"));
    let lock = fs::File::options().write(true).open(house.path("rim-3/lock")).unwrap();
    lock.lock().unwrap();
    let refused = ashpost(house.folder.path(), &["token", CAMPAIGN, "2", "--rotate"]);
    assert_eq!(code(&refused), Some(75));
    assert!(err(&refused).contains("nothing was changed in rim-3: run this again in a moment"), "{}", err(&refused));
    drop(lock);
    assert_eq!(code(&ashpost(house.folder.path(), &["token", CAMPAIGN, "2", "--rotate"])), Some(0));
    let not_begun = House::new(&CAMPAIGN_TOML.replace("open = true", "open = false"));
    let refused = ashpost(not_begun.folder.path(), &["replace", CAMPAIGN, "2", "Cora <cora@player.example>"]);
    assert!(code(&refused) == Some(1) && err(&refused).contains("its players are those in campaign.toml"), "{}", err(&refused));
}

#[test]
fn private_pages_move_when_a_token_does_and_go_when_switched_off() {
    let mut house = House::new(&CAMPAIGN_TOML.replace("[gm]", "[policy]\nprivate_reports_on_site = true\n[gm]"));
    house.tick(utc("2027-01-01T10:00:00Z"));
    let folders = || {
        let entries = fs::read_dir(house.path("rim-3/site")).unwrap().map(Result::unwrap);
        let mut names: Vec<String> =
            entries.filter(|entry| entry.path().is_dir()).map(|entry| entry.file_name().into_string().unwrap()).collect();
        names.sort();
        names
    };
    let before = folders();
    assert_eq!(before.len(), 2);
    assert_eq!(code(&ashpost(house.folder.path(), &["--now", "2027-01-02T10:00:00Z", "token", CAMPAIGN, "2", "--rotate"])), Some(0));
    house.tick(utc("2027-01-02T10:05:00Z"));
    let after = folders();
    assert_eq!((after.len(), after.iter().filter(|name| before.contains(name)).count()), (2, 1));
    assert!(after.iter().all(|name| house.path(&format!("rim-3/site/{name}/turn-0.html")).is_file()));
    // They go when they are switched off, and come again, all of them, when they are switched on.
    let file = house.path("rim-3/campaign.toml");
    let with = fs::read_to_string(&file).unwrap();
    fs::write(&file, with.replace("private_reports_on_site = true", "private_reports_on_site = false")).unwrap();
    house.tick(utc("2027-01-02T10:10:00Z"));
    assert_eq!(folders(), Vec::<String>::new());
    fs::write(&file, &with).unwrap();
    house.tick(utc("2027-01-02T10:15:00Z"));
    assert_eq!(folders(), after);
    house.news();
}

#[test]
fn the_front_page_of_the_archive_goes_by_the_present_names() {
    let mut house = House::new(CAMPAIGN_TOML);
    house.tick(utc("2027-01-01T10:00:00Z"));
    let page = |house: &House| fs::read_to_string(house.path("rim-3/site/index.html")).unwrap();
    assert!(page(&house).contains("Bob"));
    assert_eq!(code(&ashpost(house.folder.path(), &["--now", "2027-01-02T10:00:00Z", "seat", CAMPAIGN, "2", "--name", "Robert"])), Some(0));
    house.tick(utc("2027-01-02T10:05:00Z"));
    assert!(page(&house).contains("Robert") && !page(&house).contains("Bob,"), "{}", page(&house));
    house.news();
}

#[test]
fn replay_holds_the_roster_and_the_deadline_to_the_journal() {
    for (sql, says) in [
        ("UPDATE roster SET player = replace(player, 'Cora', 'Dora')", "seat 2: the roster says that Dora holds it, the journal says Cora"),
        ("UPDATE roster SET token_epoch = 5 WHERE seat = 2", "seat 2: its token has the number 5 in the roster and 1 in the journal"),
    ] {
        let house = House::new(CAMPAIGN_TOML);
        house.tick(utc("2027-01-01T10:00:00Z"));
        let run = |arguments: &[&str]| ashpost(house.folder.path(), &[&["--now", "2027-01-02T10:00:00Z"], arguments].concat());
        assert_eq!(code(&run(&["replace", CAMPAIGN, "2", "Cora <cora@player.example>"])), Some(0));
        assert!(out(&run(&["replay", CAMPAIGN])).contains("1 act between them was applied; there is no difference"));
        let database = rusqlite::Connection::open(house.path("rim-3/campaign.db")).unwrap();
        database.execute(sql, []).unwrap();
        let replay = run(&["replay", CAMPAIGN]);
        assert!(code(&replay) == Some(4) && err(&replay).contains(says), "{}", err(&replay));
    }
}
