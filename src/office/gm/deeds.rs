//! Commands of a game master in an open transaction: the deeds that they ask for, what those would do, and doing it.

use chrono::{DateTime, Utc};

use super::refused::{NotDone, Refused, WhyNotDone, WhyRefused};
use crate::campaign::config::GmPower;
use crate::campaign::extension::{self, Extension};
use crate::campaign::journal::WhyVacated;
use crate::campaign::local::{LocalTime, Zone};
use crate::campaign::schedule;
use crate::engine::Seat;
use crate::engine::reader::harmless;
use crate::office::World;
use crate::office::cabinet::desk::Campaign;
use crate::office::cabinet::errands::AskedDeed;
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::seat_names::seat_of;
use crate::office::deadlines::commands::{TimeDone, charge_in, extend_in, pause_in, refuse_while_closed, resume_in, wait_to_end};
use crate::office::deadlines::{pauses, suspense};
use crate::office::letters::broadcast::broadcast_in;
use crate::office::letters::gm_facts::{AbsenceDone, DeedAsked, DeedDone};
use crate::office::turns::early::{may_run, run_in};
use crate::post::gm_commands::GmCommand;
use crate::store::{Ledger, TurnWindow};

/// The power that a command needs; `None` for those that change nothing.
pub(super) fn power_for(command: &GmCommand) -> Option<GmPower> {
    match command {
        GmCommand::Extend { .. } | GmCommand::Pause | GmCommand::Resume | GmCommand::Absence { .. } => Some(GmPower::Time),
        GmCommand::Broadcast(_) => Some(GmPower::Letters),
        GmCommand::Eject { .. } => Some(GmPower::Seats),
        GmCommand::Run | GmCommand::Charge => Some(GmPower::Turns),
        GmCommand::Status | GmCommand::Help | GmCommand::Confirm(_) | GmCommand::Cancel => None,
        GmCommand::ByShell { .. } | GmCommand::Unread(_) => None,
    }
}

/// A deed as the command that asks for it: for a letter to quote, and for its power.
pub(super) fn command_of(deed: &AskedDeed, zone: &Zone) -> GmCommand {
    match deed.clone() {
        AskedDeed::Extend { to, reason } => GmCommand::Extend { extension: Extension::At(to), time: extension::spelled(to, zone), reason },
        AskedDeed::Pause => GmCommand::Pause,
        AskedDeed::Resume => GmCommand::Resume,
        AskedDeed::Charge => GmCommand::Charge,
        AskedDeed::Broadcast { text } => GmCommand::Broadcast(text),
        AskedDeed::Run { .. } => GmCommand::Run,
        AskedDeed::Absence { seat, grants, .. } => GmCommand::Absence { seat: seat.to_string(), grants },
        AskedDeed::Eject { seat, reason } => GmCommand::Eject { seat: seat.to_string(), reason },
    }
}

impl Campaign {
    /// The deed that a command asks for now: a length of time becomes an instant, and a name a seat. A command that would change nothing is refused.
    pub(super) fn deed_of(&self, ledger: &Ledger<'_>, command: &GmCommand, now: DateTime<Utc>) -> Result<AskedDeed, Refused> {
        let words = |text: &Option<String>| text.as_deref().map(harmless);
        if let GmCommand::Broadcast(text) = command {
            return Ok(AskedDeed::Broadcast { text: harmless(text) });
        }
        let window = self.open_window()?;
        let seat_of = |who: &str| seat_of(self.id(), who, self.seat_names());
        Ok(match command {
            GmCommand::Extend { extension, reason, .. } => {
                let schedule = &self.config.schedule;
                let not_later = || self.not_done(WhyNotDone::NotLater { deadline: window.deadline.clone() });
                let from = suspense::more_time_from(ledger, window, now)?;
                let to = extension.of(from, &schedule.zone).ok_or_else(not_later)?;
                AskedDeed::Extend { to: schedule::moved_to(schedule, to).ok_or(DeskError::NoDeadline)?.at, reason: words(reason) }
            }
            GmCommand::Eject { seat, reason } => AskedDeed::Eject { seat: seat_of(seat)?, reason: words(reason) },
            GmCommand::Absence { seat, grants } => {
                let seat = seat_of(seat)?;
                AskedDeed::Absence { seat, days: self.asked_absence(ledger, seat)?, grants: *grants }
            }
            GmCommand::Pause if pauses::is_paused_by_command(ledger)? => return Err(self.not_done(WhyNotDone::PausedAlready).into()),
            GmCommand::Pause => AskedDeed::Pause,
            GmCommand::Resume if !pauses::is_paused(self, ledger)? => return Err(self.not_done(WhyNotDone::NotPaused).into()),
            GmCommand::Resume => {
                refuse_while_closed(self)?;
                AskedDeed::Resume
            }
            GmCommand::Charge => {
                wait_to_end(self, ledger, window.turn)?;
                AskedDeed::Charge
            }
            GmCommand::Run => {
                // What else stands in the way may be gone once the code is confirmed, like a pause that RESUME ends in the same email.
                if self.alternates() {
                    may_run(self, ledger, now)?;
                }
                AskedDeed::Run { turn: window.turn }
            }
            _ => return Err(self.not_done(WhyNotDone::NoCommand).into()),
        })
    }

