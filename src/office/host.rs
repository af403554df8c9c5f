//! A host: a folder `campaigns/` with the file that holds for all, and a folder for each campaign.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::campaign::config::{CampaignConfig, ConfigError, HostConfig, is_campaign_id};

/// A host's folder and settings.
#[derive(Debug, Clone)]
pub struct Host {
    pub folder: PathBuf,
    pub config: HostConfig,
}

#[derive(Debug, thiserror::Error)]
pub enum HostError {
    #[error(transparent)]
    Config(#[from] ConfigError),
    #[error("cannot read {path}: {source}", path = .path.display())]
    File { path: PathBuf, source: io::Error },
}

/// The name of the host's file.
pub const HOST_FILE: &str = "ashpost.toml";

/// The name of a campaign's file.
pub const CAMPAIGN_FILE: &str = "campaign.toml";

impl Host {
    /// Reads `ashpost.toml` in the folder of the campaigns.
    ///
    /// # Errors
    /// When it is not there, or says something that cannot be.
    pub fn load(folder: &Path) -> Result<Host, HostError> {
        let file = folder.join(HOST_FILE);
        let text = read(&file)?;
        Ok(Host { folder: folder.to_owned(), config: HostConfig::from_toml(&file, &text)? })
    }

    /// The campaigns of this host, by name; folders without a `campaign.toml` are none.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn campaign_ids(&self) -> Result<Vec<String>, HostError> {
        let entries = fs::read_dir(&self.folder).map_err(|source| HostError::File { path: self.folder.clone(), source })?;
        let mut ids: Vec<String> = entries
            .filter_map(Result::ok)
            .filter(|entry| entry.path().join(CAMPAIGN_FILE).is_file())
            .filter_map(|entry| entry.file_name().into_string().ok())
            .filter(|id| is_campaign_id(id))
            .collect();
        ids.sort();
        Ok(ids)
    }

    /// Where a campaign lives.
    pub fn campaign_folder(&self, id: &str) -> PathBuf {
        self.folder.join(id)
    }

    /// Reads a campaign's file.
    ///
    /// # Errors
    /// When it is not there, or says something that cannot be.
    pub fn campaign(&self, id: &str) -> Result<CampaignConfig, HostError> {
        let file = self.campaign_folder(id).join(CAMPAIGN_FILE);
        Ok(CampaignConfig::from_toml(&file, &read(&file)?)?)
    }
}

fn read(file: &Path) -> Result<String, HostError> {
    fs::read_to_string(file).map_err(|source| HostError::File { path: file.to_owned(), source })
}
