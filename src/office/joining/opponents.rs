//! Which player is meant when somebody challenges by name, and who may be challenged.

use std::collections::{BTreeMap, BTreeSet};

use crate::campaign::{Address, CampaignId, digest};
use crate::engine::is_same_name;
use crate::engine::nearness::nearest;
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::players::WhoPlays;
use crate::office::publishing::kept_listings;
use crate::store::Ledger;

/// Facts of the host's database: the players who do not want to be challenged, by a digest of the address.
const UNCHALLENGED: &str = "unchallenged/";

/// What a name says of the players of a host.
pub(super) enum Opponent {
    One {
        address: Address,
        name: String,
    },
    /// Different persons have that name, in these campaigns.
    Several {
        campaigns: Vec<CampaignId>,
    },
    /// Nobody has that name; these names are near it.
    Nobody {
        near: Vec<String>,
    },
}

/// Looks for a player among those of the campaigns that go on. Anybody may ask, so it looks only at what the host remembers of its campaigns, and
/// opens none. A player who is in no public list, or does not want to be challenged, is not found: the answer is the same as for a name that nobody
/// has.
pub(super) fn find(ledger: &Ledger<'_>, asked: &str, campaign: Option<&CampaignId>) -> Result<Opponent, DeskError> {
    let mut people: BTreeMap<Address, (String, CampaignId)> = BTreeMap::new();
    let mut names: BTreeSet<String> = BTreeSet::new();
    let (who_plays, unchallenged) = (WhoPlays::of(ledger)?, ledger.facts(UNCHALLENGED)?);
    kept_listings::for_each(ledger, |listing| {
        if listing.unlisted || campaign.is_some_and(|wanted| *wanted != listing.id) {
            return;
        }
        for player in listing.players.into_iter().filter(|player| !unchallenged.contains_key(&digest(&player.identity))) {
            // The last holder of a vacant seat is in the row, but plays no longer; once a game is over, nobody does.
            let Some(address) = who_plays.address_in(&listing.id, &player.identity) else { continue };
            if is_same_name(&player.name, asked) {
                people.entry(address.clone()).or_insert((player.name, listing.id.clone()));
            } else {
                names.insert(player.name);
            }
        }
    })?;
    Ok(match people.len() {
        0 => Opponent::Nobody { near: nearest(asked, names.iter().map(String::as_str)).into_iter().map(str::to_owned).collect() },
        1 => {
            people.into_iter().next().map_or(Opponent::Nobody { near: Vec::new() }, |(address, (name, _))| Opponent::One { address, name })
        }
        _ => Opponent::Several { campaigns: people.into_values().map(|(_, campaign)| campaign).collect() },
    })
}

/// Whether a player takes challenges; all players do unless they have said otherwise.
pub(super) fn may_be_challenged(ledger: &Ledger<'_>, address: &Address) -> Result<bool, DeskError> {
    Ok(ledger.fact(&fact_of(address))?.is_none())
}

/// Notes whether a player takes challenges.
pub(super) fn let_be_challenged(ledger: &Ledger<'_>, address: &Address, on: bool) -> Result<(), DeskError> {
    match on {
        true => ledger.forget_fact(&fact_of(address))?,
        false => ledger.set_fact(&fact_of(address), "yes")?,
    }
    Ok(())
}

fn fact_of(address: &Address) -> String {
    format!("{UNCHALLENGED}{}", digest(&address.identity()))
}
