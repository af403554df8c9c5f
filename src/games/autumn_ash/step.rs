//! A turn as it is written: `B1-B3=Q`, with a placement first `P@A1 A1-B1=D`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::pieces::Size;
use super::square::Square;
use crate::abstract_games::listing;

/// U4: a whole turn. Lines are bagged by themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Step {
    pub placement: Option<Placement>,
    pub from: Square,
    pub to: Square,
    /// What the piece becomes in the next colour.
    pub size: Size,
}

/// A piece of the first colour enters the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Placement {
    pub size: Size,
    pub square: Square,
}

impl Step {
    /// Without the size; and the square only once where the piece that enters is the one that moves.
    pub fn short_spellings(self) -> Vec<String> {
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
}

/// Moves by the way of the piece, with all sizes that it may become: `B1-B2=P/D/Q, B1-C1=P`, `P/D@A1 A1-B1=P`. A piece that can move without a placement
/// can nearly always do so with one as well, so there an example stands for all of them.
pub fn listed(steps: &[Step]) -> String {
    let (placing, moving): (Vec<Step>, Vec<Step>) = steps.iter().partition(|step| step.placement.is_some());
    let example = placing.iter().min().filter(|_| !moving.is_empty());
    let ways = ways(if moving.is_empty() { &placing } else { &moving });
    let example = example.map(|step| format!("; or with a piece placed first, such as {step}")).unwrap_or_default();
    listing(&ways) + &example
}

/// The entry point of a piece that is placed first, the squares from and to, and what the piece may become.
type Way = (Option<Square>, Square, Square, BTreeSet<Size>);

/// One text for each way of a piece, and for the sizes of the piece that is placed first where they leave the same choice.
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

/// `P/D`
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
