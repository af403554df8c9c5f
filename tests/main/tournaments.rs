//! A tournament as its players meet it: games of their own in one campaign file, one table for all of them.

use std::collections::BTreeMap;
use std::fs;
use std::process::{Command, Output};

use ashpost::office::{World, tick};
use ashpost::post::Letter;

use crate::common::{CAMPAIGN, CORRESPONDENCE_TOML, House, Sent, mail, utc, world};

/// Three players, each pair with both colours, on the smallest board.
fn tournament() -> House {
    let third = "\n[[seat]]\nnumber = 3\nname = \"Cid\"\naddress = \"cid@player.example\"\nformat = \"text\"\n";
    let tables = "[tournament]\ngames_each_way = 1\n[settings.rulebook]\nsize = 4\n[gm]";
    House::new(&(CORRESPONDENCE_TOML.replace("[gm]", tables) + third))
}

fn ashpost(house: &House, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ashpost")).arg("--campaigns").arg(house.folder.path()).args(arguments).output().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The tag that a player's emails to a game carry, from its opening report.
fn tags(opening: &[Sent]) -> BTreeMap<(String, String), String> {
    let tag = |sent: &Sent| {
        let subject = Letter::read(&sent.raw).inside.subject;
        let tag = subject[subject.rfind('[').unwrap()..].to_owned();
        ((sent.to.split('@').next().unwrap().to_owned(), tag[1..].split(' ').next().unwrap().to_owned()), tag)
    };
    opening.iter().map(tag).collect()
}

#[test]
fn every_pair_has_a_game_with_each_colour_and_all_see_one_table() {
    let mut house = tournament();
    let opened = house.tick(utc("2027-01-01T10:00:00Z"));
    assert!(!opened.has_trouble(), "{opened:?}");
    let ids: Vec<&str> = opened.campaigns.iter().map(|campaign| &*campaign.campaign).collect();
    assert_eq!(ids, ["rim-3-1", "rim-3-2", "rim-3-3", "rim-3-4", "rim-3-5", "rim-3-6"]);
    let opening = house.news();
    assert_eq!(opening.len(), 12, "two reports a game");
    assert!(opening[0].subject.contains("against Cid"), "{}", opening[0].subject);
    let tags = tags(&opening);
    let tag = |player: &str, game: &str| tags[&(player.to_owned(), game.to_owned())].clone();

    // A game counts once each side has moved.
    for (id, (player, game, text)) in (11..).zip([
        ("bob", "rim-3-1", "a1-a2\n"),
        ("ann", "rim-3-2", "a1-a2\n"),
        ("cid", "rim-3-1", "b1-b2\n"),
        ("bob", "rim-3-2", "b1-b2\n"),
    ]) {
        let (from, at) = (format!("{player}@player.example"), utc(&format!("2027-01-01T{id}:00:00Z")));
        house.deliver(mail(&from, &tag(player, game), &format!("{id}@x"), text).as_bytes(), at);
        house.tick(at);
    }
    house.news();

    // Bob gives up two games, and Ann asks in one of hers how the tournament stands.
    for (id, (player, game, text)) in
        (0..).zip([("bob", "rim-3-1", "RESIGN\n"), ("bob", "rim-3-2", "RESIGN\n"), ("ann", "rim-3-6", "STATUS\n")])
    {
        let from = format!("{player}@player.example");
        house.deliver(mail(&from, &tag(player, game), &format!("{id}@x"), text).as_bytes(), utc("2027-01-02T10:00:00Z"));
    }
    let played = house.tick(utc("2027-01-02T10:00:00Z"));
    assert!(!played.has_trouble(), "{played:?}");
    let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let news = house.news();
    let to = |player: &str, part: &str| {
        let found = news.iter().find(|sent| sent.to.starts_with(player) && sent.subject.to_lowercase().contains(part));
        flat(&found.unwrap_or_else(|| panic!("nothing to {player} about {part}: {news:?}")).text)
    };
    let status = to("ann", "how the game stands");
    assert!(status.contains("2 of 6 games are over"), "{status}");
    assert!(status.contains("1 Ann 1 1 0 . -- 1-") && status.contains("1 Cid 1 1 0 -- . 1-"), "{status}");
    assert!(
        status.contains("rim-3-6: Ann - Cid, your move by")
            && status.contains("Mon 04 Jan 2027 20:00, with grace and reserve by Thu 14 Jan 2027 22:00 at the latest (UTC)"),
        "{status}"
    );
    assert!(status.contains("rim-3-2: Ann - Bob, 1-0") && !status.contains("rim-3-1:"), "{status}");
    // The game that ended first had ended when the report of the second was written.
    assert!(to("cid", "won").contains("1 of 6 games is over"));
    assert!(to("ann", "won").contains("2 of 6 games are over"));

    let page = fs::read_to_string(house.path("rim-3/site/index.html")).unwrap();
    assert!(page.contains("href=\"game-6/index.html\"") && page.contains("<b>1</b>") && page.contains("1-0"), "{page}");
    assert!((1..=6).all(|game| house.path(&format!("rim-3/site/game-{game}/turn-0.html")).is_file()));

    assert!(fs::read_to_string(house.path("rim-3/site/game-1/index.html")).unwrap().contains("<a href=\"../index.html\">The Glade</a>"));

    let status = out(&ashpost(&house, &["status", CAMPAIGN]));
    assert!(status.starts_with("The Glade: 2 of 6 games over") && status.contains("rim-3-6"), "{status}");
    assert!(out(&ashpost(&house, &["status"])).contains("rim-3: 2 of 6 games over, Ann and Cid share the lead with 1"));
    let json: serde_json::Value = serde_json::from_str(&out(&ashpost(&house, &["--json", "status", CAMPAIGN]))).unwrap();
    assert_eq!((json["tournament"]["standings"][2]["lost"].as_u64(), json["campaigns"].as_array().unwrap().len()), (Some(2), 6));
    assert_eq!(ashpost(&house, &["replay", "rim-3-1"]).status.code(), Some(0));
    let whole = ashpost(&house, &["replay", CAMPAIGN]);
    assert!(String::from_utf8_lossy(&whole.stderr).contains("name one of its games, rim-3-1 to rim-3-6"), "{whole:?}");

    // The same archive gives the same ratings, and games that go on do not count.
    let ratings = out(&ashpost(&house, &["ratings"]));
    assert!(ratings.contains("Ann") && ratings.contains("Bob") && ratings.contains("2 finished games"), "{ratings}");
    assert_eq!(ratings, out(&ashpost(&house, &["ratings", "--game", "anaash"])));
    assert!(out(&ashpost(&house, &["ratings", "--game", "ashes"])).contains("No game has finished yet"));
}

/// Lets everybody's time run out in all games.
fn run_out(house: &mut House) {
    for day in ["2027-03-01T10:00:00Z", "2027-03-01T10:05:00Z"] {
        assert!(!house.tick(utc(day)).has_trouble());
    }
    house.news();
}

#[test]
fn a_game_without_a_move_of_each_side_is_void_and_a_win_on_time_is_marked() {
    let mut house = tournament();
    house.tick(utc("2027-01-01T10:00:00Z"));
    let opening = house.news();
    let tags = tags(&opening);
    // Game 1 is Bob against Cid: both move, then nobody does. In game 2 Ann moves and Bob never does.
    for (id, (player, game, text)) in
        (0..).zip([("bob", "rim-3-1", "a1-a2\n"), ("ann", "rim-3-2", "a1-a2\n"), ("cid", "rim-3-1", "b1-b2\n")])
    {
        let (from, at) = (format!("{player}@player.example"), utc(&format!("2027-01-02T1{id}:00:00Z")));
        house.deliver(mail(&from, &tags[&(player.to_owned(), game.to_owned())], &format!("{id}@x"), text).as_bytes(), at);
        house.tick(at);
    }
    run_out(&mut house);
    let page = fs::read_to_string(house.path("rim-3/site/index.html")).unwrap();
    assert_eq!((page.matches(": void.").count(), page.matches("<b>0-1</b> on time").count()), (5, 1), "{page}");
    assert!(page.contains("v is a void game") && page.contains("+ is a win on time"), "{page}");
    let status = out(&ashpost(&house, &["status", CAMPAIGN]));
    assert!(status.contains("Cid") && status.contains("+v"), "{status}");
    let game = fs::read_to_string(house.path("rim-3/site/game-2/index.html")).unwrap();
    assert!(game.contains("The game is void"), "{game}");
    let ratings = out(&ashpost(&house, &["ratings"]));
    assert!(ratings.contains("from 1 finished game") && ratings.contains("5 void games do not count"), "{ratings}");
}

#[test]
fn games_of_an_unrated_campaign_are_not_rated() {
    let mut house = tournament();
    let file = house.path("rim-3/campaign.toml");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, format!("unrated = true\n{text}")).unwrap();
    house.tick(utc("2027-01-01T10:00:00Z"));
    let tags = tags(&house.news());
    for (id, (player, text)) in (0..).zip([("bob", "a1-a2\n"), ("cid", "b1-b2\n"), ("bob", "RESIGN\n")]) {
        let (from, at) = (format!("{player}@player.example"), utc(&format!("2027-01-02T1{id}:00:00Z")));
        house.deliver(mail(&from, &tags[&(player.to_owned(), "rim-3-1".to_owned())], &format!("{id}@x"), text).as_bytes(), at);
        assert!(!house.tick(at).has_trouble());
    }
    assert!(out(&ashpost(&house, &["status", CAMPAIGN])).contains("1 of 6 games over"), "it counts in the table");
    let ratings = out(&ashpost(&house, &["ratings"]));
    assert!(ratings.contains("nobody is rated") && ratings.contains("1 unrated game does not count"), "{ratings}");
}

