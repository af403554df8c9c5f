//! Positions and steps as text: `g4=W3 f4=B2 | removed W1 B0 | W` and `2:e5-e6`.

use std::fmt;

use super::{Portion, Position, Rulebook, Stack, Step};
use crate::abstract_games::{AbstractGame, AbstractStep, Notation, Side, read_stacks, write_stacks};

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
        let to_move = Position::side_called(to_move).ok_or_else(|| format!("`{to_move}` is to move: expected W or B"))?;
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
    Some((Position::side_called(&text[..1])?, digits.parse().ok()?))
}

/// The stacks in the order of their cells, or `-` for an empty board; the stacks removed; and the side to move, which after the game is the opponent
/// of the side that moved last.
impl fmt::Display for Position {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stacks = write_stacks(self.stacks().map(|(cell, Stack { side, size })| format!("{cell}={}{size}", Position::letter(side))));
        let removed = Side::BOTH.map(|side| format!("{}{}", Position::letter(side), self.removed(side))).join(" ");
        write!(out, "{stacks} | removed {removed} | {}", Position::letter(self.to_move))
    }
}

impl AbstractStep for Step {
    fn ends(&self) -> [String; 2] {
        [self.from, self.to].map(|cell| self.board.name(cell))
    }

    fn short_spellings(&self) -> Vec<String> {
        let [from, to] = self.ends();
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
        let [from, to] = self.ends();
        write!(out, "{from}-{to}")
    }
}
