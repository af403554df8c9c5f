//! The decisions of the office, without its hands: what a campaign file means, when a turn is due,
//! what an email is worth, what a turn leaves in the journal. Pure: clock, files and SQL are elsewhere.

pub mod absence;
mod address;
pub mod budget;
pub mod bundle;
pub mod calendar;
mod campaign_id;
pub mod clock;
pub mod condition;
pub mod config;
pub mod difference;
mod digest;
pub mod effects;
pub mod envelope;
pub mod extension;
mod fingerprint;
pub mod heads;
mod hex;
pub mod journal;
pub mod keys;
pub mod local;
mod message_id;
pub mod one_time_code;
pub mod pairing;
pub mod press;
pub mod proven;
pub mod ratings;
pub mod receipt;
pub mod record;
pub mod reminder;
pub mod roster;
pub mod schedule;
pub mod sealed_sheet;
pub mod settings;
pub mod standings;
pub mod token;
mod urn;
pub mod vacancy;
mod verdict;
pub mod watch;

pub use address::{Address, AddressError, NoAddress, is_invisible};
pub use campaign_id::CampaignId;
pub use digest::{Digest, digest};
pub use fingerprint::Fingerprint;
pub use message_id::{MessageId, OWN_MARKER};
pub use urn::urn;
