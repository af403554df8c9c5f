//! A turn: adjudicated, reported to everybody, and played again from the journal.

pub(super) mod adjudicate;
mod clocks;
pub(in crate::office) mod consent;
pub(super) mod early;
pub(super) mod edit;
pub(super) mod ending;
pub(super) mod entering;
pub(super) mod issue;
mod observed;
pub(super) mod offers;
pub(super) mod older_copy;
pub(super) mod opening;
pub(super) mod press;
pub(super) mod reliability;
pub(super) mod replayed;
pub(super) mod report_mail;
pub(super) mod rollback;
pub(super) mod rolled;
pub(super) mod seal;
mod sent;
pub(in crate::office) mod takeback;
