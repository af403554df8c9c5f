//! The office at work: one mail judged, a whole tick with eight sheets, a thousand mails with receipts.
//!
//! Everything is on disk as in real life, with SQLite's `synchronous = FULL`; what bounds each figure stands beside it.

#[path = "../tests/common/mod.rs"]
mod common;

use ashpost::engine::Seat;
use ashpost::office::tick;
use ashpost::post::commands::Content;
use ashpost::post::{Letter, tag};
use common::{CAMPAIGN_TOML, House, mail, utc, world};
use divan::Bencher;

const OPENING: &str = "2027-01-01T10:00:00Z";
const MIDWEEK: &str = "2027-01-05T10:00:00Z";
const DEADLINE: &str = "2027-01-08T20:00:00Z";

fn main() {
    divan::main();
}

/// Eight seats of `postal-classic`, with HTML and pictures.
fn eight_seats() -> String {
    let (head, _) = CAMPAIGN_TOML.split_once("[[seat]]").unwrap_or((CAMPAIGN_TOML, ""));
    (1..=8).fold(head.replace("first-steps", "postal-classic"), |toml, seat| {
        toml + &format!("[[seat]]\nnumber = {seat}\nname = \"Player {seat}\"\naddress = \"p{seat}@player.example\"\n")
    })
}

fn busy_sheet(seat: u8) -> String {
    let (home, colony) = (seat, seat + 8);
    let mut sheet = format!("VOTE 20\nDECLARE PEACE ON {}\n", seat % 8 + 1);
    for planet in [home, colony] {
        sheet += &format!(
            "ON {planet} DO\nBUILD 1 PDU\nBUILD 2 FP\nBUILD 1 RP\nBUILD MAX FI\nBUILD MAX TR\nSEND 5 FI TO 39\nSEND 1 TR TO 39\nDONE\n"
        );
    }
    sheet + &format!("SEND 1 C5 FROM {home} TO {colony}\nANNOUNCE \"Seat {seat} salutes.\"\n")
}

/// Reading, tags, commands and orders of a reply that quotes the report: bound by parsing the orders.
#[divan::bench]
fn judge_one_mail(bencher: Bencher) {
    let house = House::new(CAMPAIGN_TOML);
    house.tick(utc(OPENING));
    let (desk, tag) = (house.desk(), house.tag(Seat(1)));
    let quote: String = busy_sheet(1).lines().cycle().take(300).map(|line| format!("> {line}\n")).collect();
    let raw = mail("ann@player.example", &tag, "bench@1", &format!("{}\nOn Friday, ashpost wrote:\n{quote}", busy_sheet(1)));
    let table = desk.campaign.progress.as_ref().map(|progress| progress.table.as_ref());
    bencher.bench(|| {
        let letter = Letter::read(divan::black_box(raw.as_bytes()));
        let content = Content::of(&letter);
        (tag::find(&letter), table.map(|table| table.read(Seat(1), &content.orders)))
    });
}

/// Eight mails in, the turn played, eight reports with pictures out, archive and site written: bound by
/// drawing eight star maps.
#[divan::bench(sample_count = 10, sample_size = 1)]
fn whole_tick_with_eight_sheets(bencher: Bencher) {
    bencher
        .with_inputs(|| {
            let mut house = House::new(&eight_seats());
            house.tick(utc(OPENING));
            for seat in 1..=8 {
                let raw = mail(&format!("p{seat}@player.example"), &house.tag(Seat(seat)), &format!("bench@{seat}"), &busy_sheet(seat));
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

/// The same, but the mails are known already: reading them and putting them away.
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
