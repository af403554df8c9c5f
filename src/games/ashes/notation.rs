//! Positions and steps as text: `g4=W3 f4=B2 | removed W1 B0 | W` and `2:e5-e6`.

use std::fmt;

use super::{Portion, Position, Rulebook, Stack, Step};
use crate::abstract_games::{AbstractGame, AbstractStep, Notation, Side, read_stacks, write_stacks};
use crate::engine::SideLook;

const EXPECTED: &str = "a position is stacks, how many stacks each side has removed, and whose move it is: \
                        `g4=W3 f4=B2 | removed W1 B0 | W` or `- | removed W0 B0 | W`";

impl Notation for Position {
    type Rulebook = Rulebook;

    /// Accepts cells and sides in any order, any letter case and any blanks. If the side to move cannot move, it is skipped; if a side has lost, the
    /// game is over.
    fn read(rulebook: &Rulebook, text: &str) -> Result<Position, String> {
        let mut position = Position::opening(rulebook)?;
        let lower = text.to_lowercase();
        let parts: Vec<&str> = lower.split('|').map(str::trim).collect();
        let [stacks, removed, to_move] = parts[..] else {
            let parts = parts.len();
            return Err(format!("there are {parts} parts between `|`, not 3: {EXPECTED}"));
        };
        read_board(&mut position, stacks)?;
        position.removed = read_removed(removed)?;
        let to_move = read_side(to_move).ok_or_else(|| format!("`{to_move}` is to move: expected W or B"))?;
        position.give_turn(to_move.other());
        Ok(position)
    }
}

fn read_board(position: &mut Position, text: &str) -> Result<(), String> {
    match text {
        "-" => return Ok(()),
        "" => return Err(format!("there are no stacks: expected `-` for an empty board; {EXPECTED}")),
        _ => {}
    }
    for word in read_stacks(text, &["="]) {
        let (name, stack) = word.split_once('=').ok_or_else(|| format!("`{word}` is no stack: expected one such as g4=W3"))?;
        let board = position.board;
        let cell = board.cell(name).ok_or_else(|| format!("`{name}` is no cell of {board:?}: expected one such as a1"))?;
        if position.stack(cell).is_some() {
            return Err(format!("there are two stacks on {name}: expected one"));
        }
        let (side, size) = read_count(stack)
            .filter(|(_, size)| (1..=Stack::LARGEST).contains(size))
            .ok_or_else(|| format!("`{word}` is no stack: expected W or B and from 1 to {} pieces, such as {name}=W3", Stack::LARGEST))?;
        position.put(cell, Stack { side, size });
    }
    Ok(())
}

/// Reads `removed w1 b0`.
fn read_removed(text: &str) -> Result<[u16; 2], String> {
    let wrong = || format!("`{text}` does not say how many stacks each side has removed: expected `removed W1 B0`");
    let counts = text.strip_prefix("removed").ok_or_else(wrong)?.split_whitespace().map(read_count);
    let counts: Vec<(Side, u16)> = counts.collect::<Option<_>>().ok_or_else(wrong)?;
    match counts[..] {
        [(Side::First, white), (Side::Second, black)] | [(Side::Second, black), (Side::First, white)] => Ok([white, black]),
        _ => Err(wrong()),
    }
}

/// Reads `w3`.
fn read_count(text: &str) -> Option<(Side, u16)> {
    let digits = text.get(1..).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))?;
    Some((read_side(&text[..1])?, digits.parse().ok()?))
}

/// Reads `w` or `white`.
fn read_side(text: &str) -> Option<Side> {
    let is_meant = |look: SideLook| text == look.letter.to_lowercase().to_string() || text == look.name.to_lowercase();
    Side::BOTH.into_iter().find(|side| is_meant(Position::look(*side)))
}

fn letter(side: Side) -> char {
    Position::look(side).letter
}

/// The stacks in the order of their cells, or `-` for an empty board; the stacks removed; and the side to move, which after the game is the opponent
/// of the side that moved last.
impl fmt::Display for Position {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stacks = write_stacks(self.stacks().map(|(cell, Stack { side, size })| format!("{cell}={}{size}", letter(side))));
        let removed = Side::BOTH.map(|side| format!("{}{}", letter(side), self.removed(side))).join(" ");
        write!(out, "{stacks} | removed {removed} | {}", letter(self.to_move))
    }
}

impl AbstractStep for Step {
    fn origin(&self) -> String {
        self.board.name(self.from)
    }

    fn touches(&self) -> Vec<String> {
        vec![self.origin(), self.board.name(self.to)]
    }

    fn short_spellings(&self) -> Vec<String> {
        let [from, to] = [self.from, self.to].map(|cell| self.board.name(cell));
        match self.portion {
            // Nothing else can start from an empty cell.
            Portion::Nothing => vec![format!("{from}-{to}")],
            // `g4-f4` would mean the whole stack.
            Portion::Part(_) => Vec::new(),
            Portion::Whole(pieces) => vec![format!("{pieces}:{from}-{to}")],
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.portion {
            Portion::Nothing => out.write_str("0:")?,
            Portion::Part(pieces) => write!(out, "{pieces}:")?,
            Portion::Whole(_) => {}
        }
        write!(out, "{}-{}", self.board.name(self.from), self.board.name(self.to))
    }
}
