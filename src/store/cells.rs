//! How values are stored in columns: sealed bytes, times as text that sorts, small numbers.

use super::error::StoreError;
use crate::campaign::keys::Seal;

/// Seals bytes for the database; `what` names them in errors.
pub(super) fn close(seal: Option<&Seal>, plain: &[u8], what: &'static str) -> Result<Vec<u8>, StoreError> {
    Ok(seal.ok_or(StoreError::NoKey(what))?.close(plain))
}

/// Opens sealed bytes from the database; `what` names them in errors.
pub(super) fn open(seal: Option<&Seal>, sealed: &[u8], what: &'static str) -> Result<Vec<u8>, StoreError> {
    let opened = seal.ok_or(StoreError::NoKey(what))?.open(sealed);
    opened.map_err(|error| StoreError::Unreadable { what, why: error.to_string() })
}

/// An instant as text that sorts by time, in whole seconds.
pub(super) fn instant_text(instant: chrono::DateTime<chrono::Utc>) -> String {
    instant.to_rfc3339_opts(chrono::SecondsFormat::Secs, true)
}

/// Reads what [`instant_text`] writes.
pub(super) fn read_instant(text: &str) -> Result<chrono::DateTime<chrono::Utc>, StoreError> {
    let read = chrono::DateTime::parse_from_rfc3339(text);
    read.map(|instant| instant.to_utc()).map_err(|error| StoreError::Unreadable { what: "a time", why: error.to_string() })
}

/// Reads a seat or a turn. These are small numbers; anything else in their columns is damage.
pub(super) fn small<T: TryFrom<i64>>(number: i64, what: &'static str) -> Result<T, StoreError> {
    T::try_from(number).map_err(|_| StoreError::Unreadable { what, why: number.to_string() })
}
