//! Whom a campaign takes in by email: which can be joined or observed, and why somebody cannot be entered.

use crate::campaign::config::CampaignConfig;
use crate::campaign::{Address, CampaignId};
use crate::engine::{Seat, is_same_name};
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::records::Records;
use crate::office::joining::answers::Visitor;
use crate::office::letters::joining::RequestNews;
use crate::office::seats::Seats;
use crate::office::turns::reliability::percent_on_host;

impl Visitor<'_> {
    /// The file of a campaign that can be observed by email.
    pub(super) fn observable(&self, id: &CampaignId) -> Option<CampaignConfig> {
        self.letterbox.host.campaign(id).ok().filter(|config| config.observers.open)
    }

    /// Why somebody cannot observe. An address that observes already is not counted again.
    pub(super) fn obstacle_to_observing(&self, config: &CampaignConfig, address: &Address) -> Result<Option<RequestNews>, DeskError> {
        let observers = self.ledger.observers(&config.id)?;
        let is_crowded = !observers.contains(address) && observers.len() >= usize::from(config.observers.most);
        Ok(match () {
            () if self.seats_of(config)?.are_played_from(address) => Some(RequestNews::PlaysAlready),
            () => is_crowded.then_some(RequestNews::Crowded),
        })
    }

    /// The file of a campaign that can be joined by email.
    pub(super) fn joinable(&self, id: &CampaignId) -> Result<Option<CampaignConfig>, DeskError> {
        let Some(config) = self.letterbox.host.campaign(id).ok().filter(|config| config.joining.open) else { return Ok(None) };
        let has_seats = !config.joining.seats.is_empty() || Records::about(self.ledger, id)?.knows(id);
        Ok(has_seats.then_some(config))
    }

    /// The seats of a campaign, which may not have begun.
    fn seats_of(&self, config: &CampaignConfig) -> Result<Seats, DeskError> {
        Ok(match Records::about(self.ledger, &config.id)?.knows(&config.id) {
            true => Seats::of(&self.letterbox.host, &config.id)?,
            false => Seats { vacant: config.joining.seats.clone(), players: config.seats.clone() },
        })
    }

    /// Why somebody cannot be entered.
    pub(super) fn obstacle(
        &self,
        config: &CampaignConfig,
        address: &Address,
        name: Option<&str>,
        prefers: &[Seat],
    ) -> Result<Option<RequestNews>, DeskError> {
        let standing = self.seats_of(config)?;
        let Some(name) = name else { return Ok(Some(RequestNews::NoName)) };
        let list = self.ledger.applicants(&config.id)?;
        let least = config.joining.reliability_percent;
        let is_unreliable = least > 0 && percent_on_host(self.ledger, address)?.is_some_and(|percent| percent < u32::from(least));
        let mut of_others = list.iter().filter(|known| known.address != *address).map(|known| known.name.as_str());
        let is_taken = standing.players.iter().any(|seat| seat.has_name(name)) || of_others.any(|known| is_same_name(known, name));
        let name = name.to_owned();
        Ok(match () {
            () if standing.are_played_from(address) => Some(RequestNews::PlaysAlready),
            () if standing.vacant.is_empty() => Some(RequestNews::Begun { name: Some(name), may_join: false }),
            () if is_unreliable => Some(RequestNews::Unreliable { name, least }),
            () if is_taken => Some(RequestNews::NameTaken { name }),
            () if prefers.iter().any(|seat| !standing.vacant.contains(seat)) => Some(RequestNews::NoSeat { name }),
            () => None,
        })
    }
}
