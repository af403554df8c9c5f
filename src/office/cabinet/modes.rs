//! Who may read which files of a host: only its owner, except for the sites and the folders that lead to them.

use std::fs;
use std::path::{Path, PathBuf};

use crate::campaign::config::{CampaignConfig, IntakeConfig, MailConfig};
use crate::campaign::layout::{
    DATABASE_FILE, HOST_FILE, KEY_FILE, LOCK_FILE, OWN_DATABASE_FILE, REPORTS_FOLDER, SENDING_LOCK_FILE, SITE_FOLDER, SPOOL_FOLDER,
};
use crate::files::{self, Access, Narrowed, Narrowing};
use crate::office::Host;
use crate::office::cabinet::host::site_folder;
use crate::post::source::folder::FILED;
use crate::store::BESIDE_DATABASE;

/// A file or folder, and who may read it. What is in a folder is as closed as the folder.
type Rule = (PathBuf, Access);

/// What others may read and should not, of a whole host.
#[derive(Debug, Default)]
pub struct OpenToOthers {
    /// Files with a password in them.
    pub passwords: Vec<Narrowed>,
    /// All other files and folders that should be private.
    pub others: Vec<Narrowed>,
}

/// Closes to other users what should be private, when a campaign is opened. A closed folder closes everything in it, so only the top level
/// is checked, unless something there is open: then everything is checked. `check-config` tells of what cannot be changed.
pub(crate) fn close_campaign(host: &Host, config: &CampaignConfig) {
    let home = host.home(&config.id);
    let mut rules = of_campaign(&home);
    rules.extend(sent_folder(config.mail.as_ref()).into_iter().chain(filed_folders(&config.said.intake)));
    if config.policy.private_reports_on_site {
        rules.push((site_folder(&home, config), Access::ByName));
    }
    close(&rules);
}

/// Closes the host's own files to other users.
pub(crate) fn close_host(host: &Host) {
    close(&of_host(host));
}

/// Closes everything of a host that others could read and should not, down to the last file.
pub fn repair(host: &Host) -> Narrowing {
    let rules = all_rules(host).into_iter().chain(intakes(host)).chain(passwords(host).into_iter().map(|file| (file, Access::Private)));
    files::narrow_all(rules.flat_map(|(path, access)| files::all_too_wide(&path, access)).collect())
}

/// What others can read of a host and should not. What lies in a folder that is closed is not named.
pub fn open_to_others(host: &Host) -> OpenToOthers {
    let top = |rules: Vec<Rule>| files::merged(rules.into_iter().filter_map(|(path, access)| files::too_wide(&path, access)).collect());
    OpenToOthers { passwords: top(passwords(host).into_iter().map(|file| (file, Access::Private)).collect()), others: top(all_rules(host)) }
}

/// What every run writes and this user cannot: folders, databases and locks, such as one that was first made by `sudo ashpost tick`.
pub fn closed_to_runs(host: &Host) -> Vec<PathBuf> {
    let written = |folder: &Path, database: &str, inside: &str| -> Vec<PathBuf> {
        let of_database = [""].into_iter().chain(BESIDE_DATABASE).map(|ending| folder.join(format!("{database}{ending}")));
        let others = [LOCK_FILE, SENDING_LOCK_FILE, inside].map(|name| folder.join(name));
        [folder.to_owned()].into_iter().chain(of_database).chain(others).collect()
    };
    let ids = host.campaign_ids().unwrap_or_default();
    let of_campaigns = ids.iter().flat_map(|id| written(&host.campaign_folder(id), DATABASE_FILE, REPORTS_FOLDER));
    let of_host = written(&host.folder, OWN_DATABASE_FILE, SPOOL_FOLDER);
    of_host.into_iter().chain(of_campaigns).filter(|path| files::is_closed(path)).collect()
}