#[test]
fn a_folder_that_a_game_would_be_called_like_is_a_mistake_of_the_tournament_alone() {
    let house = tournament();
    fs::create_dir_all(house.path("rim-3-2")).unwrap();
    fs::write(house.path("rim-3-2/campaign.toml"), CORRESPONDENCE_TOML).unwrap();
    let report = house.tick(utc("2027-01-01T10:00:00Z"));
    let trouble = |id: &str| report.campaigns.iter().find(|campaign| &*campaign.campaign == id).unwrap().trouble.clone();
    assert!(trouble(CAMPAIGN).unwrap().contains("its game rim-3-2 would have the name of the folder rim-3-2"), "{report:?}");
    assert_eq!(trouble("rim-3-2"), None);
    let checked = ashpost(&house, &["check-config"]);
    assert!(String::from_utf8_lossy(&checked.stderr).contains("give one of them another name"), "{checked:?}");
}

#[test]
fn no_new_campaign_takes_the_name_of_a_game() {
    let house = tournament();
    for name in ["rim-3-2", "rim-3-40"] {
        let cloned = ashpost(&house, &["clone", CAMPAIGN, name]);
        let said = String::from_utf8_lossy(&cloned.stderr);
        assert!(cloned.status.code() == Some(1) && said.contains("what a game of the tournament rim-3 is called"), "{said}");
        assert!(!house.path(name).exists());
    }
    assert_eq!(ashpost(&house, &["clone", CAMPAIGN, "rim-3-b"]).status.code(), Some(0));
}

