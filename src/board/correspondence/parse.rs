//! Reads a player's text: moves, conditional moves, notes. What is read is legal in the position that he sees.

use std::collections::BTreeSet;

use super::lines::{Kind, kinds};
use super::position::PlanError;
use super::{Match, Order, Plan, Ply, View};
use crate::board::{BoardGame, fold};
use crate::engine::reader::{self, Line};
use crate::engine::{Entry, IllegalStep, Problem, Seat, Sheet};

/// More moves than this in all conditional moves of a mail are not read: each is looked up in its position.
const MOST_PLANNED: usize = 200;
/// After so many lines that are wrong the rest is not read.
const MOST_WRONG: usize = 20;

/// Reads a sheet against what its sender sees.
pub(super) fn parse<G: BoardGame>(text: &str, view: &View<G>) -> Sheet<Order<G::Step>> {
    let read = reader::read(text);
    let lines = kinds(&read.lines);
    let mut reading = Reading {
        view,
        sheet: Sheet { entries: Vec::new(), problems: read.problems },
        plans: Vec::new(),
        planned: 0,
        wrong: 0,
        seen: BTreeSet::new(),
    };
    let own_move = reading.read_moves(&lines);
    reading.read_others(&lines, own_move.as_ref());
    let Sheet { mut entries, mut problems } = reading.sheet;
    entries.sort_by_key(|entry| entry.line);
    problems.sort_by_key(|problem| (problem.line, problem.column));
    Sheet { entries, problems }
}

struct Reading<'a, G: BoardGame> {
    view: &'a View<G>,
    sheet: Sheet<Order<G::Step>>,
    plans: Vec<(u32, Plan)>,
    /// Turns in all plans so far.
    planned: usize,
    wrong: usize,
    /// Lines that were looked up; the same again is neither looked up nor answered again.
    seen: BTreeSet<String>,
}

