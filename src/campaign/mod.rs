//! The decisions of the office, without its hands: what a campaign file means, when a turn is due,
//! what a mail is worth, what a turn leaves in the journal. Pure: clock, files and SQL are elsewhere.

pub mod absence;
pub mod clock;
pub mod config;
pub mod envelope;
pub mod journal;
pub mod pairing;
pub mod ratings;
pub mod schedule;
pub mod settings;
pub mod standings;
pub mod token;
pub mod watch;
