//! `ashpost sandbox`: plays without a campaign. The JSON is described in `docs/json.md`.

mod moves;
mod orders;

use std::path::PathBuf;

use clap::Args;

use super::Common;
use crate::engine::Seed;
use crate::office::loose_scenario;

#[derive(Debug, Args)]
pub(super) struct SandboxArgs {
    /// A scenario file, or the name of one that the program carries, such as first-steps or anaash/6.
    #[arg(long, required_unless_present = "record", default_value = "", hide_default_value = true)]
    scenario: String,
    #[command(flatten)]
    source: Source,
    /// The game; if absent, the one that the scenario names.
    #[arg(long)]
    game: Option<String>,
    /// With --moves: begin here instead, in the game's own position notation.
    #[arg(long, value_name = "TEXT", conflicts_with = "orders", allow_hyphen_values = true)]
    position: Option<String>,
    /// With --orders: the seed from which all dice follow, 64 hexadecimal digits.
    #[arg(long, default_value_t = Seed([0; 32]), conflicts_with = "moves")]
    seed: Seed,
    /// With --orders: how many turns to play; as many as there are folders if absent.
    #[arg(long, conflicts_with = "moves")]
    turns: Option<u32>,
    /// With --orders: the caretaker of the game plays for this seat wherever it has no file; repeat it for several seats.
    #[arg(long, value_name = "SEAT", conflicts_with_all = ["moves", "record"])]
    caretaker: Vec<u8>,
}

/// What is played.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
struct Source {
    /// The folder that holds turn-1/seat-1.orders and so on.
    #[arg(long, value_name = "DIR")]
    orders: Option<PathBuf>,
    /// A file of moves in the notation of an abstract game, such as the score of a report; - for standard input.
    #[arg(long, value_name = "FILE")]
    moves: Option<PathBuf>,
    /// The record of a game as `ashpost record` prints it; - for standard input. It says which scenario was played.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["scenario", "game", "position", "seed", "turns"])]
    record: Option<PathBuf>,
}

pub(super) fn run(common: &Common, args: &SandboxArgs) -> anyhow::Result<u8> {
    if let Some(file) = &args.source.record {
        return moves::run_record(common, file);
    }
    let mut scenario = loose_scenario(&args.scenario)?;
    scenario.game = args.game.clone().or(scenario.game);
    match (&args.source.orders, &args.source.moves) {
        (Some(folder), _) => orders::run(common, args, &scenario, folder),
        (None, Some(file)) => moves::run(common, args, &scenario, file),
        (None, None) => anyhow::bail!("there is nothing to play: expected --orders, --moves or --record"),
    }
}
