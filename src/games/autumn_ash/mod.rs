//! Autumn Ash, by Gregory Lattanzio: pyramids that change colour as they move. Rules U1 to U11.

pub mod pieces;
pub mod position;
pub mod rulebook;
pub mod square;
pub mod step;

mod bagging;
mod deeds;
mod draw;
mod ground;
mod movement;
mod notation;
mod turn;

use std::sync::Arc;

use self::ground::Ground;
use self::position::Position;
use self::rulebook::Rulebook;
use self::step::Step;
use crate::abstract_games::{AbstractGame, Deed, Finish, Side};
use crate::engine::{Board, Paint, SideLook};

/// The game, for the registry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AutumnAsh;

impl AbstractGame for AutumnAsh {
    const ID: &'static str = "autumn_ash";
    const TITLE: &'static str = "Autumn Ash";
    const RULES: u32 = 1;
    const CREDIT: &'static str = "Autumn Ash was designed by Gregory Lattanzio in 2012 for Looney Pyramids.";
    /// U2.
    const SIDES: [SideLook; 2] =
        [SideLook { name: "Rainbow", letter: 'R', paint: Paint::ByPiece }, SideLook { name: "Xeno", letter: 'X', paint: Paint::ByPiece }];
    type Rulebook = Rulebook;
    type Position = Position;
    type Step = Step;

    fn opening(rulebook: &Rulebook) -> Result<Position, String> {
        Self::read_position(rulebook, &rulebook.opening)
    }

    fn read_position(rulebook: &Rulebook, text: &str) -> Result<Position, String> {
        notation::read_position(&Arc::new(Ground::of(rulebook)?), text)
    }

    fn write_position(position: &Position) -> String {
        notation::write_position(position)
    }

    fn to_move(position: &Position) -> Option<Side> {
        turn::legal_steps(position).next().map(|_| position.turn_of)
    }

    fn steps(position: &Position, into: &mut Vec<Step>) {
        into.extend(turn::legal_steps(position));
    }

    fn play(position: &mut Position, step: Step) {
        turn::play(position, step);
    }

    fn finish(position: &Position) -> Option<Finish> {
        turn::finish(position)
    }

    fn origin(step: Step) -> String {
        step.from.to_string()
    }

    fn short_spellings(step: Step) -> Vec<String> {
        step.short_spellings()
    }

    fn listed(steps: &[Step]) -> String {
        step::listed(steps)
    }

    fn deeds(before: &Position, step: Step) -> Vec<Deed> {
        deeds::deeds(before, step)
    }

    fn draw(position: &Position, last: &[Step]) -> Board {
        draw::draw(position, last)
    }
}
