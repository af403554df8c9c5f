//! Positions as text: `b1=W e1=WB | W | hostage a3,b4`.

use super::pile::Pile;
use super::{ExNihilo, Position};
use crate::board::{BoardGame, Hexhex, Side};

const EXPECTED: &str = "a position is stacks (from the bottom), whose step it is, and hostages while a step is owed: \
                        `b1=W e1=WB | W` or `- | W` or `d2=B d3=W d4=B | W | hostage d4`";

/// The stacks in the order of their cells, `-` for an empty board, the side to move, and the hostages.
pub(super) fn write(position: &Position) -> String {
    let board = position.board;
    let pile = |cell| position.pile(cell).pieces().map(letter).collect::<String>();
    let occupied = position.cells().filter(|cell| position.pile(*cell).height() > 0);
    let stacks: Vec<String> = occupied.map(|cell| format!("{}={}", board.name(cell), pile(cell))).collect();
    let stacks = if stacks.is_empty() { "-".to_owned() } else { stacks.join(" ") };
    let hostages: Vec<String> = position.hostages.iter().map(|cell| board.name(*cell)).collect();
    let owed = if hostages.is_empty() { String::new() } else { format!(" | hostage {}", hostages.join(",")) };
    format!("{stacks} | {}{owed}", letter(position.to_move))
}

/// Reads what [`write`] writes, in any order of the cells, in any case, with any blanks.
///
/// # Errors
/// When it does not read, when no game could hold so many pieces, and when the hostages are none.
pub(super) fn read(board: &'static Hexhex, text: &str) -> Result<Position, String> {
    let lower = text.to_lowercase();
    let sections: Vec<&str> = lower.split('|').map(str::trim).collect();
    let (stacks, side, owed) = match sections[..] {
        [stacks, side] => (stacks, side, None),
        [stacks, side, owed] => (stacks, side, Some(owed)),
        _ => return Err(EXPECTED.to_owned()),
    };
    let mut position = Position::empty(board);
    read_stacks(&mut position, stacks)?;
    position.to_move = read_side(side)?;
    if let Some(owed) = owed {
        position.hostages = read_hostages(&position, owed)?;
    }
    Ok(position)
}

fn read_stacks(position: &mut Position, text: &str) -> Result<(), String> {
    match text {
        "" => return Err(format!("there are no stacks; write `-` for an empty board: {EXPECTED}")),
        "-" => return Ok(()),
        _ => {}
    }
    let close = text.split_whitespace().collect::<Vec<_>>().join(" ").replace(" =", "=").replace("= ", "=");
    for word in close.split(' ') {
        let (cell, pieces) = word.split_once('=').ok_or_else(|| format!("`{word}` is no stack such as `e1=wb`: {EXPECTED}"))?;
        let pile = &mut position.piles[usize::from(read_cell(position.board, cell)?)];
        if pile.height() > 0 {
            return Err(format!("there are two stacks on {cell}"));
        }
        *pile = read_pile(word, pieces)?;
    }
    match position.most_pieces() {
        most if most < u32::from(Pile::HIGHEST) => Ok(()),
        most => Err(format!("these stacks could grow to {most} pieces in all, and no game comes to {}", Pile::HIGHEST)),
    }
}

fn read_pile(word: &str, pieces: &str) -> Result<Pile, String> {
    if pieces.is_empty() || pieces.len() > usize::from(Pile::HIGHEST) {
        return Err(format!(
            "a stack has from 1 to {} pieces, and {} has {}",
            Pile::HIGHEST,
            word.split('=').next().unwrap_or(word),
            pieces.len()
        ));
    }
    let mut pile = Pile::default();
    for piece in pieces.chars() {
        pile.put(side_of(piece).ok_or_else(|| format!("`{piece}` in `{word}` is no piece: pieces are W and B"))?);
    }
    Ok(pile)
}

fn read_cell(board: &Hexhex, name: &str) -> Result<u8, String> {
    board.cell(name).ok_or_else(|| format!("`{name}` is no cell of {board:?}"))
}

fn read_side(text: &str) -> Result<Side, String> {
    let is_meant = |side: &Side| {
        let look = ExNihilo::SIDES[side.index()];
        text.eq_ignore_ascii_case(look.name) || text.eq_ignore_ascii_case(&look.letter.to_string())
    };
    Side::BOTH.into_iter().find(is_meant).ok_or_else(|| format!("`{text}` has no step; W or B has: {EXPECTED}"))
}

fn read_hostages(position: &Position, text: &str) -> Result<Vec<u8>, String> {
    let names = text
        .strip_prefix("hostages")
        .or_else(|| text.strip_prefix("hostage"))
        .ok_or_else(|| format!("`{text}` is not `hostage …`: {EXPECTED}"))?;
    let names = names.split([',', ' ']).filter(|name| !name.is_empty());
    let mut hostages = names.map(|name| read_cell(position.board, name)).collect::<Result<Vec<u8>, String>>()?;
    hostages.sort_unstable();
    hostages.dedup();
    // X4, X5: they are all those that one stack flanked, the one that has arrived.
    match !hostages.is_empty() && position.cells().any(|arrived| position.flanked_from(arrived) == hostages) {
        true => Ok(hostages),
        false => Err(format!("`{text}`: there is no stack of {} that flanks just these", ExNihilo::SIDES[position.to_move.index()].name)),
    }
}

fn letter(side: Side) -> char {
    ExNihilo::SIDES[side.index()].letter
}

fn side_of(piece: char) -> Option<Side> {
    Side::BOTH.into_iter().find(|side| letter(*side).eq_ignore_ascii_case(&piece))
}