#[test]
fn days_of_absence_are_granted_to_a_player_where_they_were_asked_for() {
    let mut house = tournament();
    house.edit_campaign("[gm]", "[policy]\nabsence = \"gm\"\nabsence_days = 12\n[gm]");
    house.tick(utc("2027-01-01T10:00:00Z"));
    let tags = tags(&house.news());
    let of_player = |name: &str| tags.iter().filter(|((player, _), _)| player == name).map(|(_, tag)| tag.clone()).collect::<Vec<_>>();
    let (ann, bob) = (of_player("ann"), of_player("bob"));
    assert_eq!((ann.len(), bob.len()), (4, 4), "whoever has the number 1 in the tournament has the seat 2 in half of the games");
    let at = utc("2027-01-02T10:00:00Z");
    for (number, (player, tag)) in ann.iter().take(3).map(|tag| ("ann", tag)).chain(bob.iter().map(|tag| ("bob", tag))).enumerate() {
        let from = format!("{player}@player.example");
        house.deliver(mail(&from, tag, &format!("{number}@x"), "ABSENT FROM 2027-01-03 UNTIL 2027-01-04\n").as_bytes(), at);
    }
    assert!(!house.tick(at).has_trouble());
    let run = |arguments: &[&str]| {
        let output = ashpost(&house, &[&["--now", "2027-01-02T11:00:00Z", "absence", CAMPAIGN], arguments].concat());
        (output.status.code(), out(&output) + &String::from_utf8_lossy(&output.stderr))
    };
    let (code, said) = run(&["1", "--approve"]);
    assert_eq!((code, said.matches(": Ann (seat ").count(), said.contains("Bob")), (Some(0), 3, false), "{said}");
    let (code, said) = run(&["Bob", "--deny"]);
    assert_eq!((code, said.matches(": Bob (seat ").count()), (Some(0), 4), "{said}");
    let (code, said) = run(&["1", "--approve"]);
    assert!(code == Some(1) && said.contains("has asked for no days of absence"), "{said}");
}

