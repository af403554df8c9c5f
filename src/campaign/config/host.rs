//! The settings of a host, which hold for every campaign that has none of its own.

use serde::{Deserialize, Serialize};

use super::error::ConfigErrors;
use super::mail::{IntakeConfig, MailConfig};
use super::review::Review;
use super::source::ConfigSource;
use super::{PairingConfig, SiteConfig};
use crate::campaign::Address;

/// `campaigns/ashpost.toml`.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct HostConfig {
    /// The address that players write to.
    pub address: Address,
    /// The name shown with that address.
    #[serde(default = "default_name")]
    pub name: String,
    /// Whether `games+anything@host` reaches `games@host`.
    #[serde(default)]
    pub sub_addressing: bool,
    /// After this many hours without a run nothing is played until somebody has looked, and deadlines move by the lost time.
    #[serde(default = "default_outage_hours")]
    pub outage_hours: u16,
    /// How emails to all campaigns come in; not at all if absent.
    #[serde(default)]
    pub intake: IntakeConfig,
    /// How emails go out, unless a campaign has its own way; through `/usr/sbin/sendmail` if absent.
    #[serde(default)]
    pub mail: MailConfig,
    /// How much email is accepted, answered and kept.
    #[serde(default)]
    pub limits: LimitsConfig,
    /// What the host publishes on the web besides the archives.
    #[serde(default)]
    pub site: SiteConfig,
    /// The games of two that players can begin by email; none if absent.
    pub pairing: Option<PairingConfig>,
}

/// How much email is accepted, answered and kept. An email that is too large gets one clear answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct LimitsConfig {
    /// The size of an email with its attachments, in KiB; 256 by default.
    pub mail_kibibytes: usize,
    /// How many files may be attached to an email; 10 by default.
    pub attachments: usize,
    /// The most answers to a seat; other addresses with its token get half as many, a player's address without a token a quarter.
    pub answers_per_hour: u32,
    /// The most answers to all strangers together.
    pub stranger_answers_per_hour: u32,
    /// How many messages of a seat are forwarded to the game master in a day …
    pub gm_messages_a_day: u16,
    /// … and how many KiB of each.
    pub gm_message_kibibytes: u16,
    /// For how many days the bytes of emails that speak for no seat are kept …
    pub strangers_days: u16,
    /// … and how many MiB of them in all, the newest first. The record that an email came is always kept.
    pub strangers_mebibytes: u32,
    /// `ashpost compact` deletes the bytes of answers, and of emails that became no sheet, after this many days; 0 keeps them for ever.
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
    /// Reads and checks the file's text.
    ///
    /// # Errors
    /// All mistakes, each with its place, its key and the nearest valid key.
    pub fn from_toml(source: &ConfigSource) -> Result<HostConfig, ConfigErrors> {
        let (config, mistakes) = HostConfig::mended(source);
        config.filter(|_| mistakes.0.is_empty()).ok_or(mistakes)
    }

    /// The file's settings as far as they can be read, so that what depends on them can be checked, and the mistakes; `None` if nothing can
    /// be read.
    pub fn mended(source: &ConfigSource) -> (Option<HostConfig>, ConfigErrors) {
        let (mut config, mut review) = Review::begin::<HostConfig>(source);
        if let Some(config) = &mut config {
            review.where_read(&["intake"], |review| config.intake.check(review));
            review.where_read(&["site"], |review| config.site.check(review));
            if let Some(pairing) = &config.pairing {
                review.where_read(&["pairing"], |review| pairing.check(review));
            }
            config.intake.start_at(source.folder());
            config.mail.start_at(source.folder());
        }
        (config, review.end())
    }
}

fn default_name() -> String {
    "ashpost".to_owned()
}

fn default_outage_hours() -> u16 {
    48
}
