//! The record of a game of two, made of what is public of it.

use serde::Serialize;

use crate::campaign::journal::Signed;
use crate::campaign::record::{BesideMoves, Record};
use crate::engine::Seat;
use crate::office::cabinet::desk::Keyless;
use crate::office::cabinet::error::DeskError;
use crate::office::publishing::album::entry;
use crate::store::Ledger;

/// What the answer to RECORD says.
#[derive(Debug, Serialize)]
struct RecordFacts {
    /// The lines of the record; empty where a game has none, or has not begun.
    lines: Vec<String>,
    by_moves: bool,
    game_title: &'static str,
}

impl Keyless {
    /// The game as people pass it on; `None` before it begins, and where moves do not alternate.
    ///
    /// # Errors
    /// When the database does not read.
    pub fn record_of_moves(&self, ledger: &Ledger<'_>) -> Result<Option<Record>, DeskError> {
        let Some((progress, moves)) = self.progress.as_ref().and_then(|progress| Some((progress, progress.table.moves()?))) else {
            return Ok(None);
        };
        let Some(stepwise) = self.config.game.stepwise() else { return Ok(None) };
        let terms = stepwise.terms(&self.scenario(ledger)?)?;
        let day = |signed: &Signed| entry(signed).map(|entry| entry.at.format("%Y-%m-%d").to_string());
        let began = ledger.opening()?.map(|opening| day(&opening)).transpose()?.unwrap_or_default();
        let ended = ledger.last_turn()?.filter(|_| progress.is_over()).map(|turn| day(&turn.signed)).transpose()?;
        let players = progress.table.players();
        let name = |seat| players.get(&Seat(seat)).map_or("", String::as_str);
        let decided = progress.ended.as_ref();
        let ended = decided.map(|decided| decided.at.format("%Y-%m-%d").to_string()).or(ended);
        let outcome = progress.outcome();
        let told = BesideMoves {
            game: self.config.game.id(),
            rules: self.config.game.rules(),
            title: &self.config.title,
            campaign: self.id(),
            site: self.host.address.domain(),
            scenario: &self.config.scenario,
            terms: &terms,
            players: [name(1), name(2)],
            began: &began,
            ended: ended.as_deref(),
            outcome: outcome.as_ref(),
            decision: progress.decision(),
            by_decision: decided.map(|decided| decided.ending.code()),
        };
        Ok(Some(Record::of(&told, &moves)))
    }

    /// The answer to RECORD.
    ///
    /// # Errors
    /// When the database does not read, or the program's own template cannot be rendered.
    pub(in crate::office) fn record_text(&self, ledger: &Ledger<'_>) -> Result<String, DeskError> {
        let record = self.record_of_moves(ledger)?.map(|record| record.to_string()).unwrap_or_default();
        let lines = record.lines().map(str::to_owned).collect();
        let facts = RecordFacts { lines, by_moves: self.alternates(), game_title: self.config.game.title() };
        Ok(self.templates.text("shared/record.txt", &facts)?)
    }
}
