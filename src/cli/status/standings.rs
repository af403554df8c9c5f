//! The tournaments of a host, for people.

use std::fmt::Write;

use crate::campaign::standings::listed;
use crate::cli::table::table;
use crate::office::{Host, Tournament};
use crate::render::tournament::TournamentFacts;

/// The table of a tournament.
pub(super) fn standings_text(facts: &TournamentFacts) -> String {
    let rows = facts.standings.iter().map(|row| {
        let results = row.cells.iter().map(|cell| if cell.is_empty() { "." } else { cell }).collect::<Vec<_>>().join(" ");
        let counts = format!("{} (+{} ={} -{})", row.played, row.won, row.drawn, row.lost);
        [row.place.to_string(), row.name.clone(), counts, row.points.clone(), row.tie_break.clone(), results]
    });
    let table = table(["", "player", "games", "points", "S-B", "against each"], rows);
    format!("{}: {} of {} games over\n\n{table}", facts.title, facts.games_over, facts.games_total)
}

/// A line for each tournament.
pub(super) fn leaders(host: &Host) -> anyhow::Result<String> {
    let mut text = String::new();
    for tournament in host.file_ids()?.iter().filter_map(|id| Tournament::read(host, id).ok().flatten()) {
        let facts = tournament.facts(None);
        let _ = write!(text, "\n{}: {} of {} games over", facts.id, facts.games_over, facts.games_total);
        if let Some(first) = facts.standings.first().filter(|_| facts.games_over > 0) {
            let leaders: Vec<&str> = facts.standings.iter().filter(|row| row.place == first.place).map(|row| row.name.as_str()).collect();
            let is_over = facts.games_over == facts.games_total;
            let what = match leaders.len() {
                1 if is_over => "has won",
                1 => "leads",
                _ if is_over => "share first place",
                _ => "share the lead",
            };
            let _ = write!(text, "{} {} {what} with {}", if is_over { ":" } else { "," }, listed(&leaders), first.points);
        }
        let _ = writeln!(text, " (ashpost status {})", facts.id);
    }
    Ok(text)
}
