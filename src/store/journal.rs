//! The journal: turns with their snapshots, and acts between them.

use std::fmt::Display;
use std::str::FromStr;

use chrono::{DateTime, Utc};
use rusqlite::{OptionalExtension, Row, params};

use super::error::StoreError;
use super::ledger::Ledger;
use super::pack::{self, pack};
use crate::campaign::journal::{Act, Entry, Occurrence, Scribe, Signed, Tip};
use crate::campaign::keys::PublicKey;
use crate::campaign::{CampaignId, Digest};

/// A turn as stored: the journal entry, and the position after it. [`Ledger::story`] has what the players saw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredTurn {
    /// Its number; 0 for the set-up.
    pub turn: u32,
    /// Its entry, with the hidden part.
    pub signed: Signed,
    packed_state: Vec<u8>,
}

impl StoredTurn {
    /// The position as JSON text. It is unpacked when it is asked for: it grows with the game, and many turns may be looked at together.
    ///
    /// # Errors
    /// When it is damaged.
    pub fn state(&self) -> Result<String, StoreError> {
        pack::unpack(&self.packed_state, POSITION)
    }
}

/// An act from the journal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedAct {
    /// Its number in the chain.
    pub number: u32,
    /// The last turn played before it.
    pub turn: u32,
    /// When it was done, by the host's clock.
    pub at: DateTime<Utc>,
    /// What was done.
    pub act: Act,
}

/// The version of the snapshot format.
const SNAPSHOT_VERSION: u32 = 1;

/// The names of damaged rows in errors.
const POSITION: &str = "a stored position";
const STORY: &str = "the story of a turn";

