//! The proposals that are open, in the campaign's database. The journal has who proposed what and how it was decided.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::campaign::votes::Motion;
use crate::engine::Seat;
use crate::office::cabinet::error::DeskError;
use crate::store::{Ledger, StoreError};

/// `proposal/3` is the [`Proposal`] with that number.
const PROPOSALS: &str = "proposal/";

/// The number of the last proposal.
const LAST: &str = "last proposal";

/// A proposal that is open, and what has been said about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::office) struct Proposal {
    pub number: u32,
    /// The seat of its player; `None` once another holds that seat.
    pub by: Option<Seat>,
    /// The name of its player.
    pub name: String,
    pub motion: Motion,
    pub until: DateTime<Utc>,
    /// One vote for each seat, however many people play it; the last one counts.
    pub votes: BTreeMap<Seat, bool>,
}

/// The open proposals, oldest first.
pub(in crate::office) fn open(ledger: &Ledger<'_>) -> Result<Vec<Proposal>, DeskError> {
    let read = |text: &String| {
        serde_json::from_str(text).map_err(|error| StoreError::Unreadable { what: "a proposal of a player", why: error.to_string() })
    };
    let mut open: Vec<Proposal> = ledger.facts(PROPOSALS)?.values().map(read).collect::<Result<_, _>>()?;
    open.sort_by_key(|proposal| proposal.number);
    Ok(open)
}

/// The number of the next proposal; each is given once.
pub(super) fn next_number(ledger: &Ledger<'_>) -> Result<u32, DeskError> {
    let number = ledger.fact_as::<u32>(LAST)?.unwrap_or(0) + 1;
    ledger.set_fact(LAST, &number.to_string())?;
    Ok(number)
}

pub(super) fn keep(ledger: &Ledger<'_>, proposal: &Proposal) -> Result<(), DeskError> {
    Ok(ledger.set_fact_in_json(&format!("{PROPOSALS}{}", proposal.number), proposal)?)
}

pub(super) fn close(ledger: &Ledger<'_>, proposal: &Proposal) -> Result<(), DeskError> {
    Ok(ledger.forget_fact(&format!("{PROPOSALS}{}", proposal.number))?)
}

/// Drops the votes of a seat's player, since another holds the seat now, or nobody.
pub(in crate::office) fn forget_votes_of(ledger: &Ledger<'_>, seat: Seat) -> Result<(), DeskError> {
    for mut proposal in open(ledger)? {
        let (has_voted, is_own) = (proposal.votes.remove(&seat).is_some(), proposal.by == Some(seat));
        if is_own {
            proposal.by = None;
        }
        if has_voted || is_own {
            keep(ledger, &proposal)?;
        }
    }
    Ok(())
}
