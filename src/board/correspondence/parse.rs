//! Reads a player's text: moves, conditional moves, notes. What is read is legal in the position that he sees.

use super::position::PlanError;
use super::{Link, Match, Order, Plan, Ply, View};
use crate::board::{BoardGame, fold};
use crate::engine::reader::{self, Line};
use crate::engine::{Entry, IllegalStep, Problem, Seat, Sheet};

/// More lines of conditional moves than this are not read.
const MOST_PLANS: usize = 200;

/// Reads a sheet against what its sender sees.
pub(super) fn parse<G: BoardGame>(text: &str, view: &View<G>) -> Sheet<Order<G::Step>> {
    let read = reader::read(text);
    let mut reading = Reading { view, sheet: Sheet { entries: Vec::new(), problems: read.problems }, plans: Vec::new() };
    let lines = join_notes(&read.lines);
    let moves = reading.read_moves(&lines);
    reading.read_others(&lines, moves.as_ref());
    let Sheet { mut entries, mut problems } = reading.sheet;
    entries.sort_by_key(|entry| entry.line);
    problems.sort_by_key(|problem| (problem.line, problem.column));
    Sheet { entries, problems }
}

/// A line by what it begins with.
enum Kind<'a> {
    Nothing,
    Move(String),
    Plan(String),
    Forget,
    Resign,
    Note(String),
    /// It has words of a move in it, and more.
    NearMove(&'a str),
    Talk,
}

struct Reading<'a, G: BoardGame> {
    view: &'a View<G>,
    sheet: Sheet<Order<G::Step>>,
    plans: Vec<(u32, Plan<G::Step>)>,
}

impl<G: BoardGame> Reading<'_, G> {
    fn enter(&mut self, line: &Line<'_>, order: Order<G::Step>) {
        self.sheet.entries.push(Entry { line: line.number, order });
    }

    fn refuse(&mut self, line: &Line<'_>, found: &str, expected: impl Into<String>, nearest: Vec<String>) {
        let column = line.raw.find(found).map_or(1, |at| line.raw[..at].chars().count() as u32 + 1);
        self.sheet.problems.push(line.problem(column, found, expected, nearest));
    }

    /// C1: the move of the sheet, if there is one; of two different ones none is guessed to be meant.
    fn read_moves(&mut self, lines: &[(Line<'_>, Kind<'_>)]) -> Option<Ply<G::Step>> {
        let mut moves: Vec<(&Line<'_>, Ply<G::Step>)> = Vec::new();
        for (line, kind) in lines {
            let Kind::Move(text) = kind else { continue };
            match self.view.my_move(text) {
                Ok(ply) if moves.iter().any(|(_, known)| *known == ply) => {}
                Ok(ply) => moves.push((line, ply)),
                Err(IllegalStep { step, expected, nearest }) => self.refuse(line, &step, expected, nearest),
            }
        }
        match moves.as_slice() {
            [] => None,
            [(line, ply)] => {
                self.enter(line, Order::Move(ply.clone()));
                Some(ply.clone())
            }
            several => {
                let all = several.iter().map(|(_, ply)| ply.to_string()).collect::<Vec<_>>().join(" and ");
                for (line, ply) in several {
                    self.refuse(line, &ply.to_string(), format!("one move in a mail; this one has {all}, so none was taken"), Vec::new());
                }
                None
            }
        }
    }

    fn read_others(&mut self, lines: &[(Line<'_>, Kind<'_>)], own_move: Option<&Ply<G::Step>>) {
        for (line, kind) in lines {
            match kind {
                Kind::Nothing | Kind::Move(_) => {}
                Kind::Plan(text) => self.read_plan(line, text, own_move),
                Kind::Forget => self.enter(line, Order::Forget),
                Kind::Resign => self.enter(line, Order::Resign),
                Kind::Note(text) if text.is_empty() => self.refuse(line, "", "a text behind NOTE, in quotes", Vec::new()),
                Kind::Note(text) => self.enter(line, Order::Note(text.clone())),
                Kind::NearMove(word) => self.read_near_move(line, word),
                Kind::Talk => {
                    let problem = line.problem(1, line.raw.trim(), "a move, IF … THEN …, NOTE \"text\" or RESIGN", Vec::new());
                    self.sheet.problems.push(Problem { talk: true, ..problem });
                }
            }
        }
    }

    /// A move within a sentence is not played: it cannot be taken back.
    fn read_near_move(&mut self, line: &Line<'_>, word: &str) {
        let nearest = self.view.my_move(word).map(|ply| vec![ply.to_string()]).unwrap_or_default();
        self.refuse(line, word, "a move alone on its line, without other words", nearest);
    }

    /// C3
    fn read_plan(&mut self, line: &Line<'_>, text: &str, own_move: Option<&Ply<G::Step>>) {
        let Some((seat, mut ahead)) = self.view.seat_and_match() else {
            return self.refuse(line, "", "nothing: only players can send conditional moves", Vec::new());
        };
        if ahead.to_move() == Some(seat) {
            let Some(own_move) = own_move else {
                return self.refuse(line, "IF", "your move on a line before: conditional moves go on from it", Vec::new());
            };
            ahead.play(own_move);
        }
        match self.plan_from(&ahead, seat, line, text) {
            Ok(Some(plan)) => {
                self.plans.push((line.number, plan.clone()));
                self.enter(line, Order::Plan(plan));
            }
            Ok(None) => {}
            Err(PlanError { found, expected, nearest }) => self.refuse(line, &found, expected, nearest),
        }
    }

    /// The plan; `None` if it stands on an earlier line already.
    fn plan_from(&self, ahead: &Match<G>, seat: Seat, line: &Line<'_>, text: &str) -> Result<Option<Plan<G::Step>>, PlanError> {
        if self.plans.len() == MOST_PLANS {
            return Err(PlanError::expecting("", format!("at most {MOST_PLANS} lines of conditional moves")));
        }
        let plan = ahead.read_plan(seat, text)?;
        if let Some((other, answer)) = self.plans.iter().find_map(|(number, known)| Some((number, contradiction(known, &plan)?))) {
            let expected = format!("the same answer as on line {other}, {answer}, because all before it is the same");
            return Err(PlanError::expecting(line.raw.trim(), expected));
        }
        Ok((!self.plans.iter().any(|(_, known)| *known == plan)).then_some(plan))
    }
}

