//! Time: deadlines, clocks, absences, READY, reminders, and what stops a clock.

pub(super) mod absence_requests;
pub(super) mod absences;
pub(super) mod asked_absences;
mod awaited;
pub(super) mod commands;
mod corrections;
pub(in crate::office) mod early;
pub(super) mod looking;
pub(super) mod lost_time;
pub(super) mod mails_seen;
pub(super) mod memory;
pub(super) mod missed;
pub(super) mod moves;
pub(super) mod pauses;
pub(super) mod remind;
pub(super) mod sealing;
pub(super) mod suspense;
pub(super) mod time_notices;
pub(super) mod timekeeping;
pub(super) mod unsent;
mod waiting;
