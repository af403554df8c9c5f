//! Digests of sheets that players have sealed against everybody, until they are revealed.

use std::collections::BTreeMap;
use std::fmt;

use chrono::{DateTime, Utc};
use rusqlite::params;

use super::cells::instant_text;
use super::error::StoreError;
use super::ledger::Ledger;
use crate::campaign::Digest;
use crate::engine::Seat;

impl Ledger<'_> {
    /// Notes the digest of a sheet that a seat will reveal, replacing an earlier one.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn commit_to(&self, turn: u32, seat: Seat, mail: i64, received_at: DateTime<Utc>, digest: Digest) -> Result<(), StoreError> {
        let sql = "INSERT INTO commitment (turn, seat, mail, received_at, digest) VALUES (?1, ?2, ?3, ?4, ?5)
                   ON CONFLICT (turn, seat, undone) DO UPDATE SET mail = ?3, received_at = ?4, digest = ?5";
        self.transaction.prepare_cached(sql)?.execute(params![turn, seat.0, mail, instant_text(received_at), digest.to_string()])?;
        Ok(())
    }

    /// The digests that seats have sent for a turn.
    ///
    /// # Errors
    /// When SQLite refuses or a digest cannot be read.
    pub fn commitments(&self, turn: u32) -> Result<BTreeMap<Seat, Digest>, StoreError> {
        let sql = "SELECT seat, digest FROM commitment WHERE turn = ?1 AND undone = 0";
        self.by_seat(sql, [turn], |seat, digest: String| read_digest(&digest, format_args!("turn {turn}, seat {seat}")))
    }

    /// Deletes the digest that a seat has sent, because it has sent something else since.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn forget_commitment(&self, turn: u32, seat: Seat) -> Result<(), StoreError> {
        self.transaction
            .prepare_cached("DELETE FROM commitment WHERE turn = ?1 AND seat = ?2 AND undone = 0")?
            .execute(params![turn, seat.0])?;
        Ok(())
    }
}

/// Reads the digest of a sheet; `row` names its row in errors.
pub(super) fn read_digest(text: &str, row: impl fmt::Display) -> Result<Digest, StoreError> {
    text.parse().map_err(|_| StoreError::Unreadable { what: "the digest of a sheet", why: format!("{text:?}, {row}") })
}
