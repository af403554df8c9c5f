//! What a campaign's time is running out for, and when.

use chrono::{DateTime, TimeDelta, Utc};

use crate::cli::times::short;
use crate::engine::Viewer;
use crate::office::{Held, Keyless};
use crate::render::clock::Running;

/// How late the next run of cron may be before the game master is asked to look.
const CRON_COMES_ROUND: TimeDelta = TimeDelta::minutes(30);

/// The next time that matters in a running campaign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Due {
    pub what: DueFor,
    pub at: DateTime<Utc>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DueFor {
    Deadline,
    /// The deadline has passed, but late sheets still count.
    Grace,
    /// The time of a move has passed, and its player's reserve is running.
    Reserve,
    /// The reserve is stopped, since its player is away.
    Away,
    /// Everybody is ready, so the turn is played before its deadline.
    Early,
    /// Sheets are closed, and sealed ones may still be revealed.
    Reveal,
    /// The next run plays the turn.
    Run,
    /// Nothing is played, so no time runs out.
    Held(Held),
}

impl Due {
    /// The next such time; `None` before a game begins and after it has ended. `early_at` is when the turn is played because everybody is ready.
    pub(super) fn of(campaign: &Keyless, early_at: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Option<Due> {
        let progress = campaign.progress.as_ref()?;
        let limits = campaign.limits(progress)?;
        let revealed_until = campaign.open_turn()?.revealed_until;
        let clock = campaign.clock_facts(progress, Viewer::GameMaster, now);
        let (what, at) = match (campaign.held, clock.map(|clock| clock.running)) {
            (Some(held), _) => (DueFor::Held(held), limits.deadline_at),
            _ if let Some(early_at) = early_at => (if now < early_at { DueFor::Early } else { DueFor::Run }, early_at),
            _ if now < limits.deadline_at => (DueFor::Deadline, limits.deadline_at),
            (_, Some(Running::Reserve)) if now < limits.closes_at => (DueFor::Reserve, limits.closes_at),
            (_, Some(Running::Nothing)) if now < limits.closes_at => (DueFor::Away, limits.closes_at),
            _ if now < limits.reserve_from => (DueFor::Grace, limits.reserve_from),
            _ if now < revealed_until => (DueFor::Reveal, revealed_until),
            _ => (DueFor::Run, revealed_until.max(limits.closes_at)),
        };
        Some(Due { what, at })
    }

    /// How long ago a run should have played the turn; `None` while cron may still come in time.
    pub(super) fn overdue(&self, now: DateTime<Utc>) -> Option<TimeDelta> {
        let late = now.signed_duration_since(self.at);
        (self.what == DueFor::Run && late > CRON_COMES_ROUND).then_some(late)
    }

    /// `in 2 d 4 h`, and what for unless it is the deadline.
    pub(super) fn in_words(&self, now: DateTime<Utc>) -> String {
        let left = short(self.at.signed_duration_since(now));
        match self.what {
            DueFor::Deadline => format!("in {left}"),
            DueFor::Grace => format!("grace ends in {left}"),
            DueFor::Reserve => format!("reserve ends in {left}"),
            DueFor::Away => format!("player away, ends in {left}"),
            DueFor::Early => format!("all ready, in {left}"),
            DueFor::Reveal => format!("reveal ends in {left}"),
            DueFor::Run => self.overdue(now).map_or_else(|| "now".to_owned(), |late| format!("overdue by {}", short(late))),
            DueFor::Held(Held::Paused) => "paused".to_owned(),
            DueFor::Held(Held::Asking) => "waits for you".to_owned(),
            DueFor::Held(Held::UnsentReports) => "waits for reports to be sent".to_owned(),
            DueFor::Held(Held::Outage | Held::ClockBehind) => "waits for the clock".to_owned(),
        }
    }

    /// Whether a time runs out at all.
    pub(super) fn runs(&self) -> bool {
        !matches!(self.what, DueFor::Held(_))
    }
}