#[test]
fn check_config_says_how_many_games_a_tournament_has() {
    let house = tournament();
    let checked = ashpost(&house, &["--now", "2027-01-01T10:00:00Z", "check-config"]);
    assert_eq!((checked.status.code(), String::from_utf8_lossy(&checked.stderr).as_ref()), (Some(0), ""));
    assert!(out(&checked).contains("a tournament of 3 players, 6 games, open"), "{}", out(&checked));
    assert!(out(&checked).contains("would be due Mon 04 Jan 2027 20:00"), "{}", out(&checked));
}

#[test]
fn another_player_takes_over_a_place_in_all_games_that_go_on_or_in_one() {
    let mut house = tournament();
    house.tick(utc("2027-01-01T10:00:00Z"));
    let tags = tags(&house.news());
    let at = utc("2027-01-02T10:00:00Z");
    house.deliver(mail("bob@player.example", &tags[&("bob".to_owned(), "rim-3-1".to_owned())], "0@x", "RESIGN\n").as_bytes(), at);
    house.tick(at);
    house.news();
    let run = |arguments: &[&str]| {
        let output = ashpost(&house, &[&["--now", "2027-01-03T10:00:00Z"], arguments].concat());
        (output.status.code(), out(&output) + &String::from_utf8_lossy(&output.stderr))
    };
    let (code, said) = run(&["replace", CAMPAIGN, "4", "Cora <cora@player.example>"]);
    assert!(code == Some(1) && said.contains("rim-3 has no seat or player `4`; there are 1 (Ann), 2 (Bob), 3 (Cid)"), "{said}");
    let (code, said) = run(&["replace", CAMPAIGN, "bob", "Cora <cora@player.example>"]);
    assert_eq!((code, said.matches("now plays instead of Bob").count()), (Some(0), 3), "one of four games is over: {said}");
    assert!(!said.contains("rim-3-1,"), "{said}");
    let (code, said) = run(&["replace", CAMPAIGN, "2", "Cora <cora@player.example>"]);
    assert_eq!((code, said.matches("already").count()), (Some(0), 3), "by the number in the file, and only once: {said}");
    let (code, said) = run(&["replace", "rim-3-2", "Cora", "Dora <dora@player.example>"]);
    assert!(code == Some(0) && said.contains("Dora <dora@player.example> now plays instead of Cora"), "{said}");
    let (code, said) = run(&["replace", "rim-3-1", "2", "Cora <cora@player.example>"]);
    assert!(code == Some(1) && said.contains("rim-3-1 is over"), "{said}");
    let (code, said) = run(&["token", CAMPAIGN, "Cora"]);
    assert_eq!((code, said.lines().count()), (Some(0), 3), "{said}");

    let ticked = house.tick(utc("2027-01-03T10:05:00Z"));
    assert!(!ticked.has_trouble(), "{ticked:?}");
    let news = house.news();
    let welcomes = news.iter().filter(|sent| sent.subject.contains("you play seat")).map(|sent| sent.to.as_str());
    // The welcome to game 2 had not left when Dora took over. It was dropped, since its token is void.
    assert_eq!(welcomes.collect::<Vec<_>>(), ["dora@player.example", "cora@player.example", "cora@player.example"]);
    let status = out(&ashpost(&house, &["status", CAMPAIGN]));
    assert!(status.contains("Cora") && !status.contains("Bob"), "the place goes by its present name: {status}");
    let page = fs::read_to_string(house.path("rim-3/site/index.html")).unwrap();
    assert!(page.contains("Cora") && page.contains("Dora") && page.contains("Bob"), "the game that is over was Bob's: {page}");
    for game in 1..=6 {
        assert_eq!(ashpost(&house, &["replay", &format!("rim-3-{game}")]).status.code(), Some(0));
    }
}

