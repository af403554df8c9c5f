//! Opening a campaign: its lock, its file, its database and its keys are looked at before anything is done with it.

use std::fs;
use std::sync::Arc;

use crate::campaign::CampaignId;
use crate::campaign::config::CampaignConfig;
use crate::campaign::journal::{Act, Scribe};
use crate::campaign::keys::HostKey;
use crate::campaign::token::Secret;
use crate::engine::Seed;
use crate::files::{self, Access};
use crate::games;
use crate::office::cabinet::desk::{Campaign, Desk};
use crate::office::cabinet::error::{DeskError, at};
use crate::office::cabinet::found::{self, one_campaign};
use crate::office::cabinet::keyring::Keyring;
use crate::office::cabinet::lock::Lock;
use crate::office::cabinet::modes;
use crate::office::cabinet::wording::campaign_templates;
use crate::office::{Host, World};
use crate::render::Templates;
use crate::store::Store;

impl Desk {
    /// Opens a campaign for work: nobody else works on it meanwhile. A campaign's first opening
    /// makes its secret.
    ///
    /// # Errors
    /// `NotLocked::Busy` if another run has it; [`DeskError::Lost`] if it has begun and something of it is gone; else what is wrong
    /// with its files.
    pub fn open(host: &Host, id: &CampaignId, world: &World<'_>) -> Result<Desk, DeskError> {
        found::check_file(host, id)?;
        let config = one_campaign(host, id)?;
        let folder = host.campaign_folder(id);
        files::make_folder(&folder, Access::Private).map_err(at(&folder))?;
        let lock = Lock::of_campaign(&folder, id, world.now)?;
        modes::close_campaign(host, &config);
        let opened = || -> Result<Desk, DeskError> {
            let keyring = Keyring::open(host, world)?;
            let (store, secret) = found::open(host, &config, &keyring, world)?;
            let mut desk = Desk::with(host, config.clone(), (secret, keyring.newest()), store, Some(lock))?;
            if desk.keep_first_roster(world)? {
                desk.reload()?;
            }
            desk.adopt_key(&keyring, world)?;
            Ok(desk)
        };
        opened().map_err(|error| error.of_campaign(host, id))
    }

    /// Opens a campaign that has begun, for looking only.
    ///
    /// # Errors
    /// When there is no such campaign, or it has not begun.
    pub fn open_to_read(host: &Host, id: &CampaignId) -> Result<Desk, DeskError> {
        found::check_file(host, id)?;
        let config = one_campaign(host, id)?;
        found::check_database(host, &config)?;
        let not_begun = || DeskError::NotBegun { id: id.to_owned() };
        let database = host.database(id);
        if fs::metadata(&database).map_or(true, |found| found.len() == 0) {
            return Err(not_begun());
        }
        // Looking needs no secret: nothing that is shown follows from it, and what is sealed stays so.
        let nothing = Seed([0; 32]);
        let keys = (Secret::new(nothing), HostKey::new(nothing));
        let opened = || Desk::with(host, config.clone(), keys, Store::open_to_read(&database)?, None);
        let desk = opened().map_err(|error| error.of_campaign(host, id))?;
        if desk.campaign.progress.is_none() {
            found::check_blank(host, &config)?;
            return Err(not_begun());
        }
        Ok(desk)
    }

    pub(in crate::office) fn with(
        host: &Host,
        config: CampaignConfig,
        keys: (Secret, HostKey),
        store: Store,
        lock: Option<Lock>,
    ) -> Result<Desk, DeskError> {
        let templates = campaign_templates(&host.home(&config.id))?;
        Desk::worded_by(templates, host, config, keys, store, lock)
    }

    /// The same, with these templates instead of those in the campaign's folder.
    ///
    /// # Errors
    /// When the database does not read.
    pub(in crate::office) fn worded_by(
        templates: Arc<Templates>,
        host: &Host,
        mut config: CampaignConfig,
        (secret, key): (Secret, HostKey),
        mut store: Store,
        lock: Option<Lock>,
    ) -> Result<Desk, DeskError> {
        let id = config.id.clone();
        // A game that has begun stays the game that it is, whatever the file says now.
        if let Some(game) = store.look()?.game()? {
            config.game = game;
        }
        let folder = host.campaign_folder(&id);
        let game = games::by_id(&config.game).ok_or(DeskError::NoCampaign { id: id.to_string(), nearest: None })?;
        let home = host.home(&config.id);
        let campaign = Campaign {
            folder,
            home,
            tournament: None,
            file_seats: config.seats.clone(),
            config,
            holders: Vec::new(),
            vacancies: Vec::new(),
            host: host.config.clone(),
            host_database: host.own_database(),
            game,
            templates,
            secret,
            key,
            held: None,
            stands_since: None,
            mail_gaps: Vec::new(),
            progress: None,
        };
        let mut desk = Desk { store, campaign, lock };
        desk.reload()?;
        Ok(desk)
    }

    /// Lets the journal go on with the newest key of the host, if an older one signed it last.
    fn adopt_key(&mut self, keyring: &Keyring, world: &World<'_>) -> Result<(), DeskError> {
        let ledger = self.store.begin()?;
        let Some(signer) = ledger.signer()? else { return Ok(()) };
        let newest = self.campaign.key.public();
        if signer == newest {
            return Ok(());
        }
        let old = keyring.of(&signer);
        if old.is_none() && !keyring.is_one_lost {
            return Err(DeskError::KeyForeign { id: self.campaign.id().to_owned(), key: signer });
        }
        let act = Act::HostKeyReplaced { key: newest, is_lost: old.is_none() };
        let scribe = Scribe { key: old.as_ref().unwrap_or(&self.campaign.key), ..self.campaign.scribe(world.now) };
        let turn = self.campaign.progress.as_ref().map_or(0, |progress| progress.table.turn());
        ledger.append_act(&scribe, act, turn)?;
        ledger.give_up_what_stays_sealed()?;
        Ok(ledger.commit()?)
    }
}
