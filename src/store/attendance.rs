//! Whether players sent their orders in each turn.

use std::collections::BTreeMap;

use rusqlite::params;

use super::error::StoreError;
use super::ledger::Ledger;
use crate::campaign::attendance::{Attendance, Reliability};
use crate::campaign::{CampaignId, PlayerKey};
use crate::engine::Seat;

impl Ledger<'_> {
    /// Notes what became of a seat's orders in a turn; `player` identifies its player on this host.
    ///
    /// # Errors
    /// When it has been noted already: a turn is adjudicated once.
    pub fn note_attendance(&self, turn: u32, seat: Seat, player: &PlayerKey, attendance: Attendance) -> Result<(), StoreError> {
        let sql = "INSERT INTO attendance (turn, seat, player, what) VALUES (?1, ?2, ?3, ?4)";
        self.transaction.prepare_cached(sql)?.execute(params![turn, seat.0, player.to_string(), attendance.code()])?;
        Ok(())
    }

    /// What became of a player's orders on a seat, the latest turn first.
    ///
    /// # Errors
    /// When SQLite refuses or a row cannot be read.
    pub fn attendance(&self, seat: Seat, player: &PlayerKey) -> Result<Vec<Attendance>, StoreError> {
        let sql = "SELECT what FROM attendance WHERE seat = ?1 AND player = ?2 AND undone = 0 ORDER BY turn DESC";
        let mut statement = self.transaction.prepare_cached(sql)?;
        let rows = statement.query_map(params![seat.0, player.to_string()], |row| row.get::<_, String>(0))?;
        rows.map(|row| read(&row?)).collect()
    }

    /// The last turn for which a seat's orders came in time, whoever held it; `None` if there is none.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn last_attended(&self, seat: Seat) -> Result<Option<u32>, StoreError> {
        let sql = "SELECT max(turn) FROM attendance WHERE seat = ?1 AND what = ?2 AND undone = 0";
        Ok(self.transaction.prepare_cached(sql)?.query_row(params![seat.0, Attendance::OnTime.code()], |row| row.get(0))?)
    }

    /// How reliable each player of the campaign was.
    ///
    /// # Errors
    /// When SQLite refuses or a row cannot be read.
    pub fn reliability(&self) -> Result<BTreeMap<PlayerKey, Reliability>, StoreError> {
        // Counted here rather than in SQL, because SQLite would sort all rows first.
        let mut statement = self.transaction.prepare_cached("SELECT player, what FROM attendance WHERE undone = 0")?;
        let mut rows = statement.query([])?;
        let mut counts: Vec<((String, String), u32)> = Vec::new();
        while let Some(row) = rows.next()? {
            let text = |column| row.get_ref(column)?.as_str().map_err(rusqlite::Error::from);
            let (player, what) = (text(0)?, text(1)?);
            match counts.iter_mut().find(|((of, known), _)| of == player && known == what) {
                Some((_, count)) => *count += 1,
                None => counts.push(((player.to_owned(), what.to_owned()), 1)),
            }
        }
        let mut players: BTreeMap<PlayerKey, Reliability> = BTreeMap::new();
        for ((player, what), count) in counts {
            players.entry(read_key(&player)?).or_default().add(read(&what)?, count);
        }
        Ok(players)
    }

    /// Stores in the host's database how reliable a campaign's players were, replacing what was known. Returns whether anything changed.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn keep_reliability(&self, campaign: &CampaignId, players: &BTreeMap<PlayerKey, Reliability>) -> Result<bool, StoreError> {
        let sql = "SELECT player, on_time, missed, away FROM reliability WHERE campaign = ?1";
        let mut statement = self.transaction.prepare_cached(sql)?;
        let known = statement.query_map([&**campaign], |row| {
            Ok((row.get::<_, String>(0)?, Reliability { on_time: row.get(1)?, missed: row.get(2)?, away: row.get(3)? }))
        })?;
        let known = known.map(|row| row.map_err(StoreError::from).and_then(|(player, turns)| Ok((read_key(&player)?, turns))));
        if known.collect::<Result<BTreeMap<_, _>, StoreError>>()? == *players {
            return Ok(false);
        }
        self.transaction.prepare_cached("DELETE FROM reliability WHERE campaign = ?1")?.execute([&**campaign])?;
        let sql = "INSERT INTO reliability (player, campaign, on_time, missed, away) VALUES (?1, ?2, ?3, ?4, ?5)";
        let mut insert = self.transaction.prepare_cached(sql)?;
        for (player, turns) in players {
            insert.execute(params![player.to_string(), &**campaign, turns.on_time, turns.missed, turns.away])?;
        }
        Ok(true)
    }

    /// How reliable a player was in the campaigns of this host's database, except the one named by `but`.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn reliability_of(&self, player: &PlayerKey, but: Option<&str>) -> Result<Reliability, StoreError> {
        let sql = "SELECT coalesce(sum(on_time), 0), coalesce(sum(missed), 0), coalesce(sum(away), 0) FROM reliability
                   WHERE player = ?1 AND campaign IS NOT ?2";
        let row = |row: &rusqlite::Row<'_>| Ok(Reliability { on_time: row.get(0)?, missed: row.get(1)?, away: row.get(2)? });
        Ok(self.transaction.prepare_cached(sql)?.query_row(params![player.to_string(), but], row)?)
    }

    /// Changes the key that identifies the player of a seat.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn rename_attendance(&self, seat: Seat, from: &PlayerKey, to: &PlayerKey) -> Result<(), StoreError> {
        let sql = "UPDATE attendance SET player = ?3 WHERE seat = ?1 AND player = ?2";
        self.transaction.prepare_cached(sql)?.execute(params![seat.0, from.to_string(), to.to_string()])?;
        Ok(())
    }
}

fn read_key(player: &str) -> Result<PlayerKey, StoreError> {
    player.parse().map_err(|_| StoreError::Unreadable { what: "the key of a player", why: player.to_owned() })
}

fn read(what: &str) -> Result<Attendance, StoreError> {
    Attendance::read(what).ok_or_else(|| StoreError::Unreadable { what: "an attendance", why: what.to_owned() })
}