#[test]
fn an_edited_player_of_a_tournament_is_told_once_with_the_command_for_all_games() {
    let mut house = tournament();
    house.tick(utc("2027-01-01T10:00:00Z"));
    house.news();
    let file = house.path("rim-3/campaign.toml");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("bob@player.example", "bob@home.example")).unwrap();
    for minute in [0, 5] {
        assert!(!house.tick(utc(&format!("2027-01-02T10:0{minute}:00Z"))).has_trouble());
    }
    let news = house.news();
    assert_eq!(news.iter().map(|sent| sent.to.as_str()).collect::<Vec<_>>(), ["gm@pbem.example"]);
    assert_eq!(news[0].text.matches("ashpost address rim-3 2 bob@home.example").count(), 1, "{}", news[0].text);
    let checked = out(&ashpost(&house, &["check-config"]));
    assert!(checked.contains("ashpost replace rim-3 2 \"Bob <bob@home.example>\""), "{checked}");
    let moved = ashpost(&house, &["--now", "2027-01-02T11:00:00Z", "address", CAMPAIGN, "2", "bob@home.example"]);
    assert_eq!((moved.status.code(), out(&moved).matches("go to bob@home.example").count()), (Some(0), 4));
    house.tick(utc("2027-01-02T11:00:00Z"));
    let told: Vec<String> = house.news().into_iter().map(|sent| sent.to).collect();
    assert_eq!(told.iter().filter(|to| *to == "bob@home.example").count(), 4);
    assert!(!told.contains(&"gm@pbem.example".to_owned()), "it is settled");
}

#[test]
fn a_tournament_that_has_begun_takes_no_more_players_and_begins_no_more_games() {
    let mut house = tournament();
    house.tick(utc("2027-01-01T10:00:00Z"));
    house.news();
    let file = house.path("rim-3/campaign.toml");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.clone() + "\n[[seat]]\nnumber = 4\nname = \"Dee\"\naddress = \"dee@player.example\"\n").unwrap();
    let checked = out(&ashpost(&house, &["check-config"]));
    assert!(checked.contains("seat 4 (Dee) is only in the file"), "{checked}");
    let report = house.tick(utc("2027-01-02T10:00:00Z"));
    let trouble = |id: &str| report.campaigns.iter().find(|campaign| &*campaign.campaign == id).unwrap().trouble.clone();
    assert_eq!(trouble("rim-3-3"), None, "what has begun goes on");
    assert!(trouble("rim-3-7").unwrap().contains("`rim-3` has begun with other players"), "{report:?}");
    let news = house.news();
    assert!(news.iter().all(|sent| sent.to == "gm@pbem.example"), "nobody is told of a game that does not begin");
    assert_eq!(news.iter().filter(|sent| sent.text.contains("Seat 4, Dee: nobody holds this seat in the game")).count(), 1);
    let names = ["Bob", "Ann"];
    assert!(names.iter().all(|name| out(&ashpost(&house, &["seat", "rim-3-2"])).contains(name)), "its own players");
    fs::write(&file, text).unwrap();
    assert!(!house.tick(utc("2027-01-02T10:05:00Z")).has_trouble());
}

#[test]
fn a_round_that_cannot_be_put_on_disk_keeps_back_nothing_but_its_own_tournament() {
    let swiss = "[tournament]\nrounds = 2\n[settings.rulebook]\nsize = 4\n[gm]";
    let third = "\n[[seat]]\nnumber = 3\nname = \"Cid\"\naddress = \"cid@player.example\"\nformat = \"text\"\n";
    let mut house = House::new(&(CORRESPONDENCE_TOML.replace("[gm]", swiss) + third));
    let block = |name: &'static str| {
        if name == "after a round commits" {
            fs::create_dir(house.path("rim-3/rounds.toml")).unwrap();
        }
    };
    tick(&house.host(), &World { boundary: &block, ..world(utc("2027-01-01T10:00:00Z")) }).unwrap();
    house.deliver(mail("zoe@elsewhere.example", "games", "1@x", "GAMES\n").as_bytes(), utc("2027-01-01T10:05:00Z"));
    let report = house.tick(utc("2027-01-01T10:05:00Z"));
    assert!(report.troubles.iter().any(|trouble| trouble.contains("rounds.toml")), "{:?}", report.troubles);
    assert!(house.news().iter().any(|letter| letter.to == "zoe@elsewhere.example"), "the front office works");
    fs::remove_dir(house.path("rim-3/rounds.toml")).unwrap();
    for minute in ["10", "15"] {
        house.tick(utc(&format!("2027-01-01T10:{minute}:00Z")));
    }
    assert_eq!(house.news().iter().filter(|letter| letter.subject.contains("[rim-3-1 ")).count(), 2);
}
