//! The house among real servers on loopback: Postfix, Dovecot, and the programs that players write email with.
//!
//! `.ci/install-servers` installs them. A test that lacks one is skipped, unless `ASHPOST_REQUIRE_SERVERS=1`.

mod bounce;
mod campaign_by_mail;
#[path = "../common/mod.rs"]
#[allow(dead_code, reason = "the house among real servers needs little of it")]
mod common;
mod dovecot;
mod fetched;
mod house;
mod pipe;
mod postfix;
mod programs;
mod read_by_imap;
mod recipe;
mod transport;
