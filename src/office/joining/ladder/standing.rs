//! Where a player stands on the ladder, for STATUS in any game of the host.

use chrono::{DateTime, Utc};

use super::{Rules, place_of};
use crate::campaign::Address;
use crate::campaign::config::SeatConfig;
use crate::campaign::ladder::{Ladder, Match, Stage};
use crate::engine::Seat;
use crate::office::cabinet::desk::Campaign;
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::ladder::read;
use crate::office::letters::ladder::RungFacts;
use crate::store::{Ledger, Store};

impl Campaign {
    /// Where the player of a seat stands on the host's ladder, and what is open for them there. `None` for anybody who is not on it, and
    /// if the host's database does not read, which no game needs.
    pub(in crate::office) fn rung_of(&self, seat: Seat, now: DateTime<Utc>) -> Option<RungFacts> {
        let (player, rules) = (self.config.seat(seat)?, Rules::of(&self.host)?);
        let mut store = Store::open_to_read(&self.host_database).ok()?;
        let (facts, open) = rules.standing(&store.look().ok()?, player).ok()??;
        let until = match &open {
            Some(Match { stage: Stage::Asked { until }, .. }) => Some(self.deadline_facts(*until, Some(seat), now)),
            _ => None,
        };
        let campaign = match open.map(|open| open.stage) {
            Some(Stage::Playing { campaign }) => Some(campaign),
            _ => None,
        };
        Some(RungFacts { until, campaign, ..facts })
    }
}

impl Rules<'_> {
    fn standing(&self, ledger: &Ledger<'_>, player: &SeatConfig) -> Result<Option<(RungFacts, Option<Match>)>, DeskError> {
        let ladder = read(ledger)?;
        let Some(address) = player.addresses().find_map(|address| ladder.rung(address)).map(|rung| &rung.address) else { return Ok(None) };
        let Some(own) = place_of(&ladder, address) else { return Ok(None) };
        let open = ladder.open_match(address).cloned();
        let is_challenger = open.as_ref().is_some_and(|open| open.challenger == *address);
        let other = open.as_ref().map(|open| if is_challenger { &open.challenged } else { &open.challenger });
        let facts = RungFacts {
            other: other.and_then(|other| ladder.rung(other)).map(|other| other.name.clone()),
            may_challenge: self.within_reach(&ladder, address),
            ladder: self.facts(ledger, &ladder)?,
            own,
            is_challenger,
            until: None,
            campaign: None,
        };
        Ok(Some((facts, open)))
    }

    /// The names of those whom a player may challenge now.
    fn within_reach(&self, ladder: &Ladder, player: &Address) -> Vec<String> {
        let places_above = usize::from(self.ladder.places_above);
        let free = ladder.rungs.iter().filter(|rung| ladder.obstacle(player, &rung.address, places_above).is_none());
        free.map(|rung| rung.name.clone()).collect()
    }
}
