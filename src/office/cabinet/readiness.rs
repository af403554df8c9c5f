//! Whether a campaign can be played by people who write from elsewhere: what keeps it from beginning, and what is odd about a host.

use std::path::{Path, PathBuf};

use crate::campaign::config::{CampaignConfig, ConfigError, ConfigSource, IntakeConfig, MailConfig};
use crate::engine::ScenarioHead;
use crate::office::cabinet::host::spool;
use crate::office::cabinet::scenario::scenario_text;
use crate::office::cabinet::usable::{how_to_make_a_maildir, is_missing, no_maildir};
use crate::office::{Host, ScenarioError};

/// What is wrong with the places that the host's own file names: nothing of it works before that is put right.
pub fn host_obstacles(host: &Host) -> Vec<ConfigError> {
    missing_places(&host.source, &host.config.intake).into_iter().chain(unusable_way(&host.source, &host.config.mail)).collect()
}

/// Everything that keeps a campaign from beginning, each with the file and the key; empty if nothing does.
///
/// # Errors
/// When its scenario cannot be read.
pub fn obstacles(host: &Host, config: &CampaignConfig) -> Result<Vec<ConfigError>, ScenarioError> {
    let mut found = missing_places(&host.source, &host.config.intake);
    found.extend(missing_places(&config.source, &config.intake));
    if host.config.intake.is_none() && config.intake.is_none() && !spool(&host.folder).is_dir() {
        let what = "no email comes in: name a Maildir in `maildirs`, or say `pipe = true` if a mail server pipes to `ashpost receive`";
        found.push(host.source.mistake("intake", what));
    }
    let (mail, source) = config.mail.as_ref().map_or((&host.config.mail, &host.source), |mail| (mail, &config.source));
    found.extend(unusable_way(source, mail));
    if mail.leaves_the_machine() {
        found.extend(host.placeholders().into_iter().chain(config.placeholders()));
    }
    let scenario = scenario_text(config, &host.home(&config.id))?;
    if let ([seat], true, 2) = (config.seats.as_slice(), config.joining.seats.is_empty(), ScenarioHead::of(&scenario).seats) {
        let what = format!("{} is a game for two, and only {} (seat {}) plays", config.scenario, seat.name, seat.number);
        found.push(config.source.mistake("seat", what));
    }
    Ok(found)
}

/// Whether letters to this game master would reach a person.
pub(crate) fn reaches_game_master(host: &Host, config: &CampaignConfig) -> bool {
    let has_placeholder = host.config.has_no_address() || config.has_no_game_master();
    !(host.config.mail.leaves_the_machine() && has_placeholder)
}

/// What is odd about a host and may be meant: mailboxes to which nothing has ever come, messages that go into files.
pub fn cautions(host: &Host) -> Vec<String> {
    let config = &host.config;
    if let MailConfig::File { directory } = &config.mail {
        let what = "messages are written into files and not sent; receipts in them repeat sealed orders for whoever can read them";
        return vec![format!("{}: {what}", directory.display())];
    }
    let try_it = format!("send a message to {} and see whether it arrives", config.address);
    let is_new = |maildir: &&PathBuf| maildir.join("new").is_dir() && ["new", "cur"].iter().all(|sub| is_empty(&maildir.join(sub)));
    let maildirs = config.intake.maildirs.iter().filter(is_new);
    let mut odd: Vec<String> = maildirs.map(|maildir| format!("nothing has ever come to {}: {try_it}", maildir.display())).collect();
    odd.extend(config.placeholders_on_the_web(&host.source).iter().map(ToString::to_string));
    if config.intake.pipe && !spool(&host.folder).is_dir() {
        odd.push(format!("nothing has ever been piped to `ashpost receive`: {try_it}"));
    }
    odd
}

fn is_empty(folder: &Path) -> bool {
    std::fs::read_dir(folder).map_or(true, |mut entries| entries.next().is_none())
}

/// Places where mail should come in and that are not there.
fn missing_places(source: &ConfigSource, intake: &IntakeConfig) -> Vec<ConfigError> {
    let maildirs = intake.maildirs.iter().enumerate().filter(|(_, path)| is_missing(&path.join("new")));
    let maildirs = maildirs.map(|(at, path)| {
        source.mistake(&format!("intake.maildirs[{at}]"), format!("{}; {}", no_maildir(path), how_to_make_a_maildir(path)))
    });
    let folders = intake.folders.iter().enumerate().filter(|(_, path)| is_missing(path));
    let folders =
        folders.map(|(at, path)| source.mistake(&format!("intake.folders[{at}]"), format!("there is no folder {}", path.display())));
    maildirs.chain(folders).collect()
}

/// What the way out needs and does not have.
fn unusable_way(source: &ConfigSource, mail: &MailConfig) -> Option<ConfigError> {
    let (key, what) = match mail {
        MailConfig::Sendmail { command } if !command.is_file() => ("mail.command", format!("there is no program {}", command.display())),
        MailConfig::Smtp { password_file: Some(path), .. } => match std::fs::read_to_string(path) {
            Ok(password) if password.trim_end().is_empty() => ("mail.password_file", format!("{} is empty", path.display())),
            Ok(_) => return None,
            Err(error) => ("mail.password_file", format!("cannot read {}: {error}", path.display())),
        },
        MailConfig::Sendmail { .. } | MailConfig::Smtp { .. } | MailConfig::File { .. } => return None,
    };
    Some(source.mistake(key, what))
}
