//! A board of squares: files from the left, ranks from the bottom.

/// A rectangle of at most 256 squares, numbered from 0 by ranks from the bottom, each from the left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Squares {
    /// How many files, counted from the left.
    pub files: u8,
    /// How many ranks, counted from the bottom.
    pub ranks: u8,
}

impl Squares {
    /// How many squares it has.
    pub const fn len(self) -> usize {
        self.files as usize * self.ranks as usize
    }

    /// Whether it has no squares.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// All squares. On a board of 16 by 16 the last one is 255.
    pub fn squares(self) -> impl Iterator<Item = u8> {
        (0..=u8::MAX).take(self.len())
    }

    /// The square on a file and rank, both counted from 0; `None` off the board.
    pub fn at(self, file: u8, rank: u8) -> Option<u8> {
        (file < self.files && rank < self.ranks).then(|| rank * self.files + file)
    }

    /// The file and rank of a square, both counted from 0.
    pub fn place(self, square: u8) -> (u8, u8) {
        (square % self.files, square / self.files)
    }

    /// The square this many files to the right and ranks up; `None` off the board.
    pub fn step(self, square: u8, (files, ranks): (i8, i8)) -> Option<u8> {
        let (file, rank) = self.place(square);
        self.at(file.checked_add_signed(files)?, rank.checked_add_signed(ranks)?)
    }

    /// The name of a square, such as `c6`.
    pub fn name(self, square: u8) -> String {
        let (file, rank) = self.place(square);
        format!("{}{}", char::from(b'a' + file), rank + 1)
    }

    /// The square with this name, in lower case; `None` off the board.
    pub fn square(self, name: &str) -> Option<u8> {
        let file = name.bytes().next()?.checked_sub(b'a')?;
        let rank = name.get(1..)?.parse::<u8>().ok()?.checked_sub(1)?;
        self.at(file, rank).filter(|square| self.name(*square) == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_steps_and_edges() {
        let board = Squares { files: 5, ranks: 6 };
        assert!((0..30).all(|square| board.square(&board.name(square)) == Some(square)));
        assert_eq!((board.square("f1"), board.square("a7"), board.square("a01"), board.square("")), (None, None, None, None));
        assert_eq!(board.step(0, (-1, 0)), None);
        assert_eq!(board.step(0, (1, 1)).map(|square| board.name(square)).as_deref(), Some("b2"));
    }
}
