//! Stacks on their squares, and how they are written: `./.,R3,B1,./… R`.

use std::fmt;

use super::{Anaash, Rulebook, rules};
use crate::abstract_games::{AbstractGame, Side, Squares};

/// The boards that the notation bears: files to p, and 256 squares.
const SIZES: std::ops::RangeInclusive<u8> = 4..=16;

/// A stack of checkers of one colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stack {
    pub side: Side,
    /// From 1 to half of the squares: all checkers of a side.
    pub height: u8,
}

/// A board with the side to move, passes made. Never empty, and no side has more checkers than it began with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    pub(super) board: Squares,
    pub(super) stacks: Vec<Option<Stack>>,
    /// `None` once a side has captured all.
    pub(super) to_move: Option<Side>,
}

impl Position {
    /// A1: a checker on every square, like the fields of a chessboard; Red has a1 and moves first.
    pub(super) fn opening(rulebook: Rulebook) -> Result<Position, String> {
        let board = board(rulebook)?;
        let checker = |square| {
            let (file, rank) = board.place(square);
            Stack { side: Side::BOTH[usize::from((file + rank) % 2)], height: 1 }
        };
        let stacks = board.squares().map(|square| Some(checker(square))).collect();
        Ok(Position { board, stacks, to_move: Some(Side::First) })
    }

    pub(super) fn read(rulebook: Rulebook, text: &str) -> Result<Position, String> {
        let board = board(rulebook)?;
        let (ranks, side) = text
            .trim()
            .rsplit_once(char::is_whitespace)
            .ok_or("the position does not say who is to move: expected a blank and R or B at its end")?;
        let to_move = Side::BOTH
            .into_iter()
            .find(|known| letter(*known).to_string() == side)
            .ok_or_else(|| format!("`{side}` is to move in this position: expected R or B"))?;
        let mut position = Position { board, stacks: read_ranks(board, ranks)?, to_move: None };
        position.check_checkers()?;
        rules::give_turn(&mut position, to_move);
        Ok(position)
    }

    fn check_checkers(&self) -> Result<(), String> {
        let most = self.board.len() / 2;
        let counts = Side::BOTH.map(|side| (side, self.checkers(side)));
        if counts.iter().all(|(_, count)| *count == 0) {
            return Err("there is no checker on the board: expected stacks such as R3 or B1".to_owned());
        }
        match counts.into_iter().find(|(_, count)| *count > most) {
            Some((side, count)) => Err(format!("{} has {count} checkers: expected at most {most}", Anaash::look(side).name)),
            None => Ok(()),
        }
    }

    pub fn board(&self) -> Squares {
        self.board
    }

    /// The stack on a square, if it is on the board and occupied.
    pub fn at(&self, square: u8) -> Option<Stack> {
        self.stacks.get(usize::from(square)).copied().flatten()
    }

    /// All stacks with their squares: ranks from the bottom, each from the left.
    pub fn stacks(&self) -> impl Iterator<Item = (u8, Stack)> {
        self.board.squares().zip(&self.stacks).filter_map(|(square, stack)| Some((square, (*stack)?)))
    }

    /// How many checkers a side has.
    pub fn checkers(&self, side: Side) -> usize {
        self.stacks().filter(|(_, stack)| stack.side == side).map(|(_, stack)| usize::from(stack.height)).sum()
    }

    /// Whose move it is; `None` once the game is over.
    pub fn to_move(&self) -> Option<Side> {
        self.to_move
    }

    /// A4: the side whose enemy has no checker left.
    pub fn winner(&self) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.stacks().all(|(_, stack)| stack.side == *side))
    }
}

/// A1: an even number of squares a side.
fn board(Rulebook { size }: Rulebook) -> Result<Squares, String> {
    if SIZES.contains(&size) && size % 2 == 0 {
        Ok(Squares { files: size, ranks: size })
    } else {
        Err(format!("a board of size {size} cannot be: expected an even size from {} to {}", SIZES.start(), SIZES.end()))
    }
}

fn letter(side: Side) -> char {
    Anaash::look(side).letter
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
    let side = Side::BOTH.into_iter().find(|side| word.starts_with(letter(*side)))?;
    let height = word.get(1..)?.parse().ok().filter(|height| *height > 0)?;
    let stack = Stack { side, height };
    (stack.to_string() == word).then_some(Some(stack))
}

impl fmt::Display for Stack {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}{}", letter(self.side), self.height)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let square = |stack: &Option<Stack>| stack.map_or_else(|| ".".to_owned(), |stack| stack.to_string());
        let rank = |stacks: &[Option<Stack>]| stacks.iter().map(square).collect::<Vec<_>>().join(",");
        let ranks: Vec<String> = self.stacks.chunks(usize::from(self.board.files)).rev().map(rank).collect();
        // Once it is over it would be the turn of the side that has nothing left.
        let to_move = self.to_move.or_else(|| self.winner().map(Side::other)).unwrap_or(Side::First);
        write!(out, "{} {}", ranks.join("/"), letter(to_move))
    }
}
