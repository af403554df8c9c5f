//! A host: a folder `campaigns/` with the file that holds for all, and a folder for each campaign.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::campaign::config::{CampaignConfig, ConfigError, ConfigErrors, ConfigSource, GameMaster, HostConfig, SeatConfig};
use crate::campaign::layout::{
    CAMPAIGN_FILE, DATABASE_FILE, GAMES_FOLDER, HOST_FILE, KEYS_FOLDER, OWN_DATABASE_FILE, ROUNDS_FILE, SITE_FOLDER, SPOOL_FOLDER,
};
use crate::campaign::{Address, CampaignId};
use crate::engine::nearness::nearest;

/// A host's folder and settings.
#[derive(Debug, Clone)]
pub struct Host {
    /// The folder with `ashpost.toml`, in which the folders of campaigns lie.
    pub folder: PathBuf,
    /// What `ashpost.toml` says.
    pub config: HostConfig,
    /// The text of `ashpost.toml`.
    pub source: ConfigSource,
}

/// Why a host, or a file of it, cannot be used.
#[allow(missing_docs, reason = "each says what it is")]
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    #[error(transparent)]
    Config(#[from] ConfigErrors),
    #[error(
        "there is no {HOST_FILE} in {folder}: if your host is in another folder, name that with --campaigns; if you have none yet, \
         `ashpost new my-game` makes one with a first campaign", folder = .folder.display()
    )]
    NoHost { folder: PathBuf },
    #[error("cannot read {path}: {source}", path = .path.display())]
    File { path: PathBuf, source: io::Error },
}

impl Host {
    /// Reads `ashpost.toml` in the folder of the campaigns.
    ///
    /// # Errors
    /// When it does not exist, or is not valid.
    pub fn load(folder: &Path) -> Result<Host, HostError> {
        let (host, mistakes) = Host::mended(folder)?;
        if mistakes.0.is_empty() { Ok(host) } else { Err(mistakes.into()) }
    }

    /// Reads what is valid in `ashpost.toml`, and returns the mistakes too, so that the files of campaigns can be checked all the same.
    ///
    /// # Errors
    /// When the file does not exist, and when nothing of it reads.
    pub fn mended(folder: &Path) -> Result<(Host, ConfigErrors), HostError> {
        let file = folder.join(HOST_FILE);
        let text = read(&file).map_err(|error| match error {
            HostError::File { source, .. } if source.kind() == io::ErrorKind::NotFound => HostError::NoHost { folder: folder.to_owned() },
            other => other,
        })?;
        let source = ConfigSource::new(&file, &text);
        match HostConfig::mended(&source) {
            (Some(config), mistakes) => Ok((Host { folder: folder.to_owned(), config, source }, mistakes)),
            (None, mistakes) => Err(mistakes.into()),
        }
    }

    /// What is wrong with the addresses of its file if mail leaves the machine.
    pub fn placeholders(&self) -> Vec<ConfigError> {
        self.config.placeholders(&self.source)
    }

