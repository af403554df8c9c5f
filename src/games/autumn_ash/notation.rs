//! Positions as text: `A1=yQ D3=rQ/nD/rP | R0 X0 | R`, stacks from bottom to top.

use std::sync::Arc;

use super::AutumnAsh;
use super::ground::Ground;
use super::pieces::{Colour, Piece, Size};
use super::position::Position;
use super::square::Square;
use crate::abstract_games::{AbstractGame, Side};

/// Squares in their order; an empty board is `-`.
pub fn write_position(position: &Position) -> String {
    let mut squares: Vec<String> = position.occupied().iter().map(|square| format!("{square}={}", write_stack(position, square))).collect();
    if squares.is_empty() {
        squares.push("-".to_owned());
    }
    let scores = Side::BOTH.map(|side| format!("{}{}", letter(side), position.scores()[side.index()]));
    format!("{} | {} | {}", squares.join(" "), scores.join(" "), letter(position.turn_of))
}

fn write_stack(position: &Position, square: Square) -> String {
    position.stack(square).map(|piece| piece.to_string()).collect::<Vec<_>>().join("/")
}

fn letter(side: Side) -> char {
    AutumnAsh::look(side).letter
}

/// Squares may come in any order and letters in either case. Without points nobody has any, without a side Rainbow is to move.
///
/// # Errors
/// What was read and what was expected; also where the position breaks the supply (U2) or the frame (U11).
pub fn read_position(ground: &Arc<Ground>, text: &str) -> Result<Position, String> {
    let mut position = Position::empty(Arc::clone(ground));
    let (board, rest) = text.split_once('|').unwrap_or((text, ""));
    let board = ["=", "/"].iter().fold(board.to_owned(), |board, sign| board.split(sign).map(str::trim).collect::<Vec<_>>().join(sign));
    for word in board.split_whitespace().filter(|word| *word != "-") {
        read_stack(&mut position, word)?;
    }
    read_points_and_side(&mut position, rest)?;
    check(&position)?;
    Ok(position)
}

/// `D3=rQ/nD/rP`
fn read_stack(position: &mut Position, word: &str) -> Result<(), String> {
    let (name, pieces) = word.split_once('=').ok_or_else(|| format!("{word}: expected a square and its pieces, such as D3=rQ/nD/rP"))?;
    let square = Square::of_name(name).filter(|square| position.ground().board().contains(*square));
    let square = square.ok_or_else(|| format!("{word}: there is no square {name}"))?;
    if position.occupied().contains(square) {
        return Err(format!("{word}: {square} is named twice"));
    }
    for piece in pieces.split('/') {
        position.put(square, read_piece(piece).ok_or_else(|| format!("{word}: {piece:?} is no piece: expected one such as yQ"))?);
    }
    Ok(())
}

fn read_piece(text: &str) -> Option<Piece> {
    let mut letters = text.chars();
    let piece = Piece::of_letters(letters.next()?, letters.next()?)?;
    letters.next().is_none().then_some(piece)
}

/// `R0 X0 | R`
fn read_points_and_side(position: &mut Position, text: &str) -> Result<(), String> {
    let (mut scores, mut to_move) = ([None; 2], None);
    for word in text.split(|letter: char| letter.is_whitespace() || letter == '|').filter(|word| !word.is_empty()) {
        let wrong = || format!("{word}: expected points such as R3 and X0, or the side to move, R or X");
        let mut letters = word.chars();
        let side = letters.next().and_then(side_of_letter).ok_or_else(wrong)?;
        let twice = match letters.as_str() {
            "" => to_move.replace(side).is_some(),
            points => scores[side.index()].replace(points.parse::<u32>().map_err(|_| wrong())?).is_some(),
        };
        if twice {
            return Err(format!("{word}: this is said twice"));
        }
    }
    position.scores = scores.map(Option::unwrap_or_default);
    position.turn_of = to_move.unwrap_or(Side::First);
    Ok(())
}

fn side_of_letter(wanted: char) -> Option<Side> {
    Side::BOTH.into_iter().find(|side| letter(*side) == wanted.to_ascii_uppercase())
}

/// U2, U9, U11.
fn check(position: &Position) -> Result<(), String> {
    let all = Side::BOTH.into_iter().flat_map(|side| Colour::all().map(move |colour| (side, colour)));
    for piece in all.flat_map(|(side, colour)| Size::ALL.map(|size| Piece { side, colour, size })) {
        let there_are = position.ground().rulebook.supply(piece.colour);
        let standing = position.pieces().iter().filter(|standing| standing.piece == piece).count();
        if standing > usize::from(there_are) {
            return Err(format!(
                "{standing} pieces {piece} are on the board, but {} has only {there_are}",
                AutumnAsh::look(piece.side).name
            ));
        }
    }
    if !position.ground().fits(position.occupied()) {
        let [short, long] = position.ground().rulebook.frame;
        return Err(format!("the pieces do not fit a rectangle of {short} by {long} squares"));
    }
    let beaten = position.ground().rulebook.score_to_beat;
    if position.scores().iter().all(|score| *score > beaten) {
        return Err(format!("both sides have more than {beaten} points, but the first to have them wins at once"));
    }
    Ok(())
}
