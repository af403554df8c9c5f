//! P3.2, as a law: for a line with a slip or two the intended one is among the suggestions, and every suggestion can be sent back as it stands.
//!
//! Legal lines come from the sheets of the played-through games and from the views of every game, the slips from a generator with a fixed seed.
//! `SPELLING_LINES=20000 cargo test --release --test main spelling:: -- --nocapture` prints the table of `docs/decisions/0010-nearest-spelling.md`.

mod lines;
mod slips;

use std::collections::BTreeMap;

use lines::{LegalLine, sources};
use slips::{Kind, Random};

use crate::common::cases;

/// How many of a hundred lines have the intended one among their suggestions at least, whatever the kind of slip.
const WANTED_PERCENT: usize = 95;
/// How many suggestions a line that cannot be read may be answered with.
const MOST_SUGGESTIONS: usize = 3;

/// What became of the lines of one game with one kind of slip.
#[derive(Default, Clone, Copy)]
struct Tally {
    /// Lines with a slip that can no longer be read.
    lines: usize,
    /// The intended line is the first suggestion.
    first: usize,
    /// The intended line is among the suggestions.
    among: usize,
    /// Still readable in spite of the slip, so that nothing is suggested.
    read: usize,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.lines += other.lines;
        self.first += other.first;
        self.among += other.among;
        self.read += other.read;
    }

    fn row(&self, name: &str) -> String {
        let percent = |part: usize| 100.0 * part as f64 / self.lines.max(1) as f64;
        format!("| {name:<34} | {:>6} | {:>5.1} % | {:>5.1} % | {:>6} |\n", self.lines, percent(self.among), percent(self.first), self.read)
    }
}

/// What is wrong with the suggestions for a line; counts the line if nothing is.
fn judge(line: &LegalLine, slipped: &str, tally: &mut Tally) -> Result<(), String> {
    let text = format!("{}{slipped}", line.before);
    let number = text.matches('\n').count() as u32 + 1;
    let reading = line.table.read(line.seat, &text);
    let problems: Vec<_> = reading.problems.iter().filter(|problem| problem.line == number).collect();
    if problems.is_empty() {
        tally.read += 1;
        return Ok(());
    }
    tally.lines += 1;
    let suggestions: Vec<&String> = problems.iter().flat_map(|problem| &problem.nearest).collect();
    if suggestions.len() > MOST_SUGGESTIONS {
        return Err(format!("{slipped:?} has {} suggestions: {suggestions:?}", suggestions.len()));
    }
    let mut found = None;
    for (place, suggestion) in suggestions.iter().enumerate() {
        let again = line.table.read(line.seat, &format!("{}{suggestion}", line.before));
        if !again.problems.is_empty() {
            return Err(format!("{suggestion:?}, suggested for {slipped:?}, cannot be read: {:?}", again.problems));
        }
        if again.canonical() == line.canonical {
            found.get_or_insert(place);
        }
    }
    tally.first += usize::from(found == Some(0));
    tally.among += usize::from(found.is_some());
    if found.is_none() && std::env::var_os("SPELLING_MISSES").is_some() {
        println!("{}: {slipped:?} for {:?}: {suggestions:?}", line.table.game().id(), line.text);
    }
    Ok(())
}

#[test]
fn of_a_line_with_a_slip_or_two_the_intended_one_is_suggested() {
    let wanted: usize = cases("SPELLING_LINES", 600) as usize;
    let mut random = Random::new(20_261_122);
    let games = sources();
    let mut wrong: Vec<String> = Vec::new();
    let mut tallies: BTreeMap<(Kind, &str), Tally> = BTreeMap::new();
    for kind in Kind::ALL {
        for (game, sources) in &games {
            let tally = tallies.entry((kind, game.as_str())).or_default();
            let share = wanted.div_ceil(Kind::ALL.len() * games.len());
            let mut tries = 0;
            while tally.lines < share && tries < 20 * share {
                tries += 1;
                let Some(line) = random.pick(sources).draw(&mut random) else { continue };
                let Some(slipped) = kind.slip(&line, &mut random) else { continue };
                wrong.extend(judge(&line, &slipped, tally).map_err(|wrong| format!("{game}, {}: {wrong}", kind.name())).err());
            }
        }
    }
    let mut table =
        format!("| {:<34} | {:>6} | {:>7} | {:>7} | {:>6} |\n|---|---|---|---|---|\n", "slip in", "lines", "among 3", "first", "read");
    let mut too_few = Vec::new();
    for kind in Kind::ALL {
        let of_kind = |tally: &(&(Kind, &str), &Tally)| tally.0.0 == kind;
        let mut all = Tally::default();
        tallies.iter().filter(of_kind).for_each(|(_, tally)| all.add(*tally));
        table += &all.row(&format!("**{}**", kind.name()));
        tallies.iter().filter(of_kind).for_each(|((_, game), tally)| table += &tally.row(game));
        if all.among * 100 < all.lines * WANTED_PERCENT || all.lines * 10 < wanted * 9 / Kind::ALL.len() {
            too_few.push(kind.name());
        }
    }
    println!("{table}");
    assert!(
        wrong.is_empty(),
        "{} lines are answered wrongly:\n{}",
        wrong.len(),
        wrong.iter().take(9).map(String::as_str).collect::<Vec<_>>().join("\n")
    );
    assert!(too_few.is_empty(), "below {WANTED_PERCENT} %, or too few lines: {too_few:?}\n{table}");
}
