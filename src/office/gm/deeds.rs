//! Commands of a game master in an open transaction: what they would do, and doing it.

use chrono::{DateTime, Utc};

use super::refused::{NotDone, Refused, WhyNotDone, WhyRefused};
use crate::campaign::config::Power;
use crate::campaign::extension::{self, Extension};
use crate::campaign::journal::WhyVacated;
use crate::campaign::schedule;
use crate::engine::Seat;
use crate::engine::reader::harmless;
use crate::office::World;
use crate::office::cabinet::desk::Campaign;
use crate::office::cabinet::error::DeskError;
use crate::office::deadlines::commands::{TimeDone, charge_in, extend_in, pause_in, resume_in};
use crate::office::deadlines::suspense;
use crate::office::letters::broadcast::broadcast_in;
use crate::office::letters::gm_facts::GmDeed;
use crate::office::seats::seat_of;
use crate::office::turns::early::run_in;
use crate::post::gm_commands::GmCommand;
use crate::store::Ledger;

/// The power that a command needs; `None` for those that change nothing.
pub(super) fn power_for(command: &GmCommand) -> Option<Power> {
    match command {
        GmCommand::Extend { .. } | GmCommand::Pause | GmCommand::Resume | GmCommand::Absence { .. } => Some(Power::Time),
        GmCommand::Broadcast(_) => Some(Power::Letters),
        GmCommand::Eject { .. } => Some(Power::Seats),
        GmCommand::Run | GmCommand::Charge => Some(Power::Turns),
        _ => None,
    }
}

impl Campaign {
    /// What a command would do now, and the command rewritten to do exactly that whenever it is carried out: a length of time becomes a
    /// date, and a name a number.
    pub(super) fn foreseen(&self, ledger: &Ledger<'_>, command: &GmCommand, now: DateTime<Utc>) -> Result<(GmCommand, GmDeed), Refused> {
        let progress = self.progress.as_ref().ok_or_else(|| self.not_done(WhyNotDone::NotBegun))?;
        let words = |text: &Option<String>| text.as_deref().map(harmless);
        if let GmCommand::Broadcast(text) = command {
            let text = harmless(text);
            let deed = GmDeed { kind: "broadcast", said: Some(text.clone()), ..GmDeed::default() };
            return Ok((GmCommand::Broadcast(text), deed));
        }
        let window = progress.window.as_ref().ok_or_else(|| self.not_done(WhyNotDone::Over))?;
        match command {
            GmCommand::Extend { time, reason } => {
                let extension = self.extension(time)?;
                let schedule = &self.config.schedule;
                let not_later = || {
                    let (local, zone) = (window.deadline_local.clone(), window.zone.clone());
                    self.not_done(WhyNotDone::NotLater { local, zone })
                };
                let from = suspense::more_time_from(ledger, window, now)?;
                let to = extension.of(from, &schedule.zone).ok_or_else(not_later)?;
                let deadline = schedule::moved_to(schedule, to).ok_or(DeskError::NoDeadline)?;
                let deed = GmDeed {
                    kind: "extend",
                    from_local: Some(window.deadline_local.clone()),
                    to_local: Some(deadline.local),
                    zone: Some(deadline.zone),
                    said: words(reason),
                    ..GmDeed::default()
                };
                let time = extension::spelled(deadline.at, &schedule.zone).ok_or(DeskError::NoDeadline)?;
                Ok((GmCommand::Extend { time, reason: words(reason) }, deed))
            }
            GmCommand::Eject { seat, reason } => {
                let seat = seat_of(self.id(), seat, self.seat_names())?;
                let name = self.config.seat(seat).map(|player| player.name.clone()).ok_or_else(|| self.not_done(WhyNotDone::Vacant))?;
                let deed = GmDeed { kind: "eject", seat: Some(seat.0), name: Some(name), said: words(reason), ..GmDeed::default() };
                Ok((GmCommand::Eject { seat: seat.to_string(), reason: words(reason) }, deed))
            }
            GmCommand::Absence { seat, grants } => {
                let seat = seat_of(self.id(), seat, self.seat_names())?;
                let name = self.name_of(seat).map(str::to_owned);
                let kind = if *grants { "absence-yes" } else { "absence-no" };
                let deed = GmDeed { kind, seat: Some(seat.0), name, ..GmDeed::default() };
                Ok((GmCommand::Absence { seat: seat.to_string(), grants: *grants }, deed))
            }
            GmCommand::Pause => Ok((GmCommand::Pause, GmDeed { kind: "pause", ..GmDeed::default() })),
            GmCommand::Resume => Ok((GmCommand::Resume, GmDeed { kind: "resume", ..GmDeed::default() })),
            GmCommand::Charge => Ok((GmCommand::Charge, GmDeed { kind: "charge", ..GmDeed::default() })),
            GmCommand::Run => {
                let (from, zone) = (window.deadline_local.clone(), window.zone.clone());
                Ok((GmCommand::Run, GmDeed { kind: "run", from_local: Some(from), zone: Some(zone), ..GmDeed::default() }))
            }
            _ => Err(self.not_done(WhyNotDone::NoCommand).into()),
        }
    }

