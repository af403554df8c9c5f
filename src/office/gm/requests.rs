//! What a game master has asked for and has to confirm by a code. Of the code only the digest is kept.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use crate::campaign::token::same_token;
use crate::campaign::{Address, Digest};
use crate::office::cabinet::error::DeskError;
use crate::store::{Ledger, StoreError};

/// `gm code/9f86…` is the [`Request`] of the code with that digest.
const CODES: &str = "gm code/";

/// So long a code holds.
pub(super) const HOLDS: TimeDelta = TimeDelta::hours(24);

/// So long it is remembered that there was a code, so that its second use gets an answer.
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
pub(in crate::office) fn keep(ledger: &Ledger<'_>, code: &str, request: &Request, now: DateTime<Utc>) -> Result<(), DeskError> {
    for (digest, known) in all(ledger)? {
        if known.until + REMEMBERED < now {
            ledger.forget_fact(&format!("{CODES}{digest}"))?;
        }
    }
    ledger.set_fact(&format!("{CODES}{}", digest_of(code)), &serde_json::json!(request).to_string())?;
    Ok(())
}

/// What a code stands for; `None` for what is no code of this campaign. Every one is compared, so that the time taken tells nothing.
pub(super) fn find(ledger: &Ledger<'_>, code: &str) -> Result<Option<Request>, DeskError> {
    let digest = digest_of(code);
    let same = |found, (known, request): (String, Request)| if same_token(&digest, &known) { Some(request) } else { found };
    Ok(all(ledger)?.into_iter().fold(None, same))
}

fn all(ledger: &Ledger<'_>) -> Result<Vec<(String, Request)>, DeskError> {
    let read = |(digest, text): (String, String)| match serde_json::from_str(&text) {
        Ok(request) => Ok((digest, request)),
        Err(error) => Err(StoreError::Unreadable { what: "a request of the game master", why: error.to_string() }.into()),
    };
    ledger.facts(CODES)?.into_iter().map(read).collect()
}

fn digest_of(code: &str) -> String {
    Digest::of(format!("gm code {code}").as_bytes()).to_string()
}
