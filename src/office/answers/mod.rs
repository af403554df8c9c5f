//! What is written back: the letters, their facts, and how many of them a sender may cause.

pub mod allowance;
pub mod asked;
pub mod letter_facts;
pub mod letter_model;
pub mod letters;
pub mod reply;
