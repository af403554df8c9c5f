//! Commands of a game master in an open transaction: the deeds that they ask for, what those would do, and doing it.

use chrono::{DateTime, Utc};

use super::refused::{NotDone, Refused, WhyNotDone, WhyRefused};
use crate::campaign::config::GmPower;
use crate::campaign::extension::{self, Extension};
use crate::campaign::journal::WhyVacated;
use crate::campaign::local::Zone;
use crate::campaign::schedule;
use crate::engine::reader::harmless;
use crate::office::World;
use crate::office::cabinet::desk::Campaign;
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::gm_requests::AskedDeed;
use crate::office::cabinet::seat_names::seat_of;
use crate::office::deadlines::commands::{TimeDone, charge_in, extend_in, pause_in, resume_in};
use crate::office::deadlines::suspense;
use crate::office::letters::broadcast::broadcast_in;
use crate::office::letters::gm_facts::GmDeed;
use crate::office::turns::early::run_in;
use crate::post::gm_commands::GmCommand;
use crate::store::{Ledger, TurnWindow};

/// The power that a command needs; `None` for those that change nothing.
pub(super) fn power_for(command: &GmCommand) -> Option<GmPower> {
    match command {
        GmCommand::Extend { .. } | GmCommand::Pause | GmCommand::Resume | GmCommand::Absence { .. } => Some(GmPower::Time),
        GmCommand::Broadcast(_) => Some(GmPower::Letters),
        GmCommand::Eject { .. } => Some(GmPower::Seats),
        GmCommand::Run | GmCommand::Charge => Some(GmPower::Turns),
        _ => None,
    }
}

/// The power that a deed needs.
pub(super) fn power_of(deed: &AskedDeed) -> GmPower {
    match deed {
        AskedDeed::Extend { .. } | AskedDeed::Pause | AskedDeed::Resume | AskedDeed::Absence { .. } => GmPower::Time,
        AskedDeed::Broadcast { .. } => GmPower::Letters,
        AskedDeed::Eject { .. } => GmPower::Seats,
        AskedDeed::Run { .. } | AskedDeed::Charge => GmPower::Turns,
    }
}

/// A deed as the command that asks for it, for a letter to quote. It is never read again.
pub(super) fn quoted(deed: &AskedDeed, zone: &Zone) -> String {
    let command = match deed.clone() {
        AskedDeed::Extend { to, reason } => GmCommand::Extend { time: extension::spelled(to, zone), reason },
        AskedDeed::Pause => GmCommand::Pause,
        AskedDeed::Resume => GmCommand::Resume,
        AskedDeed::Charge => GmCommand::Charge,
        AskedDeed::Broadcast { text } => GmCommand::Broadcast(text),
        AskedDeed::Run { .. } => GmCommand::Run,
        AskedDeed::Absence { seat, grants } => GmCommand::Absence { seat: seat.to_string(), grants },
        AskedDeed::Eject { seat, reason } => GmCommand::Eject { seat: seat.to_string(), reason },
    };
    command.to_string()
}

impl Campaign {
    /// The deed that a command asks for now: a length of time means an instant, and a name a seat.
    pub(super) fn deed_of(&self, ledger: &Ledger<'_>, command: &GmCommand, now: DateTime<Utc>) -> Result<AskedDeed, Refused> {
        let words = |text: &Option<String>| text.as_deref().map(harmless);
        if let GmCommand::Broadcast(text) = command {
            return Ok(AskedDeed::Broadcast { text: harmless(text) });
        }
        let window = self.open_window()?;
        let seat_of = |who: &str| seat_of(self.id(), who, self.seat_names());
        Ok(match command {
            GmCommand::Extend { time, reason } => {
                let extension: Extension = time.parse().map_err(|problem| self.not_done(WhyNotDone::UnreadTime { problem }))?;
                let schedule = &self.config.schedule;
                let not_later = || self.not_done(WhyNotDone::NotLater { deadline: window.deadline.clone() });
                let from = suspense::more_time_from(ledger, window, now)?;
                let to = extension.of(from, &schedule.zone).ok_or_else(not_later)?;
                AskedDeed::Extend { to: schedule::moved_to(schedule, to).ok_or(DeskError::NoDeadline)?.at, reason: words(reason) }
            }
            GmCommand::Eject { seat, reason } => AskedDeed::Eject { seat: seat_of(seat)?, reason: words(reason) },
            GmCommand::Absence { seat, grants } => AskedDeed::Absence { seat: seat_of(seat)?, grants: *grants },
            GmCommand::Pause => AskedDeed::Pause,
            GmCommand::Resume => AskedDeed::Resume,
            GmCommand::Charge => AskedDeed::Charge,
            GmCommand::Run => AskedDeed::Run { turn: window.turn },
            _ => return Err(self.not_done(WhyNotDone::NoCommand).into()),
        })
    }

