//! One-time codes in a database: counted, and found again by what comes back.

use chrono::{DateTime, TimeDelta, Utc};
use serde::de::DeserializeOwned;

use crate::campaign::one_time_code::OneTimeCode;
use crate::campaign::token::Token;
use crate::campaign::{Digest, calendar};
use crate::office::cabinet::error::DeskError;
use crate::store::Ledger;

/// For how many days a code that confirms an address is valid.
pub(in crate::office) const VALID_DAYS: i64 = 7;

/// Whether `most` codes about the same thing were made within the last day, so that no further one is sent.
pub(in crate::office) fn had_enough(ledger: &Ledger<'_>, about: &str, most: u32, now: DateTime<Utc>) -> Result<bool, DeskError> {
    Ok(ledger.codes_since(about, calendar::earlier(now, TimeDelta::days(1)))? >= most)
}

/// What a code that was sent back brings about, with its digest; `None` if it is not known, or has expired.
///
/// # Errors
/// When the database refuses.
pub(in crate::office) fn errand_of<T: DeserializeOwned>(
    ledger: &Ledger<'_>,
    token: &Token,
    at: DateTime<Utc>,
) -> Result<Option<(Digest, T)>, DeskError> {
    let digest = OneTimeCode::sent(token).digest();
    Ok(ledger.errand_of_code(digest, at)?.map(|errand| (digest, errand)))
}
