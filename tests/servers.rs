//! The house among real servers on loopback: Postfix, Dovecot, and the programs that players write mail with.
//!
//! `.ci/install-servers` installs them. What lacks one is skipped, unless `ASHPOST_REQUIRE_SERVERS=1`.

#[path = "servers/bounce.rs"]
mod bounce;
#[path = "servers/campaign_by_mail.rs"]
mod campaign_by_mail;
mod common;
#[path = "servers/dovecot.rs"]
mod dovecot;
#[path = "servers/fetched.rs"]
mod fetched;
#[path = "servers/house.rs"]
mod house;
#[path = "servers/pipe.rs"]
mod pipe;
#[path = "servers/postfix.rs"]
mod postfix;
#[path = "servers/programs.rs"]
mod programs;
#[path = "servers/read_by_imap.rs"]
mod read_by_imap;
#[path = "servers/recipe.rs"]
mod recipe;
#[path = "servers/transport.rs"]
mod transport;
