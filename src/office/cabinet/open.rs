//! Opening a campaign: its lock, its file, its database and its keys are looked at before anything is done with it.

use crate::campaign::CampaignId;
use crate::campaign::journal::{Act, Scribe};
use crate::files::{self, Access};
use crate::office::cabinet::desk::Desk;
use crate::office::cabinet::error::{DeskError, at};
use crate::office::cabinet::found::{self, one_campaign};
use crate::office::cabinet::glance::Glance;
use crate::office::cabinet::keyring::Keyring;
use crate::office::cabinet::lock::Lock;
use crate::office::cabinet::modes;
use crate::office::cabinet::reached::Reached;
use crate::office::{Host, World};

impl Desk {
    /// Opens a campaign for work: no other run works on it meanwhile. A campaign's first opening makes its secret.
    ///
    /// # Errors
    /// `NotLocked::Busy` if another run has it; [`DeskError::Lost`] if it has begun and something of it is gone; else what is wrong with its files.
    pub fn open(host: &Host, id: &CampaignId, world: &World<'_>) -> Result<Desk, DeskError> {
        Desk::open_as_far_as(Reached::recall(host, id).as_ref(), host, id, world)
    }

    /// As [`Desk::open`], for a campaign that the host is known to have seen come so far; with `None`, its database may be any copy.
    ///
    /// # Errors
    /// As [`Desk::open`].
    pub(in crate::office) fn open_as_far_as(
        reached: Option<&Reached>,
        host: &Host,
        id: &CampaignId,
        world: &World<'_>,
    ) -> Result<Desk, DeskError> {
        found::check_file(host, id)?;
        let config = one_campaign(host, id)?;
        let folder = host.campaign_folder(id);
        files::make_folder(&folder, Access::Private).map_err(at(&folder))?;
        let lock = Lock::of_campaign(&folder, id, world.now)?;
        modes::close_campaign(host, &config);
        let opened = || -> Result<Desk, DeskError> {
            let keyring = Keyring::open(host, world)?;
            let (store, secret) = found::open(host, &config, reached, &keyring, world)?;
            let mut desk = Glance::of(host, config.clone(), store)?.into_desk((secret, keyring.newest()), Some(lock));
            desk.adopt_key(&keyring, world)?;
            Ok(desk)
        };
        opened().map_err(|error| error.of_campaign(host, id))
    }

    /// Lets the journal go on with the newest key of the host, if an older one signed it last.
    fn adopt_key(&mut self, keyring: &Keyring, world: &World<'_>) -> Result<(), DeskError> {
        let newest = self.campaign.key.public();
        let Some(signer) = self.store.look()?.signer()?.filter(|signer| *signer != newest) else { return Ok(()) };
        let ledger = self.store.begin()?;
        let old = keyring.of(&signer);
        if old.is_none() && !keyring.is_one_lost {
            return Err(DeskError::KeyForeign { id: self.campaign.id().to_owned(), key: signer });
        }
        let act = Act::HostKeyReplaced { key: newest, is_lost: old.is_none() };
        let scribe = Scribe { key: old.as_ref().unwrap_or(&self.campaign.key), ..self.campaign.scribe(world.now) };
        let turn = self.campaign.turns_played();
        ledger.append_act(&scribe, act, turn)?;
        ledger.give_up_what_stays_sealed()?;
        Ok(ledger.commit()?)
    }
}
