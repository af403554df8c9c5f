//! The roster: who holds which seat once the campaign has begun.

use rusqlite::params;

use super::cells::small;
use super::error::StoreError;
use super::ledger::Ledger;
use crate::campaign::Identity;
use crate::campaign::config::SeatConfig;
use crate::campaign::roster::Holder;
use crate::campaign::vacancy::Vacancy;
use crate::engine::Seat;

impl Ledger<'_> {
    /// The holders of the seats, in the order of seats; empty before the opening.
    ///
    /// # Errors
    /// When SQLite refuses or a row cannot be read.
    pub fn holders(&self) -> Result<Vec<Holder>, StoreError> {
        let mut statement = self.transaction.prepare_cached("SELECT seat, player, token_epoch, settled FROM roster ORDER BY seat")?;
        let rows = statement
            .query_map([], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?, row.get(2)?, row.get::<_, Option<String>>(3)?)))?
            .collect::<Result<Vec<_>, _>>()?;
        let holder = |(seat, held, epoch, settled): (i64, String, u32, Option<String>)| {
            let number = Seat(small(seat, "a seat")?);
            let settled = settled.map(|text| player(&text)).transpose()?;
            Ok(Holder { player: SeatConfig { number, ..player(&held)? }, epoch, settled })
        };
        rows.into_iter().map(holder).collect()
    }

    /// The seats that nobody holds, in the order of seats.
    ///
    /// # Errors
    /// When SQLite refuses or a row cannot be read.
    pub fn vacancies(&self) -> Result<Vec<Vacancy>, StoreError> {
        let mut statement =
            self.transaction.prepare_cached("SELECT seat, name, token_epoch, identity, settled FROM vacancy ORDER BY seat")?;
        let mut rows = statement.query([])?;
        let mut vacancies = Vec::new();
        while let Some(row) = rows.next()? {
            let settled: Option<String> = row.get(4)?;
            vacancies.push(Vacancy {
                seat: Seat(small(row.get(0)?, "a seat")?),
                name: row.get(1)?,
                epoch: row.get(2)?,
                identity: Identity::of(&row.get::<_, String>(3)?),
                settled: settled.map(|text| player(&text)).transpose()?,
            });
        }
        Ok(vacancies)
    }

    /// Notes that nobody holds a seat any more.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn set_vacant(&self, vacancy: &Vacancy) -> Result<(), StoreError> {
        let Vacancy { seat, name, epoch, identity, settled } = vacancy;
        self.transaction.prepare_cached("DELETE FROM roster WHERE seat = ?1")?.execute([seat.0])?;
        self.transaction
            .prepare_cached("INSERT OR REPLACE INTO vacancy (seat, name, token_epoch, identity, settled) VALUES (?1, ?2, ?3, ?4, ?5)")?
            .execute(params![seat.0, name, epoch, &**identity, settled.as_ref().map(text)])?;
        Ok(())
    }

    /// Notes who holds a seat now, replacing the holder before or a vacancy.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn set_holder(&self, holder: &Holder) -> Result<(), StoreError> {
        self.transaction.prepare_cached("DELETE FROM vacancy WHERE seat = ?1")?.execute([holder.player.number.0])?;
        self.transaction
            .prepare_cached(
                "INSERT INTO roster (seat, player, token_epoch, settled) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT (seat) DO UPDATE SET player = ?2, token_epoch = ?3, settled = ?4",
            )?
            .execute(params![holder.player.number.0, text(&holder.player), holder.epoch, holder.settled.as_ref().map(text)])?;
        Ok(())
    }
}

fn player(text: &str) -> Result<SeatConfig, StoreError> {
    serde_json::from_str(text).map_err(|error| StoreError::Unreadable { what: "a player", why: error.to_string() })
}

fn text(player: &SeatConfig) -> String {
    serde_json::json!(player).to_string()
}
