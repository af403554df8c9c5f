//! The command-line options for playing without a campaign.

use std::path::PathBuf;

use clap::Args;

use crate::engine::Seed;

#[derive(Debug, Args)]
pub(in crate::cli) struct SandboxArgs {
    /// A scenario file, or the name of a built-in scenario such as first-steps or anaash/6.
    #[arg(long, required_unless_present = "record", default_value = "", hide_default_value = true)]
    pub(super) scenario: String,
    #[command(flatten)]
    pub(super) source: Source,
    /// The game; if absent, the one that the scenario names.
    #[arg(long)]
    pub(super) game: Option<String>,
    /// With --moves: begin here instead, in the game's own position notation.
    #[arg(long, value_name = "TEXT", conflicts_with = "orders", allow_hyphen_values = true)]
    pub(super) position: Option<String>,
    /// With --orders: the seed of all dice, 64 hexadecimal digits.
    #[arg(long, default_value_t = Seed([0; 32]), conflicts_with = "moves")]
    pub(super) seed: Seed,
    /// With --orders: how many turns to play; one for each folder if absent.
    #[arg(long, conflicts_with = "moves")]
    pub(super) turns: Option<u32>,
    /// With --orders: the game's caretaker plays this seat wherever it has no file; repeat it for several seats.
    #[arg(long, value_name = "SEAT", conflicts_with_all = ["moves", "record"])]
    pub(super) caretaker: Vec<u8>,
}

/// What to play.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(super) struct Source {
    /// The folder that holds turn-1/seat-1.orders and so on.
    #[arg(long, value_name = "DIR")]
    pub(super) orders: Option<PathBuf>,
    /// A file of moves in the notation of an abstract game, such as the score of a report; - for standard input.
    #[arg(long, value_name = "FILE")]
    pub(super) moves: Option<PathBuf>,
    /// The record of a game as `ashpost record` prints it; - for standard input. It names the scenario.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["scenario", "game", "position", "seed", "turns"])]
    pub(super) record: Option<PathBuf>,
}
