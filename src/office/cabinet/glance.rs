//! Looking at a campaign, which needs no key and keeps nobody from working on it.

use std::fs;
use std::sync::{Arc, Mutex};

use crate::campaign::CampaignId;
use crate::campaign::config::CampaignConfig;
use crate::campaign::keys::HostKey;
use crate::campaign::token::Secret;
use crate::games;
use crate::office::Host;
use crate::office::cabinet::desk::{Campaign, Desk, Keyless};
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::found::{self, one_campaign};
use crate::office::cabinet::lock::Lock;
use crate::office::cabinet::wording::campaign_templates;
use crate::render::Templates;
use crate::store::Store;

/// A campaign that is looked at: other runs may work on it meanwhile, and nothing can be signed, sealed or opened.
pub struct Glance {
    /// The campaign's database, for reading.
    pub store: Store,
    /// Everything else of the campaign, in memory.
    pub campaign: Keyless,
}

impl Glance {
    /// Opens a campaign that has begun.
    ///
    /// # Errors
    /// When there is no such campaign, or it has not begun.
    pub fn open(host: &Host, id: &CampaignId) -> Result<Glance, DeskError> {
        found::check_file(host, id)?;
        let config = one_campaign(host, id)?;
        found::check_database(host, &config)?;
        let not_begun = || DeskError::NotBegun { id: id.to_owned() };
        let database = host.database(id);
        if fs::metadata(&database).map_or(true, |found| found.len() == 0) {
            return Err(not_begun());
        }
        let opened = || Glance::of(host, config.clone(), Store::open_to_read(&database)?);
        let glance = opened().map_err(|error| error.of_campaign(host, id))?;
        if glance.campaign.progress.is_none() {
            found::check_blank(host, &config)?;
            return Err(not_begun());
        }
        Ok(glance)
    }

    /// Checks that it could also be worked on.
    ///
    /// # Errors
    /// When its secret is lost, damaged or another one.
    pub fn examine(&mut self, host: &Host) -> Result<(), DeskError> {
        found::examine_secret(host, &self.campaign.config, &mut self.store)
    }

    /// A campaign by its file and its database.
    ///
    /// # Errors
    /// When its templates or the database do not read.
    pub(in crate::office) fn of(host: &Host, config: CampaignConfig, store: Store) -> Result<Glance, DeskError> {
        let templates = campaign_templates(&host.home(&config.id))?;
        Glance::worded_by(templates, host, config, store)
    }

    /// As [`Glance::of`], with these templates instead of those in the campaign's folder.
    ///
    /// # Errors
    /// When the database does not read.
    pub(in crate::office) fn worded_by(
        templates: Arc<Templates>,
        host: &Host,
        mut config: CampaignConfig,
        mut store: Store,
    ) -> Result<Glance, DeskError> {
        let id = config.id.clone();
        let ledger = store.look()?;
        // A game that has begun stays the game that it is, whatever the file says now.
        if let Some((began_as, game)) = ledger.begun()? {
            found::check_name(host, &id, &began_as)?;
            config.said.game = games::named(&game)?;
        }
        let mut campaign = Keyless {
            life: ledger.life()?,
            folder: host.campaign_folder(&id),
            home: host.home(&id),
            tournament: None,
            file_seats: config.seats.clone(),
            holders: Vec::new(),
            vacancies: Vec::new(),
            host: host.config.clone(),
            host_database: host.own_database(),
            config,
            templates,
            held: None,
            stands_since: None,
            mail_gaps: Vec::new(),
            progress: None,
        };
        campaign.reload(&ledger)?;
        drop(ledger);
        Ok(Glance { store, campaign })
    }

    /// The campaign with its keys, by which it can be worked on.
    pub(in crate::office) fn into_desk(self, (secret, key): (Secret, HostKey), lock: Option<Lock>) -> Desk {
        Desk { store: self.store, campaign: Campaign { keyless: self.campaign, secret, tokens: Mutex::default(), key }, lock }
    }
}
