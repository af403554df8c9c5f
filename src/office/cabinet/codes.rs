//! One-time codes in a database: made, counted, and found again by what comes back.

use std::path::Path;

use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::campaign::one_time_code::OneTimeCode;
use crate::campaign::token::Token;
use crate::campaign::{Digest, Fingerprint, calendar};
use crate::office::World;
use crate::office::cabinet::error::{DeskError, at};
use crate::store::{Ledger, NewCode, StoreError};

/// For how many days a code that confirms an address is valid.
pub(in crate::office) const VALID_DAYS: i64 = 7;

/// Whether `most` codes about the same thing were made within the last day, so that no further one is sent.
pub(in crate::office) fn had_enough(ledger: &Ledger<'_>, about: &str, most: u32, now: DateTime<Utc>) -> Result<bool, DeskError> {
    Ok(ledger.codes_since(about, calendar::earlier(now, TimeDelta::days(1)))? >= most)
}

/// Makes a code for the email of that fingerprint, and stores the errand that its answer carries out. Only the digest of the code is
/// stored.
///
/// # Errors
/// When there is no entropy, or the database refuses; `database` is named then.
pub(in crate::office) fn make(
    ledger: &Ledger<'_>,
    errand: &impl Serialize,
    about: &str,
    fingerprint: &Fingerprint,
    (world, database): (&World<'_>, &Path),
) -> Result<OneTimeCode, DeskError> {
    let code = OneTimeCode::new((world.entropy)().map_err(at(database))?, &fingerprint.to_string());
    ledger.keep_code(&NewCode {
        digest: code.digest(),
        errand: &serde_json::json!(errand).to_string(),
        about,
        made_at: world.now,
        expires_at: calendar::later(world.now, TimeDelta::days(VALID_DAYS)),
    })?;
    Ok(code)
}

/// What a code that was sent back brings about, with its digest; `None` if it is not known, or has expired.
///
/// # Errors
/// When the database refuses, or what it has does not read.
pub(in crate::office) fn errand_of<T: DeserializeOwned>(
    ledger: &Ledger<'_>,
    token: &Token,
    at: DateTime<Utc>,
) -> Result<Option<(Digest, T)>, DeskError> {
    let digest = OneTimeCode::sent(token).digest();
    let Some(text) = ledger.errand_of_code(digest, at)? else { return Ok(None) };
    let errand = serde_json::from_str(&text).map_err(|error| StoreError::Unreadable { what: "an errand", why: error.to_string() })?;
    Ok(Some((digest, errand)))
}
