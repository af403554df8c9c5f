//! Letters to everybody about time: a pause, its end, an outage, reports that left late.

use chrono::{DateTime, TimeDelta, Utc};

use crate::campaign::Address;
use crate::engine::Seat;
use crate::office::cabinet::desk::Campaign;
use crate::office::cabinet::error::DeskError;
use crate::office::deadlines::moves::MovedDeadline;
use crate::office::letters::facts::TimeFacts;
use crate::office::letters::{self, NewLetter};
use crate::store::Ledger;

/// What has happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum What {
    Paused,
    Resumed { paused_at: DateTime<Utc> },
    Outage { since: DateTime<Utc>, until: DateTime<Utc> },
    ClockSetBack,
    LateReports { by: TimeDelta },
}

/// Writes to every seat, and to the game master, in the transaction that changes the time.
///
/// # Errors
/// When a letter cannot be written or kept.
pub(crate) fn tell_all(
    campaign: &Campaign,
    ledger: &Ledger<'_>,
    what: What,
    moved: Option<&MovedDeadline>,
    now: DateTime<Utc>,
) -> Result<(), DeskError> {
    let turn = campaign.open_turn().map_or(0, |turn| turn.turn);
    let holders = campaign.config.seats.iter().map(|seat| (Some(seat.number), seat.address.clone()));
    let plays = |address: &Address| campaign.config.seats.iter().any(|seat| seat.address == *address);
    let game_master = Some((None, campaign.config.gm.address.clone())).filter(|(_, address)| !plays(address));
    for (seat, address) in holders.chain(game_master) {
        let facts = facts(campaign, what, moved, seat);
        let id = format!("time.{}.{turn}.{}.{}", facts.what, now.timestamp(), seat.map_or("gm".to_owned(), |seat| seat.to_string()));
        let mut model = campaign.letter_model(seat, "notice", now);
        model.told.time = Some(facts);
        let (subject, text) = letters::render(&campaign.templates, "shared/time-notice.txt", &model)?;
        let answered = seat.map(|seat| ledger.last_report(seat)).transpose()?.flatten();
        let letter = NewLetter::notice("notice", id, &address, (subject, text))
            .about(Some(turn), seat)
            .following(answered.map(|report| report.message_id));
        letters::queue(ledger, &campaign.sender(), &letter, now)?;
    }
    Ok(())
}

fn facts(campaign: &Campaign, what: What, moved: Option<&MovedDeadline>, seat: Option<Seat>) -> TimeFacts {
    let local = |instant| campaign.local(instant, seat).0;
    let span = |from: DateTime<Utc>, until: DateTime<Utc>| Some(until.signed_duration_since(from).into());
    let (what, since, until, span) = match what {
        What::Paused => ("paused", None, None, None),
        What::Resumed { paused_at } => ("resumed", Some(paused_at), None, None),
        What::Outage { since, until } => ("outage", Some(since), Some(until), span(since, until)),
        What::ClockSetBack => ("clock", None, None, None),
        What::LateReports { by } => ("late-reports", None, None, Some(by.into())),
    };
    TimeFacts {
        what,
        since_local: since.map(local),
        until_local: until.map(local),
        span,
        from_local: moved.map(|moved| local(moved.from)),
        to_local: moved.map(|moved| local(moved.to)),
        zone: campaign.zone_of(seat).to_string(),
    }
}
