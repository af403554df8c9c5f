//! What holds for every campaign of a host, unless the campaign says otherwise.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::error::{about, read};
use super::{ConfigError, SiteConfig};
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
    #[serde(default)]
    pub intake: IntakeConfig,
    #[serde(default)]
    pub mail: MailConfig,
    #[serde(default)]
    pub limits: LimitsConfig,
    #[serde(default)]
    pub site: SiteConfig,
    /// Addresses in the file that are none yet, which matters where mail leaves the machine.
    #[serde(skip)]
    pub placeholders: Vec<ConfigError>,
}

/// Where emails and order files come from; relative paths start at the folder of the file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct IntakeConfig {
    /// Maildirs: `new/` is read, and moved to `cur/` after the commit.
    #[serde(default)]
    pub maildirs: Vec<PathBuf>,
    /// Folders of single `.eml`, `.orders` or `.txt` files.
    #[serde(default)]
    pub folders: Vec<PathBuf>,
    /// Whether a mail server pipes mail to `ashpost receive`; nothing depends on it but what is said of a host that gets no email.
    #[serde(default)]
    pub pipe: bool,
    /// Whether emails that spoke for a seat stay readable where they came in. By default they are sealed there once they are filed, because
    /// they hold orders that nobody else may read; put back into `new/`, they are taken in again.
    #[serde(default)]
    pub keep_intake: bool,
    /// The hosts that take mail in for this address: the date of a topmost `Received` field by one of them is the time of arrival.
    #[serde(default)]
    pub received_by: Vec<String>,
}

/// How emails leave.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(tag = "transport", rename_all = "kebab-case", deny_unknown_fields)]
pub enum MailConfig {
    /// One `.eml` file for each email.
    File { directory: PathBuf },
    /// A program that takes the email on its standard input.
    Sendmail {
        #[serde(default = "default_sendmail")]
        command: PathBuf,
    },
    Smtp {
        host: String,
        #[serde(default = "default_port")]
        port: u16,
        #[serde(default)]
        tls: Tls,
        user: Option<String>,
        /// The password is in this file, or in the environment variable `password_env`.
        password_file: Option<PathBuf>,
        password_env: Option<String>,
    },
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tls {
    None,
    Opportunistic,
    #[default]
    Starttls,
    Tls,
}

/// How large an email may be; a larger one gets one clear answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct LimitsConfig {
    pub mail_kibibytes: usize,
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

impl Default for MailConfig {
    fn default() -> MailConfig {
        MailConfig::Sendmail { command: default_sendmail() }
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
        config.placeholders = config.find_placeholders(&|key, what| about(file, text, key, what));
        Ok(config)
    }
}

impl IntakeConfig {
    /// A host stands in `Received` fields as one word; with anything else none of them would ever be believed.
    pub(super) fn check(&self, wrong: &dyn Fn(String) -> ConfigError) -> Result<(), ConfigError> {
        let is_host = |name: &str| !name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphanumeric() || ".-:_".contains(letter));
        match self.received_by.iter().find(|name| !is_host(name)) {
            Some(name) => Err(wrong(format!("`{name}` is not the name of a host such as mx.provider.example"))),
            None => Ok(()),
        }
    }

    /// Whether it names no way at all by which mail could come in.
    pub fn is_none(&self) -> bool {
        !self.pipe && self.maildirs.is_empty() && self.folders.is_empty()
    }

    pub(super) fn start_at(&mut self, folder: &Path) {
        self.maildirs.iter_mut().chain(&mut self.folders).for_each(|path| *path = folder.join(&*path));
    }
}

impl MailConfig {
    /// Whether mail goes to people, and not only into files here.
    pub fn leaves_the_machine(&self) -> bool {
        !matches!(self, MailConfig::File { .. })
    }

    pub(super) fn start_at(&mut self, folder: &Path) {
        match self {
            MailConfig::File { directory } => *directory = folder.join(&*directory),
            MailConfig::Smtp { password_file: Some(path), .. } => *path = folder.join(&*path),
            MailConfig::Smtp { .. } | MailConfig::Sendmail { .. } => {}
        }
    }
}

fn default_name() -> String {
    "ashpost".to_owned()
}

fn default_outage_hours() -> u16 {
    48
}

fn default_sendmail() -> PathBuf {
    PathBuf::from("/usr/sbin/sendmail")
}

fn default_port() -> u16 {
    587
}
