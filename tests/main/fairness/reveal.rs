//! Sheets that are sealed against the game master, a digest before the deadline and the sheet after it, and a game master who plays.

use std::fs;

use ashpost::engine::Seat;

use super::sealed::{ashpost, send, to, to_all, told};
use crate::common::{CAMPAIGN_TOML, CORRESPONDENCE_TOML, House, utc};

/// A campaign in which players may seal their sheets.
fn house(policy: &str) -> House {
    let toml = CAMPAIGN_TOML
        .lines()
        .filter(|line| !line.starts_with("grace_hours") && !line.starts_with("when_all_ready"))
        .map(|line| format!("{line}\n"))
        .collect::<String>();
    let toml = toml.replace("gm@pbem.example", if policy.contains("gm_plays") { "ann@player.example" } else { "gm@pbem.example" });
    let mut house = House::new(&(toml + "[policy]\n" + policy));
    house.tick(utc("2027-01-01T10:00:00Z"));
    house.news();
    house
}

/// Seals orders with the program; returns the line to send before the deadline, and what to send after it.
fn seal(house: &House, name: &str, orders: &str) -> (String, String) {
    fs::write(house.path(name), orders).unwrap();
    let (code, text) = told(&ashpost(house, "2027-01-02T10:00:00Z", &["seal", name]));
    assert_eq!(code, Some(0), "{text}");
    let line = text.lines().find(|line| line.starts_with("SEALED ")).unwrap().to_owned();
    (line, fs::read_to_string(house.path(&format!("{name}.reveal"))).unwrap())
}

#[test]
fn a_sealed_sheet_is_played_once_it_is_revealed_and_its_receipt_is_kept() {
    let mut house = house("seal = \"reveal\"\nreveal_hours = 48\n");
    let (sealed, reveal) = seal(&house, "ann.orders", "BUILD  1 FP ON 1\n\nANNOUNCE \"zebra-7731\"\n");
    assert!(!sealed.contains("BUILD") && reveal.contains("\nBUILD 1 FP ON 1\n"), "{reveal}");
    send(&mut house, Seat(1), "a1@x", &(sealed.clone() + "\n"), "2027-01-02T10:00:00Z");
    let receipt = house.news().into_iter().find(|sent| sent.to.starts_with("ann")).unwrap();
    assert!(receipt.text.contains("sealed orders received") || receipt.subject.contains("sealed orders"), "{}", receipt.text);
    fs::write(house.path("ann.eml"), &receipt.raw).unwrap();
    send(&mut house, Seat(1), "a0@x", "ORDERS?\n", "2027-01-02T10:30:00Z");
    let asked = to(&house.news(), "ann");
    assert!(asked.contains("Your orders for turn 1 are sealed") && asked.contains(sealed.trim_start_matches("SEALED ")), "{asked}");
    let (_, orders) = told(&ashpost(&house, "2027-01-02T11:00:00Z", &["orders", "rim-3"]));
    assert!(orders.contains("Ann     Sat 02 Jan 10:00 UTC"), "{orders}");
    let (code, refused) = told(&ashpost(&house, "2027-01-02T11:00:00Z", &["run", "rim-3"]));
    assert!(code == Some(1) && refused.contains("Ann sealed orders for turn 1 of rim-3 that can only be revealed after"), "{refused}");
    send(&mut house, Seat(2), "b1@x", "BUILD 1 FP ON 2\nHELP\n", "2027-01-03T10:00:00Z");
    assert!(to(&house.news(), "bob").contains("CHECK and APPEND do not work with it"));
    send(&mut house, Seat(1), "a2@x", &reveal, "2027-01-04T10:00:00Z");
    assert!(to_all(&mut house).contains("Sealed orders are revealed after the deadline"));
    house.tick(utc("2027-01-08T20:00:00Z"));
    house.tick(utc("2027-01-08T21:00:00Z"));
    assert_eq!(house.replay().unwrap().turns().count(), 1, "the turn waits for what was sealed");
    assert!(to(&house.news(), "ann").contains("please reveal the orders that you sealed, by Sun 10 Jan 2027"));
    send(&mut house, Seat(1), "a7@x", "STATUS\n", "2027-01-08T21:30:00Z");
    let asked = to(&house.news(), "ann");
    assert!(asked.contains("your orders are sealed, and count if you reveal them by Sun 10 Jan 2027"), "{asked}");
    assert!(
        asked.contains("Orders that were sealed before it can be revealed until") && !asked.contains("is about to be played"),
        "{asked}"
    );
    send(&mut house, Seat(1), "a3@x", &reveal.replace("FP", "OP"), "2027-01-08T22:00:00Z");
    let wrong = to(&house.news(), "ann");
    assert!(wrong.contains("not the orders that you sealed") && wrong.contains("BUILD 1 OP ON 1"), "{wrong}");
    send(&mut house, Seat(2), "b2@x", "BUILD 1 OP ON 2\n", "2027-01-08T22:00:00Z");
    assert!(to_all(&mut house).contains("after a deadline"), "others are too late");
    send(&mut house, Seat(1), "a4@x", &reveal.replace('\n', " \n\n"), "2027-01-08T23:00:00Z");
    let news = house.news();
    let answer = news.iter().find(|sent| sent.to.starts_with("ann") && sent.text.contains("These are the orders that you sealed")).unwrap();
    let revealed = answer.raw.clone();
    assert!(answer.text.contains("BUILD 1 FP ON 1") && house.replay().unwrap().turns().count() == 2, "{}", answer.text);
    let bundle = ashpost::campaign::bundle::write(&journal(&house), true);
    let replay = super::verify_text(&bundle).unwrap();
    assert!(bundle.contains("zebra-7731") && replay.checked.last().unwrap().sheets == 2);
    fs::write(house.path("all.bundle"), bundle).unwrap();
    let (code, text) = told(&ashpost(&house, "2027-01-09T10:00:00Z", &["verify", "all.bundle", "--receipts", "ann.eml"]));
    assert!(code == Some(0) && text.contains("receipt 1 of seat 1") && text.contains(": a later one took its place"), "{text}");
    fs::write(house.path("revealed.eml"), revealed).unwrap();
    let (code, text) = told(&ashpost(&house, "2027-01-09T10:00:00Z", &["verify", "all.bundle", "--receipts", "revealed.eml"]));
    assert!(code == Some(0) && text.contains("receipt 2 of seat 1") && text.contains(": kept: the turn was played"), "{text}");
}

