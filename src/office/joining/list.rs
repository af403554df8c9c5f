//! The list of a campaign that has not begun: who has a place, who waits, and what they are told.

use chrono::{DateTime, Utc};

use crate::campaign::config::CampaignConfig;
use crate::campaign::journal::committed;
use crate::campaign::{Address, CampaignId};
use crate::engine::Seed;
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::records::Records;
use crate::office::front::Letterbox;
use crate::office::joining::applicants;
use crate::office::joining::invitation::open_game;
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
    /// Enters somebody who has confirmed, and says what they have.
    pub(super) fn enter(
        &self,
        ledger: &Ledger<'_>,
        config: &CampaignConfig,
        applicant: &NewApplicant<'_>,
        world: &World<'_>,
    ) -> Result<RequestFacts, DeskError> {
        let secret = self.secret_of_lot(ledger, &config.id, world)?;
        let was_full = List::of(ledger, config)?.is_full();
        ledger.enter_applicant(applicant)?;
        let list = List::of(ledger, config)?;
        if list.is_full() && !was_full {
            self.tell_that_it_is_full(ledger, config, &list, world.now)?;
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
        Ok(RequestFacts::new(open_game(&self.host, ledger, config)?, news))
    }

    /// Takes somebody off the list; the next who waits moves up and is told. Nothing is done if the game has begun with them since they asked for it,
    /// perhaps in another run at this moment.
    pub(super) fn take_off(
        &self,
        ledger: &Ledger<'_>,
        config: &CampaignConfig,
        address: &Address,
        now: DateTime<Utc>,
    ) -> Result<RequestFacts, DeskError> {
        if Seats::of(&self.host, &config.id)?.are_played_from(address) {
            return Ok(RequestFacts::new(open_game(&self.host, ledger, config)?, RequestNews::PlaysAlready));
        }
        let before = List::of(ledger, config)?;
        let was_on_it = ledger.drop_applicant(&config.id, address)? | applicants::forget(ledger, &config.id, address)?;
        let after = List::of(ledger, config)?;
        let moved_up = after.placed().iter().filter(|next| before.placed().iter().all(|known| known.address != next.address));
        let game = open_game(&self.host, ledger, config)?;
        for next in moved_up {
            let about = About::Request(RequestFacts::new(game.clone(), RequestNews::MovedUp { name: next.name.clone() }));
            let letter = LetterModel::new(Heading::of_host(&self.host.config, LetterKind::Asked), about);
            let id = format!("moved-up.{}.{}.{}", config.id, next.address.identity().short(), now.timestamp());
            self.send_notice(ledger, (id, &next.address), &letter, now)?;
        }
        Ok(RequestFacts::new(game, if was_on_it { RequestNews::Left } else { RequestNews::NotListed }))
    }

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

    fn tell_that_it_is_full(&self, ledger: &Ledger<'_>, config: &CampaignConfig, list: &List, now: DateTime<Utc>) -> Result<(), DeskError> {
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
        let letter = LetterModel::new(Heading::of_host_about(&self.host.config, &config.id), about);
        let id = format!("full.{}.{}", config.id, now.timestamp());
        self.send_notice(ledger, (id, &config.gm.address), &letter, now)?;
        Ok(())
    }
}
