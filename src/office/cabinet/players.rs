//! Who plays where, as the host remembers it: by the addresses that count, whatever the files say, and without opening a campaign.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::campaign::{Address, CampaignId, Identity};
use crate::store::{Ledger, Store, StoreError};

/// Facts of the host's database: `players/rim-3` are the [`Players`] of a campaign that goes on.
const PLAYERS: &str = "players/";

/// Who plays in a campaign.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Players {
    /// The title of the campaign.
    pub title: String,
    /// All addresses of its players; none once it is over.
    pub addresses: Vec<Address>,
}

/// A game in which the sender of an email has a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct SenderGame {
    pub campaign: CampaignId,
    pub title: String,
}

/// For each address the games that go on in which its owner has a seat.
#[derive(Debug, Default)]
pub(crate) struct WhoPlays(BTreeMap<Address, Vec<SenderGame>>);

impl Players {
    /// Remembers them; returns whether anything has changed.
    ///
    /// # Errors
    /// When the database refuses.
    pub(crate) fn keep(&self, ledger: &Ledger<'_>, id: &CampaignId) -> Result<bool, StoreError> {
        let name = format!("{PLAYERS}{id}");
        let now = (!self.addresses.is_empty()).then(|| serde_json::json!(self).to_string());
        let is_news = ledger.fact(&name)? != now;
        match now.filter(|_| is_news) {
            Some(now) => ledger.set_fact(&name, &now)?,
            None if is_news => ledger.forget_fact(&name)?,
            None => {}
        }
        Ok(is_news)
    }
}

impl WhoPlays {
    /// Reads them from the host's database; nobody is known if it has none yet.
    ///
    /// # Errors
    /// When there is one and it does not read.
    pub(crate) fn read(database: &Path) -> Result<WhoPlays, StoreError> {
        let store = Store::open_if_written(database)?;
        store.map_or_else(|| Ok(WhoPlays::default()), |mut store| WhoPlays::of(&store.look()?))
    }

    /// Reads them from an open database.
    ///
    /// # Errors
    /// When it does not read.
    pub(crate) fn of(ledger: &Ledger<'_>) -> Result<WhoPlays, StoreError> {
        let mut all: BTreeMap<Address, Vec<SenderGame>> = BTreeMap::new();
        ledger.for_each_fact(PLAYERS, |id, text| {
            // One that does not read is written anew when the campaign is next opened.
            let (Some(id), Ok(players)) = (CampaignId::new(id), serde_json::from_str::<Players>(text)) else { return };
            for address in players.addresses {
                let games = all.entry(address).or_default();
                if games.last().is_none_or(|last| last.campaign != id) {
                    games.push(SenderGame { campaign: id.clone(), title: players.title.clone() });
                }
            }
        })?;
        Ok(WhoPlays(all))
    }

    /// The games of an address.
    pub(crate) fn games_of(&self, address: &Address) -> &[SenderGame] {
        self.0.get(address).map(Vec::as_slice).unwrap_or_default()
    }

    /// The address of this person, if they have a seat in that game and it goes on.
    pub(crate) fn address_in(&self, campaign: &CampaignId, person: &Identity) -> Option<&Address> {
        let (address, games) = self.0.get_key_value(&Address::new(person).ok()?)?;
        games.iter().any(|game| game.campaign == *campaign).then_some(address)
    }
}
