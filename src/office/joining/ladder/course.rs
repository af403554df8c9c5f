//! What becomes of challenges and games of the ladder: settled at the end of each run.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};

use crate::campaign::config::RefusalCounts;
use crate::campaign::ladder::{Match, Stage};
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::glance::Glance;
use crate::office::cabinet::ladder::{keep, read};
use crate::office::cabinet::records::Records;
use crate::office::front::Front;
use crate::office::joining::tables;
use crate::office::letters::ladder::LadderNews;
use crate::office::letters::ladder_game::LadderEnd;
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
    let unwritten = tables::unwritten(&look)?;
    drop(look);
    let known = (&letterbox.host, &records, &unwritten);
    let end = |open: &Match| end_of(known, open, rules.ladder.refused, world.now);
    let ended: Vec<(Match, LadderEnd)> = ladder.matches.iter().filter_map(|open| Some((open.clone(), end(open)?))).collect();
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
fn end_of(
    (host, records, unwritten): (&Host, &Records, &BTreeMap<String, String>),
    open: &Match,
    refused: RefusalCounts,
    now: DateTime<Utc>,
) -> Option<LadderEnd> {
    let void = LadderEnd { what: LadderNews::Void, challenger_won: false };
    match &open.stage {
        Stage::Asked { until } => {
            (*until <= now).then_some(LadderEnd { what: LadderNews::Lapsed, challenger_won: refused == RefusalCounts::Lost })
        }
        Stage::Playing { campaign } => match records.get(campaign) {
            Some(record) if record.is_over => {
                let mut glance = Glance::open(host, campaign).ok()?;
                let (_, open) = glance.campaign.match_on_ladder(&glance.store.look().ok()?)?;
                glance.campaign.end_on_ladder(glance.campaign.progress.as_ref()?, &open)
            }
            Some(_) => None,
            // It is still to be put on disk.
            None if unwritten.contains_key(&**campaign) => None,
            // The game master has removed it before it began.
            None => (!host.folder.join(campaign).exists()).then_some(void),
        },
    }
}
