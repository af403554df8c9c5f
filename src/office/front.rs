//! The front office: what concerns the host and no campaign. Mails that fit nowhere, and notices to game masters.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::sync::Arc;

use super::desk::{DeskError, at};
use super::letter_model::LetterModel;
use super::letters::{self, Letter, Sender};
use super::{Host, World};
use crate::campaign::journal::digest;
use crate::post::outgoing::Origin;
use crate::render::Templates;
use crate::store::Store;

/// The host's own database and letters.
pub struct Front {
    pub store: Store,
    pub letterbox: Letterbox,
    _lock: File,
}

/// What letters of the host are written with.
pub struct Letterbox {
    pub templates: Arc<Templates>,
    pub host: Host,
}

impl Front {
    /// Opens the front office; `None` if another run has it.
    pub fn open(host: &Host) -> Result<Option<Front>, DeskError> {
        let path = host.folder.join("lock");
        let lock = OpenOptions::new().create(true).write(true).truncate(false).open(&path).map_err(at(&path))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(source)) => return Err(DeskError::File { path, source }),
        }
        let store = Store::open(&host.folder.join("ashpost.db"))?;
        Ok(Some(Front { store, letterbox: Letterbox { templates: Templates::shared(&BTreeMap::new())?, host: host.clone() }, _lock: lock }))
    }

    /// Tells a game master about a trouble of his campaign: one letter about each, however often it shows.
    pub fn notify(&mut self, campaign: &str, recipient: &str, trouble: &str, world: &World<'_>) -> Result<(), DeskError> {
        let Letterbox { templates, host } = &self.letterbox;
        let mut model = LetterModel::of_host(&host.config, "notice");
        model.subject_tag = format!("[ashpost {campaign}]");
        model.trouble = Some(trouble.to_owned());
        let (subject, text) = letters::render(templates, "shared/gm-notice.txt", &model)?;
        let letter =
            Letter::plain("notice", format!("notice.{campaign}.{}", &digest(trouble)[..16]), recipient, (subject, text), Origin::Calendar);
        let ledger = self.store.begin()?;
        let sender = Sender { host: &host.config, name: &host.config.name, campaign: None };
        letters::queue(&ledger, &sender, &letter, world.now)?;
        Ok(ledger.commit()?)
    }
}
