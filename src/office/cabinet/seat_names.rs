//! Finding the seat that words mean.

use serde::Serialize;

use crate::campaign::CampaignId;
use crate::engine::{NameIndex, NameMatch, Seat};

/// Why words name no seat.
#[allow(missing_docs, reason = "each says what it is")]
#[derive(Debug, PartialEq, Eq, thiserror::Error, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum UnknownSeat {
    #[error("{campaign} has no seat or player `{asked}`; there are {known}")]
    Nobody { campaign: CampaignId, asked: String, known: String },
    #[error("{campaign} has no seat or player `{asked}`; did you mean {near}?")]
    Near { campaign: CampaignId, asked: String, near: String },
    #[error("`{asked}` may be any of {known}: give the number")]
    Several { asked: String, known: String },
}

/// The seat of a player by number, name, or the beginning of a name.
///
/// # Errors
/// When there is no such player, or the name may be that of several.
pub fn seat_of(campaign: &CampaignId, who: &str, seats: impl IntoIterator<Item = (Seat, String)>) -> Result<Seat, UnknownSeat> {
    let seats: Vec<(Seat, String)> = seats.into_iter().collect();
    let mut index = NameIndex::new();
    seats.iter().for_each(|(seat, name)| index.add(name, *seat));
    match index.find(who) {
        NameMatch::One(seat) => Ok(seat),
        NameMatch::Several => Err(UnknownSeat::Several { asked: who.to_owned(), known: index.nearest(who).join(", ") }),
        NameMatch::Unknown => match index.nearest(who) {
            near if near.is_empty() => Err(no_seat(campaign, who, &seats)),
            near => Err(UnknownSeat::Near { campaign: campaign.to_owned(), asked: who.to_owned(), near: near.join(" or ") }),
        },
    }
}

/// Says which seats there are.
pub(in crate::office) fn no_seat(campaign: &CampaignId, asked: &str, seats: &[(Seat, String)]) -> UnknownSeat {
    let known: Vec<String> = seats.iter().map(|(seat, name)| format!("{seat} ({name})")).collect();
    UnknownSeat::Nobody { campaign: campaign.to_owned(), asked: asked.to_owned(), known: known.join(", ") }
}
