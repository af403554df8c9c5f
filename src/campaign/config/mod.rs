//! `campaigns/<id>/campaign.toml` and `campaigns/ashpost.toml` as checked values.

mod campaign;
mod error;
mod host;
mod placeholder;
mod seat;
mod tournament;

pub use campaign::{Auth, CampaignConfig, GameMaster, Policy, ScheduleConfig};
pub(in crate::campaign) use campaign::{time, weekday};
pub use error::{ConfigError, Place};
pub use host::{HostConfig, IntakeConfig, LimitsConfig, MailConfig, Tls};
pub use seat::{Diagrams, Format, SeatConfig};
pub use tournament::{PairedGame, Pairing, TournamentConfig};

/// Campaign ids stand in file names, subjects and addresses, so they are short and plain.
pub fn is_campaign_id(id: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (1..=31).contains(&id.len()) && id.bytes().all(plain) && !id.starts_with('-') && !id.ends_with('-')
}