fn journal(house: &House) -> Vec<ashpost::campaign::journal::Signed> {
    house.glance().store.look().unwrap().journal().unwrap().into_iter().map(|(signed, _)| signed).collect()
}

#[test]
fn orders_that_have_closed_stay_closed_when_sealed_ones_are_shown() {
    let mut house = house("seal = \"reveal\"\nreveal_hours = 48\n");
    let (sealed, _) = seal(&house, "ann.orders", "BUILD 1 FP ON 1\n");
    send(&mut house, Seat(1), "a1@x", &(sealed + "\n"), "2027-01-02T10:00:00Z");
    let (code, text) = told(&ashpost(&house, "2027-01-02T11:00:00Z", &["extend", "rim-3", "1d"]));
    assert_eq!(code, Some(0), "before the deadline there may be more time: {text}");
    house.tick(utc("2027-01-09T20:30:00Z"));
    let (code, text) = told(&ashpost(&house, "2027-01-09T21:00:00Z", &["extend", "rim-3", "2d"]));
    assert!(code == Some(1) && text.contains("closed on Sat 09 Jan 2027 20:00 (UTC), and sealed ones have been revealed since"), "{text}");
    // A pause stops all clocks, but opens no order book.
    let (code, text) = told(&ashpost(&house, "2027-01-09T22:00:00Z", &["pause", "rim-3"]));
    assert_eq!(code, Some(0), "{text}");
    for (at, id) in [("2027-01-09T23:00:00Z", "b1@x"), ("2027-01-10T23:00:00Z", "b2@x")] {
        house.news();
        send(&mut house, Seat(2), id, "BUILD 1 OP ON 2\n", at);
        assert!(to(&house.news(), "bob").contains("after a deadline"));
        told(&ashpost(&house, "2027-01-10T22:00:00Z", &["resume", "rim-3"]));
    }
}

#[test]
fn what_stands_above_the_line_that_reveals_was_not_sealed() {
    let mut house = house("seal = \"reveal\"\n");
    let (sealed, reveal) = seal(&house, "ann.orders", "BUILD 1 FP ON 1\n");
    send(&mut house, Seat(1), "a1@x", &format!("Hello Ida,\n{sealed}\n"), "2027-01-02T10:00:00Z");
    send(&mut house, Seat(1), "a2@x", &format!("Dear Ida,\nBUILD 3 FI ON 1\n\n{reveal}"), "2027-01-08T20:30:00Z");
    let news = house.news();
    let answer = news.iter().find(|sent| sent.text.contains("These are the orders that you sealed")).expect("it is what was sealed");
    assert!(answer.text.contains("BUILD 1 FP ON 1") && !answer.text.contains("BUILD 3 FI"), "{}", answer.text);
}