impl Ledger<'_> {
    /// Appends a set-up or a turn to the journal, with its snapshot: the state and the story as JSON text.
    ///
    /// # Errors
    /// When the turn is already there (a turn is adjudicated once), or the entry does not follow the last one.
    pub fn append_turn(&self, turn: u32, signed: &Signed, state: &str, story: &str) -> Result<(), StoreError> {
        self.append(signed, Some(turn))?;
        self.transaction
            .prepare_cached("INSERT INTO snapshot (number, turn, version, state, story) VALUES (?1, ?2, ?3, ?4, ?5)")?
            .execute(params![signed.number, turn, SNAPSHOT_VERSION, pack(state.as_bytes()), pack(story.as_bytes())])?;
        Ok(())
    }

    /// Appends to the journal that the position after a turn was edited by hand, with the new state.
    ///
    /// # Errors
    /// When the entry does not follow the last one, or SQLite refuses.
    pub fn append_edit(&self, turn: u32, signed: &Signed, state: &str) -> Result<(), StoreError> {
        self.append(signed, None)?;
        let sql = "INSERT INTO edited_position (number, turn, state) VALUES (?1, ?2, ?3)";
        self.transaction.prepare_cached(sql)?.execute(params![signed.number, turn, pack(state.as_bytes())])?;
        Ok(())
    }

    /// The position after a turn, if it has been edited by hand.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn edited_position(&self, turn: u32) -> Result<Option<String>, StoreError> {
        let sql = "SELECT state FROM edited_position WHERE turn = ?1 AND undone = 0 ORDER BY number DESC LIMIT 1";
        self.transaction.prepare_cached(sql)?.query_and_then([turn], |row| pack::text(row, 0, POSITION))?.next().transpose()
    }

    /// Appends an act to the journal; `turn` is the last turn played.
    ///
    /// # Errors
    /// When the campaign has not begun, or SQLite refuses.
    pub fn append_act(&self, scribe: &Scribe<'_>, act: Act, turn: u32) -> Result<(), StoreError> {
        let no_journal = || StoreError::Unreadable { what: "a journal", why: "it has no set-up yet".to_owned() };
        self.append(&scribe.act(act, turn, &self.tip()?.ok_or_else(no_journal)?), None)
    }

    fn append(&self, signed: &Signed, turn: Option<u32>) -> Result<(), StoreError> {
        self.transaction
            .prepare_cached(
                "INSERT INTO journal (number, turn, entry, hidden, sheets, hash, signature) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            )?
            .execute(params![
                signed.number,
                turn,
                signed.entry,
                signed.hidden,
                signed.sheets,
                signed.hash.to_string(),
                signed.signature.to_string()
            ])?;
        Ok(())
    }

    /// The last entry; `None` if the campaign has not begun.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn tip(&self) -> Result<Option<Tip>, StoreError> {
        let mut statement = self.transaction.prepare_cached("SELECT number, hash FROM journal ORDER BY number DESC LIMIT 1")?;
        let tip: Option<(u32, String)> = statement.query_row([], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
        tip.map(|(number, hash)| Ok(Tip { number, hash: read_hex(&hash)? })).transpose()
    }

    /// The hash of an entry; `None` if there is no such entry.
    ///
    /// # Errors
    /// When SQLite refuses or the hash cannot be read.
    pub fn hash_of_entry(&self, number: u32) -> Result<Option<Digest>, StoreError> {
        let mut statement = self.transaction.prepare_cached("SELECT hash FROM journal WHERE number = ?1")?;
        let hash: Option<String> = statement.query_row([number], |row| row.get(0)).optional()?;
        hash.map(|hash| read_hex(&hash)).transpose()
    }

    /// The key that signs the next entry; `None` if the campaign has not begun.
    ///
    /// # Errors
    /// When SQLite refuses or an entry cannot be read.
    pub fn signer(&self) -> Result<Option<PublicKey>, StoreError> {
        let sql = "SELECT entry FROM journal WHERE number = (SELECT coalesce(max(number), 0) FROM journal INDEXED BY acts_of_journal
                   WHERE turn IS NULL AND instr(entry, '\"host-key-replaced\"') > 0)";
        let text: Option<String> = self.transaction.prepare_cached(sql)?.query_row([], |row| row.get(0)).optional()?;
        let read = |text: String| Entry::read(&text).map_err(|why| StoreError::Unreadable { what: "an entry of the journal", why });
        Ok(match text.map(read).transpose()?.map(|entry| entry.deed) {
            Some(Occurrence::SetUp { key, .. } | Occurrence::Act(Act::HostKeyReplaced { key, .. })) => Some(key),
            _ => None,
        })
    }

    /// Passes every entry from the one of this number on, acts and turns, to `take` in the order of writing, with its signature and, if asked for, what it hid. Reads neither the
    /// snapshots nor the sheets, which are many times as large.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn for_each_entry(&self, first: u32, with_hidden: bool, mut take: impl FnMut(&str, &str, Option<&str>)) -> Result<(), StoreError> {
        let sql = "SELECT entry, signature, CASE WHEN ?2 THEN hidden END FROM journal WHERE number >= ?1 ORDER BY number";
        let mut statement = self.transaction.prepare_cached(sql)?;
        let mut rows = statement.query(params![first, with_hidden])?;
        while let Some(row) = rows.next()? {
            let text = |column| row.get_ref(column)?.as_str_or_null().map_err(rusqlite::Error::from);
            take(text(0)?.unwrap_or_default(), text(1)?.unwrap_or_default(), text(2)?);
        }
        Ok(())
    }

    /// Every entry, acts and turns, in the order of writing; turns with their snapshots.
    ///
    /// # Errors
    /// When SQLite refuses, or a hash or signature cannot be read.
    pub fn journal(&self) -> Result<Vec<(Signed, Option<String>)>, StoreError> {
        let mut statement = self.transaction.prepare_cached(&format!(
            "SELECT {SIGNED}, coalesce(snapshot.state, edited_position.state) FROM journal LEFT JOIN snapshot USING (number)
             LEFT JOIN edited_position USING (number) ORDER BY number"
        ))?;
        statement.query_and_then([], |row| Ok((read_signed(row)?, pack::text_if_any(row, SIGNED_COLUMNS, POSITION)?)))?.collect()
    }

    /// The acts after this turn, which must count, in order; for turn 0 all acts since the opening. Includes acts done during later turns that no
    /// longer count.
    ///
    /// # Errors
    /// When SQLite refuses or an act cannot be read.
    pub fn acts_since(&self, turn: u32) -> Result<Vec<RecordedAct>, StoreError> {
        let mut statement = self.transaction.prepare_cached("SELECT number FROM snapshot WHERE turn = ?1 AND undone = 0")?;
        let number: Option<u32> = statement.query_row([turn], |row| row.get(0)).optional()?;
        number.map_or(Ok(Vec::new()), |number| self.acts_after(number))
    }

    /// The acts after an entry, in order.
    ///
    /// # Errors
    /// When SQLite refuses or an act cannot be read.
    pub fn acts_after(&self, number: u32) -> Result<Vec<RecordedAct>, StoreError> {
        let mut statement = self
            .transaction
            .prepare_cached("SELECT entry FROM journal INDEXED BY acts_of_journal WHERE turn IS NULL AND number > ?1 ORDER BY number")?;
        let entries = statement.query_map([number], |row| row.get::<_, String>(0))?.collect::<Result<Vec<_>, _>>()?;
        let entries = entries.iter().map(|text| read_entry(text)).collect::<Result<Vec<_>, _>>()?;
        let act = |entry: Entry| match entry.deed {
            Occurrence::Act(act) => Some(RecordedAct { number: entry.number, turn: entry.turn, at: entry.at, act }),
            Occurrence::SetUp { .. } | Occurrence::Turn { .. } => None,
        };
        Ok(entries.into_iter().filter_map(act).collect())
    }

    /// The last turn; `None` if the campaign has not begun.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn last_turn(&self) -> Result<Option<StoredTurn>, StoreError> {
        Ok(self.turns_where("snapshot.turn = (SELECT max(turn) FROM snapshot WHERE undone = 0)")?.pop())
    }

    /// This turn and all later ones.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn turns_from(&self, first: u32) -> Result<Vec<StoredTurn>, StoreError> {
        self.turns_where(&format!("snapshot.turn >= {first}"))
    }

    /// The entry of the set-up; `None` if the campaign has not begun.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn opening(&self) -> Result<Option<Signed>, StoreError> {
        let mut statement = self.transaction.prepare_cached(&format!("SELECT {SIGNED} FROM journal WHERE number = 0"))?;
        statement.query_and_then([], read_signed)?.next().transpose()
    }

    /// The name of the campaign and the id of its game; `None` if it has not begun.
    ///
    /// # Errors
    /// When SQLite refuses or the entry cannot be read.
    pub fn begun(&self) -> Result<Option<(CampaignId, String)>, StoreError> {
        let mut statement = self.transaction.prepare_cached("SELECT entry FROM journal WHERE number = 0")?;
        let Some(text) = statement.query_row([], |row| row.get::<_, String>(0)).optional()? else { return Ok(None) };
        let entry = Entry::read(&text).map_err(|why| StoreError::Unreadable { what: "the first entry of the journal", why })?;
        match entry.deed {
            Occurrence::SetUp { game, .. } => Ok(Some((entry.campaign, game))),
            Occurrence::Turn { .. } | Occurrence::Act(_) => Ok(None),
        }
    }

    /// A turn; `None` if it has not been played.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn turn(&self, turn: u32) -> Result<Option<StoredTurn>, StoreError> {
        Ok(self.turns_where(&format!("snapshot.turn = {turn}"))?.pop())
    }

    /// What the players saw of a turn, as JSON text; `None` if it has not been played.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn story(&self, turn: u32) -> Result<Option<String>, StoreError> {
        let mut statement = self.transaction.prepare_cached("SELECT story FROM snapshot WHERE turn = ?1 AND undone = 0")?;
        statement.query_and_then([turn], |row| pack::text(row, 0, STORY))?.next().transpose()
    }

    fn turns_where(&self, condition: &str) -> Result<Vec<StoredTurn>, StoreError> {
        let sql = format!(
            "SELECT {SIGNED}, state, snapshot.turn FROM journal JOIN snapshot USING (number)
             WHERE undone = 0 AND {condition} ORDER BY snapshot.turn"
        );
        let mut statement = self.transaction.prepare_cached(&sql)?;
        let mut rows = statement.query([])?;
        let mut turns = Vec::new();
        while let Some(row) = rows.next()? {
            let packed_state = row.get(SIGNED_COLUMNS)?;
            turns.push(StoredTurn { turn: row.get(SIGNED_COLUMNS + 1)?, signed: read_signed(row)?, packed_state });
        }
        Ok(turns)
    }
}

pub(super) fn read_entry(text: &str) -> Result<Entry, StoreError> {
    Entry::read(text).map_err(|why| StoreError::Unreadable { what: "an entry of the journal", why })
}

/// The columns of an entry, as [`read_signed`] reads them.
const SIGNED: &str = "number, entry, hidden, sheets, hash, signature";
const SIGNED_COLUMNS: usize = 6;

fn read_signed(row: &Row<'_>) -> Result<Signed, StoreError> {
    let signature: String = row.get(5)?;
    if signature.is_empty() {
        let why = "it was begun by an ashpost that did not sign yet; finish the game with that one".to_owned();
        return Err(StoreError::Unreadable { what: "a journal", why });
    }
    Ok(Signed {
        number: row.get(0)?,
        entry: row.get(1)?,
        hidden: row.get(2)?,
        sheets: row.get(3)?,
        hash: read_hex(&row.get::<_, String>(4)?)?,
        signature: read_hex(&signature)?,
    })
}

/// Reads a digest or signature of the journal.
fn read_hex<T: FromStr<Err: Display>>(text: &str) -> Result<T, StoreError> {
    text.parse().map_err(|error: T::Err| StoreError::Unreadable { what: "a hash or signature of the journal", why: error.to_string() })
}
