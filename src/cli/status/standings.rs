//! Shows the tournaments of a host to people.

use std::fmt::Write;

use crate::campaign::standings::{RoundResult, listed};
use crate::cli::table::table;
use crate::office::{Host, Tournament, ladder_of};
use crate::render::tournament::{SwissFacts, TournamentFacts};

/// The table of a tournament.
pub(super) fn standings_text(facts: &TournamentFacts) -> String {
    if let Some(swiss) = &facts.swiss {
        return swiss_text(facts, swiss);
    }
    let rows = facts.standings.iter().map(|row| {
        let results = row.cells.iter().map(|cell| if cell.is_empty() { "." } else { cell }).collect::<Vec<_>>().join(" ");
        let counts = format!("{} (+{} ={} -{})", row.played, row.won, row.drawn, row.lost);
        [row.place.to_string(), row.name.clone(), counts, row.points.clone(), row.tie_break.clone(), results]
    });
    let table = table(["", "player", "games", "points", "S-B", "against each"], rows);
    format!("{}: {} of {} games over\n\n{table}", facts.title, facts.games_over, facts.games_total)
}

fn swiss_text(facts: &TournamentFacts, swiss: &SwissFacts) -> String {
    let result = |result: &RoundResult| match result.opponent {
        Some(opponent) => format!("{opponent}:{}", result.sign),
        None if result.is_bye => "bye".to_owned(),
        None => ".".to_owned(),
    };
    let rows = facts.standings.iter().map(|row| {
        let number = row.number.map(|number| number.to_string()).unwrap_or_default();
        let counts = format!("{} (+{} ={} -{})", row.played, row.won, row.drawn, row.lost);
        let buchholz = row.buchholz.clone().unwrap_or_default();
        let results = row.results.iter().map(result).collect::<Vec<_>>().join(" ");
        [row.place.to_string(), number, row.name.clone(), counts, row.points.clone(), buchholz, row.tie_break.clone(), results]
    });
    let table = table(["", "no.", "player", "games", "points", "Buchholz", "S-B", "rounds"], rows);
    let SwissFacts { rounds_drawn, rounds_total, .. } = swiss;
    let (title, over, total) = (&facts.title, facts.games_over, facts.games_total);
    format!("{title}: round {rounds_drawn} of {rounds_total}, {over} of {total} games over\n\n{table}")
}

/// A line for each tournament with its leaders.
pub(super) fn leaders(host: &Host) -> anyhow::Result<String> {
    let mut text = String::new();
    for tournament in host.file_ids()?.iter().filter_map(|id| Tournament::read(host, id).ok().flatten()) {
        let facts = tournament.facts(None);
        let _ = write!(text, "\n{}: ", facts.id);
        if let Some(swiss) = &facts.swiss {
            let _ = write!(text, "round {} of {}, ", swiss.rounds_drawn, swiss.rounds_total);
        }
        let _ = write!(text, "{} of {} games over", facts.games_over, facts.games_total);
        if let Some(first) = facts.standings.first().filter(|_| facts.games_over > 0) {
            let leaders: Vec<&str> = facts.standings.iter().filter(|row| row.place == first.place).map(|row| row.name.as_str()).collect();
            let is_over = facts.is_over;
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

/// The ladder of the host, if it has one.
pub(super) fn ladder_text(host: &Host) -> anyhow::Result<String> {
    let Some(places) = ladder_of(host)? else { return Ok(String::new()) };
    let line = places.iter().map(|rung| {
        let doing = match &rung.campaign {
            Some(campaign) => format!(", plays in {campaign}"),
            None if rung.is_busy => ", has a challenge".to_owned(),
            None => String::new(),
        };
        format!("  {:>3}  {}{doing}\n", rung.place, rung.name)
    });
    let rungs: String = line.collect();
    Ok(format!("\nladder:\n{}", if rungs.is_empty() { "  nobody yet\n" } else { &rungs }))
}