/// Where two lines go the same way up to an own move in which they differ: the one of the first.
fn contradiction<S: PartialEq + std::fmt::Display>(known: &Plan<S>, new: &Plan<S>) -> Option<String> {
    let (one, other) = known.links.iter().zip(&new.links).find(|(one, other)| one != other)?;
    let Link { own, ply } = one;
    (*own && other.own).then(|| ply.to_string())
}

/// Every line with its kind; lines that belong to a note begun before count as nothing.
fn join_notes<'a>(lines: &[Line<'a>]) -> Vec<(Line<'a>, Kind<'a>)> {
    let mut joined = Vec::new();
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        let mut length = 1;
        let kind = if let Some(first) = reader::behind_note(line.raw) {
            let following: Vec<&str> = lines.iter().skip(at + 1).map(|line| line.raw).collect();
            let (text, lines_read) = reader::read_note(first, &following);
            length = lines_read;
            Kind::Note(text)
        } else {
            kind_of(line.raw)
        };
        joined.push((line.clone(), kind));
        at += length;
    }
    joined
}

fn kind_of(raw: &str) -> Kind<'_> {
    let text = raw.split('#').next().unwrap_or_default().trim().trim_end_matches(['.', '!', ',']).trim();
    let text = without_number(text);
    let words: Vec<&str> = text.split_whitespace().collect();
    let folded: Vec<String> = words.iter().map(|word| fold(word)).collect();
    match folded.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => Kind::Nothing,
        ["resign"] | ["i", "resign"] => Kind::Resign,
        ["forget"] | ["forget", "plan" | "plans"] => Kind::Forget,
        ["swap"] => Kind::Move("SWAP".to_owned()),
        ["if" | "then", ..] => Kind::Plan(text.to_owned()),
        ["move" | "play", _, ..] if is_move_like(&fold(&words[1..].join(" "))) => Kind::Move(words[1..].join(" ")),
        _ if is_move_like(&fold(text)) => Kind::Move(text.to_owned()),
        _ => match words.iter().find(|word| is_move_like(&fold(word))) {
            Some(word) => Kind::NearMove(word),
            None => Kind::Talk,
        },
    }
}

/// Bullets and move numbers, `12.` or `12...`, that players copy from the score.
fn without_number(text: &str) -> &str {
    let bare = text.trim_start_matches(['*', '\u{2022}']).trim_start();
    let digits = bare.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let is_number = digits.len() < bare.len() && digits.starts_with(['.', ')']);
    if is_number { digits.trim_start_matches(['.', ')']).trim_start() } else { bare }
}

/// Two cells with a mark between them and nothing else that a move does not have: `2:e4-e5`, `P@A1 A1-B1=D`, `e4e5`.
fn is_move_like(folded: &str) -> bool {
    let has_only = folded.chars().all(|letter| letter.is_ascii_alphanumeric() || "-:;=@/".contains(letter));
    let cells = |part: &str| {
        part.as_bytes().windows(2).filter(|pair| matches!(pair, [file, rank] if file.is_ascii_lowercase() && rank.is_ascii_digit())).count()
    };
    let letters_in_a_row = folded.split(|letter: char| !letter.is_ascii_lowercase()).map(str::len).max().unwrap_or(0);
    has_only && letters_in_a_row <= 2 && cells(folded) >= 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_told_from_talk() {
        for text in ["e4-e5", "2:e4-e5", "P@A1 A1-B1=D", "e4e5", "0:b3-a2;1:a3-b4", "E4 – E5", "e4 to e5", "12. e4-e5", "* e4-e5"] {
            assert!(matches!(kind_of(text), Kind::Move(_)), "{text}");
        }
        for text in ["Hello Bob", "see you at 5", "a1", "-- ", "B2B and C3PO like it"] {
            assert!(matches!(kind_of(text), Kind::Talk), "{text}");
        }
        assert!(matches!(kind_of("My move is e4-e5."), Kind::NearMove("e4-e5")));
        assert!(matches!(kind_of("# e4-e5"), Kind::Nothing));
    }
}
