//! The office at work: one mail judged, a whole tick with eight sheets, a thousand mails with receipts.
//!
//! Everything is on disk as in real life, with SQLite's `synchronous = FULL`; what bounds each figure stands beside it.

#[path = "../tests/common/mod.rs"]
#[allow(dead_code, reason = "a host is all that is needed here")]
mod common;

use std::fmt;

use ashpost::engine::Seat;
use ashpost::office::tick;
use ashpost::post::Content;
use ashpost::post::{Letter, tag};
use common::{CAMPAIGN_TOML, House, mail, utc, world};
use divan::Bencher;

const OPENING: &str = "2027-01-01T10:00:00Z";
const MIDWEEK: &str = "2027-01-05T10:00:00Z";
const DEADLINE: &str = "2027-01-08T20:00:00Z";

fn main() {
    divan::main();
}

/// A game of eight seats and what they order in a busy turn.
struct Eight {
    game: &'static str,
    scenario: &'static str,
    sheet: fn(u8) -> String,
}

const EIGHTS: &[Eight] = &[
    Eight { game: "empire_postal", scenario: "postal-classic", sheet: postal_sheet },
    Eight { game: "empire", scenario: "eight-powers", sheet: board_sheet },
];

impl fmt::Display for Eight {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.game)
    }
}

impl Eight {
    /// With HTML and pictures.
    fn campaign(&self) -> String {
        let (head, _) = CAMPAIGN_TOML.split_once("[[seat]]").unwrap_or((CAMPAIGN_TOML, ""));
        let head = head.replace("\"empire_postal\"", &format!("\"{}\"", self.game)).replace("first-steps", self.scenario);
        (1..=8).fold(head, |toml, seat| {
            toml + &format!("[[seat]]\nnumber = {seat}\nname = \"Player {seat}\"\naddress = \"p{seat}@player.example\"\n")
        })
    }
}

fn postal_sheet(seat: u8) -> String {
    let (home, colony) = (seat, seat + 8);
    let mut sheet = format!("VOTE 20\nDECLARE PEACE ON {}\n", seat % 8 + 1);
    for planet in [home, colony] {
        sheet += &format!(
            "ON {planet} DO\nBUILD 1 PDU\nBUILD 2 FP\nBUILD 1 RP\nBUILD MAX FI\nBUILD MAX TR\nSEND 5 FI TO 39\nSEND 1 TR TO 39\nDONE\n"
        );
    }
    sheet + &format!("SEND 1 C5 FROM {home} TO {colony}\nANNOUNCE \"Seat {seat} salutes.\"\n")
}

fn board_sheet(seat: u8) -> String {
    let (home, colony) = (seat, seat + 8);
    let mut sheet = format!("POSITION {seat}\nDECLARE ALLIED ON {}\nSTATION ON {colony}\nHANGAR TR ON {colony}\n", seat % 8 + 1);
    for planet in [home, colony] {
        sheet += &format!("ON {planet} DO\nFACTORY STEEL\nPRODUCE 1 TROOP\nPRODUCE MAX FI\nSEND 5 FI TO 39\nSEND 2 TR TO 39\nDONE\n");
    }
    sheet + &format!("SHIP 1 TROOP FROM {home} TO {colony}\nFACTORY OIL ON 39\nLAND 1 ON 39\nANNOUNCE \"Seat {seat} salutes.\"\n")
}

/// Reading, tags, commands and orders of a reply that quotes the report: bound by parsing the orders.
#[divan::bench(args = EIGHTS)]
fn judge_one_mail(bencher: Bencher, eight: &Eight) {
    let house = House::new(&eight.campaign());
    house.tick(utc(OPENING));
    let (glance, tag) = (house.glance(), house.tag(Seat(1)));
    let sheet = (eight.sheet)(1);
    let quote: String = sheet.lines().cycle().take(300).map(|line| format!("> {line}\n")).collect();
    let raw = mail("p1@player.example", &tag, "bench@1", &format!("{sheet}\nOn Friday, ashpost wrote:\n{quote}"));
    let table = glance.campaign.progress.as_ref().map(|progress| progress.table.as_ref());
    bencher.bench(|| {
        let letter = Letter::read(divan::black_box(raw.as_bytes()));
        let content = Content::of(&letter);
        (tag::find(&letter), table.map(|table| table.read(Seat(1), &content.orders)))
    });
}

/// Eight mails in, the turn played, eight reports with pictures out, archive and site written: bound by
/// drawing eight star maps.
#[divan::bench(args = EIGHTS, sample_count = 10, sample_size = 1)]
fn whole_tick_with_eight_sheets(bencher: Bencher, eight: &Eight) {
    bencher
        .with_inputs(|| {
            let mut house = House::new(&eight.campaign());
            house.tick(utc(OPENING));
            for seat in 1..=8 {
                let sheet = (eight.sheet)(seat);
                let raw = mail(&format!("p{seat}@player.example"), &house.tag(Seat(seat)), &format!("bench@{seat}"), &sheet);
                house.deliver(raw.as_bytes(), utc(MIDWEEK));
            }
            house
        })
        .bench_values(|house| {
            let report = house.tick(utc(DEADLINE));
            assert!(report.campaigns.iter().all(|campaign| !campaign.played.is_empty()));
            house
        });
}

/// A thousand sheets filed and receipts sent as files: bound by writing a receipt to disk and marking it sent.
#[divan::bench(sample_count = 5, sample_size = 1, items_count = 1_000_u32)]
fn thousand_mails_with_receipts(bencher: Bencher) {
    bencher.with_inputs(|| thousand_mails(false)).bench_values(|house| {
        let report = tick(&house.host(), &world(utc(MIDWEEK))).map(|report| report.campaigns);
        assert!(
            report.is_ok_and(|campaigns| campaigns.iter().any(|campaign| campaign.mails.len() == 1_000 && campaign.outbox.sent == 1_000))
        );
        house
    });
}

/// The same, but the emails are known already, so they are only read and put away.
#[divan::bench(sample_count = 5, sample_size = 1, items_count = 1_000_u32)]
fn thousand_mails_seen_before(bencher: Bencher) {
    bencher.with_inputs(|| thousand_mails(true)).bench_values(|house| {
        house.tick(utc(DEADLINE));
        house
    });
}

fn thousand_mails(seen_before: bool) -> House {
    let mut house = House::new(CAMPAIGN_TOML);
    let file = house.path("ashpost.toml");
    let host = std::fs::read_to_string(&file).unwrap_or_default().replace("answers_per_hour = 5", "answers_per_hour = 5000");
    std::fs::write(&file, host).unwrap_or_default();
    house.tick(utc(OPENING));
    for round in 0..=u8::from(seen_before) {
        for number in 0..1_000 {
            let (seat, name) = if number % 2 == 0 { (1, "ann") } else { (2, "bob") };
            let text = format!("BUILD {} FP ON {seat}\nSEND 3 FI FROM {seat} TO 39\nSEND 1 TR FROM {seat} TO 39\n", number % 9 + 1);
            let raw = mail(&format!("{name}@player.example"), &house.tag(Seat(seat)), &format!("bench@{number}"), &text);
            house.deliver(raw.as_bytes(), utc(MIDWEEK));
        }
        if seen_before && round == 0 {
            house.tick(utc(MIDWEEK));
        }
    }
    house
}
