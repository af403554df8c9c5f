//! Whether what everybody may read can be written, and is there.

use std::path::PathBuf;

use super::campaigns::ExaminedCampaign;
use crate::campaign::CampaignId;
use crate::office::Host;
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::usable::{Hindrance, unusable_site};
use crate::office::doctor::{Finding, Part};

/// The page of the host and the archive of each campaign that has begun.
pub(super) fn pages(host: &Host, campaigns: &[(CampaignId, Result<ExaminedCampaign, DeskError>)]) -> Vec<Finding> {
    let own = host.page_folder().map(|folder| ("the page of the host".to_owned(), folder));
    let archive = |(id, seen): &(CampaignId, Result<ExaminedCampaign, DeskError>)| {
        let site: PathBuf = seen.as_ref().ok()?.site.clone();
        Some((format!("the archive of {id}"), site))
    };
    let all = own.into_iter().chain(campaigns.iter().filter_map(archive));
    let broken = |(whose, folder): (String, PathBuf)| {
        let Hindrance { what, advice } = unusable_site(&folder)?;
        Some(Finding::broken(Part::Site, format!("{whose} cannot be written: {what}"), advice))
    };
    let lost = |(id, seen): &(CampaignId, Result<ExaminedCampaign, DeskError>)| {
        let file = seen.as_ref().ok()?.lost_file.as_ref()?;
        let what = format!("the archive of {id} has lost a file: {} is gone", file.display());
        Some(Finding::warning(Part::Site, what, format!("`ashpost site {id}` writes the whole archive again")))
    };
    let found: Vec<Finding> = all.filter_map(broken).chain(campaigns.iter().filter_map(lost)).collect();
    if found.is_empty() { vec![Finding::fine(Part::Site, "the pages can be written")] } else { found }
}
