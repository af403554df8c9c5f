//! `campaigns/<id>/campaign.toml` and `campaigns/ashpost.toml` as checked values.

mod absence;
mod campaign;
mod cloned;
mod error;
mod game_master;
mod host;
mod joining;
mod observers;
mod pairings;
mod patience;
mod placeholder;
mod press;
mod rhythm;
mod seal;
mod seat;
mod site;
mod tournament;
mod votes;

pub use absence::AbsencePolicy;
pub use campaign::{Auth, CampaignConfig, Policy, ScheduleConfig, SealPolicy};
pub use cloned::cloned;
pub use error::{ConfigError, Place};
pub use game_master::{CoGameMaster, GameMaster, GmLetter, Power};
pub use host::{HostConfig, IntakeConfig, LimitsConfig, MailConfig, Tls};
pub use joining::JoiningConfig;
pub use observers::ObserversConfig;
pub use pairings::Pairing;
pub use press::{PressConfig, PressDelay, PressKind, PressTo};
pub use rhythm::Rhythm;
pub use seat::{Attachments, Diagrams, Format, SeatConfig};
pub use site::SiteConfig;
pub use tournament::{PairedGame, TournamentConfig};
pub use votes::VotesConfig;
