//! A long game is told in chapters, so that publishing a turn costs the same however many turns there were before it: the front page tells the turns
//! played last, and what it no longer tells has pages that are written once.

use super::names::page_of_chapter;

/// How many turns a chapter has. The opening goes with the first.
const TURNS: u32 = 50;

/// A chapter that the front page no longer tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chapter {
    /// Its first turn; 0 is the opening.
    pub first: u32,
}

impl Chapter {
    /// Its last turn.
    pub fn last(self) -> u32 {
        self.first.max(1) + TURNS - 1
    }

    /// The file name of its page.
    pub fn page(self) -> String {
        page_of_chapter(self.first, self.last())
    }
}

/// The first turn that the front page tells once `last` was played: the open chapter and the one before it are there.
pub fn front_page_begins_at(last: u32) -> u32 {
    first_of((last.saturating_sub(1) / TURNS).saturating_sub(1))
}

/// The chapters before a turn with which a chapter begins, the opening's first.
pub fn chapters_before(turn: u32) -> impl DoubleEndedIterator<Item = Chapter> {
    (0..turn / TURNS).map(|number| Chapter { first: first_of(number) })
}

/// The first turn of a chapter, by the number of chapters before it.
fn first_of(number: u32) -> u32 {
    if number == 0 { 0 } else { number * TURNS + 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_turn_is_on_the_front_page_or_in_a_chapter() {
        for last in [0, 1, 50, 51, 100, 101, 150, 151, 300] {
            let begins_at = front_page_begins_at(last);
            let told: Vec<u32> =
                chapters_before(begins_at).flat_map(|chapter| chapter.first..=chapter.last()).chain(begins_at..=last).collect();
            assert_eq!(told, (0..=last).collect::<Vec<_>>());
            assert!((begins_at == 0 || last - begins_at >= TURNS) && last - begins_at <= 2 * TURNS, "{last}: from {begins_at}");
        }
    }
}
