//! What a game master has asked for and has to confirm by a code. Of the code only the digest is kept.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use crate::campaign::token::Token;
use crate::campaign::{Address, Digest};
use crate::office::cabinet::error::DeskError;
use crate::store::{Ledger, StoreError};

/// `gm code/9f86…` is the [`Request`] of the code with that digest.
const CODES: &str = "gm code/";

/// So long a code holds.
pub(super) const HOLDS: TimeDelta = TimeDelta::hours(24);

/// How long a used code is remembered, so that a second use of it gets an answer.
const REMEMBERED: TimeDelta = TimeDelta::days(30);

/// Commands that wait for their code, or did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::office) struct Request {
    /// Where the code went.
    pub address: Address,
    /// What it carries out, as it is read again.
    pub commands: String,
    pub until: DateTime<Utc>,
    pub state: State,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::office) enum State {
    Waiting,
    Used,
    Cancelled,
}

/// Keeps what a code stands for; what is long over is forgotten.
pub(in crate::office) fn keep(ledger: &Ledger<'_>, code: &Token, asked: &Request, now: DateTime<Utc>) -> Result<(), DeskError> {
    for (digest, text) in ledger.facts(CODES)? {
        if request(&text)?.until + REMEMBERED < now {
            ledger.forget_fact(&format!("{CODES}{digest}"))?;
        }
    }
    ledger.set_fact(&format!("{CODES}{}", digest_of(code)), &serde_json::json!(asked).to_string())?;
    Ok(())
}

/// What a code stands for; `None` for what is no code of this campaign. It is found by its digest, so that no comparison tells how much of a
/// guess was right.
pub(super) fn find(ledger: &Ledger<'_>, code: &Token) -> Result<Option<Request>, DeskError> {
    ledger.fact(&format!("{CODES}{}", digest_of(code)))?.map(|text| request(&text)).transpose()
}

fn request(text: &str) -> Result<Request, DeskError> {
    let unreadable = |error: serde_json::Error| StoreError::Unreadable { what: "a request of the game master", why: error.to_string() };
    Ok(serde_json::from_str(text).map_err(unreadable)?)
}

fn digest_of(code: &Token) -> Digest {
    Digest::of(format!("gm code {}", code.folded()).as_bytes())
}
