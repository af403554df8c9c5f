//! A tournament by the Swiss system: who plays whom in the next round. That follows from the list of players and the earlier rounds alone,
//! so anybody can pair a round again.

mod matching;
mod table;

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use crate::engine::Seat;
use matching::most_pairs;
pub use table::Course;

/// A round that was drawn. Players are given by their numbers in the tournament's file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SwissRound {
    /// The pairs, each with the player who begins first; the best board comes first.
    pub pairs: Vec<[Seat; 2]>,
    /// The player who gets a point without a game, if the number of players is odd.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bye: Option<Seat>,
}

/// Somebody who plays in the next round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entrant {
    /// The player's number in the tournament's file.
    pub number: Seat,
    /// Twice the points from games and byes.
    pub half_points: u32,
}

/// The next round of these players; `None` for fewer than two. Nobody is in it twice, nobody has a second bye while somebody has had none,
/// and no more games than necessary repeat a pair. As far as that allows, people meet others with equally many points: the upper half of
/// them the lower half, in the order of their numbers, but preferably so that each begins as often as they answer.
pub fn next_round(entrants: &[Entrant], rounds: &[SwissRound]) -> Option<SwissRound> {
    if entrants.len() < 2 {
        return None;
    }
    let past = Past(rounds);
    let mut field = entrants.to_vec();
    field.sort_by_key(|entrant| (Reverse(entrant.half_points), entrant.number));
    let bye = (field.len() % 2 == 1).then(|| field.remove(past.place_of_bye(&field)).number);
    let boards = past.boards(field).into_iter().enumerate();
    let pairs = boards.map(|(board, (better, other))| if past.begins(better, other, board) { [better, other] } else { [other, better] });
    Some(SwissRound { pairs: pairs.collect(), bye })
}

impl SwissRound {
    /// Whether the player began (1), answered (-1), or did neither (0).
    fn role(&self, player: Seat) -> i32 {
        let is = |at: usize| self.pairs.iter().any(|pair| pair[at] == player);
        i32::from(is(0)) - i32::from(is(1))
    }
}

/// The earlier rounds.
#[derive(Clone, Copy)]
struct Past<'a>(&'a [SwissRound]);

impl Past<'_> {
    fn meetings(self, one: Seat, other: Seat) -> usize {
        self.0.iter().flat_map(|round| &round.pairs).filter(|pair| pair.contains(&one) && pair.contains(&other)).count()
    }

    fn byes(self, player: Seat) -> usize {
        self.0.iter().filter(|round| round.bye == Some(player)).count()
    }

    /// How many more times the player has begun than answered.
    fn balance(self, player: Seat) -> i32 {
        self.0.iter().map(|round| round.role(player)).sum()
    }

    /// Whether the better placed of two begins: the one who has begun less often does; then the one who answered when they last had
    /// different roles; then it changes from board to board.
    fn begins(self, better: Seat, other: Seat, board: usize) -> bool {
        let last_difference =
            || self.0.iter().rev().map(|round| round.role(better) - round.role(other)).find(|difference| *difference != 0);
        match self.balance(better) - self.balance(other) {
            0 => last_difference().map_or(board.is_multiple_of(2), |difference| difference < 0),
            difference => difference < 0,
        }
    }

    /// The most pairs among these people that have not met.
    fn most_new_pairs(self, field: &[Entrant]) -> usize {
        most_pairs(field.len(), |one, other| self.meetings(field[one].number, field[other].number) == 0)
    }

    /// The fewest games that must repeat a pair if all these are paired.
    fn least_repetitions(self, field: &[Entrant]) -> usize {
        field.len() / 2 - self.most_new_pairs(field)
    }

    /// The index of the player who gets the bye: of those with the fewest byes so far, the lowest whose absence repeats the fewest pairs.
    fn place_of_bye(self, field: &[Entrant]) -> usize {
        let cost = |at: usize| (self.byes(field[at].number), self.least_repetitions(&without(field, at)));
        (0..field.len()).rev().min_by_key(|at| cost(*at)).unwrap_or(0)
    }

    /// The games of an even number of people, in their order; the better placed is first in each.
    fn boards(self, mut field: Vec<Entrant>) -> Vec<(Seat, Seat)> {
        let mut boards = Vec::new();
        while field.len() > 1 {
            let least = self.least_repetitions(&field);
            let first = field.remove(0);
            let other = field.remove(self.opponent(first, &field, least));
            boards.push((first.number, other.number));
        }
        boards
    }

    /// The index of the best opponent for somebody who is placed above all others. `least` is the fewest games that must repeat a pair.
    fn opponent(self, first: Entrant, others: &[Entrant], least: usize) -> usize {
        let group = others.iter().take_while(|other| other.half_points == others[0].half_points).count();
        let meetings = |at: &usize| self.meetings(first.number, others[*at].number);
        let mut wanted = in_order_of_wish(first, others, group);
        // Both would have to begin, or to answer, more often than they should.
        let clash = |at: &usize| self.balance(first.number) * self.balance(others[*at].number) > 0;
        wanted.sort_by_key(|at| (meetings(at), *at >= group, clash(at)));
        let is_least = |at: &usize| usize::from(meetings(at) > 0) + self.least_repetitions(&without(others, *at)) <= least;
        // Those with equally many points are paired among themselves as far as possible, and no more of them than necessary meet others.
        let most_in_group = self.most_new_pairs(&[&[first], &others[..group]].concat());
        let keeps_group = |at: &usize| self.most_new_pairs(&without(&others[..group], *at)) + 1 == most_in_group;
        let in_group = wanted.iter().copied().filter(|at| *at < group && meetings(at) == 0).find(|at| keeps_group(at) && is_least(at));
        in_group.or_else(|| wanted.iter().copied().find(is_least)).unwrap_or(0)
    }
}

/// The indices of all others in the order in which `first` should meet them. The first `group` of them have equally many points. If `first`
/// has as many, their lower half comes first; if `first` comes down from another group, the best of this one does.
fn in_order_of_wish(first: Entrant, others: &[Entrant], group: usize) -> Vec<usize> {
    let is_of_group = others.first().is_some_and(|other| other.half_points == first.half_points);
    let lower_half = if is_of_group { group.div_ceil(2).saturating_sub(1) } else { 0 };
    (lower_half..group).chain((0..lower_half).rev()).chain(group..others.len()).collect()
}

fn without(field: &[Entrant], at: usize) -> Vec<Entrant> {
    [&field[..at], &field[at + 1..]].concat()
}

#[cfg(test)]
mod tests;
