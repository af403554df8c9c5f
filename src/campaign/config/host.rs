//! What holds for every campaign of a host, unless the campaign says otherwise.

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
}

/// How much email is taken, answered and kept. An email that is larger gets one clear answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct LimitsConfig {
    /// Of the whole email with its attachments; 256 by default.
    pub mail_kibibytes: usize,
    /// How many files may be attached to an email; 10 by default.
    pub attachments: usize,
    /// To a seat; half of it to other addresses with its token, a quarter to a player's address without.
    pub answers_per_hour: u32,
    /// To all strangers together.
    pub stranger_answers_per_hour: u32,
    /// How many messages of a seat are forwarded to the game master in a day …
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
    /// Reads and checks the file's text.
    ///
    /// # Errors
    /// With all mistakes: the place, the key and the nearest legal one of each.
    pub fn from_toml(source: &ConfigSource) -> Result<HostConfig, ConfigErrors> {
        let (config, mistakes) = HostConfig::mended(source);
        config.filter(|_| mistakes.0.is_empty()).ok_or(mistakes)
    }

    /// What the file says as far as it can be told, and the mistakes in it, to look at what depends on the rest; `None` if nothing can be.
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
