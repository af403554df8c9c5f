//! Reads a player's text: moves, conditional moves, notes. Moves that read are legal in the position that the player sees.

use std::collections::BTreeSet;

use super::lines::{Habit, LineKind, MOVE_WORDS, is_cell, is_move_like, is_question, kinds};
use super::{Order, Plan, Ply, SeatedPosition, View};
use crate::abstract_games::{AbstractGame, fold};
use crate::engine::reader::{self, Line};
use crate::engine::{IllegalStep, OrderLine, Problem, Seat, Sheet};

/// The most moves in all conditional moves of an email, since each is looked up in its position.
const MOST_PLANNED: usize = 200;
/// After this many wrong lines the rest is not read.
const MOST_WRONG: usize = 20;
/// How many lines that may be talk are compared with moves, since comparing takes time that a stranger could waste.
const MOST_COMPARED: usize = 20;

/// What a move with a question mark lacks.
const ASKED_MOVE: &str = "the move without a question mark, which plays nothing; CHECK above a move tries it";
/// What a move in full-width letters lacks.
const WIDE_MOVE: &str = "the move in plain letters and digits";
/// What conditional moves lack that an email program may have wrapped before an IF.
const DOUBTFUL_PLAN: &str = "an empty line between these two lines if they are two, or IF or THEN at the end of the first if they are one: an email program may have wrapped it, so neither counts";

/// Reads a sheet against what its sender sees.
pub(super) fn parse<G: AbstractGame>(text: &str, view: &View<G>) -> Sheet<Order<G::Step>> {
    let read = reader::read(text);
    let lines = kinds(&read.lines);
    let mut reading = SheetReading {
        view,
        sheet: Sheet { entries: Vec::new(), problems: read.problems, unmet: Vec::new() },
        plans: Vec::new(),
        planned: 0,
        has_doubt: false,
        wrong: 0,
        compared: 0,
        seen: BTreeSet::new(),
    };
    let own_move = reading.read_moves(&lines);
    reading.read_others(&lines, own_move.as_ref());
    let Sheet { mut entries, mut problems, unmet } = reading.sheet;
    entries.sort_by_key(|entry| entry.line);
    problems.sort_by_key(|problem| (problem.line, problem.column));
    Sheet { entries, problems, unmet }
}

struct SheetReading<'a, G: AbstractGame> {
    view: &'a View<G>,
    sheet: Sheet<Order<G::Step>>,
    plans: Vec<(u32, Plan)>,
    /// How many turns all plans have so far.
    planned: usize,
    /// Whether the line before was refused because it may go on with the next one.
    has_doubt: bool,
    wrong: usize,
    /// How many lines that may be talk were compared with moves so far.
    compared: usize,
    /// Lines that were looked up. The same line is neither looked up nor answered twice.
    seen: BTreeSet<String>,
}

