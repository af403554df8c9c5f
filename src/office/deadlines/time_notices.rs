//! Letters to everybody about time: a pause, its end, an outage, reports that left late.

use chrono::{DateTime, TimeDelta, Utc};

use crate::engine::Seat;
use crate::office::cabinet::desk::Campaign;
use crate::office::cabinet::error::DeskError;
use crate::office::deadlines::moves::MovedDeadline;
use crate::office::letters::about::About;
use crate::office::letters::time_facts::{MovedFacts, TimeFacts, TimeNews};
use crate::office::letters::to_all::write_letters;
use crate::office::letters::vote_facts::DecisionFacts;
use crate::office::publishing::deadlines::DeadlineFile;
use crate::store::{EmailKind, Ledger};

/// What has happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum TimeNotice {
    Paused,
    Resumed {
        paused_at: DateTime<Utc>,
    },
    /// The players have agreed on a pause, on its end, or on more time.
    AgreedPause {
        until: DateTime<Utc>,
        decision: Box<DecisionFacts>,
    },
    AgreedResume {
        paused_at: DateTime<Utc>,
        decision: Box<DecisionFacts>,
    },
    AgreedExtension {
        decision: Box<DecisionFacts>,
    },
    Outage {
        since: DateTime<Utc>,
        until: DateTime<Utc>,
    },
    ClockSetBack,
    LateReports {
        by: TimeDelta,
    },
    /// A report that had come back is on its way again.
    SentAgain {
        by: TimeDelta,
    },
    /// The clock of the mover runs although email to them comes back.
    Charged {
        by: TimeDelta,
    },
    /// The game master has given more time, and may have said why.
    Extended {
        reason: Option<String>,
    },
    /// The open turn keeps to an edited schedule.
    Rescheduled,
}

/// Writes to every seat, and to the game master, in the transaction that changes the time.
///
/// # Errors
/// When a letter cannot be written or kept.
pub(crate) fn tell_all(
    campaign: &Campaign,
    ledger: &Ledger<'_>,
    what: &TimeNotice,
    moved: Option<&MovedDeadline>,
    now: DateTime<Utc>,
) -> Result<(), DeskError> {
    let turn = campaign.open_turn().map_or(0, |turn| turn.turn);
    // Two commands of the same second are two entries of the journal, and two letters.
    let entry = ledger.tip()?.map_or(0, |tip| tip.number);
    let id = format!("time.{}.{turn}.{}.{entry}", what.code(), now.timestamp());
    let is_over = matches!(what, TimeNotice::Resumed { .. } | TimeNotice::AgreedResume { .. } | TimeNotice::Outage { .. });
    let early_at = if is_over { campaign.early_at(ledger, turn)? } else { None };
    let about = |seat| {
        let mut time = facts(campaign, what, moved, seat);
        time.early = early_at.map(|at| campaign.deadline_facts(at, seat, now));
        About::TimeNotice { time, decision: what.decision().cloned() }
    };
    let deadline = match &campaign.progress {
        Some(progress) if moved.is_some() => DeadlineFile::of(campaign, progress, ledger)?,
        _ => None,
    };
    let file = |seat| deadline.as_ref().and_then(|file| file.for_seat(campaign, seat));
    write_letters(campaign, ledger, &campaign.readers(), (EmailKind::Notice, &id), about, file, now)?;
    Ok(())
}

fn facts(campaign: &Campaign, what: &TimeNotice, moved: Option<&MovedDeadline>, seat: Option<Seat>) -> TimeFacts {
    let zone = campaign.zone_of(seat);
    let local = |instant| zone.text(instant);
    let news = match what {
        TimeNotice::Paused => TimeNews::Paused,
        TimeNotice::Resumed { paused_at } => TimeNews::Resumed { since_local: local(*paused_at) },
        TimeNotice::AgreedPause { until, .. } => TimeNews::AgreedPause { until_local: local(*until) },
        TimeNotice::AgreedResume { paused_at, .. } => TimeNews::AgreedResume { since_local: local(*paused_at) },
        TimeNotice::AgreedExtension { .. } => TimeNews::AgreedExtension,
        TimeNotice::Outage { since, until } => {
            TimeNews::Outage { since_local: local(*since), until_local: local(*until), span: until.signed_duration_since(*since).into() }
        }
        TimeNotice::ClockSetBack => TimeNews::Clock,
        TimeNotice::LateReports { by } => TimeNews::LateReports { span: (*by).into() },
        TimeNotice::SentAgain { by } => TimeNews::SentAgain { span: (*by).into() },
        TimeNotice::Charged { by } => TimeNews::Charged { span: (*by).into() },
        TimeNotice::Extended { reason } => TimeNews::Extended { reason: reason.clone() },
        TimeNotice::Rescheduled => TimeNews::Rescheduled,
    };
    let moved = moved.map(|moved| MovedFacts {
        from_local: local(moved.from),
        to_local: local(moved.to),
        waits_for_the_absent: moved.waits_for_the_absent,
    });
    TimeFacts::new(news, moved, zone.clone())
}

impl TimeNotice {
    /// The vote by which it was decided.
    fn decision(&self) -> Option<&DecisionFacts> {
        match self {
            TimeNotice::AgreedPause { decision, .. }
            | TimeNotice::AgreedResume { decision, .. }
            | TimeNotice::AgreedExtension { decision } => Some(decision),
            _ => None,
        }
    }

    /// The word for it in Message-IDs.
    fn code(&self) -> &'static str {
        match self {
            TimeNotice::Paused => "paused",
            TimeNotice::Resumed { .. } => "resumed",
            TimeNotice::AgreedPause { .. } => "agreed-pause",
            TimeNotice::AgreedResume { .. } => "agreed-resume",
            TimeNotice::AgreedExtension { .. } => "agreed-extension",
            TimeNotice::Outage { .. } => "outage",
            TimeNotice::ClockSetBack => "clock",
            TimeNotice::LateReports { .. } => "late-reports",
            TimeNotice::SentAgain { .. } => "sent-again",
            TimeNotice::Charged { .. } => "charged",
            TimeNotice::Extended { .. } => "extended",
            TimeNotice::Rescheduled => "rescheduled",
        }
    }
}
