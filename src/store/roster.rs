//! The roster: who holds which seat once the campaign has begun.

use rusqlite::params;

use super::{Ledger, StoreError, small};
use crate::campaign::config::SeatConfig;
use crate::campaign::roster::Holder;
use crate::engine::Seat;

impl Ledger<'_> {
    /// The holders of the seats, in the order of the seats; nobody before the opening.
    ///
    /// # Errors
    /// When SQLite refuses or a row cannot be read.
    pub fn holders(&self) -> Result<Vec<Holder>, StoreError> {
        let mut statement = self.transaction.prepare_cached("SELECT seat, player, token_epoch, settled FROM roster ORDER BY seat")?;
        let rows = statement
            .query_map([], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?, row.get(2)?, row.get::<_, Option<String>>(3)?)))?
            .collect::<Result<Vec<_>, _>>()?;
        let player = |text: &str| -> Result<SeatConfig, StoreError> {
            serde_json::from_str(text).map_err(|error| StoreError::Unreadable { what: "a player", why: error.to_string() })
        };
        let holder = |(seat, held, epoch, settled): (i64, String, u32, Option<String>)| {
            let number = Seat(small(seat, "a seat")?);
            let settled = settled.map(|text| player(&text)).transpose()?;
            Ok(Holder { player: SeatConfig { number, ..player(&held)? }, epoch, settled })
        };
        rows.into_iter().map(holder).collect()
    }

    /// Writes who holds a seat now, in place of the holder before.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn set_holder(&self, holder: &Holder) -> Result<(), StoreError> {
        let text = |player: &SeatConfig| serde_json::json!(player).to_string();
        self.transaction
            .prepare_cached(
                "INSERT INTO roster (seat, player, token_epoch, settled) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT (seat) DO UPDATE SET player = ?2, token_epoch = ?3, settled = ?4",
            )?
            .execute(params![holder.player.number.0, text(&holder.player), holder.epoch, holder.settled.as_ref().map(text)])?;
        Ok(())
    }
}
