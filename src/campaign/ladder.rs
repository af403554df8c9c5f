//! A standing list of players: who may challenge whom, and how their places change.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::{Address, CampaignId};
use crate::engine::is_same_name;

/// The list, the first place first, with its open challenges and games.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ladder {
    /// The players, the first place first. Nobody is listed twice, and no two have the same name.
    pub rungs: Vec<Rung>,
    /// The challenges that wait for an answer, and the running games; no player has more than one.
    pub matches: Vec<Match>,
}

/// A player on the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rung {
    /// Identifies the player, in upper or lower case; it is never shown.
    pub address: Address,
    /// The player's name for everybody.
    pub name: String,
}

/// A challenge, and the game that it leads to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Match {
    /// The player who takes the other's place by winning …
    pub challenger: Address,
    /// … and the player who has that place.
    pub challenged: Address,
    /// Whether it waits for an answer or is being played.
    pub stage: Stage,
}

/// The stage of a match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the field is what the variant says")]
pub enum Stage {
    /// It waits for an answer until this time.
    Asked { until: DateTime<Utc> },
    /// It is played in this campaign.
    Playing { campaign: CampaignId },
}

/// Why somebody cannot challenge another, or cannot be on the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Obstacle {
    /// The challenger is not on the list.
    NotOnIt,
    /// The challenger has named themselves.
    OwnName,
    /// The other has a lower place.
    Below,
    /// The other is more places above than allowed.
    TooFarAbove,
    /// The challenger has an open challenge or game on the list.
    Busy,
    /// The other has an open challenge or game on the list.
    OtherBusy,
    /// Somebody else on the list has this name.
    NameTaken,
}

impl Ladder {
    /// The place of a player, from 1.
    pub fn place(&self, player: &Address) -> Option<usize> {
        self.rungs.iter().position(|rung| rung.address == *player).map(|at| at + 1)
    }

    /// The rung of a player; `None` for somebody who is not on the list.
    pub fn rung(&self, player: &Address) -> Option<&Rung> {
        self.rungs.get(self.place(player)? - 1)
    }

    /// The rung of the player with this name; case, blanks and the kind of apostrophe do not matter.
    pub fn named(&self, name: &str) -> Option<&Rung> {
        self.rungs.iter().find(|rung| is_same_name(&rung.name, name))
    }

    /// The open challenge or game of a player.
    pub fn open_match(&self, player: &Address) -> Option<&Match> {
        self.matches.iter().find(|open| open.is_of(player))
    }

    /// Adds a player in the last place, or renames a player who is on the list.
    ///
    /// # Errors
    /// When somebody else has this name.
    pub fn enter(&mut self, address: &Address, name: &str) -> Result<(), Obstacle> {
        if self.named(name).is_some_and(|other| other.address != *address) {
            return Err(Obstacle::NameTaken);
        }
        match self.rungs.iter_mut().find(|rung| rung.address == *address) {
            Some(rung) => name.clone_into(&mut rung.name),
            None => self.rungs.push(Rung { address: address.clone(), name: name.to_owned() }),
        }
        Ok(())
    }

    /// Removes a player; those below move up, and open matches of the player no longer change places. Returns whether the player was on the
    /// list.
    pub fn leave(&mut self, player: &Address) -> bool {
        let before = self.rungs.len();
        self.rungs.retain(|rung| rung.address != *player);
        self.matches.retain(|open| !open.is_of(player));
        self.rungs.len() < before
    }

    /// Writes another address for a player, unless somebody on the list has that one.
    pub fn move_player(&mut self, from: &Address, to: &Address) {
        if self.place(to).is_some() {
            return;
        }
        let rungs = self.rungs.iter_mut().map(|rung| &mut rung.address);
        let players = self.matches.iter_mut().flat_map(|open| [&mut open.challenger, &mut open.challenged]);
        rungs.chain(players).filter(|address| *address == from).for_each(|address| address.clone_from(to));
    }

    /// Why a player cannot challenge another player on the list; `None` if nothing prevents it.
    pub fn obstacle(&self, challenger: &Address, challenged: &Address, places_above: usize) -> Option<Obstacle> {
        let (Some(own), Some(other)) = (self.place(challenger), self.place(challenged)) else { return Some(Obstacle::NotOnIt) };
        match () {
            () if own == other => Some(Obstacle::OwnName),
            () if other > own => Some(Obstacle::Below),
            () if own - other > places_above => Some(Obstacle::TooFarAbove),
            () if self.open_match(challenger).is_some() => Some(Obstacle::Busy),
            () if self.open_match(challenged).is_some() => Some(Obstacle::OtherBusy),
            () => None,
        }
    }

    /// Adds a challenge that waits for its answer.
    pub fn ask(&mut self, challenger: &Address, challenged: &Address, until: DateTime<Utc>) {
        self.matches.push(Match { challenger: challenger.clone(), challenged: challenged.clone(), stage: Stage::Asked { until } });
    }

