//! Command lines that cannot be carried out are refused with a sentence, before anything is touched.

use std::fs;

use super::{ashpost, code, err, out};
use crate::common::{CAMPAIGN_TOML, CORRESPONDENCE_TOML, House};

#[test]
fn a_time_out_of_reach_is_a_mistake_of_the_command_line_and_never_a_panic() {
    for toml in [CAMPAIGN_TOML, CORRESPONDENCE_TOML] {
        let house = House::new(toml);
        for time in
            ["0001-01-01T00:00:00Z", "-9999-01-01T00:00:00Z", "1969-12-31T23:59:59Z", "9001-01-01T00:00:00Z", "+262142-12-31T23:59:59Z"]
        {
            for command in ["tick", "status", "check-config", "receive"] {
                let refused = ashpost(house.folder.path(), &["--now", time, command]);
                let told = err(&refused);
                assert_eq!(code(&refused), Some(2), "{time} {command}: {told}");
                assert!(told.contains("name a time in the years 1970 to 9000") || time.starts_with('-'), "{time} {command}: {told}");
            }
        }
        let unread = ashpost(house.folder.path(), &["--now", "tomorrow", "tick"]);
        assert!(code(&unread) == Some(2) && err(&unread).contains("write the time as 2026-11-27T19:00:00Z"), "{}", err(&unread));
    }
}

#[test]
fn a_game_runs_at_both_ends_of_the_years_that_can_be_named() {
    for toml in [CAMPAIGN_TOML, CORRESPONDENCE_TOML] {
        for time in ["1970-01-01T00:00:00Z", "9000-12-31T23:59:59Z"] {
            let house = House::new(toml);
            for command in [&["tick"][..], &["tick"], &["status"], &["check-config"], &["orders", "rim-3"], &["site", "rim-3"]] {
                let ran = ashpost(house.folder.path(), &[&["--now", time], command].concat());
                assert_eq!((code(&ran), err(&ran)), (Some(0), String::new()), "{time} {command:?} {}", out(&ran));
            }
        }
    }
}

#[test]
fn a_file_with_a_time_beyond_every_calendar_is_read_like_any_other() {
    let house = House::new(CAMPAIGN_TOML);
    house.tick("2027-01-01T10:00:00Z".parse().unwrap());
    // Most file systems on disk cannot hold such a time; one in memory can.
    let Ok(drop) = tempfile::tempdir_in("/dev/shm") else { return println!("skipped: there is no /dev/shm") };
    let path = drop.path().join("far.txt");
    let host = fs::read_to_string(house.path("ashpost.toml")).unwrap();
    fs::write(house.path("ashpost.toml"), host.replace("[\"drop\"]", &format!("[{:?}]", drop.path()))).unwrap();
    let tag = house.tag(ashpost::engine::Seat(1));
    let token = tag.trim_end_matches(']').rsplit(' ').next().unwrap();
    fs::write(&path, format!("ORDERS rim-3 1 {token}\nBUILD 1 FP ON 1\n")).unwrap();
    let far = std::time::UNIX_EPOCH + std::time::Duration::from_secs(99_999_999_999_999);
    fs::File::options().append(true).open(&path).unwrap().set_modified(far).unwrap();
    let ticked = ashpost(house.folder.path(), &["--now", "2027-01-02T10:00:00Z", "tick"]);
    assert_eq!((code(&ticked), err(&ticked)), (Some(0), String::new()), "{}", out(&ticked));
    assert!(!path.exists(), "it is taken in");
}

