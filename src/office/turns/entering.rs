//! A turn opens: what players have left for it becomes their sheets.

use chrono::{DateTime, Utc};

use crate::campaign::journal::sheet_digest;
use crate::engine::Follow;
use crate::office::cabinet::desk::{Campaign, Progress};
use crate::office::cabinet::error::DeskError;
use crate::office::deadlines::unsent::{Entered, EnteredAs};
use crate::store::{Ledger, NewSheet};

impl Campaign {
    /// Enters what has been left for the turn that is open after `progress`, read against what its player sees now, in the transaction that opens the
    /// turn. If nothing of a sheet can be read, its player is told and none is entered.
    pub(super) fn enter_left_sheets(&self, ledger: &Ledger<'_>, progress: &Progress, now: DateTime<Utc>) -> Result<(), DeskError> {
        if self.alternates() {
            return Ok(());
        }
        let Some(window) = &progress.window else { return Ok(ledger.forget_left_up_to(u32::MAX)?) };
        if !self.config.gm_seats().is_empty() {
            self.drop_left_orders(ledger, progress, window, now)?;
        }
        let to_move = self.awaited(progress);
        for (seat, left) in ledger.left_for(window.turn)?.into_iter().filter(|(seat, _)| to_move.contains(seat)) {
            let mut sheet = progress.table.sheet(seat, &left.text);
            let is_read = sheet.orders_read() > 0;
            if let Some(standing) = ledger.standing_orders(seat)?.filter(|standing| standing.always && is_read) {
                sheet.follow(&standing.text, Follow::Behind);
            }
            let reading = sheet.reading(self.reads_html(seat));
            let text = self.reading_text_at(Some(progress), seat, &reading)?;
            let canonical = reading.canonical();
            let mut receipt = None;
            if is_read {
                ledger.enter_sheet(&NewSheet {
                    mail: left.mail,
                    turn: window.turn,
                    seat,
                    received_at: window.opened_at,
                    text: &left.text,
                    canonical: &canonical,
                    digest: sheet_digest(self.salt(window.turn, seat), Some(&canonical)),
                    salt: None,
                    held_back: false,
                })?;
                receipt = self.receipt_of_office(ledger, window.turn, seat, &canonical, now)?;
            }
            let what = if is_read { EnteredAs::Left } else { EnteredAs::LeftUnread };
            self.tell_of_entered(
                ledger,
                seat,
                what,
                &Entered { turn: window.turn, reading, text, receipt },
                Some(window.deadline.at),
                now,
            )?;
        }
        Ok(ledger.forget_left_up_to(window.turn)?)
    }
}
