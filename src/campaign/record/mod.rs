//! The record of a game of two: headers in brackets and numbered moves, as people pass games on. It can be replayed without the host.

mod lines;

use std::fmt::{self, Write};

use self::lines::{WIDTH, bare, broken, flat, quoted, read_bare};
use crate::engine::{Decision, Finished, Moves, Outcome, StepTerms};

/// The beginning of the headers with a scenario's settings: `[Rulebook.size "5"]`.
const SETTING: &str = "Rulebook.";

/// A game in writing. `Display` gives its text, from which [`Record::read`] makes an equal record.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Record {
    /// Names and values, in order; no name occurs twice.
    pub headers: Vec<(String, String)>,
    /// A move of each side in a row; the second is empty if the game ends with the first.
    pub rows: Vec<(String, String)>,
    /// `1-0`, `0-1` or `1/2-1/2`, from the side of the player who began; `*` for a game that goes on or does not count.
    pub result: String,
}

/// What a record tells besides the moves.
#[derive(Debug, Clone)]
pub struct BesideMoves<'a> {
    /// The id of the game, such as `anaash`.
    pub game: &'a str,
    /// The version of the rules of this program's game.
    pub rules: u32,
    /// The campaign's title.
    pub title: &'a str,
    /// The campaign's id.
    pub campaign: &'a str,
    /// The host's name or address.
    pub site: &'a str,
    /// The name of the scenario.
    pub scenario: &'a str,
    /// What the scenario decides.
    pub terms: &'a StepTerms,
    /// The player of the lower seat, who begins (C1), and the other player.
    pub players: [&'a str; 2],
    /// The day on which it began, in UTC, as `2027-02-01`.
    pub began: &'a str,
    /// The day on which it ended, in the same form; `None` while the game goes on.
    pub ended: Option<&'a str>,
    /// How the game ended; `None` while it goes on.
    pub outcome: Option<&'a Outcome>,
    /// How a finished game was decided; meaningless while it goes on.
    pub decision: Decision,
    /// How it ended if people decided it and no rule, such as `drawn`.
    pub by_decision: Option<&'a str>,
}

/// Why a text is no record.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// A header without its end, by the number of its line, from 1.
    #[error("line {0}: a header is [Name \"value\"]; the closing mark or bracket is missing")]
    Header(usize),
    /// A header that occurs twice, by its name.
    #[error("the header {0} stands there twice")]
    Twice(String),
    /// A header that is missing but needed to replay the record, by its name.
    #[error("the header [{0} \"…\"] is missing")]
    Missing(&'static str),
    /// The record says that a rule ended the game, but after its moves the game goes on.
    #[error("the record says that the game was over by {rule}, and after its moves it goes on")]
    GoesOn {
        /// The rule that the record names, such as `A4`.
        rule: String,
    },
    /// The moves end the game with another result, or by another rule, than the record says.
    #[error("the record says {said}, and its moves end the game with {is} ({rule})")]
    EndsOtherwise {
        /// The result in the record, with its rule if only that differs.
        said: String,
        /// The result of the moves, from the side of the player who began.
        is: &'static str,
        /// The rule by which they end the game, such as `A4`.
        rule: &'static str,
    },
}

impl Record {
    /// Writes a game down.
    pub fn of(told: &BesideMoves<'_>, moves: &Moves) -> Record {
        let mut headers: Vec<(String, String)> = Vec::new();
        let mut head = |name: &str, value: &str| headers.push((name.to_owned(), flat(value)));
        head("Game", told.game);
        head("Rules", &told.rules.to_string());
        head("Event", told.title);
        head("Campaign", told.campaign);
        head("Site", told.site);
        head("Date", told.began);
        told.ended.iter().for_each(|day| head("Ended", day));
        head("First", told.players[0]);
        head("Second", told.players[1]);
        let result = result(told.outcome, told.decision);
        head("Result", result);
        if let Some(outcome) = told.outcome {
            Some(outcome.rule.as_str()).filter(|rule| !rule.is_empty()).iter().for_each(|rule| head("Rule", rule));
            head("Termination", told.by_decision.unwrap_or_else(|| decided(told.decision)));
        }
        head("Scenario", told.scenario);
        for (name, value) in &told.terms.rulebook {
            head(&format!("{SETTING}{name}"), &bare(value));
        }
        if told.terms.swap {
            head("Swap", "true");
        }
        if told.terms.position.is_some() {
            head("Position", &moves.opening);
        }
        Record { headers, rows: moves.rows.clone(), result: result.to_owned() }
    }

    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The id of the game whose moves these are.
    ///
    /// # Errors
    /// When the record does not say it.
    pub fn game(&self) -> Result<&str, RecordError> {
        self.header("Game").ok_or(RecordError::Missing("Game"))
    }