    /// Carries a command out, as [`Campaign::foreseen`] has spelled it; `helper` is who gives it, if that is not the game master.
    pub(super) fn do_deed(
        &mut self,
        ledger: &Ledger<'_>,
        command: &GmCommand,
        helper: Option<&str>,
        world: &World<'_>,
    ) -> Result<GmDeed, Refused> {
        let now = world.now;
        let (_, deed) = match command {
            // Its time is a fixed date by now, which is checked where the deadline is moved.
            GmCommand::Extend { .. } => (GmCommand::Help, GmDeed { kind: "extend", ..GmDeed::default() }),
            command => self.foreseen(ledger, command, now)?,
        };
        let of_time = |done: TimeDone, kind| GmDeed { kind, to_local: Some(done.to_local), zone: Some(done.zone), ..GmDeed::default() };
        Ok(match command {
            GmCommand::Extend { time, reason } => {
                let extension = self.extension(time)?;
                GmDeed { said: reason.clone(), ..of_time(extend_in(self, ledger, extension, reason.as_deref(), now)?, "extend") }
            }
            GmCommand::Pause => of_time(changed(pause_in(self, ledger, now)?, WhyNotDone::PausedAlready)?, "pause"),
            GmCommand::Charge => of_time(charge_in(self, ledger, now)?, "charge"),
            GmCommand::Resume => of_time(changed(resume_in(self, ledger, now)?, WhyNotDone::NotPaused)?, "resume"),
            GmCommand::Broadcast(text) => {
                broadcast_in(self, ledger, text, helper, now)?;
                deed
            }
            GmCommand::Eject { seat, reason } => {
                let seat = Seat(seat.parse().unwrap_or_default());
                let left = self.vacate(ledger, seat, WhyVacated::Ejected, reason.as_deref(), now)?;
                left.map(|_| deed).ok_or_else(|| self.not_done(WhyNotDone::VacantNow { seat: seat.to_string() }))?
            }
            GmCommand::Absence { seat, grants } => {
                let decided = self.decide_absence(ledger, Seat(seat.parse().unwrap_or_default()), *grants, now)?;
                GmDeed { from_local: Some(decided.days), to_local: decided.deadline_local, ..deed }
            }
            GmCommand::Run => {
                let done = run_in(self, ledger, world)?;
                GmDeed { missing: done.missing.into_iter().map(|player| player.name).collect(), ..deed }
            }
            _ => deed,
        })
    }

    fn extension(&self, time: &str) -> Result<Extension, Refused> {
        time.parse().map_err(|problem| self.not_done(WhyNotDone::UnreadTime { problem }).into())
    }
}

fn changed(done: TimeDone, unchanged: WhyNotDone) -> Result<TimeDone, Refused> {
    if done.changed { Ok(done) } else { Err(WhyRefused::Command(NotDone { campaign: done.campaign, why: unchanged }).into()) }
}
