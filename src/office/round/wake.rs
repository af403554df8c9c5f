//! When a campaign in which there is nothing to do now has to be looked at again.

use chrono::{DateTime, TimeDelta, Utc};

use crate::campaign::calendar::{earlier, later};
use crate::campaign::schedule::TIME_TO_ARRIVE;
use crate::campaign::watch::Held;
use crate::office::cabinet::desk::Campaign;
use crate::office::cabinet::error::DeskError;
use crate::office::deadlines::pauses;
use crate::store::Ledger;

/// How long a campaign may sleep while a player is away, whose days begin and end in their own time zone.
const SLEEP_IN_ABSENCE: TimeDelta = TimeDelta::hours(1);

impl Campaign {
    /// The first time after `now` at which a turn or a reminder may be due, if nothing is sent in before and no file changes.
    ///
    /// # Errors
    /// When the database refuses.
    pub fn wakes_at(&self, ledger: &Ledger<'_>, now: DateTime<Utc>) -> Result<DateTime<Utc>, DeskError> {
        let never = DateTime::<Utc>::MAX_UTC;
        let decided = [pauses::ends_at(ledger)?, self.next_lapse(ledger)?].into_iter().flatten().filter(|at| *at > now).min();
        let Some(progress) = self.progress.as_ref().filter(|_| self.held != Some(Held::Paused)) else {
            return Ok(decided.unwrap_or(never));
        };
        let (Some(window), Some(limits)) = (&progress.window, self.limits(progress)) else { return Ok(never) };
        let ends = [limits.deadline_at, limits.reserve_from, limits.closes_at];
        let hours = self.config.schedule.reminder_hours.iter().map(|hours| TimeDelta::hours(i64::from(*hours)));
        let reminders = hours.flat_map(|hours| ends.map(|end| earlier(end, hours)));
        let early = self.early_at(ledger, window.turn)?;
        let seals = [Some(self.revealed_until(limits.closes_at)), self.gm_closes_at()];
        let is_away = self.mover(progress).is_some_and(|seat| !progress.clocks.absences(seat).is_empty());
        let absence = is_away.then(|| later(now, SLEEP_IN_ABSENCE));
        Ok(ends
            .into_iter()
            .chain(reminders)
            .chain([later(limits.closes_at, TIME_TO_ARRIVE)])
            .chain(early)
            .chain(decided)
            .chain(absence)
            .chain(seals.into_iter().flatten())
            .filter(|at| *at > now)
            .min()
            .unwrap_or(never))
    }
}
