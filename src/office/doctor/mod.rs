//! The health of a host: what works, what does not, and what to do about it. Nothing is changed, and no email is sent.

mod campaigns;
mod machine;
mod mail;

use serde::Serialize;

use crate::office::{Host, World};

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
    /// Emails that wait to be sent.
    Outbox,
    /// When `tick` last ran, and whether it trusts the clock.
    Runs,
    /// The room on the disk of the host's folder.
    Disk,
    /// Whether other users can read what is private.
    Permissions,
    /// The databases of campaigns, the emails that were set aside in them, and the keys.
    Campaigns,
}

/// How grave it is.
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
    /// Whether anything is wrong with it, and how grave that is.
    pub health: Health,
    /// How it is.
    pub what: String,
    /// What to do about it; null where nothing has to be done.
    pub advice: Option<String>,
}

impl Finding {
    fn fine(part: Part, what: impl Into<String>) -> Finding {
        Finding { part, health: Health::Fine, what: what.into(), advice: None }
    }

    fn warning(part: Part, what: impl Into<String>, advice: impl Into<String>) -> Finding {
        Finding { part, health: Health::Warning, what: what.into(), advice: Some(advice.into()) }
    }

    fn broken(part: Part, what: impl Into<String>, advice: impl Into<String>) -> Finding {
        Finding { part, health: Health::Broken, what: what.into(), advice: Some(advice.into()) }
    }
}

/// Looks at every part of a host, in the order of [`Part`]. What cannot be looked at is a finding, too.
pub fn examine_host(host: &Host, world: &World<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    findings.extend(campaigns::configuration(host));
    findings.extend(mail::ways_in(host, world));
    findings.extend(mail::ways_out(host, world));
    let campaigns = campaigns::look_at_each(host);
    findings.extend(mail::outbox(&campaigns, world.now));
    findings.extend(machine::runs(host, world));
    findings.extend(machine::disk(host));
    findings.extend(machine::permissions(host));
    findings.extend(campaigns::databases(&campaigns));
    findings.extend(campaigns::keys(host, &campaigns));
    findings
}

/// So many emails, in words.
fn emails(count: usize) -> String {
    if count == 1 { "1 email".to_owned() } else { format!("{count} emails") }
}