#[test]
fn a_digest_beside_orders_is_answered_and_the_orders_count() {
    let mut house = house("seal = \"reveal\"\n");
    let (sealed, _) = seal(&house, "ann.orders", "BUILD 1 FP ON 1\n");
    send(&mut house, Seat(1), "a1@x", &format!("{sealed}\nBUILD 2 FP ON 1\n"), "2027-01-02T10:00:00Z");
    let answer = to(&house.news(), "ann");
    assert!(answer.contains("BUILD 2 FP ON 1") && answer.contains("SEALED in an email without orders"), "{answer}");
}

#[test]
fn whoever_does_not_reveal_sends_no_orders_and_everybody_sees_that() {
    let mut house = house("seal = \"reveal\"\n");
    let (sealed, _) = seal(&house, "ann.orders", "BUILD 1 FP ON 1\n");
    send(&mut house, Seat(1), "a1@x", &(sealed + "\n"), "2027-01-02T10:00:00Z");
    send(&mut house, Seat(2), "b1@x", "BUILD 1 FP ON 2\n", "2027-01-03T10:00:00Z");
    house.tick(utc("2027-01-08T20:30:00Z"));
    house.news();
    house.tick(utc("2027-01-09T20:30:00Z"));
    let news = house.news();
    assert!(to(&news, "bob").contains("Ann (seat 1) had sealed orders for turn 1 and did not reveal them"), "{}", to(&news, "bob"));
    assert!(to(&news, "ann").contains("No orders from you arrived"), "{}", to(&news, "ann"));
    let replay = super::verify_text(&ashpost::campaign::bundle::write(&journal(&house), true)).unwrap();
    assert!(replay.checked.last().unwrap().unrevealed.contains(&Seat(1)));
}

#[test]
fn who_left_before_revealing_is_still_named() {
    let mut house = house("seal = \"reveal\"\n");
    let (sealed, _) = seal(&house, "ann.orders", "BUILD 1 FP ON 1\n");
    send(&mut house, Seat(1), "a1@x", &(sealed + "\n"), "2027-01-02T10:00:00Z");
    let (code, text) = told(&ashpost(&house, "2027-01-03T10:00:00Z", &["vacate", "rim-3", "1"]));
    assert_eq!(code, Some(0), "{text}");
    house.tick(utc("2027-01-08T20:30:00Z"));
    house.tick(utc("2027-01-09T20:30:00Z"));
    let news = to(&house.news(), "bob");
    assert!(news.contains("Ann (seat 1) had sealed orders for turn 1"), "{news}");
}

#[test]
fn a_sealed_sheet_is_taken_back_by_what_comes_after_it() {
    for (later, counts) in [("WITHDRAW\n", 0), ("BUILD 2 FP ON 1\n", 1)] {
        let mut house = house("seal = \"reveal\"\n");
        let (sealed, reveal) = seal(&house, "ann.orders", "BUILD 1 FP ON 1\n");
        send(&mut house, Seat(1), "a1@x", &(sealed + "\n"), "2027-01-02T10:00:00Z");
        send(&mut house, Seat(1), "a2@x", later, "2027-01-03T10:00:00Z");
        send(&mut house, Seat(1), "a3@x", &reveal, "2027-01-08T20:00:01Z");
        let replay = house.replay().unwrap();
        assert_eq!(replay.turns().count(), 2, "nothing is left to wait for");
        assert_eq!(replay.checked.last().unwrap().sheets, counts);
    }
}