#[test]
fn a_name_that_leads_out_of_the_host_names_no_campaign() {
    let house = House::new(CAMPAIGN_TOML);
    house.tick("2027-01-01T10:00:00Z".parse().unwrap());
    let host = house.folder.path();
    let other = tempfile::tempdir_in(host.parent().unwrap()).unwrap();
    let outside = other.path().join("rim-3");
    fs::rename(host.join("rim-3"), &outside).unwrap();
    let to_it = format!("../{}/rim-3", other.path().file_name().unwrap().to_string_lossy());
    for name in [&to_it, &*outside.to_string_lossy()] {
        assert!(host.join(name).join("campaign.db").is_file(), "the test must lead somewhere: {name}");
        for command in [
            &["orders", name][..],
            &["status", name],
            &["replay", name],
            &["rules", name],
            &["bundle", name],
            &["site", name],
            &["compact", name],
            &["report", name, "--seat", "1"],
            &["accept-loss", name],
            &["check-config", name],
            &["token", name, "1"],
            &["pause", name],
            &["keys", name, "--new"],
        ] {
            let refused = ashpost(host, command);
            let told = err(&refused);
            assert!(
                code(&refused) == Some(1) && told.contains(&format!("there is no campaign `{name}` here")),
                "{command:?} {told} {}",
                out(&refused)
            );
        }
    }
    assert!(!outside.parent().unwrap().join("rim-3.bundle").exists());
}

#[test]
fn the_demonstration_touches_no_folder_that_is_not_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let demo = |at: &str| ashpost(folder.path(), &["demo", "--turns", "1", "--folder", &folder.path().join(at).to_string_lossy()]);
    let host_file = folder.path().join("mine/campaigns/ashpost.toml");
    fs::create_dir_all(host_file.parent().unwrap()).unwrap();
    fs::write(&host_file, "address = \"games@pbem.example\"\n").unwrap();
    let refused = demo("mine");
    assert_eq!(code(&refused), Some(1));
    assert!(err(&refused).contains("is not empty and was not made by the demo: nothing was changed"), "{}", err(&refused));
    assert_eq!(fs::read_to_string(&host_file).unwrap(), "address = \"games@pbem.example\"\n");
    assert_eq!(fs::read_dir(folder.path().join("mine")).unwrap().count(), 1);

    fs::create_dir_all(folder.path().join("empty")).unwrap();
    let first = demo("empty");
    assert_eq!((code(&first), err(&first)), (Some(0), String::new()));
    assert!(out(&first).contains("\nturn 1 "), "{}", out(&first));
    let again = demo("empty");
    assert_eq!((code(&again), err(&again)), (Some(0), String::new()), "its own folder: it goes on");
    assert!(out(&again).contains("\nturn 2 ") && !out(&again).contains("\nturn 1 "), "{}", out(&again));

    // Its clock leaps weeks, which would play the turns of everybody else's games.
    let own = folder.path().join("empty/campaigns/own");
    fs::create_dir_all(&own).unwrap();
    fs::write(own.join("campaign.toml"), CAMPAIGN_TOML).unwrap();
    let refused = demo("empty");
    assert!(
        code(&refused) == Some(1) && err(&refused).contains("also holds own, whose turns the demo would play: nothing was played"),
        "{}",
        err(&refused)
    );
    assert!(!own.join("campaign.db").exists());
}

