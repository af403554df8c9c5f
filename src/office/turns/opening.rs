//! The opening of a campaign that strangers have joined: it waits for its list, then draws the seats by lot.

use crate::campaign::Address;
use crate::campaign::config::{CampaignConfig, SeatConfig};
use crate::campaign::journal::{Act, Lot, LotEntrant};
use crate::engine::Seed;
use crate::office::cabinet::desk::Campaign;
use crate::office::cabinet::error::DeskError;
use crate::store::{Ledger, Seals, Store, StoredApplicant};

/// The fact that holds the secret from which the lot of a campaign follows.
pub(in crate::office) const LOT: &str = "lot/";

/// The list of one campaign.
pub(in crate::office) struct List {
    pub applicants: Vec<StoredApplicant>,
    places: usize,
}

impl List {
    pub(in crate::office) fn of(ledger: &Ledger<'_>, config: &CampaignConfig) -> Result<List, DeskError> {
        Ok(List { applicants: ledger.applicants(&config.id)?, places: config.joining.seats.len() })
    }

    /// Those who have a place.
    pub(in crate::office) fn placed(&self) -> &[StoredApplicant] {
        &self.applicants[..self.places.min(self.applicants.len())]
    }

    pub(in crate::office) fn is_full(&self) -> bool {
        self.applicants.len() >= self.places
    }

    /// The place on the waiting list, from 1; `None` for somebody who has a seat or is not on the list.
    pub(in crate::office) fn waits_at(&self, address: &Address) -> Option<usize> {
        let at = self.applicants.iter().position(|applicant| applicant.address == *address)?;
        (at >= self.places).then(|| at + 1 - self.places)
    }
}

/// Whether a campaign has the players that it needs to begin.
pub(in crate::office) enum Entrance {
    /// The players are those of the file.
    ByFile,
    /// Seats are free that nobody has a place for yet.
    Waits,
    Full(Entrants),
}

/// Those who have joined by email, with the seats that they were drawn.
pub(in crate::office) struct Entrants {
    pub seats: Vec<SeatConfig>,
    lot: Lot,
    listed: Vec<StoredApplicant>,
}

impl Entrance {
    /// Looks at the list of a campaign that has not begun, and draws the seats if it is full. The same list gives the same seats.
    pub(in crate::office) fn of(campaign: &Campaign) -> Result<Entrance, DeskError> {
        let config = &campaign.config;
        if config.joining.seats.is_empty() {
            return Ok(Entrance::ByFile);
        }
        let mut store = Store::open(&campaign.host_database, Seals::default())?;
        let ledger = store.look()?;
        let list = List::of(&ledger, config)?;
        let secret = ledger.fact_as(&format!("{LOT}{}", campaign.id()))?;
        let (true, Some(secret)) = (list.is_full(), secret) else { return Ok(Entrance::Waits) };
        Ok(Entrance::Full(Entrants::drawn(config, secret, list.placed())))
    }
}

impl Entrants {
    fn drawn(config: &CampaignConfig, secret: Seed, placed: &[StoredApplicant]) -> Entrants {
        let mut named: Vec<(String, &StoredApplicant)> = Vec::new();
        for applicant in placed {
            // The file may have been given another player of that name since.
            let is_taken = |name: &str| config.seats.iter().any(|seat| seat.has_name(name)) || named.iter().any(|(known, _)| known == name);
            let numbered = (2..).map(|number| format!("{} {number}", applicant.name.chars().take(20).collect::<String>().trim()));
            let name = std::iter::once(applicant.name.clone()).chain(numbered).find(|name| !is_taken(name)).unwrap_or_default();
            named.push((name, applicant));
        }
        let of_lot = |(name, applicant): &(String, &StoredApplicant)| LotEntrant {
            name: name.clone(),
            prefers: applicant.prefers.clone(),
            confirmation: applicant.confirmation,
        };
        let lot = Lot::draw(&config.id, secret, &config.joining.seats, named.iter().map(of_lot).collect());
        let seat = |(name, applicant): &(String, &StoredApplicant)| {
            let (number, _) = lot.drawn.iter().find(|(_, drawn)| *drawn == name)?;
            Some(SeatConfig::new(*number, name.clone(), applicant.address.clone()))
        };
        Entrants { seats: named.iter().filter_map(seat).collect(), lot, listed: placed.to_vec() }
    }

    /// Commits the opening if those who have places are still the same; nobody can leave the list meanwhile. Returns whether it did.
    ///
    /// # Errors
    /// When a database refuses.
    pub(in crate::office) fn commit(&self, opening: Ledger<'_>, campaign: &Campaign) -> Result<bool, DeskError> {
        let mut store = Store::open(&campaign.host_database, Seals::default())?;
        let lists = store.begin()?;
        let is_same = List::of(&lists, &campaign.config)?.placed() == self.listed;
        if is_same {
            opening.commit()?;
        }
        Ok(is_same)
    }

    /// What the journal keeps of the lot.
    pub(in crate::office) fn act(&self) -> Act {
        Act::SeatsDrawn { lot: self.lot.clone() }
    }
}