#[test]
fn a_game_master_who_plays_closes_first_and_cannot_change_anything_after() {
    let mut house = house("gm_plays = true\ngm_hours = 12\n");
    send(&mut house, Seat(2), "b1@x", "BUILD 1 FP ON 2\n", "2027-01-01T12:00:00Z");
    assert!(to(&house.news(), "bob").contains("Yours are taken from Fri 01 Jan 2027 22:00"));
    send(&mut house, Seat(1), "a1@x", "BUILD 1 FP ON 1\n", "2027-01-01T13:00:00Z");
    house.news();
    house.tick(utc("2027-01-01T22:30:00Z"));
    let news = house.news();
    let fixed = to(&news, "bob");
    assert!(fixed.contains("fixed now") && fixed.contains("seat 1, Ann"), "{fixed}");
    send(&mut house, Seat(1), "a2@x", "BUILD 1 OP ON 1\n", "2027-01-02T10:00:00Z");
    assert!(to(&house.news(), "ann").contains("after the orders of your seat for turn 1 were fixed"));
    send(&mut house, Seat(2), "b2@x", "BUILD 1 FP ON 2\n", "2027-01-02T11:00:00Z");
    house.news();
    let (code, text) = told(&ashpost(&house, "2027-01-02T12:00:00Z", &["orders", "rim-3", "--break-seal"]));
    assert!(code == Some(1) && text.contains("whoever plays may not read the orders of others"), "{text}");
    house.tick(utc("2027-01-08T20:30:00Z"));
    let news = house.news();
    assert!(
        to(&news, "bob").contains("your orders are taken from Sat 09 Jan 2027 08:30 (UTC) on, when theirs are fixed"),
        "{}",
        to(&news, "bob")
    );
    assert!(to(&news, "ann").contains("Your orders are fixed on Sat 09 Jan 2027 08:30 (UTC)"), "{}", to(&news, "ann"));
    let replay = house.replay().unwrap();
    let turn = replay.checked.last().unwrap();
    assert!(turn.sheets == 2 && fixed.contains(&turn.digests[&Seat(1)].to_string()));
}

#[test]
fn what_cannot_be_sealed_is_refused_where_it_is_written() {
    let check = |toml: &str, policy: &str| {
        let house = House::new(&(toml.to_owned() + "[policy]\n" + policy));
        told(&ashpost(&house, "2027-01-01T10:00:00Z", &["check-config"])).1
    };
    let without_grace = CAMPAIGN_TOML
        .lines()
        .filter(|line| !line.starts_with("grace_hours") && !line.starts_with("when_all_ready"))
        .map(|line| format!("{line}\n"))
        .collect::<String>();
    for (toml, policy, says) in [
        (CORRESPONDENCE_TOML, "gm_plays = true\n", "could read the conditional moves of the other side"),
        (CORRESPONDENCE_TOML, "gm_plays = true\nseal = \"reveal\"\n", "no [[seat]] has the address of [gm]"),
        (CAMPAIGN_TOML, "seal = \"reveal\"\n", "there is no grace"),
        (without_grace.as_str(), "seal = \"reveal\"\nreveal_hours = 0\n", "0 is not from 1 to 168 hours"),
        (without_grace.as_str(), "seal = \"raveal\"\n", "reveal"),
        (without_grace.as_str(), "gm_plays = true\n", "no [[seat]] has the address of [gm]"),
    ] {
        let text = check(toml, policy);
        assert!(text.contains(says), "{policy}: {text}");
    }
}

#[test]
fn in_a_campaign_without_reveal_sealing_is_answered_and_changes_nothing() {
    let mut house = house("");
    send(&mut house, Seat(1), "a1@x", &format!("SEALED {}\n", "0".repeat(64)), "2027-01-02T10:00:00Z");
    assert!(to(&house.news(), "ann").contains("SEALED and REVEAL are for players with orders to give"));
}

#[test]
fn in_a_game_of_two_nothing_is_taken_that_a_game_master_who_plays_could_read() {
    let toml = CORRESPONDENCE_TOML.replace("gm@pbem.example", "ann@player.example");
    let mut house = House::new(&(toml + "[policy]\nseal = \"reveal\"\ngm_plays = true\n"));
    house.tick(utc("2027-01-01T10:00:00Z"));
    house.news();
    send(&mut house, Seat(2), "b1@x", "IF d2-d3 THEN b3-b4\n", "2027-01-01T11:00:00Z");
    let refused = to(&house.news(), "bob");
    assert!(refused.contains("takes none, because its game master could read them"), "{refused}");
    send(&mut house, Seat(1), "a1@x", "d2-d3\nIF b3-b4 THEN d3-d4\n", "2027-01-01T12:00:00Z");
    send(&mut house, Seat(2), "b2@x", "b3-b4\n", "2027-01-01T13:00:00Z");
    assert_eq!(house.replay().unwrap().turns().count(), 3, "both moves are played, and no answer by itself");
}
