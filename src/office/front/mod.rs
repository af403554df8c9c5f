//! The front office: what concerns the host and no campaign. Emails that fit nowhere, and notices to game masters.

pub(super) mod accept_loss;
pub(super) mod daily;
pub(super) mod remaking;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::campaign::{CampaignId, digest};
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::harm::HarmFacts;
use crate::office::cabinet::keyring::Keyring;
use crate::office::cabinet::lock::{Lock, NotLocked};
use crate::office::cabinet::records;
use crate::office::letters::about::About;
use crate::office::letters::model::{Heading, LetterModel};
use crate::office::letters::{self, NewLetter, Sender};
use crate::office::sending::outboxes::{Database, Outbox};
use crate::office::{Host, World};
use crate::post::Address;
use crate::render::Templates;
use crate::store::{Seals, Store};

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
}

/// What a game master is told about, once however often it shows.
#[derive(Debug, Clone, Copy)]
pub(super) enum Trouble<'a> {
    /// Something about one campaign.
    Campaign(&'a str),
    /// Email of a campaign does not leave. The game master is told once a day, whatever the error says, since its words may differ each
    /// time.
    Sending(&'a str),
    /// A file where mail waits that cannot be read.
    UnreadableFile(&'a str),
}

impl Letterbox {
    /// The sender of letters from the host itself.
    pub(crate) fn sender(&self) -> Sender<'_> {
        Sender { host: &self.host.config, name: &self.host.config.name, campaign: None }
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
        let lock = match Lock::of_front_office(&host.folder, world.now) {
            Err(NotLocked::Busy { holder, .. }) if holder.hangs(world.now).is_none() => return Ok(None),
            lock => lock?,
        };
        let seal = Keyring::open(host, world)?.seal();
        let seals = Seals { sheets: Some(seal.clone()), waiting: Some(seal) };
        let store = match database {
            Some(store) => store.to_write(seals)?,
            None => Store::open(&host.own_database(), seals)?,
        };
        Ok(Some(Front { store, letterbox: Letterbox { templates: Templates::shared(&BTreeMap::new())?, host: host.clone() }, _lock: lock }))
    }

    /// Where the host's own email waits. The front office is free again.
    pub(super) fn outbox(self) -> Outbox {
        let host = self.letterbox.host;
        Outbox { folder: host.folder, mail: host.config.mail, database: Database::Open(self.store) }
    }

    /// Tells a game master about an error. Returns whether it was news: each error is told once, however often it occurs, and even if the
    /// numbers in it change.
    ///
    /// # Errors
    /// When the letter cannot be written or kept.
    pub(super) fn notify(
        &mut self,
        campaign: &CampaignId,
        recipient: &Address,
        trouble: Trouble<'_>,
        world: &World<'_>,
    ) -> Result<bool, DeskError> {
        let Letterbox { templates, host } = &self.letterbox;
        let (kind, about) = match trouble {
            Trouble::Campaign(text) | Trouble::Sending(text) => ("notice", About::GmNotice(text.to_owned())),
            Trouble::UnreadableFile(text) => ("notice.file", About::GmUnreadableFile(text.to_owned())),
        };
        let model = LetterModel::new(Heading::of_host_about(&host.config, campaign), about);
        let (subject, body) = letters::render(templates, &model)?;
        let same: String = match trouble {
            Trouble::Sending(_) => format!("sending {}", world.now.date_naive()),
            Trouble::Campaign(text) => text.chars().filter(|letter| !letter.is_ascii_digit()).collect(),
            Trouble::UnreadableFile(text) => text.to_owned(),
        };
        let letter = NewLetter::notice(format!("{kind}.{campaign}.{}", &digest(&same)[..16]), recipient, (subject, body));
        let ledger = self.store.begin()?;
        let is_news = letters::queue(&ledger, &self.letterbox.sender(), &letter, world.now)?;
        ledger.commit()?;
        Ok(is_news)
    }

    /// Tells a game master of files that are lost or damaged: once, until the campaign has been well again.
    ///
    /// # Errors
    /// When the letter cannot be written or kept.
    pub(super) fn tell_of_harm(
        &mut self,
        campaign: &CampaignId,
        recipient: &Address,
        harm: &HarmFacts,
        world: &World<'_>,
    ) -> Result<(), DeskError> {
        let Letterbox { templates, host } = &self.letterbox;
        let ledger = self.store.begin()?;
        if !records::is_news(&ledger, campaign, &harm.what)? {
            return Ok(());
        }
        let about = if harm.what == "damaged" { About::GmDamaged(harm.clone()) } else { About::GmLost(harm.clone()) };
        let written = letters::render(templates, &LetterModel::new(Heading::of_host_about(&host.config, campaign), about))?;
        let id = format!("notice.{campaign}.{}.{}", harm.what, world.now.timestamp());
        let letter = NewLetter::notice(id, recipient, written);
        letters::queue(&ledger, &self.letterbox.sender(), &letter, world.now)?;
        Ok(ledger.commit()?)
    }
}
