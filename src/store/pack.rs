//! Packs texts and messages: they are deflated when stored, and inflated when read.

use std::cell::RefCell;
use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use rusqlite::functions::FunctionFlags;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row};

use super::error::StoreError;

/// The next level makes a report 6 % smaller, but takes twice as long.
const EFFORT: Compression = Compression::new(2);

thread_local! {
    /// One for each thread, since creating one takes longer than packing a short text.
    static PACKER: RefCell<ZlibEncoder<Vec<u8>>> = RefCell::new(ZlibEncoder::new(Vec::new(), EFFORT));
}

/// Deflates bytes; the same bytes always give the same result.
pub(super) fn pack(bytes: &[u8]) -> Vec<u8> {
    PACKER.with_borrow_mut(|packer| {
        // Writing into memory does not fail.
        let _ = packer.write_all(bytes);
        packer.reset(Vec::new()).unwrap_or_default()
    })
}

/// Inflates a packed text.
///
/// # Errors
/// When the bytes are damaged; `what` names them in the error.
pub(super) fn unpack(bytes: &[u8], what: &'static str) -> Result<String, StoreError> {
    let mut text = String::new();
    match ZlibDecoder::new(bytes).read_to_string(&mut text) {
        Ok(_) => Ok(text),
        Err(error) => Err(StoreError::Unreadable { what, why: error.to_string() }),
    }
}

/// The text of a packed column; `None` if the column is null.
///
/// # Errors
/// When SQLite refuses, or as [`unpack`].
pub(super) fn text_if_any(row: &Row<'_>, column: usize, what: &'static str) -> Result<Option<String>, StoreError> {
    let bytes = row.get_ref(column)?.as_blob_or_null().map_err(rusqlite::Error::from)?;
    bytes.map(|bytes| unpack(bytes, what)).transpose()
}

/// The text of a packed column.
///
/// # Errors
/// When SQLite refuses, or as [`unpack`].
pub(super) fn text(row: &Row<'_>, column: usize, what: &'static str) -> Result<String, StoreError> {
    unpack(row.get_ref(column)?.as_blob().map_err(rusqlite::Error::from)?, what)
}

/// Gives SQL the function `pack`, so that migrations can pack what earlier versions stored unpacked.
///
/// # Errors
/// When SQLite refuses.
pub(super) fn teach(connection: &Connection) -> Result<(), StoreError> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    connection.create_scalar_function("pack", 1, flags, |values| match values.get_raw(0) {
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => Ok(Some(pack(bytes))),
        _ => Ok(None),
    })?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_smaller_and_whole_again() {
        let text = "Ännchen lost New Earth (22).\n".repeat(100);
        let packed = pack(text.as_bytes());
        assert!(packed.len() * 10 < text.len());
        assert_ne!(pack(b"another"), packed);
        assert_eq!(pack(text.as_bytes()), packed, "whatever was packed before");
        assert_eq!(unpack(&packed, "a report").unwrap(), text);
        assert!(unpack(&packed[..20], "a report").unwrap_err().to_string().contains("a report"));
    }
}
