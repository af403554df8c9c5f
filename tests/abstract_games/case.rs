//! A case: a position, what may be played there, and what comes of it.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use super::table::{AnyBoard, Table};

/// Lines are counted up to this many in a build that is not optimised; beyond it they would take too long.
const MOST_COUNTED: u64 = 200_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CaseFile {
    case: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Case {
    pub name: String,
    pub rules: Vec<String>,
    #[serde(skip)]
    file: String,
    #[serde(default)]
    rulebook: toml::Table,
    /// The opening if absent.
    position: Option<String>,
    /// Steps that lead from there to the position that everything else is about.
    #[serde(default)]
    moves: Vec<String>,
    /// Why the position is refused, in part.
    unreadable: Option<String>,
    /// All legal steps.
    legal: Option<Vec<String>>,
    /// All legal steps from a cell.
    #[serde(default)]
    legal_from: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    illegal: Vec<String>,
    /// A spelling that is refused, and part of what the player is told.
    #[serde(default)]
    refused: BTreeMap<String, String>,
    /// A spelling, and the step that it means.
    #[serde(default)]
    spelled: BTreeMap<String, String>,
    /// How many lines of 1, 2 … legal steps there are.
    #[serde(default)]
    perft: Vec<u64>,
    #[serde(default)]
    play: Vec<String>,
    /// Fields of deeds of the last step played.
    #[serde(default)]
    deeds: Vec<BTreeMap<String, Value>>,
    /// The position after `play`.
    after: Option<String>,
    /// Who is to move after `play`, or `nobody`.
    to_move: Option<String>,
    /// Who has won after `play`, or `draw`, or `nobody yet`.
    winner: Option<String>,
    ends_by: Option<String>,
}

impl CaseFile {
    /// The cases of a file; panics if it does not read, with the place.
    pub(crate) fn read(file: &str, text: &str) -> Vec<Case> {
        let mut read: CaseFile = toml::from_str(text).unwrap_or_else(|error| panic!("{file}: {error}"));
        read.case.iter_mut().for_each(|case| case.file = file.to_owned());
        read.case
    }
}

impl Case {
    /// What is not as the case says, a line each.
    pub(crate) fn differences(&self, game: &dyn AnyBoard) -> Vec<String> {
        let found = if self.asks_nothing() { vec!["asks nothing".to_owned()] } else { self.compare(game) };
        found.iter().map(|difference| format!("{}: {}: {difference}", self.file, self.name)).collect()
    }

    fn asks_nothing(&self) -> bool {
        let asked = self.unreadable.is_some() || self.legal.is_some() || !self.perft.is_empty() || !self.play.is_empty();
        let named = !self.legal_from.is_empty() || !self.illegal.is_empty() || !self.refused.is_empty() || !self.spelled.is_empty();
        let after = self.after.is_some() || self.to_move.is_some() || self.winner.is_some() || self.ends_by.is_some();
        !(asked || named || after || !self.deeds.is_empty())
    }

    fn compare(&self, game: &dyn AnyBoard) -> Vec<String> {
        let opened = self.open(game, self.position.as_deref());
        let mut table = match (opened, &self.unreadable) {
            (Ok(_), Some(_)) => return vec!["unreadable: it reads".to_owned()],
            (Err(error), Some(part)) if error.contains(part.as_str()) => return Vec::new(),
            (Err(error), Some(part)) => return vec![format!("the position is refused with `{error}`, not with `{part}`")],
            (Err(error), None) => return vec![error],
            (Ok(table), None) => table,
        };
        if let Err(wrong) = self.moves.iter().try_for_each(|step| table.play(step).map(drop)) {
            return vec![format!("moves: {wrong}")];
        }
        let mut differences = self.compare_steps(table.as_ref());
        differences.extend(self.compare_spellings(game, &table.steps().position()));
        match self.play.iter().try_fold(Vec::new(), |_, step| table.play(step).map(|(_, deeds)| deeds)) {
            Ok(deeds) => {
                differences.extend(self.compare_deeds(&deeds));
                differences.extend(self.compare_after(game, table.as_ref()));
            }
            Err(wrong) => differences.push(format!("play: {wrong}")),
        }
        differences
    }

    fn open(&self, game: &dyn AnyBoard, position: Option<&str>) -> Result<Box<dyn Table>, String> {
        let mut scenario = toml::Table::new();
        scenario.insert("title".to_owned(), self.name.clone().into());
        scenario.insert("rulebook".to_owned(), self.rulebook.clone().into());
        game.open(&scenario.to_string(), position).map_err(|error| error.to_string())
    }

    fn compare_steps(&self, table: &dyn Table) -> Vec<String> {
        let mut differences = Vec::new();
        if let Some(legal) = &self.legal {
            differences.extend(compare_lists("", legal, &table.steps().legal()));
        }
        for (cell, legal) in &self.legal_from {
            differences.extend(compare_lists(&format!("from {cell}: "), legal, &table.legal_from(cell)));
        }
        for (depth, count) in (1..).zip(&self.perft).filter(|(_, count)| super::is_thorough() || **count <= MOST_COUNTED) {
            let counted = table.steps().perft(depth);
            if counted != *count {
                differences.push(format!("perft {depth} is {counted}, not {count}"));
            }
        }
        differences
    }

    /// Each spelling is tried at a table of its own, in the same position.
    fn compare_spellings(&self, game: &dyn AnyBoard, position: &str) -> Vec<String> {
        let tried = |spelling: &str| match self.open(game, Some(position)) {
            Ok(mut table) => table.play(spelling).map(|(step, _)| step),
            Err(error) => panic!("{}: {}: {position} does not read back: {error}", self.file, self.name),
        };
        let illegal = self.illegal.iter().map(|spelling| (spelling, ""));
        let refused = self.refused.iter().map(|(spelling, part)| (spelling, part.as_str()));
        let refusals = illegal.chain(refused).filter_map(|(spelling, part)| match tried(spelling) {
            Ok(step) => Some(format!("{spelling} is played as {step}")),
            Err(wrong) => (!wrong.to_string().contains(part)).then(|| format!("{spelling} is refused with `{wrong}`, not with `{part}`")),
        });
        let readings = self.spelled.iter().filter_map(|(spelling, meant)| match tried(spelling) {
            Ok(step) => (step != *meant).then(|| format!("{spelling} is read as {step}, not as {meant}")),
            Err(wrong) => Some(wrong.to_string()),
        });
        refusals.chain(readings).collect()
    }

    fn compare_deeds(&self, deeds: &[Value]) -> Vec<String> {
        if self.play.is_empty() && !self.deeds.is_empty() {
            return vec!["deeds without play".to_owned()];
        }
        let happened =
            |wanted: &BTreeMap<String, Value>| deeds.iter().any(|deed| wanted.iter().all(|(field, value)| deed.get(field) == Some(value)));
        let missing = self.deeds.iter().filter(|wanted| !happened(wanted));
        missing.map(|wanted| format!("{wanted:?} did not happen, but {}", Value::from(deeds.to_vec()))).collect()
    }

    fn compare_after(&self, game: &dyn AnyBoard, table: &dyn Table) -> Vec<String> {
        let steps = table.steps();
        let (position, finish) = (steps.position(), steps.finish());
        let mut differences = Vec::new();
        match self.after.as_deref().map(|after| self.open(game, Some(after))) {
            Some(Err(error)) => differences.push(format!("after: {error}")),
            Some(Ok(after)) if after.steps().position() != position => differences.push(format!("the position is {position}")),
            _ => {}
        }
        let to_move = steps.to_move().unwrap_or("nobody");
        if self.to_move.as_deref().is_some_and(|wanted| wanted != to_move) {
            differences.push(format!("to move is {to_move}"));
        }
        let winner = finish.as_ref().map_or("nobody yet", |finish| finish.winner.unwrap_or("draw"));
        if self.winner.as_deref().is_some_and(|wanted| wanted != winner) {
            differences.push(format!("winner is {winner}"));
        }
        match (&self.ends_by, finish) {
            (Some(_), None) => differences.push("the game is not over".to_owned()),
            (Some(rule), Some(finish)) if rule != finish.rule => differences.push(format!("it ended by {}", finish.rule)),
            _ => {}
        }
        differences
    }
}

fn compare_lists(place: &str, listed: &[String], legal: &[String]) -> Vec<String> {
    let missing = listed.iter().filter(|step| !legal.contains(step)).map(|step| format!("{place}{step} is listed but not legal"));
    let more = legal.iter().filter(|step| !listed.contains(step)).map(|step| format!("{place}{step} is legal but not listed"));
    missing.chain(more).collect()
}
