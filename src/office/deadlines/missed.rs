//! Orders that came and orders that were missing, noted turn by turn.

use chrono::{DateTime, Utc};

use crate::campaign::PlayerKey;
use crate::campaign::attendance::{Attendance, is_last_chance, missed_in_a_row};
use crate::engine::{Seat, SeatSet};
use crate::office::cabinet::desk::{Campaign, Progress};
use crate::office::cabinet::error::DeskError;
use crate::store::Ledger;

impl Campaign {
    /// Notes for each seat that the turn waited for whether its orders came. Returns the seats whose players must be told that it is given away if
    /// their orders are missing once more.
    pub(in crate::office) fn note_attendance(
        &self,
        ledger: &Ledger<'_>,
        progress: &Progress,
        missing: &SeatSet,
        on_time: &SeatSet,
        now: DateTime<Utc>,
    ) -> Result<SeatSet, DeskError> {
        let Some(window) = &progress.window else { return Ok(SeatSet::new()) };
        let is_closed = self.limits(progress).is_none_or(|limits| limits.closes_at <= now);
        let mut warned = SeatSet::new();
        for seat in self.awaited(progress) {
            let Some(player) = self.config.seat(seat) else { continue };
            let key = PlayerKey::of(&player.address);
            let attendance = match () {
                // Where moves alternate, a sheet without a move is none.
                () if on_time.contains(&seat) && !missing.contains(&seat) => Attendance::OnTime,
                // Skipped by the rules: nothing was asked of the player.
                () if !missing.contains(&seat) => continue,
                () if self.clock(&progress.clocks, seat).absent_at(window.deadline.at).is_some() => Attendance::Away,
                // The game master did not wait for them.
                () if !is_closed && !self.closes_first(Some(seat)) => Attendance::Excused,
                () if ledger.unreached_since(seat)?.is_some() => Attendance::Excused,
                // If nothing came from anybody, the host has probably lost email.
                () if !self.alternates() && on_time.is_empty() => Attendance::Excused,
                () => {
                    let missed = missed_in_a_row(&ledger.attendance(seat, &key)?) + 1;
                    Attendance::Missed { warned: is_last_chance(missed, self.config.policy.eject_after.into()) }
                }
            };
            ledger.note_attendance(window.turn, seat, &key, attendance)?;
            if attendance == (Attendance::Missed { warned: true }) {
                warned.insert(seat);
            }
        }
        Ok(warned)
    }

    /// Whether the player of a seat has been warned that it is given away if orders are missing once more.
    pub(in crate::office) fn is_last_chance(&self, ledger: &Ledger<'_>, seat: Seat) -> Result<bool, DeskError> {
        let limit = u32::from(self.config.policy.eject_after);
        let Some(player) = self.config.seat(seat).filter(|_| limit > 0 && !self.alternates()) else { return Ok(false) };
        Ok(is_last_chance(missed_in_a_row(&ledger.attendance(seat, &PlayerKey::of(&player.address))?), limit))
    }
}
