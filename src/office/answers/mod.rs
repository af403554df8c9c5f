//! What is written back: the letters, their facts, and how many of them a sender may cause.

pub mod allowance;
pub mod asked;
pub mod reply;
