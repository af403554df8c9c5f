//! The position: what stands where, whose step it is, and which hostages are owed a step.

use super::pile::{Pile, Stack};
use crate::board::{Hexhex, Side};

/// The cells of the largest board, hexhex-6.
const MOST_CELLS: usize = 91;

/// Who stands where on what board, and who has to make a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    pub(super) board: &'static Hexhex,
    /// Cells that the board does not have stay empty.
    pub(super) piles: [Pile; MOST_CELLS],
    pub(super) to_move: Side,
    /// X5: the stacks of which `to_move` has to move one; in the order of their cells.
    pub(super) hostages: Vec<u8>,
}

impl Position {
    /// X1
    pub(super) fn empty(board: &'static Hexhex) -> Position {
        Position { board, piles: [Pile::default(); MOST_CELLS], to_move: Side::First, hostages: Vec::new() }
    }

    pub(super) fn cells(&self) -> impl Iterator<Item = u8> + use<> {
        0..self.board.len() as u8
    }

    pub(super) fn pile(&self, cell: u8) -> &Pile {
        &self.piles[usize::from(cell)]
    }

    pub(super) fn surface(&self) -> Surface {
        let stacks = std::array::from_fn(|cell| self.piles[cell].stack());
        let sizes_of =
            |side| stacks.iter().flatten().filter(|stack| stack.owner == side).fold(0, |sizes, stack| sizes | size_bit(stack.size));
        Surface { board: self.board, stacks, sizes: Side::BOTH.map(sizes_of) }
    }

    /// X4: the hostages that the stack on `at` takes if it has just arrived there by a step of the side to move; in the order of their cells.
    pub(super) fn flanked_from(&self, at: u8) -> Vec<u8> {
        let arrived = self.pile(at).stack().filter(|stack| stack.owner == self.to_move);
        let mut flanked: Vec<u8> = arrived.map(|stack| self.surface().flanked(at, stack).collect()).unwrap_or_default();
        flanked.sort_unstable();
        flanked
    }

    /// No line of play brings more pieces onto the board than this.
    ///
    /// It counts the pieces, for each stack the steps that it can still go outward, and for each empty cell the board's
    /// radius. No step raises the sum: growth by g (X2.4) takes g from the steps outward, and what arrives on an empty
    /// cell takes its place from the radius.
    pub(super) fn most_pieces(&self) -> u32 {
        let radius = self.board.size() - 1;
        let of_cell = |cell| match self.pile(cell).height() {
            0 => u32::from(radius),
            height => u32::from(height) + u32::from(radius - self.board.distance(cell)),
        };
        self.cells().map(of_cell).sum()
    }
}

/// The board as flanking sees it: whose stacks of what size stand where.
pub(super) struct Surface {
    board: &'static Hexhex,
    stacks: [Option<Stack>; MOST_CELLS],
    /// The sizes of each side's stacks, a bit for each; see [`size_bit`].
    sizes: [u64; 2],
}

/// Sizes from 63 share a bit; they are rare.
fn size_bit(size: u16) -> u64 {
    1 << size.min(63)
}

impl Surface {
    pub(super) fn stack(&self, cell: u8) -> Option<Stack> {
        self.stacks[usize::from(cell)]
    }

    /// X4: `false` if no step can make `arrived` flank, because no stack of its owner and size stands at the far end. Cheap.
    pub(super) fn may_flank(&self, arrived: Stack) -> bool {
        self.sizes[arrived.owner.index()] & size_bit(arrived.size) != 0
    }

    /// The surface with another stack on that cell.
    pub(super) fn with(&self, cell: u8, stack: Option<Stack>) -> Surface {
        let mut stacks = self.stacks;
        stacks[usize::from(cell)] = stack;
        Surface { stacks, ..*self }
    }

    /// X2: the empty cells along the rays of a cell, up to the first stack of each.
    pub(super) fn within_reach(&self, cell: u8) -> impl Iterator<Item = u8> {
        self.board.rays(cell).iter().flat_map(|ray| ray.iter().copied().take_while(|cell| self.stack(*cell).is_none()))
    }

    /// X4: the enemy stacks that `arrived`, on `at`, flanks.
    pub(super) fn flanked(&self, at: u8, arrived: Stack) -> impl Iterator<Item = u8> {
        let enemy = Stack { owner: arrived.owner.other(), ..arrived };
        self.board.rays(at).iter().filter_map(move |ray| {
            let mut stacks = (1..).zip(ray).filter_map(|(distance, cell)| Some((distance, *cell, self.stack(*cell)?)));
            let (distance, hostage, _) = stacks.next().filter(|(_, _, near)| *near == enemy)?;
            stacks.next().filter(|(further, _, far)| *further == 2 * distance && *far == arrived).map(|_| hostage)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Dice, Seed};

    #[test]
    fn no_step_raises_the_number_of_pieces_that_there_can_be() {
        for size in Hexhex::SIZES {
            let board = Hexhex::of(size).unwrap();
            let mut dice = Dice::new(Seed([7; 32])).stream(&format!("hexhex-{size}"));
            let mut position = Position::empty(board);
            assert_eq!(position.most_pieces(), board.len() as u32 * u32::from(size - 1));
            assert!(position.most_pieces() < u32::from(Pile::HIGHEST));
            let mut steps = Vec::new();
            loop {
                steps.clear();
                position.legal_steps(&mut steps);
                let Some(step) = dice.choose(&steps) else { break };
                let most = position.most_pieces();
                position.play(*step);
                assert!(position.most_pieces() <= most, "{step}");
            }
        }
    }
}
