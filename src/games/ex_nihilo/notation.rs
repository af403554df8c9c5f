//! Positions and steps as text: `b1=W e1=WB | W | hostage a3,b4` and `2:e5-e6`.

use std::fmt;

use super::pile::Pile;
use super::{Position, Rulebook, Step};
use crate::abstract_games::{AbstractGame, AbstractStep, Hexhex, Notation, Side, read_stacks, write_stacks};

const EXPECTED: &str = "a position is stacks (from the bottom), whose step it is, and hostages while a step is owed: \
                        `b1=W e1=WB | W` or `- | W` or `d2=B d3=W d4=B | W | hostage d4`";

impl Notation for Position {
    type Rulebook = Rulebook;

    /// Accepts cells in any order, any letter case and any blanks. Refuses more pieces than a game can reach, and hostages that no step can have
    /// left.
    fn read(rulebook: &Rulebook, text: &str) -> Result<Position, String> {
        let mut position = Position::opening(rulebook)?;
        let sections: Vec<&str> = text.split('|').map(str::trim).collect();
        let (stacks, side, owed) = match sections[..] {
            [stacks, side] => (stacks, side, None),
            [stacks, side, owed] => (stacks, side, Some(owed)),
            _ => return Err(EXPECTED.to_owned()),
        };
        read_board(&mut position, stacks)?;
        position.to_move = read_side(side)?;
        if let Some(owed) = owed {
            position.hostages = read_hostages(&position, owed)?;
        }
        Ok(position)
    }
}

fn read_board(position: &mut Position, text: &str) -> Result<(), String> {
    match text {
        "" => return Err(format!("there are no stacks; write `-` for an empty board: {EXPECTED}")),
        "-" => return Ok(()),
        _ => {}
    }
    for stack in read_stacks(text, &["="]) {
        let (cell, pieces) = stack.split_once('=').ok_or_else(|| format!("`{stack}` is no stack such as `e1=WB`: {EXPECTED}"))?;
        let pile = &mut position.piles[usize::from(read_cell(position.board, cell)?)];
        if pile.height() > 0 {
            return Err(format!("there are two stacks on {cell}"));
        }
        *pile = read_pile(cell, pieces)?;
    }
    match position.most_pieces() {
        most if most <= u32::from(Pile::HIGHEST) => Ok(()),
        most => Err(format!("these stacks could grow to {most} pieces in all, and there is room for {}", Pile::HIGHEST)),
    }
}

fn read_pile(cell: &str, pieces: &str) -> Result<Pile, String> {
    let count = pieces.chars().count();
    if count == 0 || count > usize::from(Pile::HIGHEST) {
        return Err(format!("there are {count} pieces on {cell}: a stack has from 1 to {}", Pile::HIGHEST));
    }
    let mut pile = Pile::default();
    for piece in pieces.chars() {
        pile.put(Position::side_of_letter(piece).ok_or_else(|| format!("`{piece}` on {cell} is no piece: pieces are W and B"))?);
    }
    Ok(pile)
}

fn read_cell(board: &Hexhex, name: &str) -> Result<u8, String> {
    board.cell(&name.to_lowercase()).ok_or_else(|| format!("`{name}` is no cell of {board:?}"))
}

fn read_side(text: &str) -> Result<Side, String> {
    Position::side_called(text).ok_or_else(|| format!("`{text}` does not move; W or B does: {EXPECTED}"))
}

fn read_hostages(position: &Position, text: &str) -> Result<Vec<u8>, String> {
    let (word, names) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    if !["hostage", "hostages"].iter().any(|known| word.eq_ignore_ascii_case(known)) {
        return Err(format!("`{text}` is not `hostage …`: {EXPECTED}"));
    }
    let names = names.split([',', ' ']).filter(|name| !name.is_empty());
    let mut hostages = names.map(|name| read_cell(position.board, name)).collect::<Result<Vec<u8>, String>>()?;
    hostages.sort_unstable();
    hostages.dedup();
    // X4, X5: the hostages are all stacks that the stack that arrived flanks.
    let is_owed = !hostages.is_empty() && position.board.cells().any(|arrived| position.flanked_from(arrived) == hostages);
    let mover = Position::look(position.to_move).name;
    is_owed.then_some(hostages).ok_or_else(|| format!("`{text}`: no stack of {mover} flanks just these"))
}

/// The stacks in the order of their cells, or `-` for an empty board; the side to move; and the hostages.
impl fmt::Display for Position {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = self.board;
        let pile = |cell| self.pile(cell).pieces().map(Position::letter).collect::<String>();
        let occupied = board.cells().filter(|cell| self.pile(*cell).height() > 0);
        let stacks = write_stacks(occupied.map(|cell| format!("{}={}", board.name(cell), pile(cell))));
        let hostages: Vec<String> = self.hostages.iter().map(|cell| board.name(*cell)).collect();
        let owed = if hostages.is_empty() { String::new() } else { format!(" | hostage {}", hostages.join(",")) };
        write!(out, "{stacks} | {}{owed}", Position::letter(self.to_move))
    }
}

impl AbstractStep for Step {
    fn ends(&self) -> [String; 2] {
        [self.from, self.to].map(|cell| self.board.name(cell))
    }

    fn short_spellings(&self) -> Vec<String> {
        let [from, to] = self.ends();
        vec![format!("{from}-{to}")]
    }
}

impl fmt::Display for Step {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [from, to] = self.ends();
        write!(out, "{}:{from}-{to}", self.pieces)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_on_hexhex_6(text: &str) -> Result<Position, String> {
        Position::read(&Rulebook { size: 6 }, text)
    }

    #[test]
    fn a_position_without_room_for_all_that_could_come_is_refused() {
        // Radius 5, 91 cells: 90 empty cells may bring 5 pieces each, and f6 in the middle can go 5 steps outward.
        let most = usize::from(Pile::HIGHEST) - 90 * 5 - 5;
        let fits = format!("f6={} | W", "W".repeat(most));
        assert_eq!(read_on_hexhex_6(&fits).unwrap().to_string(), fits);
        let too_many = read_on_hexhex_6(&format!("f6={} | W", "W".repeat(most + 1)));
        assert_eq!(too_many.unwrap_err(), "these stacks could grow to 513 pieces in all, and there is room for 512");
        let too_high = read_on_hexhex_6(&format!("f6={} | W", "W".repeat(2_000)));
        assert_eq!(too_high.unwrap_err(), "there are 2000 pieces on f6: a stack has from 1 to 512");
    }
}
