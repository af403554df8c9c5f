//! Flanking (X4): which stacks an arriving stack takes hostage, and a quick test that rules out most steps that take none.

use super::pile::Stack;
use crate::abstract_games::{Hexhex, Side};

/// The board as flanking sees it: whose stacks of what size stand where.
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

    /// The surface with another stack on that cell, or none.
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

    /// What any step of this side could flank with, seen from the far ends.
    pub(super) fn prospects(&self, side: Side) -> Prospects {
        let mut prospects = Prospects([0; Hexhex::MOST_CELLS]);
        for (far, stack) in (0..).zip(self.stacks) {
            let Some(own) = stack.filter(|stack| stack.owner == side) else { continue };
            for ray in self.board.rays(far) {
                // The second, fourth … cell of a ray is twice as far as the first, second …
                let lines = ray.iter().zip(ray.iter().skip(1).step_by(2));
                for (_, at) in lines.filter(|(halfway, _)| self.stack(**halfway).is_some()) {
                    prospects.0[usize::from(*at)] |= size_bit(own.size);
                }
            }
        }
        prospects
    }
}

/// For each cell, the sizes of those own stacks that stand in line with it and have some stack half way between: with no
/// other size can a stack flank that arrives there. This holds whatever step brings it: the far end is not what moved, and
/// half way between there was a stack before, even if it is now what the moved one left behind.
pub(super) struct Prospects([u64; Hexhex::MOST_CELLS]);

impl Prospects {
    /// `false` if no stack of this size that arrives on `at` flanks anything.
    pub(super) fn allow(&self, at: u8, size: u16) -> bool {
        self.0[usize::from(at)] & size_bit(size) != 0
    }
}

/// The bit of a size. Those from 63 share one; they are rare.
fn size_bit(size: u16) -> u64 {
    1 << size.min(63)
}
