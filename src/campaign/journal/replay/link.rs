//! Checks one link of the chain: the entry's place, its signature, the entry before it, and what it hides.

use super::super::{Entry, Hidden, signed_text};
use super::{JournalPlace, Recorded, ReplayError};
use crate::campaign::Digest;
use crate::campaign::keys::PublicKey;

/// The entry, if it belongs at this place.
pub(super) fn read(record: &Recorded<'_>, number: u32) -> Result<(Entry, JournalPlace), ReplayError> {
    let unread = JournalPlace::Entry(number);
    let entry = Entry::read(record.entry).map_err(|why| ReplayError::Unreadable { at: unread, why })?;
    let at = if entry.deed.is_turn() { JournalPlace::Turn(entry.turn) } else { JournalPlace::Entry(entry.number) };
    if entry.number != number {
        return Err(ReplayError::WrongNumber { at, stands_at: number, named: entry.number });
    }
    Ok((entry, at))
}

/// The entry's hash, if it follows the previous entry and is signed.
pub(super) fn check_link(
    entry: &Entry,
    record: &Recorded<'_>,
    at: JournalPlace,
    previous: Option<Digest>,
    key: &PublicKey,
) -> Result<Digest, ReplayError> {
    if entry.previous != previous {
        return Err(ReplayError::BrokenChain { at });
    }
    let hash = Digest::of(record.entry.as_bytes());
    if !key.signed(&signed_text(hash), record.signature) {
        return Err(ReplayError::NotSigned { at, key: *key });
    }
    Ok(hash)
}

/// The hidden part of an entry, if it is there and has the digest that the entry names.
pub(super) fn hidden_of(entry: &Entry, record: &Recorded<'_>, at: JournalPlace) -> Result<Option<Hidden>, ReplayError> {
    let Some(text) = record.hidden else { return Ok(None) };
    if entry.hidden != Some(Digest::of(text.as_bytes())) {
        return Err(ReplayError::OtherHidden { at });
    }
    Hidden::read(text).map(Some).map_err(|why| ReplayError::Unreadable { at, why })
}
