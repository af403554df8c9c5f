//! What `ashpost verify` costs: a whole bundle, from its text to the last turn played again, of each played-through game.

#[path = "../tests/common/played.rs"]
#[allow(dead_code)]
mod played;

use std::collections::BTreeMap;

use ashpost::campaign::CampaignId;
use ashpost::campaign::bundle::{self, Bundle};
use ashpost::campaign::journal::{Scribe, Sheets};
use ashpost::campaign::keys::HostKey;
use ashpost::campaign::token::Secret;
use ashpost::engine::{Seat, Seed};
use divan::Bencher;
use divan::counter::ItemsCount;

fn main() {
    divan::main();
}

/// The bundle of a played-through game, and how many turns it has.
fn of_game(name: &str) -> (String, usize) {
    let golden = played::golden(name).expect("the game was played through");
    let (key, secret) = (HostKey::new(Seed([1; 32])), Secret::new(Seed([2; 32])));
    let campaign = CampaignId::new("rim-3").expect("it is a name");
    let scribe =
        Scribe { campaign: &campaign, secret: &secret, key: &key, era: 0, at: "2027-01-01T10:00:00Z".parse().expect("it is a time") };
    let scenario = std::fs::read_to_string(golden.folder.join("scenario.toml")).expect("there is a scenario");
    let seats: Vec<Seat> = golden.seats().into_iter().collect();
    let names: BTreeMap<Seat, String> = seats.iter().map(|seat| (*seat, format!("Player {seat}"))).collect();
    let opened = scribe.set_up(golden.game, &scenario, &names).expect("it can be set up");
    let (mut journal, mut table) = (vec![opened.signed], opened.table);
    let turns = golden.turns();
    for turn in &turns {
        if table.outcome().is_some() {
            break;
        }
        let sheets = turn.sheets.iter().map(|(seat, text)| (*seat, table.read(*seat, text).canonical())).collect();
        let sent =
            Sheets { seats: &seats, sheets: &sheets, caretaken: &BTreeMap::new(), receipts: BTreeMap::new(), committed: BTreeMap::new() };
        let tip = journal[journal.len() - 1].tip();
        let decided = scribe.play(table.turn() + 1, &tip, &sent, table.orders(&sheets).as_ref());
        journal.push(decided.signed);
        table = decided.table;
    }
    (bundle::write(&journal, true), journal.len() - 1)
}

/// The figure to look at is that for one item, which is a turn.
#[divan::bench(args = ["empire_postal", "empire", "anaash", "autumn_ash"])]
fn bundle_of(bencher: Bencher<'_, '_>, name: &str) {
    let (text, turns) = of_game(name);
    bencher.counter(ItemsCount::new(turns)).bench(|| {
        let replay = Bundle::read(&text).and_then(|bundle| bundle.check());
        assert!(replay.is_ok(), "an honest bundle verifies: {replay:?}");
    });
}
