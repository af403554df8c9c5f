//! The law of the office: after a tick no readable mail that arrived since set-up is left in `new/`, unless its campaign cannot be opened, and the
//! tick reports no error. Whatever a stranger types into an email, the next email is still read.
//!
//! Every email goes the whole way: it is read, judged, filed, answered; the answer is composed and sent, and read again as its reader would.

mod letters;

use std::collections::BTreeSet;
use std::fs;

use ashpost::engine::Seat;
use ashpost::post::Letter;
use chrono::{DateTime, Duration, Utc};
use letters::Tags;

use crate::common::{CAMPAIGN_TOML, CORRESPONDENCE_TOML, House, cases, utc};

/// How many emails there are for each tick.
const MAILS_A_TICK: u64 = 250;
/// One email in this many is a file in the folder of order files.
const FILES: u64 = 25;

/// A server would cut longer lines.
const LONGEST_LINE: usize = 998;

/// A host with games of both paces, and a player whose address is of the kind that phone providers give.
fn house() -> House {
    let house = House::new(CAMPAIGN_TOML);
    for (id, toml) in [
        ("glade", CORRESPONDENCE_TOML.to_owned()),
        ("coast", CORRESPONDENCE_TOML.replace("bob@player.example", "taro..yamada@docomo.example")),
    ] {
        fs::create_dir_all(house.path(id)).unwrap();
        fs::write(house.path(&format!("{id}/campaign.toml")), toml).unwrap();
    }
    house
}

/// The tags of all seats, from the reports that opened their games, and some that fit nothing.
fn tags(house: &House) -> Tags {
    let of = |campaign: &str, seat: Seat| {
        let report = fs::read(house.path(&format!("sent/{campaign}.0.report.{seat}.ashpost@pbem.example.eml"))).unwrap();
        let subject = Letter::read(&report).inside.subject;
        subject[subject.rfind('[').unwrap()..].to_owned()
    };
    let right = ["rim-3", "glade", "coast"].iter().flat_map(|campaign| [Seat(1), Seat(2)].map(|seat| of(campaign, seat)));
    let wrong = ["[ashpost rim-3 ABCDEFGHABCDEFGH]", "[ashpost rim-3]", "[ashpost rim-4]", "[ashpost rim-4 ABCDEFGHABCDEFGH]", "[ashpost"];
    Tags { right: right.collect(), wrong: wrong.map(str::to_owned).to_vec() }
}

/// Delivers these emails, runs the cron line once, and returns how the law was broken.
fn breaches(house: &mut House, tags: &Tags, numbers: impl Iterator<Item = u64>, now: DateTime<Utc>) -> Vec<String> {
    let mut broken = Vec::new();
    let mut delivered = 0;
    for number in numbers {
        let raw = letters::mail(number, tags);
        match number % FILES {
            0 => house.drop_file(&format!("{number}.orders"), &String::from_utf8_lossy(&raw), now - Duration::seconds(1)),
            1 => house.drop_file(&format!("{number}.eml"), &String::from_utf8_lossy(&raw), now - Duration::seconds(1)),
            _ => house.deliver(&raw, now - Duration::seconds(1)),
        }
        delivered += 1;
    }
    let report = house.tick(now);
    broken.extend(report.troubles.iter().map(|trouble| format!("trouble: {trouble}")));
    let troubles = report.campaigns.iter().filter_map(|campaign| Some(format!("{}: {}", campaign.campaign, campaign.trouble.as_ref()?)));
    broken.extend(troubles);
    let files = |folder: &str| fs::read_dir(house.path(folder)).unwrap().filter(|entry| entry.as_ref().unwrap().path().is_file()).count();
    let left = files("mail/new") + files("drop");
    if left > 0 {
        broken.push(format!("{left} mails are left where they came in"));
    }
    let handled: Vec<_> = report.campaigns.iter().flat_map(|campaign| &campaign.mails).chain(&report.strays).collect();
    if handled.len() != delivered {
        broken.push(format!("{delivered} mails arrived, {} were taken in", handled.len()));
    }
    let quarantined = handled.iter().filter(|mail| mail.verdict.code() == "quarantined").count();
    if quarantined > 0 {
        broken.push(format!("{quarantined} mails broke the reader"));
    }
    let unsent =
        report.campaigns.iter().map(|campaign| campaign.outbox).chain([report.strays_sent]).any(|count| count.waiting + count.failed > 0);
    if unsent {
        broken.push("letters were not sent".to_owned());
    }
    broken.extend(house.news().iter().filter_map(|letter| Some(format!("{}: {}", letter.file, unreadable(&letter.raw)?))));
    broken
}

/// What is wrong with a letter that left the house, as its reader sees it.
fn unreadable(raw: &[u8]) -> Option<String> {
    let letter = Letter::read(raw);
    let header = &raw[..raw.windows(4).position(|bytes| bytes == b"\r\n\r\n").unwrap_or(raw.len())];
    let has_once = |name: &str| {
        String::from_utf8_lossy(header).lines().filter(|line| line.to_lowercase().starts_with(&format!("{name}:"))).count() == 1
    };
    match &letter.from {
        Err(why) => return Some(why.to_string()),
        Ok(from) if !from.to_string().ends_with("games@pbem.example>") => return Some(format!("it is from {from}")),
        Ok(_) => {}
    }
    if letter.to.len() != 1 || !letter.cc.is_empty() || !has_once("to") || !has_once("from") {
        return Some(format!("it is to {:?}", letter.to));
    }
    if letter.message_id.is_none() || !has_once("message-id") || !has_once("subject") || letter.subject.is_empty() {
        return Some("it has no Message-ID or no subject".to_owned());
    }
    let lines: Vec<&[u8]> = raw.split(|byte| *byte == b'\n').collect();
    let whole =
        |line: &&[u8]| line.is_empty() || line.ends_with(b"\r") && line.len() <= LONGEST_LINE && line.is_ascii() && !line.contains(&0);
    (!lines.iter().all(whole)).then(|| "a line of it is too long, not ASCII, or does not end".to_owned())
}

#[test]
fn after_a_tick_no_mail_is_left_and_nothing_is_in_trouble_whatever_was_typed() {
    let mut house = house();
    let mut now = utc("2027-01-01T10:00:00Z");
    assert!(!house.tick(now).has_trouble());
    house.news();
    let tags = tags(&house);
    let mut verdicts = BTreeSet::new();
    for first in (0..u64::from(cases("LAWS_MAILS", 3_000))).step_by(MAILS_A_TICK as usize) {
        now += Duration::hours(5);
        let broken = breaches(&mut house, &tags, first..first + MAILS_A_TICK, now);
        assert!(broken.is_empty(), "mails {first} to {}:\n{}", first + MAILS_A_TICK - 1, broken.join("\n"));
    }
    for campaign in ["rim-3", "glade", "coast"] {
        let mut glance = ashpost::office::Glance::open(&house.host(), &ashpost::campaign::CampaignId::new(campaign).unwrap()).unwrap();
        verdicts.extend(glance.store.look().unwrap().mail_counts().unwrap().into_iter().map(|count| count.verdict.code()));
    }
    for expected in
        ["accepted", "answered", "auto-reply", "bounce", "checked", "no-sender", "no-token", "nothing-to-do", "withdrawn", "wrong-token"]
    {
        assert!(verdicts.contains(expected), "no mail was {expected}: {verdicts:?}");
    }
}
