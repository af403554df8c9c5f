//! A line of moves that a player thinks through, played on a copy of the position that they see.

use std::collections::BTreeSet;

use super::position::goes_on;
use super::{Ply, SeatedPosition, View, caretaker};
use crate::abstract_games::{AbstractGame, AbstractStep, PASSED_OVER, find_step, steps_in, written};
use crate::engine::{Choices, Drawing, IllegalStep, LineAhead, MoveAhead, MoveRefused, Mover, Scene};

/// The most steps of a line that are played, since each is looked up in its position.
const MOST_STEPS: usize = 200;

/// Plays the moves of a line, of both sides in turn, from the view's position on. IF and THEN may stand between them.
pub(super) fn look_ahead<G: AbstractGame>(view: &View<G>, line: &str) -> LineAhead {
    let mut thinking = Thinking::of(view);
    let refused = thinking.play_all(line).or_else(|| thinking.left_over());
    thinking.told(refused)
}

/// The same line, which may end in the middle of a move, with what can be touched next.
pub(super) fn choices<G: AbstractGame>(view: &View<G>, line: &str, touched: &[String]) -> Choices {
    let mut thinking = Thinking::of(view);
    let refused = thinking.play_all(line);
    let position = thinking.position();
    let steps: Vec<G::Step> = if thinking.mover().is_some() { position.steps().collect() } else { Vec::new() };
    let fits: Vec<(Vec<String>, G::Step)> =
        steps.into_iter().map(|step| (step.touches(), step)).filter(|(touches, _)| touches.starts_with(touched)).collect();
    let lights: BTreeSet<&String> = fits.iter().filter_map(|(touches, _)| touches.get(touched.len())).collect();
    let whole: Vec<G::Step> = fits.iter().filter(|(touches, _)| touches.len() == touched.len()).map(|(_, step)| *step).collect();
    Choices {
        lights: lights.into_iter().cloned().collect(),
        steps: written(&whole),
        begun: thinking.begun.iter().map(ToString::to_string).collect(),
        mine: thinking.mover().is_some() && view.seat().is_some_and(|seat| thinking.game.to_move() == Some(seat)),
        swap: thinking.begun.is_empty() && thinking.mover().is_some() && thinking.game.may_swap(),
        line: thinking.told(refused),
    }
}

/// What a caretaker would play after a line of whole moves; `None` if the line does not play, or the game is over after it.
pub(super) fn answer<G: AbstractGame>(view: &View<G>, line: &str, salt: u64) -> Option<String> {
    let mut thinking = Thinking::of(view);
    let is_played = thinking.play_all(line).is_none() && thinking.begun.is_empty();
    let game = Some(thinking.game).filter(|_| is_played && !view.is_over())?;
    caretaker::best_move(game, salt).map(|ply| ply.to_string())
}

/// A line being played.
struct Thinking<'a, G: AbstractGame> {
    view: &'a View<G>,
    /// The position after the last whole move.
    game: SeatedPosition<G>,
    moves: Vec<MoveAhead>,
    /// The steps of an unfinished move.
    begun: Vec<G::Step>,
    /// The last steps that moved a piece, for drawing.
    last: Vec<G::Step>,
    /// Whether the line was longer than what is read.
    is_cut: bool,
}