    /// The settings by which it was played.
    pub fn terms(&self) -> StepTerms {
        let setting = |(name, value): &(String, String)| Some((name.strip_prefix(SETTING)?.to_owned(), read_bare(value)));
        StepTerms {
            rulebook: self.headers.iter().filter_map(setting).collect(),
            swap: self.header("Swap") == Some("true"),
            position: self.header("Position").map(str::to_owned),
        }
    }

    /// Checks that its moves lead to the end that it tells. `began` is the name of the side that began.
    ///
    /// # Errors
    /// When the moves end the game otherwise, or do not end it although the record names a rule of the game.
    pub fn check_end(&self, finish: Option<&Finished>, began: Option<&str>) -> Result<(), RecordError> {
        let said = self.header("Rule").unwrap_or_default();
        let is_swapped = self.rows.first().is_some_and(|(first, _)| first.ends_with(SWAPPED));
        match finish {
            // Resignations and used-up time (C5, C7) end a game outside the board.
            None if said.is_empty() || said.starts_with('C') => Ok(()),
            None => Err(RecordError::GoesOn { rule: said.to_owned() }),
            Some(Finished { winner, rule }) => {
                let is = match winner {
                    None => "1/2-1/2",
                    Some(winner) if (Some(*winner) == began) != is_swapped => "1-0",
                    Some(_) => "0-1",
                };
                let (has_result, has_rule) = (self.result == is, said.is_empty() || said == *rule);
                if has_result && has_rule {
                    return Ok(());
                }
                let said = if has_result { format!("{is} ({said})") } else { self.result.clone() };
                Err(RecordError::EndsOtherwise { said, is, rule })
            }
        }
    }

    /// The moves as a score, with their numbers.
    pub fn score(&self) -> String {
        (1..).zip(&self.rows).fold(String::new(), |score, (number, (first, second))| format!("{score}{number}. {first} {second}\n"))
    }

    /// Reads a record; blank lines, leading blanks and line breaks do not matter.
    ///
    /// # Errors
    /// When a header does not end, or occurs twice.
    pub fn read(text: &str) -> Result<Record, RecordError> {
        let text = text.trim_start_matches('\u{feff}');
        let mut record = Record { result: "*".to_owned(), ..Record::default() };
        let mut rest = text.trim_start();
        while let Some(header) = rest.strip_prefix('[') {
            let line = || text[..text.len() - rest.len()].lines().count() + 1;
            let (name, behind) = header.split_once(char::is_whitespace).ok_or_else(|| RecordError::Header(line()))?;
            let (value, behind) = quoted(behind.trim_start()).ok_or_else(|| RecordError::Header(line()))?;
            if record.header(name).is_some() {
                return Err(RecordError::Twice(name.to_owned()));
            }
            record.headers.push((name.to_owned(), flat(&value)));
            rest = behind.trim_start().strip_prefix(']').ok_or_else(|| RecordError::Header(line()))?.trim_start();
        }
        record.read_moves(rest);
        Ok(record)
    }

    /// Reads rows, which begin with their numbers. Parts of one move are joined again, wherever its line was broken.
    fn read_moves(&mut self, text: &str) {
        let mut cells: Vec<String> = Vec::new();
        let mut goes_on = false;
        let mut words: Vec<&str> = text.split_whitespace().collect();
        if let Some(result) = words.last().filter(|word| RESULTS.contains(word)) {
            (*result).clone_into(&mut self.result);
            words.pop();
        }
        for word in words {
            let number = word.strip_suffix('.').is_some_and(|digits| digits.parse::<u32>().is_ok());
            match cells.last_mut() {
                _ if number => self.take_row(&mut cells),
                Some(cell) if goes_on && cell.ends_with(';') => cell.push_str(word),
                Some(cell) if goes_on || word == SWAPPED => *cell = format!("{cell} {word}"),
                _ => cells.push(word.to_owned()),
            }
            // A placement such as `P@A1` is the first half of a move, and a semicolon joins the steps of a move.
            let last_step = word.rsplit(';').next().unwrap_or_default();
            goes_on = !number && (word.ends_with(';') || last_step.contains('@'));
        }
        self.take_row(&mut cells);
    }

    fn take_row(&mut self, cells: &mut Vec<String>) {
        let mut cells = std::mem::take(cells).into_iter();
        if let Some(first) = cells.next() {
            self.rows.push((first, cells.next().unwrap_or_default()));
        }
    }
}

/// What may end the moves.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// Follows a first move that the second player took over (C6).
const SWAPPED: &str = "(SWAP)";

impl fmt::Display for Record {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.headers {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            out.write_str(&broken(&format!("[{name} \"{value}\"]"), &[',', '/'], "\\"))?;
        }
        out.write_char('\n')?;
        let width = self.rows.iter().map(|(first, _)| first.chars().count()).max().unwrap_or_default().min(WIDTH / 2 - 5);
        for (number, (first, second)) in (1..).zip(&self.rows) {
            out.write_str(&broken(&format!("{number:>3}. {first:<width$}  {second}"), &[';'], ""))?;
        }
        writeln!(out, "{}{}", if self.rows.is_empty() { "" } else { "     " }, self.result)
    }
}

