//! People who join, leave and are paired while another run is at work, a folder cannot be made, or a campaign cannot be opened.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::sync::atomic::{AtomicBool, Ordering};

use ashpost::office::{World, receive, tick};
use ashpost::post::source::maildir;

use crate::cli::ashpost;
use crate::common::{CAMPAIGN, CAMPAIGN_TOML, House, Sent, mail, utc, world};

/// Two strangers who want the same seat, or a game of two.
const PEOPLE: [(&str, &str); 2] = [("Greta", "greta@elsewhere.example"), ("Hans", "hans@elsewhere.example")];

/// The tag of a letter with a code, and what confirms it.
const CONFIRM: (&str, &str) = ("[confirm ", "Yes.\n");

/// A house with a ladder, whose players also wait for each other at random.
fn house_with_a_ladder() -> House {
    let house = House::new(CAMPAIGN_TOML);
    let pairing = "[pairing]\ngames = [\"anaash/6\"]\ngm = { name = \"Ida\", address = \"gm@pbem.example\" }\n\
                   schedule = { every_days = 3, at = \"20:00\", zone = \"UTC\" }\n[pairing.ladder]\ngame = \"anaash/6\"\n[limits]";
    let file = house.path("ashpost.toml");
    fs::write(&file, fs::read_to_string(&file).unwrap().replace("[limits]", pairing)).unwrap();
    house
}

/// Sends what somebody asks for at that hour; returns the letters that a run writes.
fn ask(house: &mut House, (address, text): (&str, &str), at: &str) -> Vec<Sent> {
    house.deliver(mail(address, "hello", &format!("{}-{}@x", address.replace('@', "-"), utc(at).timestamp()), text).as_bytes(), utc(at));
    house.tick(utc(at));
    house.news()
}

/// The reply to the letter with a code that went to this address.
fn reply(letters: &[Sent], (tag, words): (&str, &str), address: &str) -> String {
    let asked = letters.iter().find(|letter| letter.to == address && letter.subject.contains(tag));
    let asked = asked.unwrap_or_else(|| panic!("{address} has no letter with {tag}"));
    mail(
        address,
        &asked.subject,
        &format!("{}-reply@x", address.replace('@', "-").to_owned() + &asked.subject.replace([' ', '[', ']'], "")),
        words,
    )
}

/// The subjects of all letters since the last look, by their readers.
fn told(house: &mut House) -> BTreeMap<String, Vec<String>> {
    let mut told = BTreeMap::<String, Vec<String>>::new();
    for letter in house.news() {
        told.entry(letter.to).or_default().push(letter.subject);
    }
    told
}

/// A house whose game takes people in for vacant seats.
fn joining_house() -> House {
    let mut house = House::new(&CAMPAIGN_TOML.replacen("[[seat]]", "[joining]\nopen = true\n[[seat]]", 1));
    house.tick(utc("2027-01-01T10:00:00Z"));
    house.news();
    house
}

/// Has a second run take in that email when the first comes to the boundary of that name.
fn tick_with_another_run_at(house: &House, boundary: &str, raw: &str, now: &str) {
    let is_done = AtomicBool::new(false);
    let hook = |name: &'static str| {
        if name == boundary && !is_done.swap(true, Ordering::SeqCst) {
            maildir::deliver(&house.path("mail"), raw.as_bytes(), utc(now), "other").unwrap();
            tick(&house.host(), &world(utc(now))).unwrap();
        }
    };
    tick(&house.host(), &World { boundary: &hook, ..world(utc(now)) }).unwrap();
    assert!(is_done.into_inner(), "no run came to {boundary:?}");
}

#[test]
fn who_confirms_while_another_run_gives_the_seat_away_hears_of_it() {
    let mut house = joining_house();
    assert!(ashpost(house.folder.path(), &["--now", "2027-01-02T10:00:00Z", "vacate", CAMPAIGN, "2"]).status.success());
    let letters = PEOPLE.map(|(name, address)| ask(&mut house, (address, &format!("JOIN rim-3 AS {name}\n")), "2027-01-03T10:00:00Z"));
    let [first, second] = [0, 1].map(|at| reply(&letters[at], CONFIRM, PEOPLE[at].1));
    house.deliver(first.as_bytes(), utc("2027-01-03T11:00:00Z"));
    tick_with_another_run_at(&house, "before newcomers commit", &second, "2027-01-03T11:00:00Z");
    house.tick(utc("2027-01-03T11:05:00Z"));
    let told = told(&mut house);
    assert_eq!(told[PEOPLE[0].1], ["The Rim: you play seat 2 [rim-3 IRYRA2CJ2GVGJASL]"]);
    assert_eq!(told[PEOPLE[1].1], ["The game has begun [ashpost rim-3]"]);
}

