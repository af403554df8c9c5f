//! What has come for the open turn: whose sheets count, who is missing, and for whom something else is played.

use std::collections::BTreeMap;

use crate::campaign::journal::Committed;
use crate::engine::{AnyOrders, Seat, SeatSet};
use crate::office::cabinet::desk::{Campaign, Progress};
use crate::office::cabinet::error::DeskError;
use crate::store::Ledger;

/// What has come for the open turn.
pub(super) struct Sent<'a> {
    pub turn: u32,
    /// Whose sheets count.
    pub seats: SeatSet,
    pub committed: BTreeMap<Seat, Committed>,
    /// Who has sent nothing and has standing orders, which are read when the turn is played.
    pub standing: SeatSet,
    /// Who has to send something and has not.
    pub missing: SeatSet,
    /// For whom the caretaker plays: of those who are missing, and of vacant seats. It makes nobody ready, and no turn is played earlier for it.
    pub caretaken: SeatSet,
    /// The opened sheets, where moves alternate unless it is known that they do not make the turn. No other sheet is opened before the turn is
    /// played.
    pub opened: Option<OpenedSheets<'a>>,
}

/// Sheets, and what they are in the open turn.
pub(super) struct OpenedSheets<'a> {
    pub sheets: BTreeMap<Seat, String>,
    pub orders: Box<dyn AnyOrders + 'a>,
}

impl<'a> OpenedSheets<'a> {
    pub(super) fn of(campaign: &Campaign, progress: &'a Progress, ledger: &Ledger<'_>, turn: u32) -> Result<OpenedSheets<'a>, DeskError> {
        let sheets = campaign.sheets_that_count(progress, ledger, turn)?;
        Ok(OpenedSheets { orders: progress.table.orders(&sheets), sheets })
    }
}

impl<'a> Sent<'a> {
    pub(super) fn of(campaign: &Campaign, progress: &'a Progress, ledger: &Ledger<'_>, turn: u32) -> Result<Sent<'a>, DeskError> {
        let seats = campaign.seats_whose_sheets_count(progress, ledger, turn)?;
        let committed = campaign.committed(ledger, turn)?;
        let is_to_be_read = campaign.alternates() && progress.turn_is_made != Some(false);
        let opened = is_to_be_read.then(|| OpenedSheets::of(campaign, progress, ledger, turn)).transpose()?;
        let missing = match &opened {
            Some(opened) if opened.orders.play_at_once() => SeatSet::new(),
            _ if campaign.alternates() => progress.table.to_move(),
            _ => &campaign.awaited(progress) - &seats,
        };
        let without = campaign.without_a_sheet(ledger)?;
        // A sheet that its player has sealed is that player's sheet, though it may never be revealed.
        let (standing, missing): (SeatSet, SeatSet) =
            missing.into_iter().partition(|seat| without.standing.contains(seat) && !committed.contains_key(seat));
        let unplayed = progress.table.to_move().into_iter().filter(|seat| without.has_caretaker && !committed.contains_key(seat));
        let caretaken = unplayed.filter(|seat| !seats.contains(seat) && !standing.contains(seat)).collect();
        Ok(Sent { turn, seats, committed, standing, missing, caretaken, opened })
    }

    /// Whether somebody has sealed a sheet and has yet to reveal it.
    pub(super) fn is_to_be_revealed(&self) -> bool {
        self.committed.values().any(|sealed| sealed.salt.is_none())
    }
}
