//! Emails before anything is done about them: where they lie, what they say, and how they are judged.

pub(super) mod allowance;
pub(super) mod arrived;
pub(super) mod earlier;
pub(super) mod gaps;
pub(super) mod gm_mail;
pub(super) mod judged;
pub(super) mod spool;
pub(super) mod stream;