#[test]
fn who_leaves_while_another_run_gives_the_seat_away_gets_none() {
    let mut house = joining_house();
    assert!(ashpost(house.folder.path(), &["--now", "2027-01-02T10:00:00Z", "vacate", CAMPAIGN, "2"]).status.success());
    let [(_, greta), _] = PEOPLE;
    let joins = ask(&mut house, (greta, "JOIN rim-3 AS Greta\n"), "2027-01-03T10:00:00Z");
    // While another run has the campaign, nobody on the list gets the seat.
    let lock = File::open(house.path("rim-3/lock")).unwrap();
    lock.try_lock().unwrap();
    house.deliver(reply(&joins, CONFIRM, greta).as_bytes(), utc("2027-01-03T10:05:00Z"));
    house.tick(utc("2027-01-03T10:05:00Z"));
    let leaves = ask(&mut house, (greta, "LEAVE rim-3\n"), "2027-01-03T10:10:00Z");
    lock.unlock().unwrap();
    tick_with_another_run_at(&house, "before newcomers commit", &reply(&leaves, CONFIRM, greta), "2027-01-03T11:00:00Z");
    house.tick(utc("2027-01-03T11:05:00Z"));
    assert_eq!(told(&mut house)[greta], ["You are off the list of The Rim [ashpost]"]);
}

#[test]
fn who_leaves_while_another_run_opens_the_game_does_not_play() {
    for (boundary, subject) in
        [("before the opening commits", "You are off the list"), ("after the opening commits", "You play in The Rim already")]
    {
        let seats = CAMPAIGN_TOML.find("[[seat]]").unwrap();
        let mut house = House::new(&format!("{}[joining]\nopen = true\nseats = [1, 2]\n", &CAMPAIGN_TOML[..seats]));
        house.tick(utc("2027-01-01T10:00:00Z"));
        let [(_, greta), (_, hans)] = PEOPLE;
        let joins = PEOPLE.map(|(name, address)| ask(&mut house, (address, &format!("JOIN rim-3 AS {name}\n")), "2027-01-03T10:00:00Z"));
        house.deliver(reply(&joins[1], CONFIRM, hans).as_bytes(), utc("2027-01-03T10:05:00Z"));
        house.tick(utc("2027-01-03T10:05:00Z"));
        let leaves = ask(&mut house, (hans, "LEAVE rim-3\n"), "2027-01-03T10:10:00Z");
        house.deliver(reply(&joins[0], CONFIRM, greta).as_bytes(), utc("2027-01-03T11:00:00Z"));
        tick_with_another_run_at(&house, boundary, &reply(&leaves, CONFIRM, hans), "2027-01-03T11:00:00Z");
        house.tick(utc("2027-01-03T11:05:00Z"));
        let (told, plays) = (told(&mut house), boundary.starts_with("after"));
        assert!(told[hans].iter().any(|known| known.starts_with(subject)), "{boundary}: {told:?}");
        for player in [greta, hans] {
            let has_report = told[player].iter().any(|subject| subject.contains("[rim-3 "));
            assert_eq!(has_report, plays, "{boundary}: {player} {told:?}");
        }
    }
}

#[test]
fn who_confirms_while_another_run_has_the_campaign_gets_the_seat_in_the_next_run() {
    let mut house = joining_house();
    let [(name, address), _] = PEOPLE;
    assert!(ashpost(house.folder.path(), &["--now", "2027-01-02T10:00:00Z", "vacate", CAMPAIGN, "2"]).status.success());
    let letters = ask(&mut house, (address, &format!("JOIN rim-3 AS {name}\n")), "2027-01-03T10:00:00Z");
    for minute in ["05", "10"] {
        house.tick(utc(&format!("2027-01-03T10:{minute}:00Z")));
    }
    let lock = File::open(house.path("rim-3/lock")).unwrap();
    lock.try_lock().unwrap();
    house.deliver(reply(&letters, CONFIRM, address).as_bytes(), utc("2027-01-03T10:15:00Z"));
    house.tick(utc("2027-01-03T10:15:00Z"));
    lock.unlock().unwrap();
    house.tick(utc("2027-01-03T10:20:00Z"));
    assert!(house.news().iter().any(|letter| letter.to == address && letter.subject.contains("you play seat 2")));
}

