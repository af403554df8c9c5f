//! Who writes without naming a campaign: the sender's address may say which one is meant.

use std::collections::BTreeSet;

use crate::campaign::{Address, CampaignId};
use crate::office::Host;
use crate::office::cabinet::players::{SenderGame, WhoPlays};
use crate::office::cabinet::records::Records;
use crate::office::inbox::arrived::Arrived;
use crate::office::joining::invitation::asks_to_play;
use crate::post::requests;

/// The players of the host. Game masters are not among them: what they write is no player's.
#[derive(Debug, Default)]
pub(super) struct Senders {
    players: WhoPlays,
    game_masters: BTreeSet<Address>,
}

impl Senders {
    /// The players as the host remembers them; no file and no campaign is opened.
    pub(super) fn of(host: &Host, records: &Records) -> Senders {
        // A host's database that does not read knows nobody.
        let players = WhoPlays::read(&host.own_database()).unwrap_or_default();
        Senders { players, game_masters: records.iter().map(|(_, record)| record.game_master.clone()).collect() }
    }

    /// The campaign in which the sender of an email plays; if there are several, the one that the subject or the first line names.
    pub(super) fn campaign_of(&self, mail: &Arrived) -> Option<&CampaignId> {
        let sender = mail.envelope.sender.as_ref().filter(|sender| !self.game_masters.contains(sender))?;
        let games = self.players.games_of(sender);
        let mut meant = games.iter().filter(|game| games.len() == 1 || names(mail, game));
        meant.next().filter(|_| meant.next().is_none()).map(|game| &game.campaign)
    }
}

/// Whether the subject or the first line of an email names a game, with or without brackets.
fn names(mail: &Arrived, game: &SenderGame) -> bool {
    let first_line = mail.letter.orders.text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let mut words = [&*mail.letter.subject, first_line].into_iter().flat_map(|text| text.split(|c: char| !c.is_alphanumeric() && c != '-'));
    words.any(|word| word.eq_ignore_ascii_case(&game.campaign))
}

/// Whether an email that names no campaign may be a player's who lost the tag: it is a person's, and asks nothing of the host.
pub(super) fn may_have_lost_tag(mail: &Arrived) -> bool {
    let is_a_persons = mail.envelope.noise.is_none() && !mail.envelope.is_order_file && !mail.is_broken;
    is_a_persons && requests::find(&mail.letter).is_none() && !asks_to_play(mail)
}
