//! The answers to people who have sent an email.

pub(super) mod ahead;
pub(super) mod answer;
pub(super) mod asked;
mod below;
pub(super) mod explained;
pub(super) mod lost_tag;
mod meant_turn;
pub(super) mod new_token;
mod press_reply;
pub(super) mod reply;
pub(super) mod what_if;
