//! Where campaigns are kept: their files, databases, locks and secrets, and what happens when one of these is lost.

pub(super) mod backup;
pub(super) mod codes;
pub(super) mod compact;
pub(super) mod desk;
pub(super) mod error;
pub(super) mod file_edits;
pub(super) mod found;
pub(super) mod glance;
pub(super) mod harm;
pub(super) mod host;
pub(super) mod keyring;
pub(super) mod lock;
pub(super) mod losses;
pub(super) mod modes;
pub(super) mod open;
pub(super) mod readiness;
pub(super) mod records;
pub(super) mod reload;
pub(super) mod scenario;
mod scribe;
pub(super) mod tournament;
mod transact;
pub(super) mod wording;