fn close(rules: &[Rule]) {
    if rules.iter().any(|(path, access)| files::too_wide(path, *access).is_some()) {
        files::narrow_all(rules.iter().flat_map(|(path, access)| files::all_too_wide(path, *access)).collect());
    }
}

fn all_rules(host: &Host) -> Vec<Rule> {
    let mut rules = of_host(host);
    for id in host.file_ids().unwrap_or_default() {
        rules.extend(of_campaign(&host.folder.join(id)));
    }
    for id in host.campaign_ids().unwrap_or_default() {
        let Ok(config) = host.campaign(&id) else { continue };
        if config.policy.private_reports_on_site {
            rules.push((site_folder(&host.home(&id), &config), Access::ByName));
        }
        rules.extend(sent_folder(config.mail.as_ref()).into_iter().chain(filed_folders(&config.said.intake)));
    }
    rules
}

/// The host's own files. Its folder may hold other things, and what is in it is closed by itself.
fn of_host(host: &Host) -> Vec<Rule> {
    let is_own = |name: &str| {
        [HOST_FILE, KEY_FILE, LOCK_FILE, SENDING_LOCK_FILE, SPOOL_FOLDER].contains(&name) || name.starts_with(OWN_DATABASE_FILE)
    };
    let own = entries(&host.folder, is_own).into_iter().map(|(path, _)| (path, Access::Private));
    own.chain(sent_folder(Some(&host.config.mail))).chain(filed_folders(&host.config.intake)).collect()
}

/// Everything in the folder of a campaign or tournament but its site, which others reach by its name.
fn of_campaign(home: &Path) -> Vec<Rule> {
    let inside = entries(home, |_| true)
        .into_iter()
        .map(|(path, name)| if name == SITE_FOLDER { (path, Access::Public) } else { (path, Access::Private) });
    std::iter::once((home.to_owned(), Access::ByName)).chain(inside).collect()
}

/// The folder for email that is sent into files, which holds tokens.
fn sent_folder(mail: Option<&MailConfig>) -> Option<Rule> {
    match mail {
        Some(MailConfig::File { directory }) => Some((directory.clone(), Access::Private)),
        _ => None,
    }
}

/// Where order files are put once they are taken in.
fn filed_folders(intake: &IntakeConfig) -> impl Iterator<Item = Rule> {
    intake.folders.iter().map(|folder| (folder.join(FILED), Access::Private))
}

/// The mailboxes inside the host's folder. A mail server may fill them with rights of its own, so they are closed by command only.
fn intakes(host: &Host) -> Vec<Rule> {
    let of_campaigns =
        host.file_ids().unwrap_or_default().into_iter().filter_map(|id| host.campaign(&id).ok()).map(|config| config.said.intake);
    let all = std::iter::once(host.config.intake.clone()).chain(of_campaigns).flat_map(|intake| intake.maildirs);
    all.filter(|maildir| maildir.starts_with(&host.folder)).map(|maildir| (maildir, Access::Private)).collect()
}

/// The files that hold passwords.
fn passwords(host: &Host) -> Vec<PathBuf> {
    let of_campaigns = host.file_ids().unwrap_or_default().into_iter().filter_map(|id| host.campaign(&id).ok()?.said.mail);
    let all = std::iter::once(host.config.mail.clone()).chain(of_campaigns);
    let file = |mail| match mail {
        MailConfig::Smtp { password_file, .. } => password_file,
        MailConfig::File { .. } | MailConfig::Sendmail { .. } => None,
    };
    all.filter_map(file).collect()
}

/// The wanted entries of a folder, with their names, in their order.
fn entries(folder: &Path, is_wanted: impl Fn(&str) -> bool) -> Vec<(PathBuf, String)> {
    let named = |entry: fs::DirEntry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        is_wanted(&name).then(|| (entry.path(), name))
    };
    let inside = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let mut entries: Vec<_> = inside.filter_map(named).collect();
    entries.sort();
    entries
}