/// The result from the side of the player who began, who has the lower seat (C1).
fn result(outcome: Option<&Outcome>, decision: Decision) -> &'static str {
    let Some(outcome) = outcome.filter(|_| decision != Decision::Void) else { return "*" };
    let winners: Vec<_> = outcome.places.iter().filter(|place| place.place == 1).map(|place| place.seat).collect();
    let lowest = outcome.places.iter().map(|place| place.seat).min();
    match winners.as_slice() {
        [winner] if Some(*winner) == lowest => "1-0",
        [_] => "0-1",
        _ => "1/2-1/2",
    }
}

fn decided(decision: Decision) -> &'static str {
    match decision {
        Decision::Played => "played",
        Decision::OnTime => "on time",
        Decision::Void => "void",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Place, Seat};
    use serde_json::{Map, Value, json};

    fn moves(rows: &[(&str, &str)]) -> Moves {
        Moves {
            opening: "e4=W1".to_owned(),
            made: [].into(),
            sent: [].into(),
            played: Vec::new(),
            rows: rows.iter().map(|(first, second)| ((*first).to_owned(), (*second).to_owned())).collect(),
        }
    }

    fn terms() -> StepTerms {
        let settings = [("size", json!(5)), ("tax", json!("before")), ("code", json!("12")), ("list", json!([1, 2]))];
        let rulebook: Map<String, Value> = settings.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        StepTerms { rulebook, swap: true, position: None }
    }

    fn record(title: &str, winner: Option<u8>, moves: &Moves) -> Record {
        let place = |seat: u8| Place { seat: Seat(seat), place: if winner.is_none_or(|winner| winner == seat) { 1 } else { 2 } };
        let outcome = Outcome { rule: "A4".to_owned(), places: vec![place(1), place(2)] };
        Record::of(
            &BesideMoves {
                game: "ashes",
                rules: 1,
                title,
                campaign: "rim-3",
                site: "pbem.example",
                scenario: "5",
                terms: &terms(),
                players: ["Ann", "Bob"],
                began: "2027-01-01",
                ended: Some("2027-02-01"),
                outcome: Some(&outcome),
                decision: Decision::Played,
                by_decision: None,
            },
            moves,
        )
    }

    #[test]
    fn a_record_reads_as_it_was_written_however_long_its_lines_are() {
        let steps = (0..30).map(|at| format!("{at}:b3-a2")).collect::<Vec<_>>().join(";");
        let long = moves(&[("a1-a2 (SWAP)", "P@A1 A1-B1=D"), ("-", steps.as_str()), ("b1-b2", "")]);
        for title in ["The Glade", "A \"title\" \\ with\u{a0}marks ]", &"word, ".repeat(30), &"unbroken,".repeat(30), &"x".repeat(300)] {
            for winner in [None, Some(1), Some(2)] {
                let record = record(title, winner, &long);
                let text = record.to_string();
                assert!(text.lines().all(|line| line.chars().count() <= WIDTH + 1), "{text}");
                assert_eq!(Record::read(&text).as_ref(), Ok(&record), "{text}");
                assert_eq!((record.game(), record.terms()), (Ok("ashes"), terms()));
                assert_eq!(Record::read(&text.replace('\n', "\r\n  ")).as_ref(), Ok(&record), "{text}");
            }
        }
        let text = record("The Glade", Some(2), &moves(&[("a1-a2", "b1-b2")])).to_string();
        assert!(text.contains("[Rulebook.tax \"before\"]\n[Rulebook.size \"5\"]") || text.contains("[Rulebook.size \"5\"]"), "{text}");
        assert!(text.ends_with("\n\n  1. a1-a2  b1-b2\n     0-1\n"), "{text}");
    }

    #[test]
    fn what_is_no_record_is_said() {
        assert_eq!(Record::read("[Game \"ashes\"]\n[Event \"x]\n"), Err(RecordError::Header(2)));
        assert_eq!(Record::read("[Game \"ashes\"]\n[Game \"x\"]\n"), Err(RecordError::Twice("Game".to_owned())));
        assert_eq!(Record::read("1. a1-a2").unwrap().game(), Err(RecordError::Missing("Game")));
    }

    #[test]
    fn the_end_that_a_record_tells_is_that_of_its_moves() {
        let ended = record("x", Some(1), &moves(&[("a1-a2", "")]));
        let finish = |winner| Finished { winner, rule: "A4" };
        assert_eq!(ended.check_end(Some(&finish(Some("Red"))), Some("Red")), Ok(()));
        assert!(ended.check_end(Some(&finish(Some("Blue"))), Some("Red")).is_err());
        assert!(ended.check_end(None, Some("Red")).is_err());
    }
}
