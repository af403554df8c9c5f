//! What holds for every campaign of a host, unless the campaign says otherwise.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::error::{about, read};
use super::mail::{IntakeConfig, MailConfig};
use super::{ConfigError, PairingConfig, SiteConfig};
use crate::campaign::Address;

/// `campaigns/ashpost.toml`.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct HostConfig {
    /// Where players write to.
    pub address: Address,
    /// The name beside that address.
    #[serde(default = "default_name")]
    pub name: String,
    /// Whether `games+anything@host` reaches `games@host`.
    #[serde(default)]
    pub sub_addressing: bool,
    /// After so many hours without a run nothing is played until somebody has looked, and the time is made good.
    #[serde(default = "default_outage_hours")]
    pub outage_hours: u16,
    /// Where emails to all campaigns come in; nowhere if absent.
    #[serde(default)]
    pub intake: IntakeConfig,
    /// How emails leave, unless a campaign has a way of its own; by `/usr/sbin/sendmail` if absent.
    #[serde(default)]
    pub mail: MailConfig,
    /// How much email is taken, answered and kept.
    #[serde(default)]
    pub limits: LimitsConfig,
    /// What stands on the web beside the archives.
    #[serde(default)]
    pub site: SiteConfig,
    /// Which games of two players begin by email; none if absent.
    pub pairing: Option<PairingConfig>,
    /// Addresses in the file that are none yet, which matters where mail leaves the machine.
    #[serde(skip)]
    pub placeholders: Vec<ConfigError>,
}

/// How much email is taken, answered and kept. An email that is larger gets one clear answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct LimitsConfig {
    /// Of the whole email with its attachments; 256 by default.
    pub mail_kibibytes: usize,
    /// So many files may be attached; 10 by default.
    pub attachments: usize,
    /// To a seat; half of it to other addresses with its token, a quarter to a player's address without.
    pub answers_per_hour: u32,
    /// To all strangers together.
    pub stranger_answers_per_hour: u32,
    /// So many messages a day go from a seat to the game master …
    pub gm_messages_a_day: u16,
    /// … and so much of each.
    pub gm_message_kibibytes: u16,
    /// The bytes of mail that speaks for no seat are kept for so many days …
    pub strangers_days: u16,
    /// … and so many of them in all, the newest first. That an email came is remembered in any case.
    pub strangers_mebibytes: u32,
    /// `ashpost compact` lets go of the bytes of emails that became no sheet, and of answers, that are older than so many days; 0 keeps
    /// them for ever.
    pub keep_email_days: u16,
}

impl Default for LimitsConfig {
    fn default() -> LimitsConfig {
        LimitsConfig {
            mail_kibibytes: 256,
            attachments: 10,
            answers_per_hour: 20,
            stranger_answers_per_hour: 20,
            gm_messages_a_day: 5,
            gm_message_kibibytes: 4,
            strangers_days: 30,
            strangers_mebibytes: 50,
            keep_email_days: 0,
        }
    }
}

impl HostConfig {
    /// Reads and checks the file's text; `file` is named in errors and is where paths start.
    ///
    /// # Errors
    /// With the place, the key and the nearest legal one.
    pub fn from_toml(file: &Path, text: &str) -> Result<HostConfig, ConfigError> {
        let mut config: HostConfig = read(file, text)?;
        let folder = file.parent().unwrap_or(Path::new("")).to_owned();
        config.intake.check(&|what| about(file, text, "intake.received_by", what))?;
        config.intake.start_at(&folder);
        config.mail.start_at(&folder);
        config.site.check().map_err(|what| about(file, text, "site.url", what))?;
        if let Some(pairing) = &config.pairing {
            pairing.check(&|key, what| about(file, text, &format!("pairing.{key}"), what))?;
        }
        config.placeholders = config.find_placeholders(&|key, what| about(file, text, key, what));
        Ok(config)
    }
}

fn default_name() -> String {
    "ashpost".to_owned()
}

fn default_outage_hours() -> u16 {
    48
}
