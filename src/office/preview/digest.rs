//! A sample of the daily digest.

use super::game::Sample;
use crate::office::letters::digest_facts::{DigestFacts, DigestGame};

impl Sample<'_> {
    pub(super) fn digest(&self) -> DigestFacts {
        let (campaign, due) = (self.desk.campaign.facts(), self.deadline(24));
        let game = |title: &str, to_move: Option<String>, headline: Option<&str>| DigestGame {
            id: campaign.id.to_string(),
            title: title.to_owned(),
            unit: campaign.unit.to_owned(),
            turn: 7,
            due_local: Some(due.time.local.clone()),
            left: due.left,
            closes_local: to_move.as_ref().map(|_| self.deadline(48).time.local.clone()),
            to_move,
            is_fixed: false,
            headline: headline.map(str::to_owned),
            is_over: false,
        };
        DigestFacts {
            name: self.name(true),
            zone: due.time.zone.to_string(),
            asked_in: vec![campaign.title.clone()],
            own: vec![game(&campaign.title, None, None), game("Spring, game 3", Some(self.name(true)), None)],
            others: vec![game("Spring, game 4", Some(self.name(false)), None), game("Summer", None, None)],
            played: vec![game(&campaign.title, None, Some("Ann leads"))],
        }
    }
}
