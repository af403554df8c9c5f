//! Who writes without naming a campaign: the sender's address may say which one is meant.

use std::collections::BTreeMap;

use crate::campaign::{Address, CampaignId};
use crate::office::Host;
use crate::office::cabinet::host::each_game_master;
use crate::office::cabinet::records::Records;
use crate::office::inbox::arrived::Arrived;
use crate::office::joining::invitation::asks_to_play;
use crate::post::requests;

/// For each address of a player whose seats are all in one campaign under way: that campaign.
#[derive(Debug, Default)]
pub(super) struct Senders(BTreeMap<Address, CampaignId>);

impl Senders {
    /// Reads the files of all campaigns. Game masters are left out: what they write is no player's.
    pub(super) fn of(host: &Host, records: &Records) -> Senders {
        let configs = host.configs();
        let mut campaigns: BTreeMap<&Address, Vec<&CampaignId>> = BTreeMap::new();
        for config in configs.iter().filter(|config| records.is_under_way(&config.id)) {
            for address in config.seats.iter().flat_map(|seat| seat.also.iter().chain([&seat.address])) {
                campaigns.entry(address).or_default().push(&config.id);
            }
        }
        for game_master in each_game_master(&configs) {
            campaigns.remove(&game_master.address);
        }
        let only = campaigns.into_iter().filter_map(|(address, mut ids)| {
            ids.dedup();
            <[&CampaignId; 1]>::try_from(ids).ok().map(|[id]| (address.clone(), id.clone()))
        });
        Senders(only.collect())
    }

    /// The campaign in which the sender of an email plays.
    pub(super) fn campaign_of(&self, sender: &Address) -> Option<&CampaignId> {
        self.0.get(sender)
    }
}

/// Whether an email that names no campaign may be a player's who lost the tag: it is a person's, and asks nothing of the host.
pub(super) fn may_have_lost_tag(mail: &Arrived) -> bool {
    let is_a_persons = mail.envelope.noise.is_none() && !mail.envelope.is_order_file && !mail.is_broken;
    is_a_persons && requests::find(&mail.letter).is_none() && !asks_to_play(mail)
}
