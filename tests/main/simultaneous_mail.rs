//! Whole games by email: every played-through game whose seats move at once, sheet by sheet through the cron line.

use std::collections::BTreeSet;

use ashpost::engine::{Pace, Seat, SeatSet, Viewer};
use chrono::{DateTime, Duration, Utc};
use sha2::{Digest, Sha256};
use unicode_width::UnicodeWidthStr;

use crate::common::played::{self, Golden, PlayedTurn};
use crate::common::{CAMPAIGN, CAMPAIGN_TOML, House, Sent, mail, utc};

/// Every seat that plays; the first has HTML and pictures, so that they are made as well.
fn house(golden: &Golden, seats: &SeatSet) -> House {
    let (head, _) = CAMPAIGN_TOML.split_once("[[seat]]").unwrap();
    let head = head.replace("\"empire_postal\"", &format!("\"{}\"", golden.game.id())).replace("\"first-steps\"", "\"scenario.toml\"");
    let campaign = seats.iter().fold(head, |toml, seat| {
        let format = if seat.0 == 1 { "both" } else { "text" };
        toml + &format!("[[seat]]\nnumber = {seat}\nname = \"Player {seat}\"\naddress = \"{}\"\nformat = \"{format}\"\n", address(*seat))
    });
    let house = House::new(&campaign);
    std::fs::copy(golden.folder.join("scenario.toml"), house.path(&format!("{CAMPAIGN}/scenario.toml"))).unwrap();
    house
}

fn address(seat: Seat) -> String {
    format!("p{seat}@player.example")
}

/// Plays the sheets; by email the dice differ, so that the game goes its own way and may end earlier.
fn play(golden: &Golden) {
    let turns = golden.turns();
    let seats: SeatSet = turns.iter().flat_map(|turn| turn.sheets.keys().copied()).collect();
    let mut house = house(golden, &seats);
    let mut now = utc("2027-01-04T20:00:00Z");
    house.tick(now);
    assert_eq!(recipients(&house.news(), ".report."), seats.iter().copied().map(address).collect(), "all hear of the opening");
    for (number, turn) in (1..).zip(&turns) {
        let awaited = house.glance().campaign.progress.unwrap().table.to_move();
        if awaited.is_empty() {
            break;
        }
        now += Duration::days(7);
        write(&mut house, turn, number, now - Duration::days(2));
        let report = house.tick(now - Duration::days(1));
        let mails = &report.campaigns[0].mails;
        let verdicts: BTreeSet<&str> = mails.iter().map(|mail| mail.verdict.code()).collect();
        assert!(verdicts.is_subset(&BTreeSet::from(["accepted", "nothing-to-do", "player-out"])), "turn {number}: {verdicts:?}");
        let sent: SeatSet = mails.iter().filter(|mail| mail.verdict.code() == "accepted").filter_map(|mail| mail.seat).collect();
        assert_eq!(recipients(&house.news(), ".answer."), turn.sheets.keys().copied().map(address).collect(), "turn {number}");
        let report = house.tick(now + Duration::hours(12));
        let played = report.campaigns[0].played.first().unwrap_or_else(|| panic!("turn {number} is not played: {report:?}"));
        let missing: Vec<Seat> = awaited.difference(&sent).copied().collect();
        assert_eq!((played.turn, &played.missing), (number, &missing));
        look_at_reports(&mut house, &seats, number);
    }
}

fn write(house: &mut House, turn: &PlayedTurn, number: u32, at: DateTime<Utc>) {
    for (seat, sheet) in &turn.sheets {
        let subject = format!("Re: {} turn {number}", house.tag(*seat));
        let raw = mail(
            &address(*seat),
            &subject,
            &format!("turn-{number}-seat-{seat}@player.example"),
            &format!("{sheet}\n-- \nPlayer {seat}\n"),
        );
        house.deliver(raw.as_bytes(), at);
    }
}

fn recipients(letters: &[Sent], kind: &str) -> BTreeSet<String> {
    letters.iter().filter(|letter| letter.file.contains(kind)).map(|letter| letter.to.clone()).collect()
}

/// Everybody gets a report that fits a mail program and prints what can be checked.
fn look_at_reports(house: &mut House, seats: &SeatSet, turn: u32) {
    let table = house.glance().campaign.progress.unwrap().table;
    let mut view = table.view(Viewer::Public);
    view.as_object_mut().unwrap().remove("before");
    let digest: String = Sha256::digest(view.to_string()).iter().map(|byte| format!("{byte:02x}")).collect();
    let letters = house.news();
    assert_eq!(recipients(&letters, ".report."), seats.iter().copied().map(address).collect(), "turn {turn}");
    for letter in letters.iter().filter(|letter| letter.file.contains(".report.")) {
        assert!(letter.text.contains(&digest), "turn {turn}: no {digest} in\n{}", letter.text);
        assert!(letter.text.lines().all(|line| line.width() <= 78), "turn {turn}:\n{}", letter.text);
        let is_awaited = table.to_move().iter().any(|seat| address(*seat) == letter.to);
        assert_eq!(letter.text.contains("\n  Orders for "), is_awaited, "turn {turn}: {}", letter.text);
    }
}

#[test]
fn every_game_of_simultaneous_moves_is_played_by_mail() {
    let goldens: Vec<Golden> = played::goldens().into_iter().filter(|golden| golden.game.pace() == Pace::Simultaneous).collect();
    assert!(goldens.len() >= 3, "the postal game and both presets of the board game");
    std::thread::scope(|scope| {
        for golden in &goldens {
            scope.spawn(move || play(golden));
        }
    });
}
