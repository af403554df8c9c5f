//! The files of campaigns and what is in their databases.

use std::path::PathBuf;

use crate::campaign::CampaignId;
use crate::campaign::envelope::Verdict;
use crate::campaign::keys::PublicKey;
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::found::examine;
use crate::office::cabinet::glance::Glance;
use crate::office::cabinet::keyring::Keyring;
use crate::office::cabinet::readiness::{host_obstacles, obstacles};
use crate::office::cabinet::records::known_campaigns;
use crate::office::doctor::outbox_seen::OutboxSeen;
use crate::office::doctor::{Finding, Part};
use crate::office::publishing::lost::lost_file;
use crate::office::{Host, known_campaign};
use crate::store::StoreError;

const WHAT_FILES_ARE_FOR: &str = "docs/gm-files.md says what each file is for, and what to do without it";

/// What is known of a campaign that has begun.
pub(super) struct ExaminedCampaign {
    pub outbox: OutboxSeen,
    /// Where its archive is written.
    pub site: PathBuf,
    /// A file of it that was written and is gone.
    pub lost_file: Option<PathBuf>,
    /// Emails that could not be handled.
    pub quarantined: u32,
    /// What is wrong with its secret, or with its database, looked at to the last page.
    pub damage: Option<DeskError>,
    /// The key that has signed its journal last.
    signer: Option<PublicKey>,
}

/// Each campaign of the host, and why one cannot be looked at.
pub(super) fn look_at_each(host: &Host) -> Vec<(CampaignId, Result<ExaminedCampaign, DeskError>)> {
    let ids = known_campaigns(host).unwrap_or_default();
    let look = |id: CampaignId| {
        let seen = seen(host, &id);
        (id, seen)
    };
    ids.into_iter().map(look).filter(|(_, seen)| !matches!(seen, Err(DeskError::NotBegun { .. }))).collect()
}

fn seen(host: &Host, id: &CampaignId) -> Result<ExaminedCampaign, DeskError> {
    let mut glance = Glance::open(host, id)?;
    let damage = examine(host, id).err();
    let site = glance.campaign.site_folder();
    let ledger = glance.store.look()?;
    let lost_file = lost_file(&glance.campaign, &ledger)?;
    let counts = ledger.mail_counts()?;
    let quarantined = counts.iter().find(|count| count.verdict == Verdict::Quarantined).map_or(0, |count| count.mails);
    Ok(ExaminedCampaign { outbox: OutboxSeen::of(&ledger)?, site, lost_file, quarantined, damage, signer: ledger.signer()? })
}

/// Every file, as `check-config` reads it.
pub(super) fn configuration(host: &Host) -> Vec<Finding> {
    let ids = match host.file_ids() {
        Ok(ids) => ids,
        Err(error) => {
            return vec![Finding::broken(Part::Configuration, error.to_string(), "run this as the user whose campaigns these are")];
        }
    };
    let mut mistakes: Vec<String> = host_obstacles(host).iter().map(ToString::to_string).collect();
    for id in &ids {
        match known_campaign(host, id) {
            Err(error) => mistakes.push(error.to_string()),
            Ok(config) if config.open => match obstacles(host, &config) {
                Ok(found) => mistakes.extend(found.iter().map(ToString::to_string)),
                Err(error) => mistakes.push(error.to_string()),
            },
            Ok(_) => {}
        }
    }
    mistakes.sort();
    mistakes.dedup();
    if mistakes.is_empty() {
        let what = match ids.len() {
            0 => "ashpost.toml has no mistakes; there is no campaign yet".to_owned(),
            1 => "ashpost.toml and 1 campaign file have no mistakes".to_owned(),
            count => format!("ashpost.toml and {count} campaign files have no mistakes"),
        };
        return vec![Finding::fine(Part::Configuration, what)];
    }
    let broken = |what| Finding::broken(Part::Configuration, what, "`ashpost check-config` shows the place and what would happen");
    mistakes.into_iter().map(broken).collect()
}

/// Whether every database can be read to its last page, and by this program.
pub(super) fn databases(campaigns: &[(CampaignId, Result<ExaminedCampaign, DeskError>)]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut sound = 0;
    for (id, seen) in campaigns {
        match seen {
            Err(error) => findings.push(Finding::broken(Part::Campaigns, format!("{id}: {error}"), advice(error))),
            Ok(seen) => {
                match &seen.damage {
                    None => sound += 1,
                    Some(error) => findings.push(Finding::broken(Part::Campaigns, format!("{id}: {error}"), advice(error))),
                }
                findings.extend(quarantine(id, seen.quarantined));
            }
        }
    }
    let what = match sound {
        // The others may have begun: nobody can tell.
        0 if !findings.is_empty() => return findings,
        0 => "no campaign has begun".to_owned(),
        1 => "1 campaign has begun, and its database is whole".to_owned(),
        count => format!("{count} campaigns have begun, and their databases are whole"),
    };
    findings.insert(0, Finding::fine(Part::Campaigns, what));
    findings
}

/// Whether the host has the keys with which it signs, and with which it has signed.
pub(super) fn keys(host: &Host, campaigns: &[(CampaignId, Result<ExaminedCampaign, DeskError>)]) -> Vec<Finding> {
    let broken = |error: DeskError| Finding::broken(Part::Campaigns, error.to_string(), WHAT_FILES_ARE_FOR);
    let signers = || campaigns.iter().filter_map(|(id, seen)| Some((id, seen.as_ref().ok()?.signer?)));
    match Keyring::read(host) {
        Err(error) => vec![broken(error)],
        Ok(None) if signers().next().is_none() => Vec::new(),
        Ok(None) => vec![broken(DeskError::KeyLost { path: Keyring::file(&host.folder) })],
        Ok(Some(keyring)) => {
            let foreign = signers().filter(|(_, key)| keyring.of(key).is_none() && !keyring.is_one_lost);
            foreign.map(|(id, key)| broken(DeskError::KeyForeign { id: id.clone(), key })).collect()
        }
    }
}

fn advice(error: &DeskError) -> &'static str {
    if let DeskError::Store(error) = error { advice_on_store(error) } else { WHAT_FILES_ARE_FOR }
}

fn advice_on_store(error: &StoreError) -> &'static str {
    match error {
        StoreError::Newer { .. } => "install the version of ashpost that wrote it, or a newer one",
        error if error.is_damage() => "put a backup in its place: docs/gm-files.md says how",
        _ => WHAT_FILES_ARE_FOR,
    }
}

fn quarantine(id: &CampaignId, quarantined: u32) -> Option<Finding> {
    let what = match quarantined {
        0 => return None,
        1 => format!("{id}: 1 email could not be handled and was kept"),
        count => format!("{id}: {count} emails could not be handled and were kept"),
    };
    Some(Finding::warning(
        Part::Campaigns,
        what,
        "the email that you got about it says why; please report it, because it is a bug in ashpost",
    ))
}
