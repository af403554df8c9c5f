//! The hexagon of hexagons: cells, rays and distances from the centre, computed once for each size.

use std::cmp::Ordering;
use std::fmt;
use std::sync::OnceLock;

/// A board with `size` cells along each side. There is only one of each size, so boards are compared by size.
pub struct Hexhex {
    size: u8,
    cells: Vec<HexCell>,
}

struct HexCell {
    /// The row, counted from 0.
    row: u8,
    number: u8,
    distance: u8,
    /// The cells along a straight line in each of the six directions, nearest first.
    rays: [Vec<u8>; 6],
}

/// Axial steps; direction `d` and `d + 3` are opposite.
const DIRECTIONS: [(i8, i8); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

impl Hexhex {
    /// The sizes of boards that exist.
    pub const SIZES: std::ops::RangeInclusive<u8> = 2..=6;

    /// The number of cells of the largest board.
    pub const MOST_CELLS: usize = 91;

    /// The board of this size; `None` for a size outside [`Hexhex::SIZES`].
    pub fn of(size: u8) -> Option<&'static Hexhex> {
        static BOARDS: [OnceLock<Hexhex>; 5] = [const { OnceLock::new() }; 5];
        let board = BOARDS.get(usize::from(size.checked_sub(*Self::SIZES.start())?))?;
        Some(board.get_or_init(|| Hexhex::build(size)))
    }

    fn build(size: u8) -> Hexhex {
        let reach = size as i8 - 1;
        // Rows from the bottom, each from the left, as axial (q, r) with the centre at (0, 0).
        let places: Vec<(i8, i8)> =
            (-reach..=reach).flat_map(|r| ((-reach).max(-reach - r)..=reach.min(reach - r)).map(move |q| (q, r))).collect();
        let at = |place: (i8, i8)| places.iter().position(|known| *known == place).map(|index| index as u8);
        let ray = |(q, r): (i8, i8), (dq, dr): (i8, i8)| (1..=2 * reach).map_while(|n| at((q + dq * n, r + dr * n))).collect();
        let cells = places.iter().map(|&(q, r)| HexCell {
            row: (r + reach) as u8,
            number: (q - (-reach).max(-reach - r)) as u8,
            distance: q.abs().max(r.abs()).max((q + r).abs()) as u8,
            rays: DIRECTIONS.map(|direction| ray((q, r), direction)),
        });
        Hexhex { size, cells: cells.collect() }
    }

    /// The number of cells along each side.
    pub fn size(&self) -> u8 {
        self.size
    }

    /// The number of cells. Cells are numbered from 0, by rows from the bottom, each from the left.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// All cells.
    pub fn cells(&self) -> impl Iterator<Item = u8> + use<> {
        0..self.cells.len() as u8
    }

    /// Always false: the smallest board has 7 cells.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The number of steps from the centre.
    pub fn distance(&self, cell: u8) -> u8 {
        self.cells[usize::from(cell)].distance
    }

    /// The cells along a straight line from `cell` in each of the six directions, nearest first.
    pub fn rays(&self, cell: u8) -> &[Vec<u8>; 6] {
        &self.cells[usize::from(cell)].rays
    }

    /// The name of a cell, such as `e5`.
    pub fn name(&self, cell: u8) -> String {
        let HexCell { row, number, .. } = self.cells[usize::from(cell)];
        format!("{}{}", char::from(b'a' + row), number + 1)
    }

    /// The cell with this name, in lower case; `None` off the board.
    pub fn cell(&self, name: &str) -> Option<u8> {
        let row = name.bytes().next()?.checked_sub(b'a')?;
        let number = name.get(1..)?.parse::<u8>().ok()?.checked_sub(1)?;
        let found = self.cells.iter().position(|cell| (cell.row, cell.number) == (row, number))?;
        (self.name(found as u8) == name).then_some(found as u8)
    }
}

impl PartialEq for Hexhex {
    fn eq(&self, other: &Hexhex) -> bool {
        self.size == other.size
    }
}

impl Eq for Hexhex {}

impl PartialOrd for Hexhex {
    fn partial_cmp(&self, other: &Hexhex) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Hexhex {
    fn cmp(&self, other: &Hexhex) -> Ordering {
        self.size.cmp(&other.size)
    }
}

impl fmt::Debug for Hexhex {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "hexhex-{}", self.size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_centre_is_the_nth_letter_with_n() {
        for (size, name, cells) in [(2, "b2", 7), (3, "c3", 19), (4, "d4", 37), (5, "e5", 61), (6, "f6", 91)] {
            let board = Hexhex::of(size).unwrap();
            assert_eq!(board.len(), cells);
            assert_eq!(board.distance(board.cell(name).unwrap()), 0);
            assert!((0..cells as u8).all(|cell| board.cell(&board.name(cell)) == Some(cell)));
            assert_eq!(board.distance(board.cell("a1").unwrap()), size - 1);
        }
        assert!(Hexhex::of(1).is_none() && Hexhex::of(7).is_none());
        let board = Hexhex::of(4).unwrap();
        assert_eq!(
            (board.cell("a5"), board.cell("g4").is_some(), board.cell("g5"), board.cell("a01"), board.cell("é")),
            (None, true, None, None, None)
        );
    }

    #[test]
    fn rays_are_straight_and_opposite_directions_answer_each_other() {
        let board = Hexhex::of(4).unwrap();
        let from = |name: &str| {
            board
                .rays(board.cell(name).unwrap())
                .iter()
                .map(|ray| ray.iter().map(|cell| board.name(*cell)).collect::<Vec<_>>().join(" "))
                .collect::<Vec<_>>()
        };
        assert_eq!(from("g1"), ["g2 g3 g4", "", "", "", "f1 e1 d1", "f2 e3 d4 c4 b4 a4"]);
        for cell in 0..board.len() as u8 {
            for (direction, ray) in board.rays(cell).iter().enumerate() {
                assert!(ray.first().is_none_or(|next| board.rays(*next)[(direction + 3) % 6].first() == Some(&cell)));
            }
        }
    }
}