    /// The campaigns of this host, by name, each game of a tournament among them. Mistakes in a file show when its campaign is opened.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn campaign_ids(&self) -> Result<Vec<CampaignId>, HostError> {
        let games = |id: CampaignId| match self.tournament(&id) {
            Ok(Some(tournament)) => tournament.game_ids(),
            Ok(None) | Err(_) => vec![id],
        };
        Ok(self.file_ids()?.into_iter().flat_map(games).collect())
    }

    /// The folders with a `campaign.toml`, by name: campaigns and tournaments. One whose file is gone is among them as long as there is
    /// a game in it.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn file_ids(&self) -> Result<Vec<CampaignId>, HostError> {
        let entries = fs::read_dir(&self.folder).map_err(|source| HostError::File { path: self.folder.clone(), source })?;
        let mut ids: Vec<CampaignId> = entries
            .filter_map(Result::ok)
            .filter_map(|entry| CampaignId::new(entry.file_name().to_str()?))
            .filter(|id| self.has_file(id))
            .collect();
        ids.sort();
        Ok(ids)
    }

    /// Whether there is a campaign or tournament of that name, or a game whose file is gone.
    fn has_file(&self, id: &CampaignId) -> bool {
        let folder = self.folder.join(id);
        folder.join(CAMPAIGN_FILE).is_file() || **id != *SITE_FOLDER && self.has_game_in(&folder)
    }

    /// The name under which the file of a campaign lies: its own, or its tournament's; `None` if there is none.
    pub(in crate::office) fn file_of(&self, id: &CampaignId) -> Option<CampaignId> {
        if self.has_file(id) { Some(id.clone()) } else { self.paired_game(id).map(|(tournament, _)| tournament) }
    }

    /// The campaign or tournament that a misspelt name may mean.
    pub fn nearest_id(&self, id: &str) -> Option<String> {
        let known: Vec<CampaignId> = [self.campaign_ids(), self.file_ids()].into_iter().flatten().flatten().collect();
        nearest(id, known.iter().map(|known| &**known)).first().map(|near| (*near).to_owned())
    }

    /// What the files of campaigns say, by name. Files that cannot be read are left out, and the run reports each.
    pub fn configs(&self) -> Vec<CampaignConfig> {
        self.file_ids().unwrap_or_default().iter().filter_map(|id| self.campaign(id).ok()).collect()
    }

    /// The addresses of all game masters of this host, each once.
    pub fn game_masters(&self) -> Vec<Address> {
        each_game_master(&self.configs()).into_iter().map(|gm| gm.address.clone()).collect()
    }

    /// The addresses of all game masters, their helpers and all players that the files of campaigns name.
    pub fn people(&self) -> Vec<Address> {
        let configs = self.configs();
        let of_campaign = |config: &'_ CampaignConfig| -> Vec<Address> {
            config.seats.iter().flat_map(SeatConfig::addresses).chain(config.game_masters()).cloned().collect()
        };
        configs.iter().flat_map(of_campaign).collect()
    }

    /// The folder of a campaign; that of a tournament's game is inside the tournament's, such as `games/3`.
    pub fn campaign_folder(&self, id: &CampaignId) -> PathBuf {
        match self.paired_game(id) {
            Some((tournament, number)) => self.folder.join(tournament).join(GAMES_FOLDER).join(number.to_string()),
            None => self.folder.join(id),
        }
    }

    /// The database of a campaign.
    pub fn database(&self, id: &CampaignId) -> PathBuf {
        self.campaign_folder(id).join(DATABASE_FILE)
    }

    /// The host's own database.
    pub fn own_database(&self) -> PathBuf {
        self.folder.join(OWN_DATABASE_FILE)
    }

    /// The folder of the page that leads to all archives; `None` if there is to be none, or if a campaign has its name.
    pub fn page_folder(&self) -> Option<PathBuf> {
        let folder = self.folder.join(SITE_FOLDER);
        (self.config.site.host_page && !folder.join(CAMPAIGN_FILE).exists()).then_some(folder)
    }

    /// Whether a game was played in a folder, whatever has become of its `campaign.toml`.
    pub fn has_game_in(&self, folder: &Path) -> bool {
        [DATABASE_FILE, KEYS_FOLDER, GAMES_FOLDER].iter().any(|name| folder.join(name).exists())
    }

    /// The folder of the file that says what the campaign is.
    pub fn home(&self, id: &CampaignId) -> PathBuf {
        self.folder.join(self.paired_game(id).map_or_else(|| id.clone(), |(tournament, _)| tournament))
    }

    /// Reads what a campaign's file says about it.
    ///
    /// # Errors
    /// When it does not exist, or is not valid.
    pub fn campaign(&self, id: &CampaignId) -> Result<CampaignConfig, HostError> {
        let file = self.home(id).join(CAMPAIGN_FILE);
        let mut config = CampaignConfig::from_toml(&file, &read(&file)?)?;
        if config.swiss_rounds().is_some() {
            self.take_up_rounds(&mut config)?;
        }
        let taken = config.game_ids().into_iter().find(|board| self.folder.join(&**board).exists());
        if let Some(taken) = taken {
            let what = format!("its game {taken} would have the name of the folder {taken}: give one of them another name");
            return Err(ConfigErrors::from(config.source.mistake("tournament", what)).into());
        }
        match self.paired_game(id) {
            None => Ok(config),
            Some((tournament, number)) => {
                let no_game = || config.source.mistake("tournament", format!("{tournament} has no game {number}"));
                Ok(config.paired_game(number).ok_or_else(|| ConfigErrors::from(no_game()))?)
            }
        }
    }

    /// Reads which rounds of a Swiss have been drawn: none before its first one.
    fn take_up_rounds(&self, config: &mut CampaignConfig) -> Result<(), HostError> {
        let folder = self.folder.join(&*config.id);
        let file = folder.join(ROUNDS_FILE);
        match fs::read_to_string(&file) {
            Ok(text) => Ok(config.take_up_rounds(&file, &text)?),
            Err(error) if error.kind() == io::ErrorKind::NotFound && !folder.join(GAMES_FOLDER).exists() => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let what = "the file that says who plays whom in each round is gone: put it back from a backup".to_owned();
                Err(ConfigErrors::from(ConfigSource::new(&file, "").mistake("", what)).into())
            }
            Err(source) => Err(HostError::File { path: file, source }),
        }
    }

    /// The tournament of that name; `None` if that is a campaign.
    ///
    /// # Errors
    /// As [`Host::campaign`].
    pub fn tournament(&self, id: &CampaignId) -> Result<Option<CampaignConfig>, HostError> {
        Ok(Some(self.campaign(id)?).filter(|config| config.tournament.is_some()))
    }

    /// `spring-3` as the third game of `spring`, unless it has a file of its own.
    pub fn paired_game(&self, id: &CampaignId) -> Option<(CampaignId, u32)> {
        let (tournament, number) = id.rsplit_once('-')?;
        let number: u32 = number.parse().ok().filter(|parsed: &u32| *parsed > 0 && parsed.to_string() == number)?;
        let tournament = CampaignId::new(tournament)?;
        let has_file = |id: &CampaignId| self.folder.join(id).join(CAMPAIGN_FILE).is_file();
        (has_file(&tournament) && !has_file(id)).then_some((tournament, number))
    }
}

/// The game masters of these campaigns, each address once.
pub(in crate::office) fn each_game_master(configs: &[CampaignConfig]) -> Vec<&GameMaster> {
    let mut found: Vec<&GameMaster> = Vec::new();
    for gm in configs.iter().map(|config| &config.gm) {
        if found.iter().all(|known| known.address != gm.address) {
            found.push(gm);
        }
    }
    found
}

fn read(file: &Path) -> Result<String, HostError> {
    fs::read_to_string(file).map_err(|source| HostError::File { path: file.to_owned(), source })
}

/// Where `ashpost receive` keeps emails until they are filed.
pub(in crate::office) fn spool(campaigns: &Path) -> PathBuf {
    campaigns.join(SPOOL_FOLDER)
}

/// Where the archive of a campaign is written; `home` is the folder of its file.
pub(in crate::office) fn site_folder(home: &Path, config: &CampaignConfig) -> PathBuf {
    let site = home.join(SITE_FOLDER);
    config.paired.as_ref().map_or(site.clone(), |game| site.join(format!("game-{}", game.number)))
}
