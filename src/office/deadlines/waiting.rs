//! Where all play at once, a deadline waits for players who are away.

use chrono::{DateTime, Utc};

use crate::campaign::clock::Absence;
use crate::campaign::config::AbsencePolicy;
use crate::campaign::local::LocalTime;
use crate::campaign::{schedule, waiting};
use crate::engine::Seat;
use crate::office::cabinet::desk::{Campaign, Progress};

impl Campaign {
    /// The open deadline in the zone of a reader; `None` stands for the game master.
    pub(super) fn deadline_as_read_by(&self, reader: Option<Seat>) -> Option<String> {
        let window = self.window()?;
        Some(self.local(window.deadline.at, reader).to_string())
    }

    /// Whether the game waits for players who are away.
    pub(in crate::office) fn absence_policy(&self) -> AbsencePolicy {
        self.config.policy.absence.unwrap_or_else(|| AbsencePolicy::usual(self.config.game.pace()))
    }

    /// Where all play at once: the deadline of a turn by the schedule; it waits for players of `progress` who are away then.
    pub(in crate::office) fn next_deadline(
        &self,
        progress: &Progress,
        turn: u32,
        before: Option<DateTime<Utc>>,
        now: DateTime<Utc>,
    ) -> Option<LocalTime> {
        let next = schedule::next_deadline(&self.config.schedule, turn, before, now)?;
        self.waiting_for_the_absent(progress, next.at).or(Some(next))
    }

    /// Where all play at once: the new deadline, if the old one falls on days on which a player of the open turn is away. `None` if it
    /// stays, and where moves alternate.
    pub(in crate::office) fn waiting_for_the_absent(&self, progress: &Progress, deadline_at: DateTime<Utc>) -> Option<LocalTime> {
        if self.alternates() || self.absence_policy() == AbsencePolicy::No {
            return None;
        }
        let of_seat = |seat: Seat| progress.clocks.absences(seat).iter().map(move |absence| (self.zone_of(Some(seat)).clone(), *absence));
        // The game master's own seat closes long before, away or not.
        let seats = self.awaited(progress).into_iter().filter(|seat| !self.closes_first(Some(*seat)));
        let away: Vec<_> = seats.flat_map(of_seat).collect();
        waiting::deadline_for_all(&self.config.schedule, deadline_at, &away)
    }

    /// The same if it falls on these days; a deadline that others have been told although somebody is away on other days stays.
    pub(super) fn waiting_for(&self, progress: &Progress, (seat, days): (Seat, Absence), deadline_at: DateTime<Utc>) -> Option<LocalTime> {
        if self.closes_first(Some(seat)) {
            return None;
        }
        waiting::deadline_for_all(&self.config.schedule, deadline_at, &[(self.zone_of(Some(seat)).clone(), days)])?;
        self.waiting_for_the_absent(progress, deadline_at)
    }
}