#[test]
fn a_misspelt_name_is_answered_with_the_nearest_and_nothing_is_told_twice() {
    let house = House::new(CAMPAIGN_TOML);
    house.tick("2027-01-01T10:00:00Z".parse().unwrap());
    let unknown = "ashpost: there is no campaign `rmi-3` here; did you mean `rim-3`?\n";
    for command in [
        &["status", "rmi-3"][..],
        &["check-config", "rmi-3"],
        &["orders", "rmi-3"],
        &["report", "rmi-3"],
        &["rules", "rmi-3"],
        &["replay", "rmi-3"],
        &["site", "rmi-3"],
        &["seat", "rmi-3"],
        &["token", "rmi-3", "1"],
        &["resend", "rmi-3", "--seat", "1"],
        &["accept-loss", "rmi-3"],
    ] {
        let refused = ashpost(house.folder.path(), command);
        assert_eq!((code(&refused), out(&refused), err(&refused)), (Some(1), String::new(), unknown.to_owned()), "{command:?}");
    }
    let unlike = err(&ashpost(house.folder.path(), &["status", "narnia"]));
    assert_eq!(unlike, "ashpost: there is no campaign `narnia` here\nhint: `ashpost status` lists the campaigns of this host\n");
    for (command, says) in [
        (&["report", "rim-3", "--seat", "9"][..], "rim-3 has no seat or player `9`; there are 1 (Ann), 2 (Bob)"),
        (&["report", "rim-3", "--seat", "Bbo"], "rim-3 has no seat or player `Bbo`; did you mean Bob (2)?"),
        (&["report", "rim-3", "--turn", "7"], "turn 7 of rim-3 has not been played; the last one is turn 0"),
        (&["ratings", "--game", "anash"], "there is no game `anash`; did you mean `anaash`?"),
        (&["ratings", "--game", "chess"], "there is no game `chess`; there are empire_postal, empire, anaash"),
        (&["new", "duel", "--game", "ashs"], "there is no game `ashs`; did you mean `ashes`?"),
        (&["new", "duel", "--scenario", "anaash/9"], "anaash has no scenario `9`; there are 6, 8"),
        (&["new", "duel", "--scenario", "own.toml"], "cannot read the scenario own.toml: No such file or directory (os error 2)"),
    ] {
        let refused = ashpost(house.folder.path(), command);
        assert!(code(&refused) == Some(1) && err(&refused).starts_with(&format!("ashpost: {says}")), "{command:?}: {}", err(&refused));
        assert!(err(&refused).matches("os error").count() <= 1, "{}", err(&refused));
    }
    fs::write(house.path("rim-3/campaign.toml"), CAMPAIGN_TOML.replace("first-steps", "own.toml")).unwrap();
    for command in ["check-config", "status", "tick"] {
        let ran = ashpost(house.folder.path(), &["--now", "2027-01-02T10:00:00Z", command]);
        let said = out(&ran) + &err(&ran);
        assert!(said.lines().all(|line| line.matches("os error 2").count() <= 1), "{command}: {said}");
    }
}

#[test]
fn commands_that_work_in_several_campaigns_say_what_to_do_about_their_errors_and_say_it_once() {
    let house = House::new(CAMPAIGN_TOML);
    for id in ["rim-4", "rim-5"] {
        fs::create_dir_all(house.path(id)).unwrap();
        fs::write(house.path(id).join("campaign.toml"), CAMPAIGN_TOML).unwrap();
    }
    house.tick("2027-01-01T10:00:00Z".parse().unwrap());
    for id in ["rim-3", "rim-4"] {
        let folder = house.path(id).join("templates/shared");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("receipt.txt.hbs"), "{{#if campaign}}").unwrap();
    }
    let run = |command: &[&str]| {
        let ran = ashpost(house.folder.path(), &[&["--now", "2027-01-02T10:00:00Z"], command].concat());
        (code(&ran), out(&ran), err(&ran))
    };
    let error = "template shared/receipt.txt, line 1: a tag here does not read, or a block is not closed\n";
    let hint = "hint: `ashpost preview CAMPAIGN --folder DIR` renders all letters and pages with your templates; docs/templates.md says what \
                each is given\n";
    let (exit, said, told) = run(&["compact"]);
    assert_eq!((exit, told), (Some(1), format!("ashpost: rim-3: {error}ashpost: rim-4: {error}{hint}")));
    assert!(said.starts_with("rim-5: ") && said.lines().count() == 1, "{said}");
    for command in [&["pause", "rim-3"][..], &["token", "rim-3", "1", "--rotate"], &["concede", "rim-3", "1"], &["extend", "rim-3", "1d"]] {
        assert_eq!(run(command), (Some(1), String::new(), format!("ashpost: {error}{hint}")), "{command:?}");
    }
    let (exit, said, told) = run(&["--json", "pause", "rim-3"]);
    assert_eq!((exit, told), (Some(1), String::new()));
    assert!(said.contains("a block is not closed") && !said.contains("hint"), "{said}");
}

#[test]
fn where_there_is_no_host_the_command_that_makes_one_is_named() {
    let folder = tempfile::tempdir().unwrap();
    for command in [&["status"][..], &["tick"], &["check-config"], &["orders", "rim-3"]] {
        let refused = ashpost(folder.path(), command);
        let said = err(&refused);
        assert!(
            code(&refused) == Some(1) && said.contains("there is no ashpost.toml in ") && said.contains("`ashpost new my-game`"),
            "{said}"
        );
    }
}

