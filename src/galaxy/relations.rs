//! How players stand to each other, and how this follows what they ask for.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Power;
use crate::engine::Seat;

/// The three steps from enemies to friends, in ascending order. Each game has its own words for them.
#[allow(missing_docs, reason = "the three steps are what they are called")]
pub trait Stance: Copy + Ord {
    const ENEMIES: Self;
    const NEUTRAL: Self;
    const FRIENDS: Self;

    /// At most one step towards `goal`: an enemy never becomes a friend at once, nor the other way round.
    fn step_towards(self, goal: Self) -> Self {
        let (low, high) = (self.min(goal), self.max(goal));
        if low < Self::NEUTRAL && Self::NEUTRAL < high { Self::NEUTRAL } else { goal }
    }
}

/// The relations between players.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Relations<R>(pub Vec<RelationBetween<R>>);

/// A relation between two players, the lower number first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RelationBetween<R> {
    /// The seat with the lower number.
    pub low: Seat,
    /// The seat with the higher number.
    pub high: Seat,
    /// How the two stand to each other.
    pub relation: R,
}

/// A relation that changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RelationMoved<R> {
    /// The two players, the lower number first.
    pub seats: [Seat; 2],
    /// What it was.
    pub before: R,
    /// What it is now.
    pub relation: R,
}

/// How a player stands to another, and what they ask for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms<R> {
    /// The other player.
    pub seat: Seat,
    /// What the other player is called.
    pub name: String,
    /// How the two stand to each other.
    pub relation: R,
    /// What the viewer asks for.
    pub stance: R,
}

/// What a seat asks for at the start: the same of all others.
pub(crate) fn stances_of<R: Copy>(seat: Seat, all: impl Iterator<Item = Seat>, stance: R) -> BTreeMap<Seat, R> {
    all.filter(|other| *other != seat).map(|other| (other, stance)).collect()
}

impl<R: Stance> Relations<R> {
    /// The same relation between all these players; `seats` must ascend.
    pub fn among(seats: impl Iterator<Item = Seat> + Clone, relation: R) -> Relations<R> {
        let pairs = seats.clone().flat_map(|low| seats.clone().filter(move |high| low < *high).map(move |high| (low, high)));
        Relations(pairs.map(|(low, high)| RelationBetween { low, high, relation }).collect())
    }

    /// The relation of two powers. Every power is its own friend; neutral planets and pirates are everybody's enemies; players without an entry here
    /// have the relation `unknown`.
    pub fn of(&self, one: Power, other: Power, unknown: R) -> R {
        match (one, other) {
            _ if one == other => R::FRIENDS,
            (Power::Seat(one), Power::Seat(other)) => {
                let (low, high) = (one.min(other), one.max(other));
                let known = self.0.iter().find(|between| between.low == low && between.high == high);
                known.map_or(unknown, |between| between.relation)
            }
            _ => R::ENEMIES,
        }
    }

    /// The relations after a turn, and those that changed. Each moves at its `pace` towards the lower of the two stances.
    pub fn after_a_turn(&self, stance: impl Fn(Seat, Seat) -> R, pace: fn(R, R) -> R) -> (Relations<R>, Vec<RelationMoved<R>>) {
        let next = |between: &RelationBetween<R>| {
            let goal = stance(between.low, between.high).min(stance(between.high, between.low));
            RelationBetween { relation: pace(between.relation, goal), ..*between }
        };
        let after: Vec<RelationBetween<R>> = self.0.iter().map(next).collect();
        let both = self.0.iter().zip(&after).filter(|(before, after)| before.relation != after.relation);
        let moved =
            both.map(|(before, after)| RelationMoved { seats: [after.low, after.high], before: before.relation, relation: after.relation });
        let moved = moved.collect();
        (Relations(after), moved)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Stance for i8 {
        const ENEMIES: i8 = -1;
        const NEUTRAL: i8 = 0;
        const FRIENDS: i8 = 1;
    }

    #[test]
    fn relations_go_one_step_a_turn_towards_the_lower_stance() {
        let [one, two, three] = [1, 2, 3].map(Seat);
        let relations = Relations::among([one, two, three].into_iter(), -1_i8);
        let stance = |seat, _| if seat == three { 0 } else { 1 };
        let (after, moved) = relations.after_a_turn(stance, Stance::step_towards);
        assert_eq!(moved.len(), 3);
        let (after, moved) = after.after_a_turn(stance, Stance::step_towards);
        assert_eq!(moved, [RelationMoved { seats: [one, two], before: 0, relation: 1 }]);
        assert_eq!(after.of(Power::Seat(two), Power::Seat(one), -1), 1);
        assert_eq!(after.of(Power::Seat(one), Power::Seat(Seat(4)), -1), -1);
        assert_eq!((after.of(Power::Pirates, Power::Pirates, 0), after.of(Power::Neutral, Power::Seat(one), 0)), (1, -1));
    }
}
