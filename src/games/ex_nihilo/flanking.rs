//! X4: which stacks an arriving stack takes hostage, and a quick test that rules out most steps that take none.

use super::pile::Stack;
use crate::abstract_games::{Hexhex, Side};

/// The board as flanking sees it: the owner and size of each stack.
pub(super) struct Surface {
    board: &'static Hexhex,
    stacks: [Option<Stack>; Hexhex::MOST_CELLS],
}

impl Surface {
    pub(super) fn new(board: &'static Hexhex, stacks: [Option<Stack>; Hexhex::MOST_CELLS]) -> Surface {
        Surface { board, stacks }
    }

    pub(super) fn stack(&self, cell: u8) -> Option<Stack> {
        self.stacks[usize::from(cell)]
    }

    /// This surface with another stack, or none, on one cell.
    pub(super) fn with(&self, cell: u8, stack: Option<Stack>) -> Surface {
        let mut stacks = self.stacks;
        stacks[usize::from(cell)] = stack;
        Surface { stacks, ..*self }
    }

    /// X2: the empty cells along each ray of a cell, up to the first stack.
    pub(super) fn within_reach(&self, cell: u8) -> impl Iterator<Item = u8> {
        self.board.rays(cell).iter().flat_map(|ray| ray.iter().copied().take_while(|cell| self.stack(*cell).is_none()))
    }

    /// X4: the cells of the enemy stacks that `arrived`, on `at`, flanks.
    pub(super) fn flanked(&self, at: u8, arrived: Stack) -> impl Iterator<Item = u8> {
        let enemy = Stack { owner: arrived.owner.other(), ..arrived };
        self.board.rays(at).iter().filter_map(move |ray| {
            let mut stacks = (1..).zip(ray).filter_map(|(distance, cell)| Some((distance, *cell, self.stack(*cell)?)));
            let (distance, hostage, _) = stacks.next().filter(|(_, _, near)| *near == enemy)?;
            stacks.next().filter(|(further, _, far)| *further == 2 * distance && *far == arrived).map(|_| hostage)
        })
    }

    /// The sizes with which a step of this side could flank, found from the far ends.
    pub(super) fn prospects(&self, side: Side) -> Prospects {
        let mut prospects = Prospects([0; Hexhex::MOST_CELLS]);
        for (far, stack) in (0..).zip(self.stacks) {
            let Some(own) = stack.filter(|stack| stack.owner == side) else { continue };
            for ray in self.board.rays(far) {
                // The second, fourth … cells of a ray are twice as far away as the first, second …
                let lines = ray.iter().zip(ray.iter().skip(1).step_by(2));
                for (_, at) in lines.filter(|(halfway, _)| self.stack(**halfway).is_some()) {
                    prospects.0[usize::from(*at)] |= size_bit(own.size);
                }
            }
        }
        prospects
    }
}

/// For each cell, the sizes of those own stacks that are in line with it and have some stack half way between. A stack of any other size that arrives
/// there flanks nothing. This holds for every step: what moved is not the far end, and half way between there was a stack before the step, even if
/// only the rest of it is left.
pub(super) struct Prospects([u64; Hexhex::MOST_CELLS]);

impl Prospects {
    /// False if no stack of this size can flank anything from `at`.
    pub(super) fn allow(&self, at: u8, size: u16) -> bool {
        self.0[usize::from(at)] & size_bit(size) != 0
    }
}

/// The bit of a size. Sizes from 63 up share one; they are rare.
fn size_bit(size: u16) -> u64 {
    1 << size.min(63)
}