impl<G: BoardGame> Reading<'_, G> {
    fn enter(&mut self, line: &Line<'_>, order: Order<G::Step>) {
        self.sheet.entries.push(Entry { line: line.number, order });
    }

    fn refuse(&mut self, line: &Line<'_>, found: &str, expected: impl Into<String>, nearest: Vec<String>) {
        self.wrong += 1;
        if self.wrong <= MOST_WRONG {
            let column = line.raw.find(found).map_or(1, |at| line.raw[..at].chars().count() as u32 + 1);
            self.sheet.problems.push(line.problem(column, found, expected, nearest));
        } else if self.wrong == MOST_WRONG + 1 {
            self.sheet.problems.push(line.problem(
                1,
                "",
                format!("at most {MOST_WRONG} wrong lines; from here on none was read"),
                Vec::new(),
            ));
        }
    }

    /// Whether a line is to be looked up: new, and not behind too many wrong ones.
    fn is_read(&mut self, text: &str) -> bool {
        self.wrong <= MOST_WRONG && self.seen.insert(fold(text))
    }

    /// C1: the move of the sheet, if there is one. Of several that differ none is guessed to be meant, even if only one is legal;
    /// nor is it guessed whether a move or a resignation is.
    fn read_moves(&mut self, lines: &[(Line<'_>, Kind)]) -> Option<Ply<G::Step>> {
        let mut moves: Vec<(&Line<'_>, Ply<G::Step>)> = Vec::new();
        for (line, kind) in lines {
            let Kind::Move(text) = kind else { continue };
            if !self.is_read(text) {
                continue;
            }
            match self.view.my_move(text) {
                Ok(ply) if moves.iter().any(|(_, known)| *known == ply) => {}
                Ok(ply) => moves.push((line, ply)),
                Err(IllegalStep { step, expected, nearest }) => self.refuse(line, &step, expected, nearest),
            }
        }
        let resigns = lines.iter().any(|(_, kind)| *kind == Kind::Resign);
        match moves.as_slice() {
            [] => None,
            [(line, ply)] if self.wrong == 0 && !resigns => {
                self.enter(line, Order::Move(ply.clone()));
                Some(ply.clone())
            }
            several => {
                let all = several.iter().map(|(_, ply)| ply.to_string()).collect::<Vec<_>>().join(" and ");
                let why = match several {
                    [_] if resigns => format!("either a move or RESIGN; this mail has {all} and RESIGN, so neither was taken"),
                    [_] => format!("one move in a mail; beside {all} there is another that cannot be played, so none was taken"),
                    _ => format!("one move in a mail; this one has {all}, so none was taken"),
                };
                several.iter().for_each(|(line, ply)| self.refuse(line, &ply.to_string(), why.clone(), Vec::new()));
                None
            }
        }
    }

    fn read_others(&mut self, lines: &[(Line<'_>, Kind)], own_move: Option<&Ply<G::Step>>) {
        let has_move = lines.iter().any(|(_, kind)| matches!(kind, Kind::Move(_)));
        for (line, kind) in lines {
            match kind {
                Kind::Nothing | Kind::Move(_) => {}
                Kind::Plan(text) => self.read_plan(line, text, own_move),
                Kind::Forget => self.enter(line, Order::Forget),
                Kind::Resign if has_move => self.refuse(line, "RESIGN", "either a move or RESIGN; send what you mean again", Vec::new()),
                Kind::Resign => self.enter(line, Order::Resign),
                Kind::Note(text) if text.is_empty() => self.refuse(line, "", "a text behind NOTE, in quotes", Vec::new()),
                Kind::Note(text) => self.enter(line, Order::Note(text.clone())),
                Kind::UnclosedNote => {
                    self.refuse(line, "", "a quotation mark at the end of the note; nothing below it was read", Vec::new());
                }
                Kind::NearMove(word) => self.read_near_move(line, word),
                Kind::NearCommand(command) => {
                    let expected = format!("{command} alone on its line, in capitals");
                    self.refuse(line, line.raw.trim(), expected, vec![(*command).to_owned()]);
                }
                Kind::Talk => {
                    let problem = line.problem(1, line.raw.trim(), "a move, IF … THEN …, NOTE \"text\" or RESIGN", Vec::new());
                    self.sheet.problems.push(Problem { talk: true, ..problem });
                }
            }
        }
    }

    /// A move within a sentence is not played: it cannot be taken back.
    fn read_near_move(&mut self, line: &Line<'_>, word: &str) {
        if self.is_read(line.raw) {
            let nearest = self.view.my_move(word).map(|ply| vec![ply.to_string()]).unwrap_or_default();
            self.refuse(line, word, "a move alone on its line, and other words (CHECK too) on lines of their own", nearest);
        }
    }

    /// C3
    fn read_plan(&mut self, line: &Line<'_>, text: &str, own_move: Option<&Ply<G::Step>>) {
        if !self.is_read(text) {
            return;
        }
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
            Ok(plan) => {
                self.planned += plan.links.len();
                self.plans.push((line.number, plan.clone()));
                self.enter(line, Order::Plan(plan));
            }
            Err(PlanError { found, expected, nearest }) => self.refuse(line, &found, expected, nearest),
        }
    }

    fn plan_from(&self, ahead: &Match<G>, seat: Seat, line: &Line<'_>, text: &str) -> Result<Plan, PlanError> {
        if self.planned >= MOST_PLANNED {
            return Err(PlanError::expecting("", format!("at most {MOST_PLANNED} moves in all conditional moves together")));
        }
        let plan = ahead.read_plan(seat, text)?;
        if let Some((other, answer)) = self.plans.iter().find_map(|(number, known)| Some((number, contradiction(known, &plan)?))) {
            let expected = format!("the same answer as on line {other}, {answer}, because all before it is the same");
            return Err(PlanError::expecting(line.raw.trim(), expected));
        }
        Ok(plan)
    }
}

/// Where two lines go the same way up to an own move in which they differ: the one of the first.
fn contradiction<'a>(known: &'a Plan, new: &Plan) -> Option<&'a str> {
    let (one, other) = known.links.iter().zip(&new.links).find(|(one, other)| one != other)?;
    (one.own && other.own).then_some(one.ply.as_str())
}
