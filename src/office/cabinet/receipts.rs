//! What the host signs of a sheet that counts.

use chrono::{DateTime, Utc};

use crate::campaign::Digest;
use crate::campaign::journal::Salt;
use crate::campaign::receipt::{Receipt, SignedReceipt};
use crate::engine::Seat;
use crate::office::cabinet::desk::Campaign;
use crate::office::cabinet::error::DeskError;
use crate::store::Ledger;

impl Campaign {
    /// The salt of a seat's sheets for a turn.
    pub fn salt(&self, turn: u32, seat: Seat) -> Salt {
        self.secret.turn_secrets(&self.config.id, self.era(), turn).salt(seat)
    }

    /// Signs the next receipt of a seat, for the sheet with this digest, which was made with this salt; `None` before the campaign has begun.
    ///
    /// # Errors
    /// When the database refuses.
    pub(in crate::office) fn sign_receipt(
        &self,
        ledger: &Ledger<'_>,
        (turn, seat): (u32, Seat),
        (sheet, salt): (Digest, Salt),
        at: DateTime<Utc>,
    ) -> Result<Option<SignedReceipt>, DeskError> {
        let Some(head) = ledger.tip()? else { return Ok(None) };
        let number = ledger.number_receipt(turn, seat)?;
        let receipt = Receipt { campaign: self.id().clone(), turn, seat, number, at, sheet, salt, head };
        Ok(Some(receipt.signed(&self.key)))
    }
}
