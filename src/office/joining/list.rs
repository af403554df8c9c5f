//! The list of a campaign that has not begun: who has a place, who waits, and what they are told.

use crate::campaign::config::CampaignConfig;
use crate::campaign::journal::committed;
use crate::campaign::{Address, CampaignId};
use crate::engine::Seed;
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::records::Records;
use crate::office::front::Letterbox;
use crate::office::joining::answers::Visitor;
use crate::office::joining::applicants;
use crate::office::letters::about::About;
use crate::office::letters::joining::{FullFacts, FullPlayer, ListedFacts, RequestFacts, RequestNews};
use crate::office::letters::kind::LetterKind;
use crate::office::letters::model::{Heading, LetterModel};
use crate::office::publishing::listing::PlayersWanted;
use crate::office::seats::Seats;
use crate::office::turns::opening::{LOT, List};
use crate::office::{Host, World};
use crate::store::{ApplicantList, Ledger, NewApplicant, StoredApplicant};

/// What the page of the host says of a campaign that looks for players, counted by its list; `None` if it needs none any more.
pub(in crate::office) fn still_wanted(
    host: &Host,
    ledger: &Ledger<'_>,
    id: &CampaignId,
    wanted: PlayersWanted,
) -> Result<Option<PlayersWanted>, DeskError> {
    if !wanted.by_mail {
        return Ok(Some(wanted));
    }
    if Records::about(ledger, id)?.knows(id) {
        // A game that does not read is offered to nobody.
        let players = u8::try_from(Seats::of(host, id).unwrap_or_default().vacant.len()).unwrap_or(u8::MAX);
        return Ok((players > 0).then_some(PlayersWanted { players, ..wanted }));
    }
    if wanted.players == 0 {
        return Ok(None);
    }
    let taken = u8::try_from(ledger.applicants(id)?.len()).unwrap_or(u8::MAX);
    Ok(Some(PlayersWanted { players: wanted.players.saturating_sub(taken), ..wanted }))
}

impl Letterbox {
    /// The secret from which the lot follows. It is made with the first confirmation and never changed, so that everybody gets the same
    /// commitment.
    pub(super) fn secret_of_lot<'a>(
        &self,
        ledger: &Ledger<'_>,
        list: impl Into<ApplicantList<'a>>,
        world: &World<'_>,
    ) -> Result<Seed, DeskError> {
        let name = format!("{LOT}{}", list.into());
        if let Some(known) = ledger.fact_as(&name)? {
            return Ok(known);
        }
        let secret = self.new_secret(&name, world)?;
        ledger.set_fact(&name, &secret.to_string())?;
        Ok(secret)
    }
}

impl Visitor<'_> {
    /// Enters somebody who has confirmed, and says what they have.
    pub(super) fn enter(&self, config: &CampaignConfig, applicant: &NewApplicant<'_>) -> Result<RequestFacts, DeskError> {
        let secret = self.letterbox.secret_of_lot(self.ledger, &config.id, self.world)?;
        let was_full = List::of(self.ledger, config)?.is_full();
        self.ledger.enter_applicant(applicant)?;
        let list = List::of(self.ledger, config)?;
        if list.is_full() && !was_full {
            self.tell_that_it_is_full(config, &list)?;
        }
        let others = list.placed().iter().filter(|other| other.address != *applicant.address).map(|other| other.name.clone());
        let listed = ListedFacts {
            name: applicant.name.to_owned(),
            prefers: applicant.prefers.to_vec(),
            others: others.collect(),
            begins: list.is_full() && list.waits_at(applicant.address).is_none() && config.open,
            commitment: committed(secret),
            confirmation: applicant.confirmation,
        };
        let news = match list.waits_at(applicant.address) {
            Some(place) => RequestNews::Waits { place, listed },
            None => RequestNews::Joined(listed),
        };
        Ok(RequestFacts::new(self.open_game(config)?, news))
    }

    /// Takes somebody off the list; the next who waits moves up and is told. Nothing is done if the game has begun with them since they asked for it,
    /// perhaps in another run at this moment.
    pub(super) fn take_off(&self, config: &CampaignConfig, address: &Address) -> Result<RequestFacts, DeskError> {
        if Seats::of(&self.letterbox.host, &config.id)?.are_played_from(address) {
            return Ok(RequestFacts::new(self.open_game(config)?, RequestNews::PlaysAlready));
        }
        let before = List::of(self.ledger, config)?;
        let was_on_it = self.ledger.drop_applicant(&config.id, address)? | applicants::forget(self.ledger, &config.id, address)?;
        let after = List::of(self.ledger, config)?;
        let moved_up = after.placed().iter().filter(|next| before.placed().iter().all(|known| known.address != next.address));
        let game = self.open_game(config)?;
        for next in moved_up {
            let about = About::Request(RequestFacts::new(game.clone(), RequestNews::MovedUp { name: next.name.clone() }));
            let letter = LetterModel::new(Heading::of_host(&self.letterbox.host.config, LetterKind::Asked), about);
            let id = format!("moved-up.{}.{}.{}", config.id, next.address.identity().short(), self.world.now.timestamp());
            self.letterbox.send_notice(self.ledger, (id, &next.address), &letter, self.world.now)?;
        }
        Ok(RequestFacts::new(game, if was_on_it { RequestNews::Left } else { RequestNews::NotListed }))
    }

    fn tell_that_it_is_full(&self, config: &CampaignConfig, list: &List) -> Result<(), DeskError> {
        let player = |applicant: &StoredApplicant| FullPlayer {
            name: applicant.name.clone(),
            address: applicant.address.clone(),
            prefers: applicant.prefers.clone(),
        };
        let about = About::GmFull(FullFacts {
            id: config.id.clone(),
            title: config.title.clone(),
            players: list.placed().iter().map(player).collect(),
            begins: config.open,
        });
        let letter = LetterModel::new(Heading::of_host_about(&self.letterbox.host.config, &config.id), about);
        let id = format!("full.{}.{}", config.id, self.world.now.timestamp());
        self.letterbox.send_notice(self.ledger, (id, &config.gm.address), &letter, self.world.now)?;
        Ok(())
    }
}
