//! Counts how many pairs can be made of people, some of whom may not meet: a maximum matching, by Edmonds' blossoms.

use std::collections::VecDeque;

/// The greatest number of pairs that can be made of `people`, who are numbered from 0. `may_meet` says which two may be paired; it is asked
/// about each two people once.
pub(super) fn most_pairs(people: usize, may_meet: impl Fn(usize, usize) -> bool) -> usize {
    let mut meets = vec![Vec::new(); people];
    for one in 0..people {
        for other in one + 1..people {
            if may_meet(one, other) {
                meets[one].push(other);
                meets[other].push(one);
            }
        }
    }
    let mut partner = vec![None; people];
    for one in 0..people {
        // Most people find a partner at once; only for the rest a search is needed.
        if partner[one].is_none()
            && let Some(other) = meets[one].iter().copied().find(|other| partner[*other].is_none())
        {
            (partner[one], partner[other]) = (Some(other), Some(one));
        }
    }
    for one in 0..people {
        if partner[one].is_none() {
            PathSearch::new(&meets, &mut partner).augment(one);
        }
    }
    partner.iter().flatten().count() / 2
}

/// A search for a path that begins at somebody without a partner, alternates between pairs of non-partners and of partners, and ends at
/// somebody else without a partner.
struct PathSearch<'a> {
    meets: &'a [Vec<usize>],
    partner: &'a mut Vec<Option<usize>>,
    /// The person from whom the search came to somebody at an odd step.
    came_from: Vec<Option<usize>>,
    /// The person who represents the blossom, a ring of odd length, that somebody is part of.
    base: Vec<usize>,
    /// Who was reached at an even step.
    is_even: Vec<bool>,
    queue: VecDeque<usize>,
}

impl<'a> PathSearch<'a> {
    fn new(meets: &'a [Vec<usize>], partner: &'a mut Vec<Option<usize>>) -> PathSearch<'a> {
        let people = meets.len();
        PathSearch {
            meets,
            partner,
            came_from: vec![None; people],
            base: (0..people).collect(),
            is_even: vec![false; people],
            queue: VecDeque::new(),
        }
    }

    /// Finds such a path and swaps partners along it, which adds one pair; changes nothing if there is none.
    fn augment(mut self, root: usize) {
        self.reach(root);
        while let Some(one) = self.queue.pop_front() {
            for other in self.meets[one].clone() {
                if self.base[one] == self.base[other] || self.partner[one] == Some(other) {
                    continue;
                }
                let is_ring = other == root || self.partner[other].is_some_and(|partner| self.came_from[partner].is_some());
                if is_ring {
                    self.contract(one, other);
                } else if self.came_from[other].is_none() {
                    self.came_from[other] = Some(one);
                    match self.partner[other] {
                        Some(partner) => self.reach(partner),
                        None => return self.turn(other),
                    }
                }
            }
        }
    }

    fn reach(&mut self, one: usize) {
        if !self.is_even[one] {
            self.is_even[one] = true;
            self.queue.push_back(one);
        }
    }

    /// Swaps partners along the path that ends here.
    fn turn(self, end: usize) {
        let mut at = Some(end);
        while let Some(one) = at {
            let Some(before) = self.came_from[one] else { return };
            at = self.partner[before];
            (self.partner[one], self.partner[before]) = (Some(before), Some(one));
        }
    }

    /// Contracts a ring into one blossom; it is closed by two people who were both reached at even steps.
    fn contract(&mut self, one: usize, other: usize) {
        let base = self.common_base(one, other);
        let mut is_in = vec![false; self.base.len()];
        self.mark(one, base, other, &mut is_in);
        self.mark(other, base, one, &mut is_in);
        for person in 0..self.base.len() {
            if is_in[self.base[person]] {
                self.base[person] = base;
                self.reach(person);
            }
        }
    }

    /// Where the ways back from two people to the root first meet.
    fn common_base(&self, one: usize, other: usize) -> usize {
        let on_the_way: Vec<usize> = self.way_back(one).collect();
        let mut way = self.way_back(other);
        way.find(|base| on_the_way.contains(base)).unwrap_or(self.base[one])
    }

    /// The blossoms on the way back to the root, at even steps.
    fn way_back(&self, from: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(self.base[from]), |at| {
            let before = self.came_from[self.partner[*at]?]?;
            Some(self.base[before])
        })
    }

    fn mark(&mut self, from: usize, base: usize, beyond: usize, is_in: &mut [bool]) {
        let (mut at, mut beyond) = (from, beyond);
        while self.base[at] != base {
            let Some(partner) = self.partner[at] else { return };
            is_in[self.base[at]] = true;
            is_in[self.base[partner]] = true;
            self.came_from[at] = Some(beyond);
            beyond = partner;
            let Some(before) = self.came_from[partner] else { return };
            at = before;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same number, found by trying everything.
    fn tried(left: &[usize], may_meet: &dyn Fn(usize, usize) -> bool) -> usize {
        let Some((one, rest)) = left.split_first() else { return 0 };
        let with = rest.iter().filter(|other| may_meet(*one, **other)).map(|other| {
            let others: Vec<usize> = rest.iter().copied().filter(|person| person != other).collect();
            1 + tried(&others, may_meet)
        });
        with.max().unwrap_or(0).max(tried(rest, may_meet))
    }

    #[test]
    fn rings_of_odd_length_do_not_hide_a_pair() {
        // Two rings of three, joined by one bond: three pairs, although a search without blossoms finds two.
        let bonds = [(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (4, 5), (3, 5)];
        assert_eq!(most_pairs(6, |one, other| bonds.contains(&(one, other))), 3);
        let star = |one, _| one == 0;
        assert_eq!((most_pairs(5, star), most_pairs(0, star), most_pairs(1, star)), (1, 0, 0));
    }

    #[test]
    fn every_graph_of_six_people_has_as_many_pairs_as_trying_finds() {
        let bonds: Vec<(usize, usize)> = (0..6).flat_map(|one| (one + 1..6).map(move |other| (one, other))).collect();
        for graph in 0..1_u32 << bonds.len() {
            let may_meet = |one, other| bonds.iter().position(|bond| *bond == (one, other)).is_some_and(|at| graph >> at & 1 == 1);
            assert_eq!(most_pairs(6, may_meet), tried(&[0, 1, 2, 3, 4, 5], &may_meet), "{graph:b}");
        }
    }
}