#[test]
fn a_finished_game_stands_below_the_running_ones() {
    let mut house = House::new(CORRESPONDENCE_TOML);
    for id in ["aaa", "zzz"] {
        fs::create_dir_all(house.path(id)).unwrap();
    }
    fs::write(house.path("zzz/campaign.toml"), CORRESPONDENCE_TOML).unwrap();
    fs::write(house.path("aaa/campaign.toml"), CORRESPONDENCE_TOML.replace("open = true", "open = false")).unwrap();
    house.tick("2027-01-01T10:00:00Z".parse().unwrap());
    let tag = house.tag(ashpost::engine::Seat(1));
    let resigns = crate::common::mail("ann@player.example", &tag, "r@1", "RESIGN\n");
    house.deliver(resigns.as_bytes(), "2027-01-02T10:00:00Z".parse().unwrap());
    let ticked = ashpost(house.folder.path(), &["--now", "2027-01-02T10:05:00Z", "tick"]);
    assert!(out(&ticked).contains("move 1: Ann resigned, the game is over"), "{}", out(&ticked));
    let status = out(&ashpost(house.folder.path(), &["--now", "2027-01-02T10:05:00Z", "status"]));
    let at = |text: &str| status.find(text).unwrap_or_else(|| panic!("{text} is not in {status}"));
    assert!(at("\n zzz ") < at("\n aaa ") && at("\n aaa ") < at("\nFinished\n") && at("\nFinished\n") < at("\n rim-3 "), "{status}");
    assert!(status.contains("  aaa: not begun\n    Set `open = true` in its campaign.toml"), "{status}");
}

#[test]
fn a_run_names_who_moved_and_who_moves_next() {
    let mut house = House::new(CORRESPONDENCE_TOML);
    house.tick("2027-01-01T10:00:00Z".parse().unwrap());
    let tag = house.tag(ashpost::engine::Seat(1));
    house.deliver(crate::common::mail("ann@player.example", &tag, "m@1", "a1-a2\n").as_bytes(), "2027-01-02T10:00:00Z".parse().unwrap());
    let ticked = ashpost(house.folder.path(), &["--now", "2027-01-02T10:05:00Z", "tick"]);
    assert!(out(&ticked).contains("move 1: played by Ann, Bob to move"), "{}", out(&ticked));
}

#[test]
fn a_scenario_that_no_game_takes_is_answered_with_the_error_of_the_game_that_it_is_for() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("orders/turn-1")).unwrap();
    let board = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/empire/three-powers.toml")).unwrap();
    fs::write(folder.path().join("mine.toml"), format!("{board}\n[rulebook]\ngrowth_evry = 2\n")).unwrap();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let refused = ashpost(folder.path(), &["sandbox", "--scenario", &path("mine.toml"), "--orders", &path("orders")]);
    let told = err(&refused);
    assert!(told.contains("it looks like one for empire") && told.contains("did you mean `growth_every`?"), "{told}");
    assert!(!told.contains("empire_postal:") && !told.contains("ashes:"), "{told}");
}

#[test]
fn the_sandbox_names_a_seat_that_the_scenario_does_not_have() {
    let folder = tempfile::tempdir().unwrap();
    let orders = folder.path().join("orders");
    fs::create_dir_all(orders.join("turn-1")).unwrap();
    fs::write(orders.join("turn-1/seat-1.orders"), "BUILD 1 FI ON 1\n").unwrap();
    let orders = orders.to_string_lossy().into_owned();
    let sandbox = |more: &[&str]| {
        let arguments = [&["sandbox", "--scenario", "first-steps", "--orders", &orders], more].concat();
        ashpost(folder.path(), &arguments)
    };
    assert!(err(&sandbox(&["--caretaker", "9"])).contains("--caretaker 9: this scenario has seats 1 to 2"));
    fs::write(folder.path().join("orders/turn-1/seat-9.orders"), "BUILD 1 FI ON 1\n").unwrap();
    let told = err(&sandbox(&[]));
    assert!(told.contains("seat-9.orders: this scenario has seats 1 to 2"), "{told}");
}
