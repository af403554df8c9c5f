//! The roster at work: from the opening on who holds a seat stands in the database, and the file no longer counts.

use super::notices::opening_names;
use crate::campaign::config::SeatConfig;
use crate::campaign::journal::Act;
use crate::campaign::roster::{self, Holder, SeatEdit};
use crate::engine::Seat;
use crate::office::World;
use crate::office::cabinet::desk::{Campaign, Desk};
use crate::office::cabinet::error::DeskError;
use crate::store::Ledger;

impl Desk {
    /// A campaign that began before there was a roster takes it from its file, once. Names that were edited there since the opening
    /// were taken as true then, and stand in the journal from here on.
    pub(in crate::office) fn keep_first_roster(&mut self, world: &World<'_>) -> Result<(), DeskError> {
        if self.campaign.progress.is_none() || !self.store.look()?.holders()?.is_empty() {
            return Ok(());
        }
        let Desk { store, campaign, .. } = self;
        let ledger = store.begin()?;
        campaign.take_roster_from_file(&ledger)?;
        let opened = opening_names(&ledger)?;
        for (seat, name) in campaign.config.seat_names() {
            if opened.get(&seat).is_some_and(|before| *before != name) {
                campaign.record(&ledger, Act::Renamed { seat, name }, world.now)?;
            }
        }
        ledger.commit()?;
        (world.boundary)("after the roster is taken from the file");
        self.reload()
    }
}

impl Campaign {
    /// Writes down who plays by the file: the file's last word about it.
    pub(in crate::office) fn take_roster_from_file(&mut self, ledger: &Ledger<'_>) -> Result<(), DeskError> {
        let holders: Vec<Holder> = self.file_seats.iter().map(Holder::first).collect();
        holders.iter().try_for_each(|holder| ledger.set_holder(holder))?;
        self.hold(holders);
        Ok(())
    }

    /// Reads who holds the seats, once the campaign has begun.
    pub(in crate::office) fn reload_roster(&mut self, ledger: &Ledger<'_>) -> Result<(), DeskError> {
        if self.progress.is_none() {
            return Ok(());
        }
        let holders = ledger.holders()?;
        // In a database from before there was a roster the players are those of the file.
        self.hold(if holders.is_empty() { self.file_seats.iter().map(Holder::first).collect() } else { holders });
        Ok(())
    }

    fn hold(&mut self, mut holders: Vec<Holder>) {
        holders.sort_by_key(|holder| holder.player.number);
        self.config.seats = holders.iter().map(|holder| holder.player.clone()).collect();
        self.config.name_game();
        self.holders = holders;
    }

    /// Writes who holds a seat, in the place of whoever held it.
    pub(in crate::office) fn keep_holder(&mut self, ledger: &Ledger<'_>, holder: Holder) -> Result<(), DeskError> {
        ledger.set_holder(&holder)?;
        let mut holders = std::mem::take(&mut self.holders);
        holders.retain(|known| known.player.number != holder.player.number);
        holders.push(holder);
        self.hold(holders);
        Ok(())
    }

    pub fn holder(&self, seat: Seat) -> Option<&Holder> {
        self.holders.iter().find(|holder| holder.player.number == seat)
    }

    /// The epoch of a seat's token; tokens of earlier ones are dead.
    pub fn epoch(&self, seat: Seat) -> u32 {
        self.holder(seat).map_or(0, |holder| holder.epoch)
    }

    /// What somebody has edited in the file's seats since they no longer count, and no command has settled.
    ///
    /// # Errors
    /// When the database refuses.
    pub fn seat_edits(&self, ledger: &Ledger<'_>) -> Result<Vec<SeatEdit>, DeskError> {
        if self.progress.is_none() {
            return Ok(Vec::new());
        }
        // Where players of a tournament have come or gone, the file pairs them anew, and its entries are those of other games.
        if let Some(board) = &self.config.paired {
            let [opening, now] = self.entries(ledger)?;
            let strangers = roster::comings_and_goings(&board.tournament, &opening, &now);
            if !strangers.is_empty() {
                return Ok(strangers);
            }
        }
        Ok(roster::edits(&self.config, &self.file_seats, &self.holders))
    }

    /// All entries of the file, as it was at the opening and as it is now.
    fn entries(&self, ledger: &Ledger<'_>) -> Result<[Vec<SeatConfig>; 2], DeskError> {
        let now = self.whole_file();
        let opening = self.file_of_opening(ledger)?.or_else(|| now.clone());
        Ok([opening, now].map(|config| config.map(|config| config.seats).unwrap_or_default()))
    }
}
