//! The front office: what concerns the host and no campaign. Emails that fit nowhere, and notices to game masters.

pub(super) mod accept_loss;
mod awaited;
pub(super) mod daily;
pub(super) mod remaking;
mod unwritten;

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use chrono::{DateTime, Utc};

use crate::campaign::{CampaignId, digest};
use crate::engine::Seed;
use crate::office::cabinet::error::{DeskError, at};
use crate::office::cabinet::harm::HarmFacts;
use crate::office::cabinet::keyring::Keyring;
use crate::office::cabinet::lock::Lock;
use crate::office::cabinet::records;
use crate::office::letters::about::About;
use crate::office::letters::model::{Heading, LetterModel};
use crate::office::letters::trouble_facts::TroubleFacts;
use crate::office::letters::{self, NewLetter, Sender};
use crate::office::sending::outboxes::{Database, Outbox};
use crate::office::{Host, World};
use crate::post::Address;
use crate::render::Templates;
use crate::store::{Ledger, Seals, Store};

/// The host's own database and letters.
pub(super) struct Front {
    pub store: Store,
    pub letterbox: Letterbox,
    _lock: Lock,
}

/// What letters of the host are written with.
pub(super) struct Letterbox {
    pub templates: Arc<Templates>,
    pub host: Host,
    /// Read when a run first asks for them.
    game_masters: OnceCell<BTreeSet<Address>>,
}

/// What a game master is told about, but not in each run in which it shows.
#[derive(Debug, Clone)]
pub(super) enum Trouble {
    /// Files of a campaign are lost or damaged: told again once the campaign has been well.
    Harm(HarmFacts),
    /// Something else about one campaign.
    Campaign(TroubleFacts),
    /// A file of waiting email that cannot be read, with the reason.
    UnreadableFile(String),
}

impl Trouble {
    pub(super) fn of(error: &DeskError) -> Trouble {
        error.harm().map_or_else(|| Trouble::Campaign(TroubleFacts::of(error)), Trouble::Harm)
    }
}

impl Letterbox {
    /// Whether an address is a game master's or a helper's in any campaign. The files of all campaigns are read once a run.
    pub(super) fn is_game_master(&self, address: &Address) -> bool {
        let all = || self.host.configs().iter().flat_map(|config| config.game_masters()).cloned().collect();
        self.game_masters.get_or_init(all).contains(address)
    }

    /// The sender of letters from the host itself.
    pub(crate) fn sender(&self) -> Sender<'_> {
        Sender { host: &self.host.config, name: &self.host.config.name, campaign: None }
    }

    /// Queues a letter that nobody has asked for. Returns whether it was new.
    ///
    /// # Errors
    /// When it cannot be written or kept.
    pub(super) fn send_notice(
        &self,
        ledger: &Ledger<'_>,
        (id, recipient): (String, &Address),
        letter: &LetterModel,
        now: DateTime<Utc>,
    ) -> Result<bool, DeskError> {
        let written = letters::render(&self.templates, letter)?;
        letters::queue(ledger, &self.sender(), &NewLetter::notice(id, recipient, written), now)
    }

    /// A secret that nobody can predict, another one for each name.
    ///
    /// # Errors
    /// When there is no entropy.
    pub(super) fn new_secret(&self, name: &str, world: &World<'_>) -> Result<Seed, DeskError> {
        Ok((world.entropy)().map_err(at(&self.host.own_database()))?.derive(name))
    }
}

impl Front {
    /// Opens the front office; `None` if another run has it.
    ///
    /// # Errors
    /// When its files cannot be used, or another run has had it for so long that it must hang.
    pub(super) fn open(host: &Host, world: &World<'_>) -> Result<Option<Front>, DeskError> {
        Front::with(None, host, world)
    }

    /// The same with the host's database, where it is open for looking already.
    ///
    /// # Errors
    /// As [`Front::open`].
    pub(super) fn with(database: Option<Store>, host: &Host, world: &World<'_>) -> Result<Option<Front>, DeskError> {
        match Front::at_once(database, host, world) {
            Err(error) if error.holder().is_some_and(|holder| holder.hangs(world.now).is_none()) => Ok(None),
            opened => opened.map(Some),
        }
    }

    /// The same for a command, which does nothing without it.
    ///
    /// # Errors
    /// `NotLocked::Busy` if another run has it, or when its files cannot be used.
    pub(super) fn at_once(database: Option<Store>, host: &Host, world: &World<'_>) -> Result<Front, DeskError> {
        let lock = Lock::of_front_office(&host.folder, world.now)?;
        let seal = Keyring::open(host, world)?.seal();
        let seals = Seals { sheets: Some(seal.clone()), waiting: Some(seal) };
        let store = match database {
            Some(store) => store.to_write(seals)?,
            None => Store::open(&host.own_database(), seals)?,
        };
        Ok(Front {
            store,
            letterbox: Letterbox { templates: Templates::shared(&BTreeMap::new())?, host: host.clone(), game_masters: OnceCell::new() },
            _lock: lock,
        })
    }

    /// Frees the front office, and returns where the host's own email waits.
    pub(super) fn outbox(self) -> Outbox {
        let host = self.letterbox.host;
        Outbox { folder: host.folder, mail: host.config.mail, database: Database::Open(self.store) }
    }

    /// Tells a game master about an error. Returns whether it was news.
    ///
    /// # Errors
    /// When the letter cannot be written or kept.
    pub(super) fn notify(
        &mut self,
        campaign: &CampaignId,
        recipient: &Address,
        trouble: &Trouble,
        world: &World<'_>,
    ) -> Result<bool, DeskError> {
        let ledger = self.store.begin()?;
        let same = |identity: &str| digest(identity)[..16].to_owned();
        let (id, about) = match trouble {
            Trouble::Harm(harm) => {
                let what = harm.what.code();
                if !records::is_news(&ledger, campaign, what)? {
                    return Ok(false);
                }
                (format!("notice.{campaign}.{what}.{}", world.now.timestamp()), About::GmHarm(harm.clone()))
            }
            Trouble::Campaign(facts) => (format!("notice.{campaign}.{}", same(&facts.identity(world.now))), About::GmNotice(facts.clone())),
            Trouble::UnreadableFile(file) => (format!("notice.file.{campaign}.{}", same(file)), About::GmUnreadableFile(file.clone())),
        };
        let letter = LetterModel::new(Heading::of_host_about(&self.letterbox.host.config, campaign), about);
        let is_news = self.letterbox.send_notice(&ledger, (id, recipient), &letter, world.now)?;
        ledger.commit()?;
        Ok(is_news)
    }
}
