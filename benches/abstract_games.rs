//! How many lines of legal moves a second are counted from the opening of each abstract game.

use std::fmt;

use ashpost::games::by_id;
use ashpost::office::loose_scenario;
use divan::Bencher;
use divan::counter::ItemsCount;

fn main() {
    divan::main();
}

/// A carried scenario, and how long its lines are.
struct Opening {
    scenario: &'static str,
    depth: u32,
}

const OPENINGS: &[Opening] = &[
    Opening { scenario: "anaash/6", depth: 4 },
    Opening { scenario: "anaash/8", depth: 3 },
    Opening { scenario: "ashes/hexhex-4", depth: 3 },
    Opening { scenario: "ashes/hexhex-5", depth: 2 },
    Opening { scenario: "autumn_ash/standard", depth: 3 },
    Opening { scenario: "autumn_ash/unsettled", depth: 2 },
    Opening { scenario: "ex_nihilo/hexhex-4", depth: 3 },
    Opening { scenario: "ex_nihilo/hexhex-5", depth: 2 },
];

impl fmt::Display for Opening {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} {}", self.scenario, self.depth)
    }
}

/// An item is a line.
#[divan::bench(args = OPENINGS, sample_count = 20)]
fn perft(bencher: Bencher, opening: &Opening) {
    let scenario = loose_scenario(opening.scenario).expect("the scenario is carried");
    let game = scenario.game.as_deref().and_then(by_id).and_then(|game| game.stepwise()).expect("it is an abstract game");
    let steps = game.open(&scenario.text, None).expect("it begins");
    bencher.counter(ItemsCount::new(steps.perft(opening.depth))).bench_local(|| steps.perft(opening.depth));
}
