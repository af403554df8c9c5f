//! Tells what a rehearsal has made.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;

use chrono::{DateTime, SecondsFormat, Utc};
use serde::Serialize;

use crate::cli::output::counted;

/// What was made, and what the next tick will do.
#[derive(Serialize)]
pub(super) struct MadeRehearsal {
    /// The folder for --campaigns.
    pub(super) campaigns: PathBuf,
    pub(super) count: u32,
    pub(super) game: &'static str,
    pub(super) seats: u8,
    pub(super) turns_played: u32,
    pub(super) games_over: u32,
    /// How many emails of players were handled, by verdict.
    pub(super) emails: BTreeMap<&'static str, u32>,
    pub(super) emails_waiting: u32,
    /// How many turns the next tick will play.
    pub(super) turns_due: u32,
    /// The time for `--now`, since a rehearsal does not take place today.
    pub(super) next_tick: String,
    /// Equal for two rehearsals with the same journals.
    pub(super) digest: String,
}

impl MadeRehearsal {
    /// The same as text for people.
    pub(super) fn as_text(&self) -> String {
        let MadeRehearsal { campaigns, count, seats, turns_played, next_tick, .. } = self;
        let mut text = format!(
            "{} of {} in {}: {} played in each, {} taken in",
            counted(*count, "campaign"),
            counted(*seats, "player"),
            campaigns.display(),
            counted(*turns_played, "turn"),
            counted(self.emails.values().sum::<u32>(), "email"),
        );
        let verdicts: Vec<String> = self.emails.iter().map(|(verdict, number)| format!("{number} {verdict}")).collect();
        if !verdicts.is_empty() {
            let _ = write!(text, " ({})", verdicts.join(", "));
        }
        if self.games_over > 0 {
            let _ = write!(text, "; {} over", counted(self.games_over, "game"));
        }
        let next = match (self.emails_waiting, self.turns_due) {
            (0, 0) => "finds nothing to do".to_owned(),
            (0, due) => format!("plays {}", counted(due, "turn")),
            (waiting, _) => format!("takes in {}", counted(waiting, "email")),
        };
        let campaigns = campaigns.display();
        text + &format!("\n\nThe next run {next}:\n  ashpost --campaigns {campaigns} --now {next_tick} tick\n")
    }
}

/// A time in the form that `--now` takes.
pub(super) fn named(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::Secs, true)
}
