//! `ashpost perft`: counts the lines of legal moves, to compare with other programs. JSON: `docs/json.md`.

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use super::common::{Common, EXIT_FINE};
use super::output::{print, print_json};
use super::stepping;
use crate::office::loose_scenario;

#[derive(Debug, Args)]
pub(super) struct PerftArgs {
    /// A scenario file, or the name of a built-in scenario such as anaash/6.
    #[arg(long)]
    scenario: String,
    /// Count from here instead, in the game's own position notation.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
    /// Count lines of 1, 2 … up to this many moves.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: u32,
    /// Count only lines of N moves, separately for each first move.
    #[arg(long)]
    divide: bool,
}

pub(super) fn run(common: &Common, args: &PerftArgs) -> anyhow::Result<u8> {
    let (game, steps) = stepping::open(&loose_scenario(&args.scenario)?, args.position.as_deref())?;
    let mut counted = json!({ "game": game.id(), "rules": game.rules(), "position": steps.position() });
    let reading = PerftProgress::begin();
    if args.divide {
        reading.show(args.depth, None);
        let divided = steps.divide(args.depth);
        let total = divided.iter().map(|(_, count)| count).sum();
        if !common.json {
            reading.pause(|| print(&divided_as_text(&divided, total)))?;
        }
        counted["counts"] = json!([count_as_json(args.depth, total)]);
        counted["divide"] = divided.iter().map(|(step, count)| json!({ "move": step, "count": count })).collect();
    } else {
        let mut counts = Vec::new();
        for depth in 1..=args.depth {
            reading.show(depth, counts.last());
            let count = steps.perft(depth);
            if !common.json {
                reading.pause(|| print(&format!("{depth} {count}\n")))?;
            }
            counts.push(count);
        }
        counted["counts"] = (1..).zip(counts).map(|(depth, count)| count_as_json(depth, count)).collect();
    }
    drop(reading);
    if common.json {
        print_json("ashpost-perft/1", &counted)?;
    }
    Ok(EXIT_FINE)
}

fn divided_as_text(divided: &[(String, u64)], total: u64) -> String {
    let mut text: String = divided.iter().map(|(step, count)| format!("{step} {count}\n")).collect();
    text += &format!("total {total}\n");
    text
}

fn count_as_json(depth: u32, count: u64) -> Value {
    json!({ "depth": depth, "count": count })
}

/// Shows what is being counted, and for how long, if standard error is a terminal.
struct PerftProgress(ProgressBar);

impl PerftProgress {
    fn begin() -> PerftProgress {
        let bar = ProgressBar::new_spinner();
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}, {elapsed}") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(std::time::Duration::from_millis(200));
        PerftProgress(bar)
    }

    fn show(&self, depth: u32, before: Option<&u64>) {
        let before = before.map(|count| format!(", {count} before it")).unwrap_or_default();
        self.0.set_message(format!("counting lines of {depth} moves{before}"));
    }

    fn pause<T>(&self, print: impl FnOnce() -> T) -> T {
        self.0.suspend(print)
    }
}

impl Drop for PerftProgress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
