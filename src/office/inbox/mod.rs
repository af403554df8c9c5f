//! Emails before anything is done about them: where they lie, what stands in one, and what is found about it.

pub(super) mod allowance;
pub(super) mod arrived;
pub(super) mod earlier;
pub(super) mod gaps;
pub(super) mod gm_mail;
pub(super) mod judged;
pub(super) mod stream;
