//! A turn: adjudicated, reported to everybody, and played again from the journal.

pub mod adjudicate;
pub mod issue;
pub mod replayed;
pub mod report_mail;
