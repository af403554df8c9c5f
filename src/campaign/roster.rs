//! Who holds which seat of a game that has begun.

use serde::Serialize;

use super::config::SeatConfig;
use crate::campaign::local::Zone;

/// The player of a seat. After the opening the roster counts, not the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holder {
    /// Who plays, with their current settings, whatever the file says.
    pub player: SeatConfig,
    /// The epoch of the seat's token, from 0; tokens of earlier epochs are void.
    pub epoch: u32,
    /// What the file said about the seat when a command last dealt with it. If the file still says the same, that is no edit.
    pub settled: Option<SeatConfig>,
}

/// The keys about a player in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "each is the field of that name")]
pub enum SeatKey {
    Name,
    Address,
    Also,
    Copies,
    Zone,
    Format,
    Diagrams,
    Attachments,
    Reminders,
    Digest,
}

impl SeatKey {
    /// All of them, in the order of the file.
    pub const ALL: [SeatKey; 10] = [
        SeatKey::Name,
        SeatKey::Address,
        SeatKey::Also,
        SeatKey::Copies,
        SeatKey::Zone,
        SeatKey::Format,
        SeatKey::Diagrams,
        SeatKey::Attachments,
        SeatKey::Reminders,
        SeatKey::Digest,
    ];

    /// Its spelling in files and commands.
    pub fn code(self) -> &'static str {
        match self {
            SeatKey::Name => "name",
            SeatKey::Address => "address",
            SeatKey::Also => "also",
            SeatKey::Copies => "copies",
            SeatKey::Zone => "zone",
            SeatKey::Format => "format",
            SeatKey::Diagrams => "diagrams",
            SeatKey::Attachments => "attachments",
            SeatKey::Reminders => "reminders",
            SeatKey::Digest => "digest",
        }
    }

    /// The player's value for this key, as commands and letters spell it.
    pub fn of(self, player: &SeatConfig) -> String {
        match self {
            SeatKey::Name => player.name.clone(),
            SeatKey::Address => player.address.to_string(),
            SeatKey::Also if player.also.is_empty() => NO_OTHERS.to_owned(),
            SeatKey::Also => player.also.iter().map(ToString::to_string).collect::<Vec<_>>().join(","),
            SeatKey::Copies => player.copies.to_string(),
            SeatKey::Zone => player.zone.as_ref().map_or(NO_ZONE, Zone::name).to_owned(),
            SeatKey::Format => player.format.code().to_owned(),
            SeatKey::Diagrams => player.diagrams.code().to_owned(),
            SeatKey::Attachments => player.attachments.code().to_owned(),
            SeatKey::Reminders => if player.reminders { "on" } else { "off" }.to_owned(),
            SeatKey::Digest => player.digest.to_string(),
        }
    }

    /// Whether two players differ in this key; addresses in another letter case are the same.
    pub(super) fn differs(self, one: &SeatConfig, other: &SeatConfig) -> bool {
        match self {
            SeatKey::Address => one.address != other.address,
            SeatKey::Also => one.also != other.also,
            _ => self.of(one) != self.of(other),
        }
    }

    fn copy(self, from: &SeatConfig, to: &mut SeatConfig) {
        match self {
            SeatKey::Name => from.name.clone_into(&mut to.name),
            SeatKey::Address => from.address.clone_into(&mut to.address),
            SeatKey::Also => from.also.clone_into(&mut to.also),
            SeatKey::Copies => to.copies = from.copies,
            SeatKey::Zone => from.zone.clone_into(&mut to.zone),
            SeatKey::Format => to.format = from.format,
            SeatKey::Diagrams => to.diagrams = from.diagrams,
            SeatKey::Attachments => to.attachments = from.attachments,
            SeatKey::Reminders => to.reminders = from.reminders,
            SeatKey::Digest => to.digest = from.digest,
        }
    }
}

impl Holder {
    /// The holder at the opening, from the file.
    pub fn first(player: &SeatConfig) -> Holder {
        Holder { player: player.clone(), epoch: 0, settled: Some(player.clone()) }
    }

    /// Records that a command has dealt with these keys, so that their values in the file no longer count as an edit.
    pub fn settle(&mut self, file: &[SeatConfig], keys: &[SeatKey]) {
        let Some(entry) = file.iter().find(|entry| entry.number == self.player.number) else { return };
        let settled = self.settled.get_or_insert_with(|| self.player.clone());
        keys.iter().for_each(|key| key.copy(entry, settled));
    }
}

/// How commands and letters say that a player has no other addresses.
pub const NO_OTHERS: &str = "none";

/// How commands and letters call the zone of a player without one of their own.
pub const NO_ZONE: &str = "schedule";
