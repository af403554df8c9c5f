//! What becomes of challenges and games of the ladder: settled at the end of each run.

use chrono::{DateTime, Utc};

use super::{End, keep, read};
use crate::campaign::Address;
use crate::campaign::config::RefusalCounts;
use crate::campaign::ladder::{Match, Stage};
use crate::campaign::standings::Score;
use crate::engine::{Decision, Seat};
use crate::office::cabinet::desk::Keyless;
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::glance::Glance;
use crate::office::cabinet::records::Records;
use crate::office::front::Front;
use crate::office::letters::ladder::LadderNews;
use crate::office::{Host, World};

/// Settles what is over: games, and challenges that nobody has answered in time. What was interrupted is done again.
pub(in crate::office) fn attend_ladder(front: &mut Front, world: &World<'_>) -> Result<(), DeskError> {
    let Front { store, letterbox, .. } = &mut *front;
    let Some(rules) = letterbox.ladder_rules() else { return Ok(()) };
    let look = store.look()?;
    let ladder = read(&look)?;
    let played = ladder.matches.iter().filter_map(|open| match &open.stage {
        Stage::Playing { campaign } => Some(campaign),
        Stage::Asked { .. } => None,
    });
    let records = Records::of_these(&look, played)?;
    drop(look);
    let end = |open: &Match| end_of(&letterbox.host, &records, open, rules.ladder.refused, world.now);
    let ended: Vec<(Match, End)> = ladder.matches.iter().filter_map(|open| Some((open.clone(), end(open)?))).collect();
    if ended.is_empty() {
        return Ok(());
    }
    let ledger = store.begin()?;
    let mut ladder = read(&ledger)?;
    for (ended, end) in &ended {
        let id = match &ended.stage {
            Stage::Asked { until } => format!("lapsed.{}", until.timestamp()),
            Stage::Playing { campaign } => campaign.to_string(),
        };
        letterbox.settle(&ledger, &mut ladder, (rules, ended, *end), &id, world)?;
    }
    keep(&ledger, &ladder)?;
    (world.boundary)("before the ladder commits");
    ledger.commit()?;
    (world.boundary)("after the ladder commits");
    Ok(())
}

/// How something that was open has ended; `None` while it goes on, or if nobody can tell now.
fn end_of(host: &Host, records: &Records, open: &Match, refused: RefusalCounts, now: DateTime<Utc>) -> Option<End> {
    let void = End { what: LadderNews::Void, challenger_won: false };
    match &open.stage {
        Stage::Asked { until } => {
            (*until <= now).then_some(End { what: LadderNews::Lapsed, challenger_won: refused == RefusalCounts::Lost })
        }
        Stage::Playing { campaign } => match records.get(campaign) {
            Some(record) if record.is_over => end_of_game(&Glance::open(host, campaign).ok()?.campaign, open, refused),
            Some(_) => None,
            // The game master has removed it before it began.
            None => (!host.folder.join(campaign).exists()).then_some(void),
        },
    }
}

fn end_of_game(campaign: &Keyless, open: &Match, refused: RefusalCounts) -> Option<End> {
    let progress = campaign.progress.as_ref()?;
    let own = seat_of_challenger(campaign, open);
    if progress.decision() == Decision::Void {
        // Otherwise a challenged player could accept and leave at once, and keep the place that a refusal would cost.
        let has_refused = own.is_some() && progress.left_by().is_some_and(|left| Some(left) != own);
        let is_lost = has_refused && refused == RefusalCounts::Lost;
        return Some(End { what: if is_lost { LadderNews::WalkedOut } else { LadderNews::Void }, challenger_won: is_lost });
    }
    let score = Score::of(&progress.outcome()?);
    let half_points = match own {
        Some(Seat(1)) => Some(score.first),
        Some(Seat(2)) => Some(score.second),
        _ => None,
    };
    Some(match half_points {
        Some(2) => End { what: LadderNews::Won, challenger_won: true },
        Some(_) => End { what: LadderNews::Kept, challenger_won: false },
        None => End { what: LadderNews::Void, challenger_won: false },
    })
}

fn seat_of_challenger(campaign: &Keyless, open: &Match) -> Option<Seat> {
    let seat = |player: &Address| campaign.config.seats.iter().find(|seat| seat.has_address(player)).map(|seat| seat.number);
    // Nobody holds a seat that was given up, but the other seat tells whose it was.
    let of_other = || seat(&open.challenged).map(|other| Seat(3_u8.saturating_sub(other.0)));
    seat(&open.challenger).or_else(of_other)
}
