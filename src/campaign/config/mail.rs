//! `[intake]` and `[mail]`: how emails come in and go out, for a host or for one campaign.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::review::Review;

/// Where emails and order files come from; relative paths start at the folder of the configuration file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct IntakeConfig {
    /// Maildirs. Emails in `new/` are read, and moved to `cur/` after the commit.
    #[serde(default)]
    pub maildirs: Vec<PathBuf>,
    /// Folders with single `.eml`, `.orders` or `.txt` files.
    #[serde(default)]
    pub folders: Vec<PathBuf>,
    /// Whether a mail server pipes mail to `ashpost receive`. This only affects what is said about a host that gets no email.
    #[serde(default)]
    pub pipe: bool,
    /// Whether emails that speak for a seat stay readable in the mailbox. By default they are sealed there once they are filed, because
    /// they hold orders that nobody else may read; if moved back into `new/`, they are read again.
    #[serde(default)]
    pub keep_intake: bool,
    /// The hosts that receive mail for this address: if one of them wrote the topmost `Received` field, its date is the time of arrival.
    #[serde(default)]
    pub received_by: Vec<String>,
}

/// How emails go out.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(tag = "transport", rename_all = "kebab-case", try_from = "MailSection")]
pub enum MailConfig {
    /// One `.eml` file for each email.
    File {
        /// The folder for them, made for the first email. A relative path starts at the folder of the configuration file.
        directory: PathBuf,
    },
    /// A program that reads the email from its standard input.
    Sendmail {
        /// The path of the program, without arguments; `/usr/sbin/sendmail` by default.
        command: PathBuf,
    },
    /// A mail server, by SMTP.
    Smtp {
        /// The name of the server.
        host: String,
        /// The TCP port; 587 by default.
        port: u16,
        /// When to encrypt; by default always, by STARTTLS.
        tls: Tls,
        /// The user name for logging in. Without it, or without a password, there is no login.
        user: Option<String>,
        /// The file with the password.
        password_file: Option<PathBuf>,
        /// The environment variable with the password, if there is no file.
        password_env: Option<String>,
    },
}

/// When to encrypt. Certificates are always checked, against those of the system and of `SSL_CERT_FILE`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tls {
    /// Never.
    None,
    /// STARTTLS if the server offers it.
    Opportunistic,
    /// STARTTLS always; if the server does not offer it, nothing is sent.
    #[default]
    Starttls,
    /// TLS from the first byte.
    Tls,
}

impl Default for MailConfig {
    fn default() -> MailConfig {
        MailConfig::Sendmail { command: default_sendmail() }
    }
}

impl IntakeConfig {
    /// Checks that each host is one word, as in `Received` fields; anything else would never match one.
    pub(super) fn check(&self, review: &mut Review<'_>) {
        let is_host = |name: &str| !name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphanumeric() || ".-:_".contains(letter));
        for (at, name) in self.received_by.iter().enumerate().filter(|(_, name)| !is_host(name)) {
            review.wrong(&format!("intake.received_by[{at}]"), format!("`{name}` is not the name of a host such as mx.provider.example"));
        }
    }

    /// Whether it names no way by which email could come in.
    pub fn is_none(&self) -> bool {
        !self.pipe && self.maildirs.is_empty() && self.folders.is_empty()
    }

    pub(super) fn start_at(&mut self, folder: &Path) {
        self.maildirs.iter_mut().chain(&mut self.folders).for_each(|path| *path = folder.join(&*path));
    }
}

impl MailConfig {
    /// Whether emails go to people, and not only into files here.
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

fn default_sendmail() -> PathBuf {
    PathBuf::from("/usr/sbin/sendmail")
}

/// `[mail]` as a file has it, where keys of different transports may be mixed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MailSection {
    transport: TransportName,
    directory: Option<PathBuf>,
    command: Option<PathBuf>,
    host: Option<String>,
    port: Option<u16>,
    tls: Option<Tls>,
    user: Option<String>,
    password_file: Option<PathBuf>,
    password_env: Option<String>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum TransportName {
    File,
    Sendmail,
    Smtp,
}

impl TryFrom<MailSection> for MailConfig {
    type Error = String;

    /// When the transport lacks a key that it needs, or the section has keys of another transport; all of them are named.
    fn try_from(mut section: MailSection) -> Result<MailConfig, String> {
        let (name, mail) = section.take_transport();
        let others = match section.left().as_slice() {
            [] => None,
            [one] => Some(format!("has no {one}: leave it out")),
            several => Some(format!("has no {}: leave them out", several.join(", "))),
        };
        match (mail, others) {
            (Ok(mail), None) => Ok(mail),
            (Ok(_), Some(others)) => Err(format!("`transport = \"{name}\"` {others}")),
            (Err(needed), None) => Err(format!("`transport = \"{name}\"` {needed}")),
            (Err(needed), Some(others)) => Err(format!("`transport = \"{name}\"` {needed}; it {others}")),
        }
    }
}

impl MailSection {
    /// The name of the transport, and what the section says about it. The keys are taken out of the section.
    fn take_transport(&mut self) -> (&'static str, Result<MailConfig, String>) {
        let needed = |line: &str| format!("needs a key that is missing: write, for example, `{line}`");
        match self.transport {
            TransportName::File => {
                let directory = self.directory.take().ok_or_else(|| needed("directory = \"sent\""));
                ("file", directory.map(|directory| MailConfig::File { directory }))
            }
            TransportName::Sendmail => {
                let command = self.command.take();
                ("sendmail", Ok(command.map_or_else(MailConfig::default, |command| MailConfig::Sendmail { command })))
            }
            TransportName::Smtp => {
                let (port, tls) = (self.port.take().unwrap_or(587), self.tls.take().unwrap_or_default());
                let (user, password_file, password_env) = (self.user.take(), self.password_file.take(), self.password_env.take());
                let host = self.host.take().ok_or_else(|| needed("host = \"mail.your.domain\""));
                ("smtp", host.map(|host| MailConfig::Smtp { host, port, tls, user, password_file, password_env }))
            }
        }
    }

    /// The keys that have not been taken.
    fn left(&self) -> Vec<&'static str> {
        let keys = [
            ("`directory`", self.directory.is_some()),
            ("`command`", self.command.is_some()),
            ("`host`", self.host.is_some()),
            ("`port`", self.port.is_some()),
            ("`tls`", self.tls.is_some()),
            ("`user`", self.user.is_some()),
            ("`password_file`", self.password_file.is_some()),
            ("`password_env`", self.password_env.is_some()),
        ];
        keys.into_iter().filter(|(_, is_left)| *is_left).map(|(key, _)| key).collect()
    }
}