    /// What a deed would do now, for the letter that asks for its confirmation.
    pub(super) fn foreseen(&self, deed: &AskedDeed) -> Result<DeedAsked, Refused> {
        if let AskedDeed::Broadcast { text } = deed
            && self.is_over()
        {
            return Ok(DeedAsked::Broadcast { said: text.clone() });
        }
        let LocalTime { local: from_local, zone, .. } = self.open_window()?.deadline.clone();
        Ok(match deed {
            AskedDeed::Broadcast { text } => DeedAsked::Broadcast { said: text.clone() },
            AskedDeed::Extend { to, reason } => {
                let deadline = schedule::moved_to(&self.config.schedule, *to).ok_or(DeskError::NoDeadline)?;
                DeedAsked::Extend { from_local, to_local: deadline.local, zone: deadline.zone, said: reason.clone() }
            }
            AskedDeed::Eject { seat, reason } => DeedAsked::Eject { seat: *seat, name: self.player_at(*seat)?, said: reason.clone() },
            AskedDeed::Absence { seat, grants, .. } => {
                let (seat, name) = (*seat, self.player_name(*seat));
                if *grants { DeedAsked::AbsenceYes { seat, name } } else { DeedAsked::AbsenceNo { seat, name } }
            }
            AskedDeed::Pause => DeedAsked::Pause,
            AskedDeed::Resume => DeedAsked::Resume,
            AskedDeed::Charge => DeedAsked::Charge,
            AskedDeed::Run { .. } => DeedAsked::Run { from_local, zone },
        })
    }

    /// Does a deed; `helper` is who asks for it, if that is not the game master.
    pub(super) fn do_deed(
        &mut self,
        ledger: &Ledger<'_>,
        deed: &AskedDeed,
        helper: Option<&str>,
        world: &World<'_>,
    ) -> Result<DeedDone, Refused> {
        let now = world.now;
        // Refuses what cannot be done now.
        self.foreseen(deed)?;
        Ok(match deed {
            AskedDeed::Extend { to, reason } => {
                let TimeDone { to_local, zone, .. } = extend_in(self, ledger, Extension::At(*to), reason.as_deref(), now)?;
                DeedDone::Extend { to_local, zone }
            }
            AskedDeed::Pause => {
                changed(pause_in(self, ledger, now)?, WhyNotDone::PausedAlready)?;
                DeedDone::Pause
            }
            AskedDeed::Charge => {
                let TimeDone { to_local, zone, .. } = charge_in(self, ledger, now)?;
                DeedDone::Charge { to_local, zone }
            }
            AskedDeed::Resume => {
                let TimeDone { to_local, zone, .. } = changed(resume_in(self, ledger, now)?, WhyNotDone::NotPaused)?;
                DeedDone::Resume { to_local, zone }
            }
            AskedDeed::Broadcast { text } => {
                broadcast_in(self, ledger, text, helper, now)?;
                DeedDone::Broadcast
            }
            AskedDeed::Eject { seat, reason } => {
                let (seat, name) = (*seat, self.player_at(*seat)?);
                let left = self.vacate(ledger, seat, WhyVacated::Ejected, reason.as_deref(), now)?;
                left.map(|_| DeedDone::Eject { seat, name }).ok_or_else(|| self.not_done(WhyNotDone::VacantNow { seat }))?
            }
            AskedDeed::Absence { seat, days, grants } => {
                let name = self.player_name(*seat);
                let decided = self.decide_absence(ledger, (*seat, Some(*days)), *grants, now)?;
                let done = AbsenceDone { name, days: decided.days, to_local: decided.deadline_local };
                if *grants { DeedDone::AbsenceYes(done) } else { DeedDone::AbsenceNo(done) }
            }
            AskedDeed::Run { turn } => {
                let open = self.open_window()?.turn;
                if open != *turn {
                    return Err(self.not_done(WhyNotDone::OtherTurn { unit: self.config.game.unit(), turn: *turn, open }).into());
                }
                let done = run_in(self, ledger, world)?;
                DeedDone::Run { missing: done.missing.into_iter().map(|player| player.name).collect() }
            }
        })
    }

    fn player_at(&self, seat: Seat) -> Result<String, WhyRefused> {
        let player = self.config.seat(seat).ok_or_else(|| self.not_done(WhyNotDone::Vacant))?;
        Ok(player.name.clone())
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

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::campaign::clock::Absence;

    #[test]
    fn every_deed_needs_a_power() {
        let days = Absence { from: date(2027, 1, 3), until: date(2027, 1, 4) };
        let deeds = [
            AskedDeed::Extend { to: DateTime::UNIX_EPOCH, reason: None },
            AskedDeed::Pause,
            AskedDeed::Resume,
            AskedDeed::Charge,
            AskedDeed::Broadcast { text: "Hello".to_owned() },
            AskedDeed::Run { turn: 1 },
            AskedDeed::Absence { seat: Seat(1), days, grants: true },
            AskedDeed::Eject { seat: Seat(1), reason: None },
        ];
        for deed in deeds {
            assert!(power_for(&command_of(&deed, &Zone::utc())).is_some(), "{deed:?}");
        }
    }
}
