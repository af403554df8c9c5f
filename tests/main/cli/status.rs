//! `ashpost status` as a game master reads it: what there is to do, in local time, and `--next` for a prompt.

use std::fs;

use ashpost::engine::Seat;

use super::{ashpost, code, err, out, played};
use crate::common::{CAMPAIGN, CAMPAIGN_TOML, CORRESPONDENCE_TOML, House, mail, utc};

fn status(house: &House, now: &str, arguments: &[&str]) -> String {
    let ran = ashpost(house.folder.path(), &[&["--now", now, "status"], arguments].concat());
    assert!(!out(&ran).contains('\u{1b}'), "no colours but on a terminal: {}", out(&ran));
    if arguments.is_empty() {
        assert_eq!(code(&ran), Some(if out(&ran).contains("Needs you") { 3 } else { 0 }), "{}", out(&ran));
    }
    out(&ran)
}

fn next(house: &House, now: &str) -> String {
    status(house, now, &["--next"])
}

#[test]
fn the_deadline_is_told_in_the_campaigns_zone_and_by_how_far_off_it_is() {
    let house = House::new(&CAMPAIGN_TOML.replace("zone = \"UTC\"", "zone = \"Europe/Berlin\""));
    house.tick(utc("2027-01-01T10:00:00Z"));
    let at = |now: &str| status(&house, now, &[]).lines().last().unwrap().split("sheets in").last().unwrap().trim().to_owned();
    assert!(at("2027-01-06T15:00:00Z").starts_with("in 2 d 4 h  Fri 08 Jan 20:00 Berlin  "), "{}", at("2027-01-06T15:00:00Z"));
    assert!(at("2027-01-08T18:15:00Z").starts_with("in 45 min  Fri 08 Jan 20:00 Berlin  "));
    assert!(at("2027-01-08T20:30:00Z").starts_with("grace ends in 10 h 30 min  Sat 09 Jan 08:00 Berlin  "));
    assert!(at("2027-01-09T07:10:00Z").starts_with("now  "), "cron comes round");
    assert_eq!(next(&house, "2027-01-06T15:00:00Z"), "Nothing to do.\nNext: rim-3 turn 1 in 2 d 4 h (Fri 08 Jan 20:00 Berlin).\n");
    let late = status(&house, "2027-01-09T10:00:00Z", &[]);
    assert!(
        late.starts_with("Needs you\n  rim-3: turn 1 was due 3 h ago, and no run has played it\n    `ashpost tick` plays it"),
        "{late}"
    );
    assert!(late.contains("\n ! rim-3 ") && late.contains("overdue by 3 h"), "{late}");
}

#[test]
fn a_move_takes_its_time_from_the_reserve_and_from_nothing_while_its_player_is_away() {
    let mut house = House::new(CORRESPONDENCE_TOML);
    house.tick(utc("2027-01-01T10:00:00Z"));
    assert!(status(&house, "2027-01-05T20:00:00Z", &[]).contains("reserve ends in 9 d 2 h  Thu 14 Jan 22:00 UTC"));
    let raw = mail("ann@player.example", &house.tag(Seat(1)), "away@1", "ABSENT UNTIL 2027-01-09\n");
    house.deliver(raw.as_bytes(), utc("2027-01-05T20:00:00Z"));
    house.tick(utc("2027-01-05T20:05:00Z"));
    let away = status(&house, "2027-01-07T20:00:00Z", &[]);
    assert!(away.contains("player away, ends in "), "{away}");
}

