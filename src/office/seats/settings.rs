//! What a player's letters are like: name, zone, format, diagrams, attachments, reminders, digest.

use super::work::{SeatDone, SeatError, Work, work};
use crate::campaign::Address;
use crate::campaign::config::{Attachments, Diagrams, Format, SeatConfig, unread};
use crate::campaign::daily::Daily;
use crate::campaign::journal::Act;
use crate::campaign::local::Zone;
use crate::campaign::roster::{Holder, SeatKey};
use crate::engine::Seat;
use crate::office::World;
use crate::office::cabinet::desk::{Campaign, Desk};
use crate::office::cabinet::error::DeskError;
use crate::store::Ledger;

/// The settings to change; those that are absent stay.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SeatSettings {
    /// What everybody calls the player; no other player of the campaign may have the name.
    pub name: Option<String>,
    /// The time zone in which the player reads times.
    pub zone: Option<ZoneSetting>,
    /// Whether letters have HTML with their text.
    pub format: Option<Format>,
    /// The characters of boards in text.
    pub diagrams: Option<Diagrams>,
    /// What reports bring along as files.
    pub attachments: Option<Attachments>,
    /// Whether the player is reminded of deadlines.
    pub reminders: Option<bool>,
    /// The time of day of the email about all games of the player, or that there is none.
    pub digest: Option<Daily>,
    /// All other addresses of the player, in place of the earlier ones; without any, `copies` ends.
    pub also: Option<Vec<Address>>,
    /// Whether letters go to those addresses, too.
    pub copies: Option<bool>,
}

/// The time zone of a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ZoneSetting {
    /// That of the schedule, even when that changes.
    OfSchedule,
    /// A zone of the player's own.
    Own(Zone),
}

impl SeatSettings {
    fn keys(&self) -> Vec<SeatKey> {
        let keys = [
            (SeatKey::Name, self.name.is_some()),
            (SeatKey::Zone, self.zone.is_some()),
            (SeatKey::Format, self.format.is_some()),
            (SeatKey::Diagrams, self.diagrams.is_some()),
            (SeatKey::Attachments, self.attachments.is_some()),
            (SeatKey::Reminders, self.reminders.is_some()),
            (SeatKey::Digest, self.digest.is_some()),
            (SeatKey::Also, self.also.is_some()),
            (SeatKey::Copies, self.copies.is_some()),
        ];
        keys.into_iter().filter(|(_, is_named)| *is_named).map(|(key, _)| key).collect()
    }

    /// A player with these settings in the place of theirs.
    pub(super) fn applied(&self, player: &SeatConfig) -> SeatConfig {
        SeatConfig {
            number: player.number,
            address: player.address.clone(),
            name: self.name.clone().unwrap_or_else(|| player.name.clone()),
            zone: match &self.zone {
                None => player.zone.clone(),
                Some(ZoneSetting::OfSchedule) => None,
                Some(ZoneSetting::Own(zone)) => Some(zone.clone()),
            },
            format: self.format.unwrap_or(player.format),
            diagrams: self.diagrams.unwrap_or(player.diagrams),
            attachments: self.attachments.unwrap_or(player.attachments),
            reminders: self.reminders.unwrap_or(player.reminders),
            digest: self.digest.unwrap_or(player.digest),
            withdrawn: player.withdrawn,
            also: self.also.clone().unwrap_or_else(|| player.also.clone()),
            // Without other addresses, nobody is left to get copies.
            copies: self.copies.unwrap_or(player.copies) && !self.also.as_ref().is_some_and(Vec::is_empty),
        }
    }
}

/// Changes what the letters to the player of a seat are like, or the player's name.
///
/// # Errors
/// When nothing is to change, the zone or the name cannot be, there is no such seat, or nobody holds it.
pub fn change_settings(desk: &mut Desk, seat: Seat, settings: &SeatSettings, world: &World<'_>) -> Result<SeatDone, SeatError> {
    if settings.keys().is_empty() {
        return Err(SeatError::NothingToChange);
    }
    work(desk, seat, world, |work, before| {
        let player = settings.applied(&before.player);
        work.check_player(&player)?;
        let has_changed = work.campaign.keep_settings(work.ledger, &before, settings)?;
        if player.name != before.player.name {
            work.rename(&player.name);
            work.campaign.record(work.ledger, Act::Renamed { seat, name: player.name.clone() }, world.now)?;
        }
        Ok(has_changed)
    })
}

impl Campaign {
    /// Writes the settings of a seat into the roster; the file's entry no longer counts as an edit. Returns whether anything differs.
    pub(in crate::office) fn keep_settings(
        &mut self,
        ledger: &Ledger<'_>,
        holder: &Holder,
        settings: &SeatSettings,
    ) -> Result<bool, DeskError> {
        let mut changed = Holder { player: settings.applied(&holder.player), ..holder.clone() };
        changed.settle(&self.file_seats, &settings.keys());
        let has_changed = changed.player != holder.player;
        self.keep_holder(ledger, changed)?;
        Ok(has_changed)
    }
}

impl Work<'_> {
    /// Whether such a player can hold the seat.
    pub(super) fn check_player(&self, player: &SeatConfig) -> Result<(), SeatError> {
        if let Some((_, what)) = player.mistakes().into_iter().next() {
            return Err(SeatError::NoPlayer { what });
        }
        let campaign = &*self.campaign;
        let in_game = campaign.progress.as_ref().map(|progress| progress.table.players()).unwrap_or_default();
        let in_game = in_game.iter().map(|(seat, name)| (*seat, name.as_str()));
        let on_roster = campaign.seat_names();
        let on_roster = on_roster.iter().map(|(seat, name)| (*seat, name.as_str()));
        let mut others = on_roster.chain(in_game).filter(|(seat, _)| *seat != player.number);
        match others.find(|(_, name)| player.has_name(name)) {
            Some((seat, _)) => Err(SeatError::NameTaken { campaign: campaign.id().to_owned(), name: player.name.clone(), seat }),
            None => Ok(()),
        }
    }

    /// Refuses an address at which nobody reads email, if email leaves the machine.
    pub(super) fn check_address(&self, address: &Address) -> Result<(), SeatError> {
        let leaves = self.campaign.config.way_out(&self.campaign.host.mail).leaves_the_machine();
        match unread(address).filter(|_| leaves) {
            Some(what) => Err(SeatError::NoPlayer { what }),
            None => Ok(()),
        }
    }

    /// Gives the player this name in the game, too.
    pub(super) fn rename(&mut self, name: &str) {
        if let Some(progress) = &mut self.campaign.progress {
            progress.table.rename(self.seat, name);
            progress.is_as_stored = false;
        }
    }
}
