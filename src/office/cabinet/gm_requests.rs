//! What a game master has asked for and has to confirm by a code. Of the code only the digest is kept, and of the words what they meant when
//! they were asked.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use crate::campaign::clock::Absence;
use crate::campaign::token::Token;
use crate::campaign::{Address, Digest};
use crate::engine::Seat;
use crate::office::cabinet::error::DeskError;
use crate::store::Ledger;

/// `gm code/9f86…` is the [`CodeRequest`] of the code with that digest.
const CODES: &str = "gm code/";

/// So long a code holds.
pub(in crate::office) const HOLDS: TimeDelta = TimeDelta::hours(24);

/// How long a used code is remembered, so that a second use of it gets an answer.
const REMEMBERED: TimeDelta = TimeDelta::days(30);

/// What waits for its code, or did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::office) struct CodeRequest {
    /// Where the code went.
    pub address: Address,
    /// What it carries out.
    #[serde(flatten)]
    pub asked: Asked,
    pub until: DateTime<Utc>,
    pub state: RequestState,
}

/// What a code carries out, in this order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::office) enum Asked {
    Deeds(Vec<AskedDeed>),
    /// The text of commands, as earlier programs kept it. Such a code holds for a week at most.
    Commands(String),
}

/// Something that a game master wants done, which means the same whenever it is carried out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "deed", rename_all = "kebab-case")]
pub(in crate::office) enum AskedDeed {
    /// Moves the open deadline to this instant, and why, for all players to read.
    Extend {
        to: DateTime<Utc>,
        reason: Option<String>,
    },
    Pause,
    Resume,
    /// Lets a turn go on that waits.
    Charge,
    /// Writes to all players.
    Broadcast {
        text: String,
    },
    /// Plays this turn, if it is open.
    Run {
        turn: u32,
    },
    /// Grants or denies the days of absence that the player of a seat asks for.
    Absence {
        seat: Seat,
        /// Which days. Earlier programs did not keep them, and meant those that are asked for in the end.
        #[serde(default)]
        days: Option<Absence>,
        grants: bool,
    },
    /// Removes the player of a seat, and why, for all players to read.
    Eject {
        seat: Seat,
        reason: Option<String>,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::office) enum RequestState {
    Waiting,
    Used,
    Cancelled,
}

impl CodeRequest {
    /// Deeds that a code to this address carries out.
    pub(in crate::office) fn waiting(address: Address, deeds: Vec<AskedDeed>, until: DateTime<Utc>) -> CodeRequest {
        CodeRequest { address, asked: Asked::Deeds(deeds), until, state: RequestState::Waiting }
    }
}

/// Keeps what a code stands for; what is long over is forgotten.
pub(in crate::office) fn keep(ledger: &Ledger<'_>, code: &Token, asked: &CodeRequest, now: DateTime<Utc>) -> Result<(), DeskError> {
    for (digest, text) in ledger.facts(CODES)? {
        if request(&text).is_none_or(|request| request.until + REMEMBERED < now) {
            ledger.forget_fact(&format!("{CODES}{digest}"))?;
        }
    }
    ledger.set_fact_in_json(&format!("{CODES}{}", digest_of(code)), asked)?;
    Ok(())
}

/// What a code stands for; `None` for what is no code of this campaign, or is one of a program that this one does not understand. It is found
/// by its digest, so that no comparison tells how much of a guess was right.
pub(in crate::office) fn find(ledger: &Ledger<'_>, code: &Token) -> Result<Option<CodeRequest>, DeskError> {
    Ok(ledger.fact(&format!("{CODES}{}", digest_of(code)))?.and_then(|text| request(&text)))
}

fn request(text: &str) -> Option<CodeRequest> {
    serde_json::from_str(text).ok()
}

fn digest_of(code: &Token) -> Digest {
    Digest::of(format!("gm code {}", code.folded()).as_bytes())
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn a_row_is_read_as_it_was_written_and_one_of_an_earlier_program_as_text() {
        let until: DateTime<Utc> = "2027-10-28T10:00:00Z".parse().unwrap();
        let day = |day| date(2027, 1, day);
        let deeds = vec![
            AskedDeed::Extend { to: "2027-10-31T01:30:07Z".parse().unwrap(), reason: Some("Twelfth Night".to_owned()) },
            AskedDeed::Pause,
            AskedDeed::Broadcast { text: "We play on.\n\nRUN".to_owned() },
            AskedDeed::Absence { seat: Seat(2), days: Some(Absence { from: day(7), until: day(10) }), grants: true },
            AskedDeed::Eject { seat: Seat(2), reason: None },
        ];
        let address: Address = serde_json::from_str("\"gm@pbem.example\"").unwrap();
        let written = CodeRequest::waiting(address, deeds, until);
        assert_eq!(request(&serde_json::json!(written).to_string()).unwrap(), written);
        let earlier = r#"{"address":"gm@pbem.example","commands":"ABSENCE 2 YES\n","until":"2027-10-28T10:00:00Z","state":"waiting"}"#;
        let asked = Asked::Commands("ABSENCE 2 YES\n".to_owned());
        assert_eq!(request(earlier).unwrap(), CodeRequest { asked, ..written });
        assert_eq!(request(r#"{"deeds":[{"deed":"dance"}]}"#), None);
    }
}
