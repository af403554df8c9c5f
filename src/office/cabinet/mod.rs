//! Where campaigns are kept: their files, databases, locks and secrets, and what happens when one of these is lost.

pub mod compact;
pub mod desk;
pub mod error;
pub mod file_edits;
pub mod found;
pub mod harm;
pub mod host;
pub mod lock;
pub mod losses;
pub mod modes;
pub mod readiness;
pub mod records;
pub mod scenario;
pub mod tournament;