    /// What a deed would do now, for the letter that asks for its confirmation.
    pub(super) fn foreseen(&self, deed: &AskedDeed) -> Result<GmDeed, Refused> {
        let is_after_the_end = self.is_over() && matches!(deed, AskedDeed::Broadcast { .. });
        let window = if is_after_the_end { None } else { Some(self.open_window()?) };
        let (announced, zone) = window.map(|window| (window.deadline.local.clone(), window.deadline.zone.clone())).unzip();
        let plain = |kind| GmDeed { kind, ..GmDeed::default() };
        Ok(match deed {
            AskedDeed::Broadcast { text } => GmDeed { said: Some(text.clone()), ..plain("broadcast") },
            AskedDeed::Extend { to, reason } => {
                let deadline = schedule::moved_to(&self.config.schedule, *to).ok_or(DeskError::NoDeadline)?;
                let (to_local, zone, said) = (Some(deadline.local), Some(deadline.zone), reason.clone());
                GmDeed { from_local: announced, to_local, zone, said, ..plain("extend") }
            }
            AskedDeed::Eject { seat, reason } => {
                let player = self.config.seat(*seat).ok_or_else(|| self.not_done(WhyNotDone::Vacant))?;
                GmDeed { seat: Some(*seat), name: Some(player.name.clone()), said: reason.clone(), ..plain("eject") }
            }
            AskedDeed::Absence { seat, grants } => {
                let kind = if *grants { "absence-yes" } else { "absence-no" };
                GmDeed { seat: Some(*seat), name: self.name_of(*seat).map(str::to_owned), ..plain(kind) }
            }
            AskedDeed::Pause => plain("pause"),
            AskedDeed::Resume => plain("resume"),
            AskedDeed::Charge => plain("charge"),
            AskedDeed::Run { .. } => GmDeed { from_local: announced, zone, ..plain("run") },
        })
    }

    /// Does a deed; `helper` is who asks for it, if that is not the game master.
    pub(super) fn do_deed(
        &mut self,
        ledger: &Ledger<'_>,
        deed: &AskedDeed,
        helper: Option<&str>,
        world: &World<'_>,
    ) -> Result<GmDeed, Refused> {
        let now = world.now;
        let foreseen = self.foreseen(deed)?;
        let of_time = |done: TimeDone, kind| GmDeed { kind, to_local: Some(done.to_local), zone: Some(done.zone), ..GmDeed::default() };
        Ok(match deed {
            AskedDeed::Extend { to, reason } => {
                let done = extend_in(self, ledger, Extension::At(*to), reason.as_deref(), now)?;
                GmDeed { said: reason.clone(), ..of_time(done, "extend") }
            }
            AskedDeed::Pause => of_time(changed(pause_in(self, ledger, now)?, WhyNotDone::PausedAlready)?, "pause"),
            AskedDeed::Charge => of_time(charge_in(self, ledger, now)?, "charge"),
            AskedDeed::Resume => of_time(changed(resume_in(self, ledger, now)?, WhyNotDone::NotPaused)?, "resume"),
            AskedDeed::Broadcast { text } => {
                broadcast_in(self, ledger, text, helper, now)?;
                foreseen
            }
            AskedDeed::Eject { seat, reason } => {
                let left = self.vacate(ledger, *seat, WhyVacated::Ejected, reason.as_deref(), now)?;
                left.map(|_| foreseen).ok_or_else(|| self.not_done(WhyNotDone::VacantNow { seat: *seat }))?
            }
            AskedDeed::Absence { seat, grants } => {
                let decided = self.decide_absence(ledger, *seat, *grants, now)?;
                GmDeed { from_local: Some(decided.days), to_local: decided.deadline_local, ..foreseen }
            }
            AskedDeed::Run { turn } => {
                let open = self.open_window()?.turn;
                if open != *turn {
                    return Err(self.not_done(WhyNotDone::OtherTurn { unit: self.game.unit(), turn: *turn, open }).into());
                }
                let done = run_in(self, ledger, world)?;
                GmDeed { missing: done.missing.into_iter().map(|player| player.name).collect(), ..foreseen }
            }
        })
    }

    /// The open turn, without which nothing but words to all can be asked for.
    fn open_window(&self) -> Result<&TurnWindow, WhyRefused> {
        let progress = self.progress.as_ref().ok_or_else(|| self.not_done(WhyNotDone::NotBegun))?;
        progress.window.as_ref().ok_or_else(|| self.not_done(WhyNotDone::Over))
    }
}

fn changed(done: TimeDone, unchanged: WhyNotDone) -> Result<TimeDone, Refused> {
    if done.changed { Ok(done) } else { Err(WhyRefused::Command(NotDone { campaign: done.campaign, why: unchanged }).into()) }
}