    /// The challenge between these two that waits for its answer.
    pub fn asked(&mut self, challenger: &Address, challenged: &Address) -> Option<&mut Match> {
        let is_it = |open: &&mut Match| open.challenger == *challenger && open.challenged == *challenged;
        self.matches.iter_mut().filter(|open| matches!(open.stage, Stage::Asked { .. })).find(is_it)
    }

    /// Ends a match. If the challenger has won and is still lower, the challenger takes the other's place, and all between them move down
    /// by one.
    pub fn settle(&mut self, ended: &Match, challenger_won: bool) {
        self.matches.retain(|open| open != ended);
        if let (true, Some(own), Some(other)) = (challenger_won, self.place(&ended.challenger), self.place(&ended.challenged))
            && other < own
        {
            self.rungs[other - 1..own].rotate_right(1);
        }
    }
}

impl Match {
    fn is_of(&self, player: &Address) -> bool {
        self.challenger == *player || self.challenged == *player
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn address(number: usize) -> Address {
        Address::new(&format!("p{number}@player.example")).unwrap()
    }

    fn ladder(players: usize) -> Ladder {
        let mut ladder = Ladder::default();
        (1..=players).for_each(|number| ladder.enter(&address(number), &format!("P{number}")).unwrap());
        ladder
    }

    fn names(ladder: &Ladder) -> Vec<&str> {
        ladder.rungs.iter().map(|rung| rung.name.as_str()).collect()
    }

    fn played(ladder: &mut Ladder, challenger: usize, challenged: usize, won: bool) {
        ladder.ask(&address(challenger), &address(challenged), DateTime::UNIX_EPOCH);
        let ended = ladder.matches.last().unwrap().clone();
        ladder.settle(&ended, won);
    }

    #[test]
    fn who_wins_takes_the_place_and_who_loses_keeps_their_own() {
        let mut ladder = ladder(5);
        played(&mut ladder, 4, 2, true);
        assert_eq!(names(&ladder), ["P1", "P4", "P2", "P3", "P5"]);
        played(&mut ladder, 5, 3, false);
        assert_eq!(names(&ladder), ["P1", "P4", "P2", "P3", "P5"]);
        assert_eq!(ladder.matches, []);
    }

    #[test]
    fn who_may_be_challenged_stands_a_few_places_above_and_is_free() {
        let mut ladder = ladder(6);
        let obstacle = |ladder: &Ladder, one, other| ladder.obstacle(&address(one), &address(other), 2);
        assert_eq!(obstacle(&ladder, 4, 2), None);
        assert_eq!(obstacle(&ladder, 4, 1), Some(Obstacle::TooFarAbove));
        assert_eq!(obstacle(&ladder, 4, 5), Some(Obstacle::Below));
        assert_eq!(obstacle(&ladder, 4, 4), Some(Obstacle::OwnName));
        assert_eq!(obstacle(&ladder, 9, 2), Some(Obstacle::NotOnIt));
        ladder.ask(&address(4), &address(2), DateTime::UNIX_EPOCH);
        assert_eq!((obstacle(&ladder, 4, 3), obstacle(&ladder, 3, 2)), (Some(Obstacle::Busy), Some(Obstacle::OtherBusy)));
        assert!(ladder.asked(&address(4), &address(2)).is_some() && ladder.asked(&address(2), &address(4)).is_none());
        assert!(ladder.leave(&address(2)) && !ladder.leave(&address(2)));
        assert_eq!((names(&ladder), obstacle(&ladder, 4, 3)), (vec!["P1", "P3", "P4", "P5", "P6"], None));
    }

    #[test]
    fn a_name_is_one_players_and_a_player_is_on_it_once() {
        let mut ladder = ladder(2);
        assert_eq!(ladder.enter(&address(3), "p1"), Err(Obstacle::NameTaken));
        ladder.enter(&address(1), "Ann").unwrap();
        assert_eq!(names(&ladder), ["Ann", "P2"]);
    }

    proptest! {
        #[test]
        fn nobody_is_lost_nobody_above_moves_and_nobody_falls_by_more_than_one(
            games in prop::collection::vec((1..8_usize, 1..8_usize, any::<bool>()), 0..30),
        ) {
            let mut ladder = ladder(7);
            for (one, other, won) in games {
                let before = ladder.clone();
                if before.obstacle(&address(one), &address(other), 3).is_some() {
                    continue;
                }
                played(&mut ladder, one, other, won);
                for number in 1..8 {
                    let place = |ladder: &Ladder| ladder.place(&address(number)).unwrap();
                    prop_assert!(place(&ladder) <= place(&before) + 1);
                    prop_assert!(place(&before) >= before.place(&address(other)).unwrap() || place(&ladder) == place(&before));
                }
                prop_assert_eq!(ladder.place(&address(one)) == before.place(&address(other)), won);
            }
        }
    }
}
