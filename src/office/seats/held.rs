//! The roster at work: from the opening on who holds a seat stands in the database, and the file no longer counts.

use crate::campaign::roster::{Holder, SeatEdit, edits};
use crate::engine::Seat;
use crate::office::desk::{Campaign, Desk, DeskError};
use crate::store::Ledger;

impl Desk {
    /// A campaign that began before there was a roster takes it from its file, once.
    pub(in crate::office) fn keep_first_roster(&mut self) -> Result<(), DeskError> {
        if self.campaign.progress.is_none() || !self.store.look()?.holders()?.is_empty() {
            return Ok(());
        }
        let ledger = self.store.begin()?;
        self.campaign.take_roster_from_file(&ledger)?;
        Ok(ledger.commit()?)
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
        self.config.name_board();
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
    pub fn seat_edits(&self) -> Vec<SeatEdit> {
        if self.progress.is_some() { edits(&self.config, &self.file_seats, &self.holders) } else { Vec::new() }
    }
}
