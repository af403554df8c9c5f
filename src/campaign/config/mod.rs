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
