//! Addresses that players have left for others: what the host keeps by address follows them.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::campaign::Address;
use crate::office::cabinet::error::DeskError;
use crate::store::Ledger;

/// The fact of a campaign that holds its moves, oldest first.
const MOVED: &str = "addresses moved";

/// A player's new address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::office) struct AddressMove {
    pub from: Address,
    pub to: Address,
    /// Until then the reader of the former address may undo it.
    pub counts_from: DateTime<Utc>,
}

impl AddressMove {
    /// Notes it.
    ///
    /// # Errors
    /// When the database refuses.
    pub(in crate::office) fn note(self, ledger: &Ledger<'_>) -> Result<(), DeskError> {
        let mut moves = all(ledger)?;
        moves.push(self);
        Ok(ledger.set_fact_in_json(MOVED, &moves)?)
    }

    /// Forgets the move of a player who is back at the former address.
    ///
    /// # Errors
    /// When the database refuses.
    pub(in crate::office) fn undo(ledger: &Ledger<'_>, from: &Address) -> Result<(), DeskError> {
        let mut moves = all(ledger)?;
        moves.retain(|moved| moved.from != *from);
        Ok(ledger.set_fact_in_json(MOVED, &moves)?)
    }

    /// The moves in a campaign that count by now, oldest first.
    ///
    /// # Errors
    /// When the database refuses.
    pub(in crate::office) fn counting(ledger: &Ledger<'_>, now: DateTime<Utc>) -> Result<Vec<AddressMove>, DeskError> {
        let mut moves = all(ledger)?;
        moves.retain(|moved| moved.counts_from <= now);
        Ok(moves)
    }
}

/// All moves in a campaign, oldest first, also those that can still be undone.
///
/// # Errors
/// When the database refuses.
pub(in crate::office) fn all(ledger: &Ledger<'_>) -> Result<Vec<AddressMove>, DeskError> {
    Ok(ledger.fact_in_json(MOVED)?.unwrap_or_default())
}
