//! Time: deadlines, clocks, absences, READY, reminders, and what stops a clock.

pub mod absences;
pub mod clocks;
pub mod moves;
pub mod ready;
pub mod remind;
pub mod time_notices;
pub mod timekeeping;
pub mod wake;
