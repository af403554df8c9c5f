//! What waits for a one-time code in the database of a campaign: another address of a player, or what a game master has asked for. We keep what words
//! meant when they were written, not the words.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use crate::campaign::clock::Absence;
use crate::campaign::{Address, Digest};
use crate::engine::Seat;
use crate::office::cabinet::error::DeskError;
use crate::store::{Ledger, NewCode};

/// How long a code of a game master is remembered beyond its end, so that a late or second use of it gets an answer.
const REMEMBERED: TimeDelta = TimeDelta::days(30);

/// What waits for a code in the database of a campaign.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub(in crate::office) enum CampaignErrand {
    Seat(SeatErrand),
    Gm(GmRequest),
}

/// Another address for the player of a seat, as long as the seat has the token of that epoch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::office) enum SeatErrand {
    Move { seat: Seat, epoch: u32, to: Address },
    Undo { seat: Seat, epoch: u32, to: Address },
}

/// What a game master confirms by a code, or has confirmed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::office) struct GmRequest {
    /// Where the code went.
    pub address: Address,
    /// What it carries out, in this order.
    pub deeds: Vec<AskedDeed>,
    pub until: DateTime<Utc>,
    pub state: RequestState,
}

/// Something that a game master wants done, which means the same whenever it is carried out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "deed", rename_all = "kebab-case")]
pub(in crate::office) enum AskedDeed {
    /// Moves the open deadline to this instant; all players read the reason.
    Extend {
        to: DateTime<Utc>,
        reason: Option<String>,
    },
    Pause,
    Resume,
    /// Ends the wait of a turn.
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
        days: Absence,
        grants: bool,
    },
    /// Removes the player of a seat; all players read the reason.
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

impl GmRequest {
    /// Deeds that a code sent to this address carries out.
    pub(in crate::office) fn waiting(address: Address, deeds: Vec<AskedDeed>, until: DateTime<Utc>) -> GmRequest {
        GmRequest { address, deeds, until, state: RequestState::Waiting }
    }

    /// Keeps the errand under the digest of its code.
    pub(in crate::office) fn keep(self, ledger: &Ledger<'_>, code: Digest, now: DateTime<Utc>) -> Result<(), DeskError> {
        let expires_at = self.until + REMEMBERED;
        let errand = &CampaignErrand::Gm(self);
        Ok(ledger.keep_code(&NewCode { digest: code, errand, about: "gm", made_at: now, expires_at })?)
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn a_row_is_read_as_it_was_written() {
        let until: DateTime<Utc> = "2027-10-28T10:00:00Z".parse().unwrap();
        let day = |day| date(2027, 1, day);
        let deeds = vec![
            AskedDeed::Extend { to: "2027-10-31T01:30:07Z".parse().unwrap(), reason: Some("Twelfth Night".to_owned()) },
            AskedDeed::Pause,
            AskedDeed::Broadcast { text: "We play on.\n\nRUN".to_owned() },
            AskedDeed::Absence { seat: Seat(2), days: Absence { from: day(7), until: day(10) }, grants: true },
            AskedDeed::Eject { seat: Seat(2), reason: None },
        ];
        let address: Address = serde_json::from_str("\"gm@pbem.example\"").unwrap();
        let of_gm = CampaignErrand::Gm(GmRequest::waiting(address.clone(), deeds, until));
        let of_seat = CampaignErrand::Seat(SeatErrand::Move { seat: Seat(2), epoch: 1, to: address });
        for written in [of_gm, of_seat] {
            assert_eq!(serde_json::from_value::<CampaignErrand>(serde_json::json!(written)).unwrap(), written);
        }
    }
}