impl<G: AbstractGame> SheetReading<'_, G> {
    fn enter(&mut self, line: &Line<'_>, order: Order<G::Step>) {
        self.sheet.entries.push(OrderLine { line: line.number, order });
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

    /// Whether to look up a line: it must be new, and not come after too many wrong ones.
    fn is_read(&mut self, text: &str) -> bool {
        self.wrong <= MOST_WRONG && self.seen.insert(fold(text))
    }

    /// C1: the move of the sheet, if there is one. If there are several different moves, or a move and a resignation, nobody guesses which was meant,
    /// even if only one is legal.
    fn read_moves(&mut self, lines: &[(Line<'_>, LineKind)]) -> Option<Ply<G::Step>> {
        if let Some((line, whole)) = self.steps_on_several_lines(lines) {
            let expected = "all steps of a move on one line, joined with semicolons";
            self.refuse(line, "", expected, vec![whole]);
            return None;
        }
        let mut moves: Vec<(&Line<'_>, Ply<G::Step>)> = Vec::new();
        for (line, kind) in lines {
            let LineKind::Move(text) = kind else { continue };
            if !self.is_read(text) {
                continue;
            }
            match self.view.my_move(text) {
                Ok(ply) if moves.iter().any(|(_, known)| *known == ply) => {}
                Ok(ply) => moves.push((line, ply)),
                Err(IllegalStep { step, expected, nearest }) => self.refuse(line, &step, expected, nearest),
            }
        }
        let resigns = lines.iter().any(|(_, kind)| *kind == LineKind::Resign);
        match moves.as_slice() {
            [] => None,
            [(line, ply)] if self.wrong == 0 && !resigns => {
                self.enter(line, Order::Move(ply.clone()));
                Some(ply.clone())
            }
            several => {
                let all = several.iter().map(|(_, ply)| ply.to_string()).collect::<Vec<_>>().join(" and ");
                let why = match several {
                    [_] if resigns => format!("either a move or RESIGN; this email has {all} and RESIGN, so neither counts"),
                    [_] => format!("one move in an email; beside {all} there is another that cannot be played, so neither was played"),
                    _ => format!("one move in an email; this one has {all}, so none of them was played"),
                };
                // Each of them is legal, so none is named as one that cannot be played.
                several.iter().for_each(|(line, _)| self.refuse(line, "", why.clone(), Vec::new()));
                None
            }
        }
    }

    /// The steps of one turn on several lines: the first of those lines, and the turn as it must be written.
    fn steps_on_several_lines<'l>(&self, lines: &'l [(Line<'l>, LineKind)]) -> Option<(&'l Line<'l>, String)> {
        let steps: Vec<(&Line<'_>, &str)> = lines
            .iter()
            .filter_map(|(line, kind)| match kind {
                LineKind::Move(text) => Some((line, text.as_str())),
                _ => None,
            })
            .take(MOST_WRONG)
            .collect();
        let ((line, _), true) = (*steps.first()?, steps.len() > 1) else { return None };
        let joined = steps.iter().map(|(_, text)| *text).collect::<Vec<_>>().join(";");
        self.view.my_move(&joined).ok().map(|ply| (line, ply.to_string()))
    }

    fn read_others(&mut self, lines: &[(Line<'_>, LineKind)], own_move: Option<&Ply<G::Step>>) {
        let has_move = lines.iter().any(|(_, kind)| matches!(kind, LineKind::Move(_)));
        for (line, kind) in lines {
            self.has_doubt &= matches!(kind, LineKind::DoubtfulPlan(_));
            match kind {
                LineKind::Nothing | LineKind::Move(_) => {}
                LineKind::Plan(text) => self.read_plan(line, text, own_move),
                LineKind::DoubtfulPlan(text) => self.read_doubtful_plan(line, text, own_move),
                LineKind::Forget => self.enter(line, Order::Forget),
                LineKind::Resign if has_move => {
                    let expected = "either a move or RESIGN; your email has both, so neither counts. Send the one that you mean";
                    self.refuse(line, "", expected, Vec::new());
                }
                LineKind::Resign => self.enter(line, Order::Resign),
                LineKind::Note(text) if text.is_empty() => self.refuse(line, "", "a text behind NOTE, in quotes", Vec::new()),
                LineKind::Note(text) => self.enter(line, Order::Note(text.clone())),
                LineKind::UnclosedNote => {
                    self.refuse(line, "", "a quotation mark at the end of the note; nothing below it was read", Vec::new());
                }
                LineKind::NearMove(word) => self.read_near_move(line, word, own_move),
                LineKind::AskedMove(text) => self.read_other_move(line, text, ("?", ASKED_MOVE), own_move),
                LineKind::WideMove(text) => self.read_other_move(line, text, (line.raw.trim(), WIDE_MOVE), own_move),
                LineKind::NearPlan(text) => self.read_near_plan(line, text, own_move),
                LineKind::NearPair(text) => self.read_near_pair(line, text, own_move),
                LineKind::NearStep(text) => self.read_near_step(line, text, own_move),
                LineKind::NearNote(text) => {
                    self.refuse(line, line.raw.trim(), "NOTE and a text in quotes", vec![format!("NOTE \"{text}\"")]);
                }
                LineKind::NearCommand(command) => self.read_near_command(line, command),
                LineKind::Wish(Habit::Draw) => {
                    self.refuse(
                        line,
                        line.raw.trim(),
                        "DRAW? alone on its line, with a question mark, to offer one",
                        vec!["DRAW?".to_owned()],
                    );
                }
                LineKind::Wish(Habit::TakeBack) => {
                    let expected = "a move of yours: one that was played is taken back only by TAKEBACK? where the game allows it, and WITHDRAW takes back what still waits";
                    self.refuse(line, "", expected, Vec::new());
                }
                LineKind::Talk => self.talk(line),
            }
        }
    }

    /// Refuses a move in a spelling that plays nothing, since a move that is played cannot be taken back. `refusal` is what was found and expected
    /// if the move is legal.
    fn read_other_move(&mut self, line: &Line<'_>, text: &str, refusal: (&str, &str), own_move: Option<&Ply<G::Step>>) {
        if !self.is_read(line.raw) {
            return;
        }
        match self.view.my_move(text) {
            Ok(ply) => self.refuse(line, refusal.0, refusal.1, without_second_move(vec![ply.to_string()], own_move)),
            Err(IllegalStep { step, expected, nearest }) => self.refuse(line, &step, expected, without_second_move(nearest, own_move)),
        }
    }

    fn talk(&mut self, line: &Line<'_>) {
        let problem = line.problem(1, line.raw.trim(), "a move, IF … THEN …, NOTE \"text\" or RESIGN", Vec::new());
        self.sheet.problems.push(Problem { talk: true, ..problem });
    }

    /// Answers a line that is no command of the host but begins like one of the game's.
    fn read_near_command(&mut self, line: &Line<'_>, command: &str) {
        let swap = (command == "SWAP").then(|| self.view.my_move(command));
        match swap {
            Some(Err(wrong)) => self.refuse(line, line.raw.trim(), wrong.expected, Vec::new()),
            _ => {
                let how = if is_question(line.raw) { "without a question mark, with which nothing is done" } else { "in capitals" };
                let expected = format!("{command} alone on its line, {how}");
                self.refuse(line, line.raw.trim(), expected, vec![command.to_owned()]);
            }
        }
    }

    /// Refuses a move inside a sentence, since a move that is played cannot be taken back.
    fn read_near_move(&mut self, line: &Line<'_>, word: &str, own_move: Option<&Ply<G::Step>>) {
        if self.is_read(line.raw) {
            let near = |text: &str| self.view.my_move(text).map_or_else(|wrong| wrong.nearest, |ply| vec![ply.to_string()]);
            // A line this short may be a move as a whole, with its parts exchanged.
            let is_short = line.words.len() <= MOVE_WORDS;
            let whole = if is_short { near(line.raw.trim()) } else { Vec::new() };
            let nearest = without_second_move(if whole.is_empty() { near(word) } else { whole }, own_move);
            let is_legal = self.view.my_move(word).is_ok();
            // The move is legal, and only its place in the sentence is wrong, so the problem does not quote it as wrong.
            let found = if is_legal { "" } else { word };
            self.refuse(line, found, "a move alone on its line, and other words (CHECK too) on lines of their own", nearest);
        }
    }

    /// Suggests the move between two fields with a word between them, if it is legal. Anything else is talk, and so is everything beside a move of
    /// the sheet. It is not counted among the wrong lines, so that the rest of the sheet is read as if this were talk.
    fn read_near_pair(&mut self, line: &Line<'_>, text: &str, own_move: Option<&Ply<G::Step>>) {
        let ply = if own_move.is_none() && self.is_compared() { self.view.my_move(text).ok() } else { None };
        let Some(ply) = ply else { return self.talk(line) };
        let expected = "the move alone on its line, with a dash between its fields";
        self.sheet.problems.push(line.problem(1, line.raw.trim(), expected, vec![ply.to_string()]));
    }

    /// A short line with a number in it: a move if it is near one or names the cell of one, otherwise talk.
    fn read_near_step(&mut self, line: &Line<'_>, text: &str, own_move: Option<&Ply<G::Step>>) {
        let wrong = if self.is_compared() { self.view.my_move(text).err() } else { None };
        match wrong.filter(|wrong| !wrong.nearest.is_empty() || is_cell(&fold(text))) {
            Some(IllegalStep { step, expected, nearest }) if self.is_read(text) => {
                self.refuse(line, &step, expected, without_second_move(nearest, own_move));
            }
            _ => self.talk(line),
        }
    }

    /// Whether one more line that may be talk can be compared with moves.
    fn is_compared(&mut self) -> bool {
        self.compared += 1;
        self.compared <= MOST_COMPARED
    }

    /// Moves with words that may be meant as IF and THEN; otherwise a sentence about a move.
    fn read_near_plan(&mut self, line: &Line<'_>, text: &str, own_move: Option<&Ply<G::Step>>) {
        let ahead = if self.is_compared() { self.game_behind(own_move) } else { None };
        let nearest = ahead.map(|(seat, ahead)| ahead.near_plans(seat, text)).unwrap_or_default();
        if nearest.is_empty() {
            let mut words = text.split_whitespace().map(|word| word.trim_end_matches(['.', ',', '!', '?']));
            return match words.find(|word| is_move_like(&fold(word))) {
                Some(word) => self.read_near_move(line, word, own_move),
                None => self.talk(line),
            };
        }
        if self.is_read(text) {
            self.refuse(line, line.raw.trim(), "IF and a move of your opponent, THEN and your answer", nearest);
        }
    }

    /// The position from which conditional moves go on: after the move of the sheet, if it is the sender's turn.
    fn game_behind(&self, own_move: Option<&Ply<G::Step>>) -> Option<(Seat, SeatedPosition<G>)> {
        let (seat, mut ahead) = self.view.seat_and_match()?;
        if ahead.to_move() == Some(seat) {
            ahead.play(own_move?);
        }
        Some((seat, ahead))
    }

    /// C3: reads a line of conditional moves.
    fn read_plan(&mut self, line: &Line<'_>, text: &str, own_move: Option<&Ply<G::Step>>) {
        if !self.is_read(text) {
            return;
        }
        let Some((seat, _)) = self.view.seat_and_match() else {
            return self.refuse(line, "", "nothing: the game is over, or you do not play in it", Vec::new());
        };
        let Some((_, ahead)) = self.game_behind(own_move) else {
            return self.refuse(line, "IF", "your move on a line before: conditional moves go on from it", Vec::new());
        };
        match self.plan_from(&ahead, seat, line, text) {
            Ok(plan) => {
                self.planned += plan.links.len();
                self.plans.push((line.number, plan.clone()));
                self.enter(line, Order::Plan(plan));
            }
            Err(IllegalStep { step, expected, nearest }) => {
                self.refuse(line, &step, format!("{expected}; the whole line does not count"), nearest);
            }
        }
    }

    /// Reads conditional moves that may be one line with those on the next or the last line. Stored ones, which nobody has wrapped, are in their
    /// canonical spelling.
    fn read_doubtful_plan(&mut self, line: &Line<'_>, text: &str, own_move: Option<&Ply<G::Step>>) {
        let read = self.game_behind(own_move).and_then(|(seat, ahead)| ahead.read_plan(seat, text).ok());
        if self.has_doubt || read.as_ref().is_some_and(|plan| plan.to_string() != line.raw.trim()) {
            self.has_doubt = true;
            return self.refuse(line, "", DOUBTFUL_PLAN, Vec::new());
        }
        self.has_doubt = read.is_none();
        self.read_plan(line, text, own_move);
    }

    fn plan_from(&self, ahead: &SeatedPosition<G>, seat: Seat, line: &Line<'_>, text: &str) -> Result<Plan, IllegalStep> {
        if self.planned >= MOST_PLANNED {
            return Err(IllegalStep::expecting("", format!("at most {MOST_PLANNED} moves in all conditional moves together")));
        }
        let plan = ahead.read_plan(seat, text).map_err(|wrong| IllegalStep { nearest: ahead.near_plans(seat, text), ..wrong })?;
        if let Some((other, answer)) = self.plans.iter().find_map(|(number, known)| Some((number, contradiction(known, &plan)?))) {
            let expected = format!("the same answer as on line {other}, {answer}, because all before it is the same");
            return Err(IllegalStep::expecting(line.raw.trim(), expected));
        }
        Ok(plan)
    }
}

/// P3.2: suggests no other move than the one that the sheet has, because of two moves neither would be played.
fn without_second_move<S: PartialEq>(nearest: Vec<String>, own_move: Option<&Ply<S>>) -> Vec<String>
where
    Ply<S>: std::fmt::Display,
{
    nearest.into_iter().filter(|near| own_move.is_none_or(|known| known.to_string() == *near)).collect()
}

/// The own move of the first line at which two lines differ after going the same way; `None` if they do not contradict each other.
fn contradiction<'a>(known: &'a Plan, new: &Plan) -> Option<&'a str> {
    let (one, other) = known.links.iter().zip(&new.links).find(|(one, other)| one != other)?;
    (one.own && other.own).then_some(one.ply.as_str())
}
