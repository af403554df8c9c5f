//! The ladder of a host: a standing list, kept in the host's own database, whose players challenge each other for their places.

mod course;
mod requests;
mod standing;

use crate::campaign::Address;
use crate::campaign::config::{HostConfig, LadderConfig, PairingConfig, PairingOffer, RefusalCounts};
use crate::campaign::ladder::{Ladder, Match, Rung, Stage};
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::ladder::{LADDER, read};
use crate::office::front::Letterbox;
use crate::office::joining::offers::facts_of;
use crate::office::letters::about::About;
use crate::office::letters::kind::LetterKind;
use crate::office::letters::ladder::{LadderFacts, LadderNews, LadderNewsFacts, LadderPlace, OwnPlace};
use crate::office::letters::ladder_game::LadderEnd;
use crate::office::letters::model::{Heading, LetterModel};
use crate::office::{Host, World};
use crate::store::{Ledger, Store};

pub(in crate::office) use course::attend_ladder;
pub(super) use requests::LadderRequest;

/// What the file says of the ladder.
#[derive(Clone, Copy)]
pub(super) struct Rules<'a> {
    pairing: &'a PairingConfig,
    ladder: &'a LadderConfig,
    offer: PairingOffer,
}

fn places(ladder: &Ladder) -> Vec<LadderPlace> {
    let place = |(place, rung): (usize, &Rung)| {
        let open = ladder.open_match(&rung.address);
        let campaign = open.and_then(|open| match &open.stage {
            Stage::Playing { campaign } => Some(campaign.clone()),
            Stage::Asked { .. } => None,
        });
        LadderPlace { place, name: rung.name.clone(), is_busy: open.is_some(), campaign }
    };
    (1..).zip(&ladder.rungs).map(place).collect()
}

/// Where a player stands; `None` for anybody who is not on the ladder.
fn place_of(ladder: &Ladder, player: &Address) -> Option<OwnPlace> {
    Some(OwnPlace { name: ladder.rung(player)?.name.clone(), place: ladder.place(player)? })
}

/// What makes a letter about the ladder different from others of the host: what it tells of, and whom.
fn letter_id(id: &str, reader: &Address) -> String {
    format!("{id}.{}", reader.identity().short())
}

/// The ladder of a host, the first place first; `None` if its file names none.
///
/// # Errors
/// When the host's database does not read.
pub fn ladder_of(host: &Host) -> Result<Option<Vec<LadderPlace>>, DeskError> {
    if host.config.pairing.as_ref().and_then(|pairing| pairing.ladder.as_ref()).is_none() {
        return Ok(None);
    }
    let Some(mut store) = Store::open_if_written(&host.own_database())? else { return Ok(Some(Vec::new())) };
    let ledger = store.look()?;
    Ok(Some(places(&read(&ledger)?)))
}

impl Letterbox {
    /// Whether there is a ladder here, and a word of a request means it.
    pub(super) fn is_ladder(&self, word: &str) -> bool {
        word.eq_ignore_ascii_case(LADDER) && self.ladder_rules().is_some()
    }

    /// The rules of the ladder; `None` if there is none here.
    pub(super) fn ladder_rules(&self) -> Option<Rules<'_>> {
        Rules::of(&self.host.config)
    }

    /// The ladder as everybody may read it; `None` if there is none here.
    pub(in crate::office) fn ladder_now(&self, ledger: &Ledger<'_>) -> Result<Option<LadderFacts>, DeskError> {
        self.ladder_rules().map(|rules| rules.facts(ledger, &read(ledger)?)).transpose()
    }

    /// Ends a challenge or its game, and tells both; `id` is what tells these letters from others.
    fn settle(
        &self,
        ledger: &Ledger<'_>,
        ladder: &mut Ladder,
        (rules, ended, end): (Rules<'_>, &Match, LadderEnd),
        id: &str,
        world: &World<'_>,
    ) -> Result<(), DeskError> {
        let before = ladder.rungs.clone();
        ladder.settle(ended, end.challenger_won);
        for (reader, other, is_challenger) in [(&ended.challenger, &ended.challenged, true), (&ended.challenged, &ended.challenger, false)]
        {
            let (Some(reader), Some(other)) = (ladder.rung(reader), ladder.rung(other)) else { continue };
            let news = rules.news(ledger, ladder, &reader.address, (end.what, Some(other.name.clone())))?;
            let facts = LadderNewsFacts { is_challenger, has_moved: before != ladder.rungs, ..news };
            self.tell_of_ladder(ledger, &format!("ladder.{id}"), &reader.address, About::Ladder(facts), world)?;
        }
        Ok(())
    }

    /// A letter about the ladder that answers no email of its reader.
    fn tell_of_ladder(&self, ledger: &Ledger<'_>, id: &str, reader: &Address, about: About, world: &World<'_>) -> Result<(), DeskError> {
        let letter = LetterModel::new(Heading::of_host(&self.host.config, LetterKind::Asked), about);
        self.send_notice(ledger, (letter_id(id, reader), reader), &letter, world.now)?;
        Ok(())
    }
}

impl<'a> Rules<'a> {
    fn of(host: &'a HostConfig) -> Option<Rules<'a>> {
        let pairing = host.pairing.as_ref()?;
        let ladder = pairing.ladder.as_ref()?;
        Some(Rules { pairing, ladder, offer: ladder.game })
    }
}

impl Rules<'_> {
    fn facts(&self, ledger: &Ledger<'_>, ladder: &Ladder) -> Result<LadderFacts, DeskError> {
        Ok(LadderFacts {
            nothing: LadderFacts::NAMES,
            offer: facts_of(ledger, self.pairing, &self.offer)?,
            places: places(ladder),
            places_above: self.ladder.places_above,
            days: i64::from(self.ladder.answer_days),
            counts_as_lost: self.ladder.refused == RefusalCounts::Lost,
            gm: self.pairing.gm.name.clone(),
        })
    }

    /// What a letter tells somebody to whom this has happened, with that other player.
    fn news(
        &self,
        ledger: &Ledger<'_>,
        ladder: &Ladder,
        reader: &Address,
        (what, other): (LadderNews, Option<String>),
    ) -> Result<LadderNewsFacts, DeskError> {
        let (own, ladder) = (place_of(ladder, reader), self.facts(ledger, ladder)?);
        Ok(LadderNewsFacts { ladder, what, own, other, is_challenger: false, has_moved: false, near: Vec::new() })
    }
}
