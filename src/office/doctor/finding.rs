//! What a look at a part of the host has found.

use serde::Serialize;

/// What a finding is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// `ashpost.toml` and the files of all campaigns.
    Configuration,
    /// Where emails come in, and whether runs can read them there and take them in.
    MailIn,
    /// Whether the mail server greets the host, or the command that sends is there.
    MailOut,
    /// Whether the archives and the page of the host can be written.
    Site,
    /// Emails that wait to be sent.
    Outbox,
    /// When `tick` last ran, and whether it trusts the clock.
    Runs,
    /// The room on the disk of the host's folder.
    Disk,
    /// Whether other users can read what is private, and whether this one can write what runs write.
    Permissions,
    /// The databases of campaigns, the emails that were set aside in them, and the keys.
    Campaigns,
}

/// How serious a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Health {
    /// Nothing has to be done.
    Fine,
    /// Players do not suffer from it yet.
    Warning,
    /// Something does not work until somebody sees to it.
    Broken,
}

/// One thing that was looked at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The part of the host that it belongs to.
    pub part: Part,
    /// Whether anything is wrong with it, and how serious that is.
    pub health: Health,
    /// What was found.
    pub what: String,
    /// What to do about it; null where nothing has to be done.
    pub advice: Option<String>,
}

impl Finding {
    pub(super) fn fine(part: Part, what: impl Into<String>) -> Finding {
        Finding { part, health: Health::Fine, what: what.into(), advice: None }
    }

    pub(super) fn warning(part: Part, what: impl Into<String>, advice: impl Into<String>) -> Finding {
        Finding { part, health: Health::Warning, what: what.into(), advice: Some(advice.into()) }
    }

    pub(super) fn broken(part: Part, what: impl Into<String>, advice: impl Into<String>) -> Finding {
        Finding { part, health: Health::Broken, what: what.into(), advice: Some(advice.into()) }
    }
}