#[test]
fn a_folder_that_cannot_be_made_keeps_back_its_own_game_and_settles_no_match_of_the_ladder() {
    let mut house = house_with_a_ladder();
    let [(_, greta), (_, hans)] = PEOPLE;
    ask(&mut house, (greta, "nothing\n"), "2027-01-01T10:00:00Z");
    let requests = [(greta, "JOIN ladder AS Greta\n"), (hans, "JOIN ladder AS Hans\n"), (hans, "CHALLENGE Greta AT ladder\n")];
    let mut letters = Vec::new();
    for (hour, (address, text)) in (10..).step_by(2).zip(requests) {
        letters = ask(&mut house, (address, text), &format!("2027-01-02T{hour}:00:00Z"));
        let at = utc(&format!("2027-01-02T{}:00:00Z", hour + 1));
        house.deliver(reply(&letters, CONFIRM, address).as_bytes(), at);
        house.tick(at);
        letters = house.news();
    }
    let accepts = reply(&letters, ("[challenge ", "ACCEPT\n"), greta);
    // Two others wait for each other meanwhile.
    for name in ["ivo", "kim"] {
        let address = format!("{name}@elsewhere.example");
        letters = ask(&mut house, (&address, &format!("PLAY anaash/6 AS {name}\n")), "2027-01-03T09:00:00Z");
        house.deliver(reply(&letters, CONFIRM, &address).as_bytes(), utc("2027-01-03T10:00:00Z"));
    }
    house.deliver(accepts.as_bytes(), utc("2027-01-03T10:00:00Z"));
    // The folder should be on a disk that is not there now.
    symlink(house.path("elsewhere/table1"), house.path("table1")).unwrap();
    for minute in ["00", "05"] {
        let report = house.tick(utc(&format!("2027-01-03T10:{minute}:00Z")));
        assert!(report.troubles.iter().any(|trouble| trouble.contains("table1")), "{:?}", report.troubles);
    }
    let letters = house.news();
    let told = |words: &str| letters.iter().filter(|letter| letter.subject.contains(words)).count();
    assert_eq!(told("[table2 "), 2, "{letters:?}");
    fs::remove_file(house.path("table1")).unwrap();
    for minute in ["10", "15"] {
        house.tick(utc(&format!("2027-01-03T10:{minute}:00Z")));
    }
    assert_eq!(house.news().iter().filter(|letter| letter.subject.contains("[table1 ")).count(), 2);
    let status = ashpost(house.folder.path(), &["--now", "2027-01-03T10:20:00Z", "status"]);
    let said = String::from_utf8_lossy(&status.stdout).into_owned();
    assert!(["Greta", "Hans"].iter().all(|name| said.contains(&format!("{name}, plays in table1"))), "{said}");
}

#[test]
fn an_opponent_is_found_in_what_the_host_remembers_and_no_campaign_is_opened() {
    let mut house = house_with_a_ladder();
    for minute in ["00", "05"] {
        house.tick(utc(&format!("2027-01-01T10:{minute}:00Z")));
    }
    house.news();
    // Nobody could open the campaign now.
    fs::rename(house.path("rim-3/campaign.db"), house.path("rim-3/away")).unwrap();
    for (name, text) in [("greta", "CHALLENGE Bob AT anaash/6 AS Greta\n"), ("hans", "CHALLENGE Bop AT anaash/6 AS Hans\n")] {
        house.deliver(mail(&format!("{name}@elsewhere.example"), "hello", name, text).as_bytes(), utc("2027-01-02T10:00:00Z"));
    }
    receive(&house.host(), &world(utc("2027-01-02T10:00:00Z")), |_| {}).unwrap();
    let letters = house.news();
    assert!(letters.iter().any(|letter| letter.to == "greta@elsewhere.example" && letter.subject.contains("[confirm ")), "{letters:?}");
    assert!(letters.iter().any(|letter| letter.to == "hans@elsewhere.example" && letter.text.contains("Did you mean Bob?")), "{letters:?}");
}