#[test]
fn the_most_urgent_of_all_campaigns_is_next_and_a_draft_waits_until_all_else_is_done() {
    let house = played();
    fs::create_dir_all(house.path("aaa")).unwrap();
    fs::write(house.path("aaa/campaign.toml"), CORRESPONDENCE_TOML.replace("open = true", "open = false")).unwrap();
    let now = "2027-01-09T20:00:00Z";
    let draft = "aaa: not begun. Set `open = true` in its campaign.toml, and it begins with the next tick.\n";
    assert_eq!(next(&house, now), format!("{draft}Next: rim-3 turn 2 in 6 d (Fri 15 Jan 20:00 UTC).\n"));

    house.edit_campaign("name = \"Bob\"", "name = \"Bobby\"");
    let edited = next(&house, now);
    assert!(
        edited.starts_with("rim-3: a [[seat]] was edited, which takes effect only by a command. `ashpost seat rim-3` names the command"),
        "{edited}"
    );
    house.edit_campaign("name = \"Bobby\"", "name = \"Bob\"");

    house.edit_campaign("open = true", "open = false");
    let paused = next(&house, now);
    assert_eq!(paused.lines().last(), Some("No deadline is running."), "{paused}");
    assert!(paused.starts_with("rim-3: paused. `open = true` in its file resumes it"), "{paused}");
    house.edit_campaign("open = false", "open = true");

    house.let_mail_out(false);
    house.tick(utc("2027-01-15T20:00:00Z"));
    house.tick(utc("2027-01-16T08:00:00Z"));
    let unsent = ashpost(house.folder.path(), &["--now", "2027-01-16T08:10:00Z", "status", "--next"]);
    assert!(
        out(&unsent).starts_with("rim-3: emails wait to be sent: ") && out(&unsent).contains("`ashpost check-config --send-test`"),
        "{}",
        out(&unsent)
    );
    assert_eq!((code(&unsent), out(&unsent).lines().count(), err(&unsent)), (Some(3), 2, String::new()));

    fs::write(house.path("aaa/campaign.toml"), "title = ").unwrap();
    let broken = status(&house, "2027-01-16T08:10:00Z", &[]);
    let at = |text: &str| broken.find(text).unwrap_or_else(|| panic!("{text} is not in {broken}"));
    assert!(at("  aaa: ") < at("  rim-3: emails wait") && at("\n ! aaa ") < at("\n ! rim-3 "), "{broken}");
}

#[test]
fn emails_that_come_back_are_told_with_the_command_until_there_is_another_address() {
    let mut house = played();
    let report = house.news().into_iter().rfind(|sent| sent.to.contains("bob@") && sent.file.contains(".report.")).unwrap();
    let id = report
        .raw
        .split(|byte| *byte == b'\n')
        .map(String::from_utf8_lossy)
        .find(|line| line.starts_with("Message-ID: "))
        .unwrap()
        .into_owned();
    let id = id.trim_start_matches("Message-ID: ").trim();
    let bounce = format!(
        "Return-Path: <>\nFrom: MAILER-DAEMON@mx.example\nTo: games@pbem.example\nSubject: Undelivered\nMessage-ID: <b@mx.example>\n\
         In-Reply-To: {id}\nReferences: {id}\nMIME-Version: 1.0\n\
         Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\nContent-Type: text/plain\n\nNo such user.\n\
         --b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example\n\n\
         Final-Recipient: rfc822; bob@player.example\nAction: failed\nStatus: 5.1.1\n\n\
         --b\nContent-Type: text/rfc822-headers\n\nMessage-ID: {id}\n\n--b--\n"
    );
    house.deliver(bounce.as_bytes(), utc("2027-01-09T10:00:00Z"));
    house.tick(utc("2027-01-09T10:05:00Z"));
    let now = "2027-01-09T20:00:00Z";
    assert!(
        next(&house, now).starts_with(
            "rim-3: emails to Bob <bob@player.example> come back, or are refused. Ask for another address, then run `ashpost address rim-3 2 NEW-ADDRESS`; if"
        ),
        "{}",
        next(&house, now)
    );
    assert!(status(&house, now, &[]).contains(", 1 came back"));
    let moved = ashpost(house.folder.path(), &["--now", now, "address", CAMPAIGN, "2", "bob@home.example"]);
    assert_eq!(code(&moved), Some(0), "{}", err(&moved));
    assert!(next(&house, now).starts_with("Nothing to do."));
}
