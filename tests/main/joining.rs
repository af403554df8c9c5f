//! People who join and are paired while another run is at work, a folder cannot be made, or a campaign cannot be opened.

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
    for boundary in ["before newcomers commit", "after newcomers commit"] {
        let mut house = joining_house();
        assert!(ashpost(house.folder.path(), &["--now", "2027-01-02T10:00:00Z", "vacate", CAMPAIGN, "2"]).status.success());
        for (name, address) in PEOPLE {
            house.deliver(mail(address, "hello", name, &format!("JOIN rim-3 AS {name}\n")).as_bytes(), utc("2027-01-03T10:00:00Z"));
        }
        house.tick(utc("2027-01-03T10:00:00Z"));
        let letters = house.news();
        let [first, second] = PEOPLE.map(|(_, address)| reply(&letters, CONFIRM, address));
        house.deliver(first.as_bytes(), utc("2027-01-03T11:00:00Z"));
        tick_with_another_run_at(&house, boundary, &second, "2027-01-03T11:00:00Z");
        house.tick(utc("2027-01-03T11:05:00Z"));
        let told: Vec<(String, String)> = house.news().into_iter().map(|letter| (letter.to, letter.subject)).collect();
        let count = |address: &str, words: &str| told.iter().filter(|(to, subject)| to == address && subject.contains(words)).count();
        assert_eq!([count(PEOPLE[0].1, "you play seat 2"), count(PEOPLE[1].1, "The game has begun")], [1, 1], "{boundary}: {told:?}");
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
    receive(&house.host(), &world(utc("2027-01-02T10:00:00Z"))).unwrap();
    let letters = house.news();
    assert!(letters.iter().any(|letter| letter.to == "greta@elsewhere.example" && letter.subject.contains("[confirm ")), "{letters:?}");
    assert!(letters.iter().any(|letter| letter.to == "hans@elsewhere.example" && letter.text.contains("Did you mean Bob?")), "{letters:?}");
}
