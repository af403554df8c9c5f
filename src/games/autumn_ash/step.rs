//! A turn as it is written: `B1-B3=Q`, with a placement first `P@A1 A1-B1=D`.

use std::fmt;

use super::pieces::Size;
use super::square::Square;

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
