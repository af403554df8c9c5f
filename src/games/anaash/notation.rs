//! Positions and steps as text: `./.,R3,B1,./… R` and `a4-a5`.

use std::fmt;

use super::{Position, Rulebook, Stack, Step};
use crate::abstract_games::{AbstractGame, AbstractStep, Notation, Side, Squares};

impl Notation for Position {
    type Rulebook = Rulebook;

    fn read(rulebook: &Rulebook, text: &str) -> Result<Position, String> {
        let board = rulebook.board()?;
        let (ranks, side) = text
            .trim()
            .rsplit_once(char::is_whitespace)
            .ok_or("the position does not say who is to move: expected a blank and R or B at its end")?;
        let to_move = Side::BOTH
            .into_iter()
            .find(|known| Position::letter(*known).to_string() == side)
            .ok_or_else(|| format!("`{side}` is to move in this position: expected R or B"))?;
        let mut position = Position { board, stacks: read_ranks(board, ranks)?, to_move: None };
        check_checkers(&position)?;
        position.give_turn(to_move);
        Ok(position)
    }
}

fn read_ranks(board: Squares, text: &str) -> Result<Vec<Option<Stack>>, String> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != usize::from(board.ranks) {
        return Err(format!("there are {} ranks: expected {}, from top to bottom, joined by /", ranks.len(), board.ranks));
    }
    let mut stacks = Vec::with_capacity(board.len());
    for (rank, text) in (1..).zip(ranks.into_iter().rev()) {
        let words: Vec<&str> = text.split(',').map(str::trim).collect();
        if words.len() != usize::from(board.files) {
            return Err(format!("rank {rank} has {} squares: expected {}, joined by commas", words.len(), board.files));
        }
        for word in words {
            stacks.push(read_square(word).ok_or_else(|| format!("`{word}` stands on rank {rank}: expected `.`, R3, B1 or the like"))?);
        }
    }
    Ok(stacks)
}

fn read_square(word: &str) -> Option<Option<Stack>> {
    if word == "." {
        return Some(None);
    }
    let side = Side::BOTH.into_iter().find(|side| word.starts_with(Position::letter(*side)))?;
    let height = word.get(1..)?.parse().ok().filter(|height| *height > 0)?;
    let stack = Stack { side, height };
    (stack.to_string() == word).then_some(Some(stack))
}

fn check_checkers(position: &Position) -> Result<(), String> {
    let most = position.board.len() / 2;
    let counts = Side::BOTH.map(|side| (side, position.checkers(side)));
    if counts.iter().all(|(_, count)| *count == 0) {
        return Err("there is no checker on the board: expected stacks such as R3 or B1".to_owned());
    }
    match counts.into_iter().find(|(_, count)| *count > most) {
        Some((side, count)) => Err(format!("{} has {count} checkers: expected at most {most}", Position::look(side).name)),
        None => Ok(()),
    }
}

impl fmt::Display for Stack {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}{}", Position::letter(self.side), self.height)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let square = |stack: &Option<Stack>| stack.map_or_else(|| ".".to_owned(), |stack| stack.to_string());
        let rank = |stacks: &[Option<Stack>]| stacks.iter().map(square).collect::<Vec<_>>().join(",");
        let ranks: Vec<String> = self.stacks.chunks(usize::from(self.board.files)).rev().map(rank).collect();
        // After the game the notation names the side that has nothing left.
        let to_move = self.to_move.or_else(|| self.winner().map(Side::other)).unwrap_or(Side::First);
        write!(out, "{} {}", ranks.join("/"), Position::letter(to_move))
    }
}

impl AbstractStep for Step {
    fn ends(&self) -> [String; 2] {
        [self.from, self.to].map(|square| self.board.name(square))
    }
}

impl fmt::Display for Step {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [from, to] = self.ends();
        write!(out, "{from}-{to}")
    }
}
