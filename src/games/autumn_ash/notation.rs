//! Positions and turns as text: `A1=yQ D3=rQ/nD/rP | R0 X0 | R`, with stacks from bottom to top, and `P@A1 A1-B1=D`, with a placement first.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use super::board::{Ground, Square};
use super::pieces::{Colour, Piece, Size};
use super::steps::Placement;
use super::{Position, Rulebook, Step};
use crate::abstract_games::{AbstractGame, AbstractStep, Notation, Side, listing, read_stacks, write_stacks};

impl Notation for Position {
    type Rulebook = Rulebook;

    /// Accepts squares in any order and letters in either case. Without points nobody has any, and without a side Rainbow is to move. Refuses a
    /// position that breaks the supply (U2) or the frame (U11).
    fn read(rulebook: &Rulebook, text: &str) -> Result<Position, String> {
        let mut position = Position::empty(Arc::new(Ground::of(rulebook)?));
        let (board, rest) = text.split_once('|').unwrap_or((text, ""));
        for word in read_stacks(board, &["=", "/"]).iter().filter(|word| *word != "-") {
            read_stack(&mut position, word)?;
        }
        read_points_and_side(&mut position, rest)?;
        check(&position)?;
        Ok(position)
    }
}

/// Reads `D3=rQ/nD/rP`.
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

/// Reads `R0 X0 | R`.
fn read_points_and_side(position: &mut Position, text: &str) -> Result<(), String> {
    let (mut scores, mut to_move) = ([None; 2], None);
    for word in text.split(|letter: char| letter.is_whitespace() || letter == '|').filter(|word| !word.is_empty()) {
        let wrong = || format!("{word}: expected points such as R3 and X0, or the side to move, R or X");
        let mut letters = word.chars();
        let side = letters.next().and_then(Position::side_of_letter).ok_or_else(wrong)?;
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

/// Checks the supply (U2), the points (U9) and the frame (U11).
fn check(position: &Position) -> Result<(), String> {
    let all = Side::BOTH.into_iter().flat_map(|side| Colour::all().map(move |colour| (side, colour)));
    for piece in all.flat_map(|(side, colour)| Size::ALL.map(|size| Piece { side, colour, size })) {
        let there_are = position.ground().rulebook.supply(piece.colour);
        let standing = position.pieces().iter().filter(|standing| standing.piece == piece).count();
        if standing > usize::from(there_are) {
            return Err(format!(
                "{standing} pieces {piece} are on the board, but {} has only {there_are}",
                Position::look(piece.side).name
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

/// Squares in order; `-` for an empty board.
impl fmt::Display for Position {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stack = |square| self.stack(square).map(|piece| piece.to_string()).collect::<Vec<_>>().join("/");
        let stacks = write_stacks(self.occupied().iter().map(|square| format!("{square}={}", stack(square))));
        let scores = Side::BOTH.map(|side| format!("{}{}", Position::letter(side), self.scores()[side.index()]));
        write!(out, "{stacks} | {} | {}", scores.join(" "), Position::letter(self.turn_of))
    }
}

impl AbstractStep for Step {
    fn ends(&self) -> [String; 2] {
        [self.from, self.to].map(|square| square.to_string())
    }

    /// A piece that enters and then moves is touched where it enters.
    fn touches(&self) -> Vec<String> {
        let enters = self.placement.map(|placement| placement.square).filter(|square| *square != self.from);
        enters.map(|square| square.to_string()).into_iter().chain(self.ends()).collect()
    }

    /// Without the size. If the piece that enters is the one that moves, its square is written only once.
    fn short_spellings(&self) -> Vec<String> {
        let path = format!("{}-{}", self.from, self.to);
        match self.placement {
            None => vec![path],
            Some(placement) if placement.square == self.from => {
                let once = format!("{}@{path}", placement.size.letter());
                vec![format!("{placement} {path}"), format!("{once}={}", self.size.letter()), once]
            }
            Some(placement) => vec![format!("{placement} {path}")],
        }
    }

    /// Moves by path, with all sizes that the piece may become: `B1-B2=P/D/Q, B1-C1=P`, `P/D@A1 A1-B1=P`. A piece that can move without a placement
    /// can nearly always move with one too, so one example stands for all of these.
    fn listed(steps: &[Step]) -> String {
        let (placing, moving): (Vec<Step>, Vec<Step>) = steps.iter().partition(|step| step.placement.is_some());
        let example = placing.iter().min().filter(|_| !moving.is_empty());
        let ways = ways(if moving.is_empty() { &placing } else { &moving });
        let example = example.map(|step| format!("; or with a piece placed first, such as {step}")).unwrap_or_default();
        listing(&ways) + &example
    }
}

/// The entry point of a placement, the squares from and to, and the sizes that the piece may become.
type Way = (Option<Square>, Square, Square, BTreeSet<Size>);

/// One text for each path of a piece. Placements of different sizes share a text if they leave the same choice.
fn ways(steps: &[Step]) -> Vec<String> {
    let mut becomes: BTreeMap<(Option<Placement>, Square, Square), BTreeSet<Size>> = BTreeMap::new();
    for step in steps {
        becomes.entry((step.placement, step.from, step.to)).or_default().insert(step.size);
    }
    let mut ways: BTreeMap<Way, BTreeSet<Size>> = BTreeMap::new();
    for ((placement, from, to), sizes) in becomes {
        let placed = ways.entry((placement.map(|placement| placement.square), from, to, sizes)).or_default();
        placed.extend(placement.map(|placement| placement.size));
    }
    let way = |((square, from, to, sizes), placed): (Way, BTreeSet<Size>)| {
        let placement = square.map(|square| format!("{}@{square} ", letters(&placed))).unwrap_or_default();
        format!("{placement}{from}-{to}={}", letters(&sizes))
    };
    ways.into_iter().map(way).collect()
}

/// Writes `P/D`.
fn letters(sizes: &BTreeSet<Size>) -> String {
    sizes.iter().map(|size| size.letter().to_string()).collect::<Vec<_>>().join("/")
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(placement) = self.placement {
            write!(f, "{placement} ")?;
        }
        write!(f, "{}-{}={}", self.from, self.to, self.size.letter())
    }
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.size.letter(), self.square)
    }
}
