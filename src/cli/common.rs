//! What all commands have in common: their shared options and their exit codes.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use chrono::{DateTime, Datelike, Utc};
use clap::Args;

/// The years in which `--now` may lie; the thousand years after them leave room for every deadline.
const YEARS: RangeInclusive<i32> = 1970..=9000;

/// Everything went as asked.
pub(super) const EXIT_FINE: u8 = 0;
/// The command could not be carried out, and said why.
pub(super) const EXIT_FAILED: u8 = 1;
/// The command line cannot be read.
pub(super) const EXIT_MISREAD: u8 = 2;
/// `tick`, `status` and `doctor`: something needs the game master. `check-config` found mistakes.
pub(super) const EXIT_NEEDS_GM: u8 = 3;
/// `replay` or `verify` found a difference.
pub(super) const EXIT_DIFFERENT: u8 = 4;
/// `receive` refuses a message that is far too large: the mail server should tell its sender (EX_DATAERR).
pub(super) const EXIT_REFUSED: u8 = 65;
/// `receive` could not keep the message: the mail server should try again later (EX_TEMPFAIL). Also for a command that found another run at
/// work on the campaign.
pub(super) const EXIT_TRY_AGAIN: u8 = 75;

/// The options of every command.
#[derive(Debug, Clone, Args)]
pub(super) struct Common {
    /// The folder that holds ashpost.toml and a folder for each campaign.
    #[arg(long, global = true, env = "ASHPOST_CAMPAIGNS", default_value = "campaigns", value_name = "DIR")]
    pub(super) campaigns: PathBuf,
    /// Work as if it were this time, such as 2026-11-27T19:00:00Z; for tests and rehearsals.
    #[arg(long, global = true, value_name = "TIME", value_parser = named_time)]
    pub(super) now: Option<DateTime<Utc>>,
    /// Print JSON for programs instead of text for people.
    #[arg(long, global = true)]
    pub(super) json: bool,
}

/// Reads the time that `--now` names.
///
/// # Errors
/// When it is no time, or outside the years with which everything can compute.
fn named_time(text: &str) -> Result<DateTime<Utc>, String> {
    let at: DateTime<Utc> = text.parse().map_err(|_| "write the time as 2026-11-27T19:00:00Z or 2026-11-27T20:00:00+01:00".to_owned())?;
    if YEARS.contains(&at.year()) {
        Ok(at)
    } else {
        Err(format!("the year {} is out of reach: name a time in the years {} to {}", at.year(), YEARS.start(), YEARS.end()))
    }
}
