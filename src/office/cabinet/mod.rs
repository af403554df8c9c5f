//! Where campaigns are kept: their files, databases, locks and secrets, and what happens when one of these is lost.

pub mod accept_loss;
pub mod compact;
pub mod desk;
pub mod file_edits;
pub mod found;
pub mod front;
pub mod harm;
pub mod host;
pub mod lock;
pub mod modes;
pub mod readiness;
pub mod records;
pub mod remaking;
pub mod scenario;
