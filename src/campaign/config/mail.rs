//! `[intake]` and `[mail]`: the ways by which emails come in and go out, of a host or of one campaign.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::review::Review;

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
#[serde(tag = "transport", rename_all = "kebab-case", try_from = "MailSection")]
pub enum MailConfig {
    /// One `.eml` file for each email.
    File {
        /// The folder for them, made with the first email. A relative path starts at the folder of the configuration file.
        directory: PathBuf,
    },
    /// A program that takes the email on its standard input.
    Sendmail {
        /// Its path, without arguments; `/usr/sbin/sendmail` by default.
        command: PathBuf,
    },
    /// A mail server that takes emails by SMTP.
    Smtp {
        /// The name of the server.
        host: String,
        /// 587 by default.
        port: u16,
        /// When to encrypt; by default STARTTLS or nothing.
        tls: Tls,
        /// Whom to log in as; without a name or a password nobody logs in.
        user: Option<String>,
        /// The password is in this file, or in the environment variable `password_env`.
        password_file: Option<PathBuf>,
        /// The name of that variable; the file goes first.
        password_env: Option<String>,
    },
}

/// When to encrypt. Certificates are always checked, against the system's and `SSL_CERT_FILE`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tls {
    /// Never.
    None,
    /// STARTTLS if the server offers it.
    Opportunistic,
    /// STARTTLS or nothing.
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
    /// A host stands in `Received` fields as one word; with anything else none of them would ever be believed.
    pub(super) fn check(&self, review: &mut Review<'_>) {
        let is_host = |name: &str| !name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphanumeric() || ".-:_".contains(letter));
        for (at, name) in self.received_by.iter().enumerate().filter(|(_, name)| !is_host(name)) {
            review.wrong(&format!("intake.received_by[{at}]"), format!("`{name}` is not the name of a host such as mx.provider.example"));
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

fn default_sendmail() -> PathBuf {
    PathBuf::from("/usr/sbin/sendmail")
}

/// `[mail]` as it stands in a file, where the key of any transport could stand beside any other.
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

    /// With all that the transport needs and does not have, and all that it has and belongs to another.
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
    /// The name of the transport, and what the section says of it, which is taken out of the section.
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