impl<'a, G: AbstractGame> Thinking<'a, G> {
    fn of(view: &'a View<G>) -> Thinking<'a, G> {
        let last = view.last_steps().to_vec();
        Thinking { view, game: view.game().clone(), moves: Vec::new(), begun: Vec::new(), last, is_cut: false }
    }

    /// Plays as much of a line as can be played; returns what cannot.
    fn play_all(&mut self, line: &str) -> Option<IllegalStep> {
        let is_keyword = |word: &&str| word.eq_ignore_ascii_case("if") || word.eq_ignore_ascii_case("then");
        let words: Vec<&str> = line.split_whitespace().map(|word| word.trim_matches(',')).filter(|word| !is_keyword(word)).collect();
        let steps = steps_in(&words.join(" ").replace(',', " "));
        self.is_cut = steps.len() > MOST_STEPS;
        steps.iter().take(MOST_STEPS).find_map(|step| self.play(step).err())
    }

    /// The position after the last step.
    fn position(&self) -> G {
        let mut position = self.game.position.clone();
        self.begun.iter().for_each(|step| position.play(*step));
        position
    }

    /// Plays one more step, and completes the move if its game says so.
    fn play(&mut self, text: &str) -> Result<(), IllegalStep> {
        if self.game.to_move().is_none() || self.view.is_over() {
            return Err(IllegalStep::expecting(text, "no more moves, because the game is over there"));
        }
        if text == PASSED_OVER && self.begun.is_empty() {
            // C2: a dash stands for a side without a move, and needs no step.
            return Ok(());
        }
        if self.begun.is_empty() && text.eq_ignore_ascii_case("swap") {
            let swap = self.game.read_ply(text)?;
            return self.complete(&swap);
        }
        let mut position = self.position();
        let step = find_step(&position, text).map_err(|wrong| IllegalStep { nearest: self.nearest(text), ..wrong })?;
        position.play(step);
        self.begun.push(step);
        if goes_on(&position) {
            return Ok(());
        }
        let whole = Ply::Steps(std::mem::take(&mut self.begun));
        self.complete(&whole)
    }

    fn complete(&mut self, ply: &Ply<G::Step>) -> Result<(), IllegalStep> {
        let Some(mover) = self.mover() else { return Ok(()) };
        self.moves.push(MoveAhead { number: self.moves.len() + 1, mover, text: ply.to_string() });
        self.game.play(ply);
        if let Ply::Steps(steps) = ply {
            self.last.clone_from(steps);
        }
        Ok(())
    }

    /// The whole moves that this step may have meant, together with the earlier steps of its move.
    fn nearest(&self, text: &str) -> Vec<String> {
        let begun = self.begun.iter().map(ToString::to_string).chain([text.to_owned()]);
        self.game.near_plies(&begun.collect::<Vec<_>>().join(";"))
    }

    /// What is wrong at the end of a line: an unfinished move, or more than is read.
    fn left_over(&self) -> Option<IllegalStep> {
        if self.is_cut {
            return Some(IllegalStep::expecting("", format!("at most {MOST_STEPS} steps in a line; the rest was not read")));
        }
        let begun = self.begun.iter().map(ToString::to_string).collect::<Vec<_>>().join(";");
        if begun.is_empty() { None } else { self.game.read_ply(&begun).err() }
    }

    fn mover(&self) -> Option<Mover> {
        let side = self.game.position.to_move().filter(|_| !self.view.is_over())?;
        Some(Mover { name: self.view.name(self.game.holder(side)), side: G::look(side).name })
    }

    fn told(self, refused: Option<IllegalStep>) -> LineAhead {
        let (number, mover) = (self.moves.len() + 1, self.mover());
        let finish = self.game.position.finish();
        let title = match &mover {
            Some(Mover { side, .. }) => format!("{} after your line: {side} to move", G::TITLE),
            None => format!("{} after your line: over", G::TITLE),
        };
        LineAhead {
            refused: refused.map(|IllegalStep { step: text, expected, nearest }| MoveRefused {
                number,
                mover: mover.clone(),
                text,
                expected,
                nearest,
            }),
            to_move: mover,
            position: self.game.position.to_string(),
            ends: finish.map(|finish| finish.winner.map_or("draw", |side| G::look(side).name)),
            ends_by: finish.map(|finish| finish.rule),
            scene: Scene {
                title,
                drawing: Drawing::Board(self.position().draw(if self.begun.is_empty() { &self.last } else { &self.begun })),
            },
            moves: self.moves,
        }
    }
}
