//! What is written back: the letters, their facts, and how many of them a sender may cause.

pub(super) mod ahead;
pub(super) mod allowance;
pub(super) mod answer;
pub(super) mod asked;
pub(super) mod explained;
pub(super) mod reply;
pub(super) mod what_if;
