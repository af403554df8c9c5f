//! Email that lay in a mailbox before the host was set up: it is remembered and left untouched.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};

use crate::campaign::CampaignId;
use crate::campaign::layout::OWN_DATABASE_FILE;
use crate::office::cabinet::desk::Campaign;
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::glance::Glance;
use crate::office::inbox::arrived::Arrived;
use crate::office::{Host, Timekeeping, World};
use crate::post::arrival::without_flags;
use crate::store::{EarlierMail, Ledger, Seals, Store, StoreError};

/// When the host was set up: decided by the first run that takes mail in, and never changed.
const SET_UP_AT: &str = "set up at";

/// The same for a host that has only had rehearsals, whose times say nothing about real email.
const REHEARSED_SINCE: &str = "rehearsed since";

/// When `ashpost new` made the host's file.
const FOUNDED_AT: &str = "founded at";

/// The emails that are left alone.
pub(crate) struct Earlier {
    set_up_at: DateTime<Utc>,
    memory: Memory,
    /// Folders and names of the emails that are known already, so that none of them is read again.
    names: BTreeSet<(String, String)>,
}

/// The host's database, which remembers the emails that are left alone.
enum Memory {
    /// It cannot be used.
    None,
    /// The database, opened only when something is to be looked up or remembered, which is so in few runs.
    At(PathBuf),
    Open(Box<Store>),
}

impl Memory {
    fn open(&mut self) -> Result<Option<&mut Store>, StoreError> {
        if let Memory::At(database) = self {
            *self = Memory::Open(Box::new(Store::open(database, Seals::default())?));
        }
        Ok(match self {
            Memory::Open(store) => Some(store),
            Memory::None | Memory::At(_) => None,
        })
    }
}

/// Notes that a host's file was made, so that email from then on counts.
///
/// # Errors
/// When the host's database cannot be written.
pub fn note_founding(campaigns: &Path, now: DateTime<Utc>) -> Result<(), DeskError> {
    let mut store = Store::open(&campaigns.join(OWN_DATABASE_FILE), Seals::default())?;
    let ledger = store.begin()?;
    if ledger.fact(FOUNDED_AT)?.is_none() {
        ledger.set_fact(FOUNDED_AT, &now.to_rfc3339())?;
    }
    Ok(ledger.commit()?)
}

impl Earlier {
    /// Reads when the host was set up, and what is to be left alone. The first run decides when that was.
    ///
    /// # Errors
    /// When the host's database, which may be open for looking already, cannot be used; [`Earlier::without_memory`] serves then.
    pub(crate) fn open(host: &Host, own_database: Option<&mut Store>, world: &World<'_>) -> Result<Earlier, DeskError> {
        let mut memory = Memory::At(host.own_database());
        if let Some(store) = own_database {
            let ledger = store.look()?;
            if let Some(set_up_at) = known_set_up(&ledger, world.timekeeping == Timekeeping::Rehearsal)? {
                return Ok(Earlier { set_up_at, memory, names: ledger.earlier_names()? });
            }
        }
        let Some(store) = memory.open()? else { return Ok(Earlier::without_memory(host, world)) };
        let set_up_at = set_up(host, store, world)?;
        let names = store.look()?.earlier_names()?;
        Ok(Earlier { set_up_at, memory, names })
    }

    /// For a run that cannot use the host's database: what is older than all campaigns is left alone, and not remembered.
    pub(crate) fn without_memory(host: &Host, world: &World<'_>) -> Earlier {
        let set_up_at = first_opening(host).map_or(world.now, |opening| opening.min(world.now));
        Earlier { set_up_at, memory: Memory::None, names: BTreeSet::new() }
    }

    /// Whether a file is known to be left alone, by its name alone.
    pub(crate) fn knows(&self, path: &Path) -> bool {
        !self.names.is_empty() && self.names.contains(&identity(path))
    }

    /// Whether an email is older than the host, or was found to be so under another name. If the database cannot tell, the email itself
    /// does.
    pub(crate) fn is_older(&mut self, mail: &Arrived) -> bool {
        let mut is_remembered = || match self.memory.open()? {
            Some(store) => store.look()?.is_earlier(&mail.envelope.fingerprint),
            None => Ok(false),
        };
        mail.oldest_at < self.set_up_at || !self.names.is_empty() && is_remembered().unwrap_or(false)
    }

    /// Remembers emails that are to be left alone.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub(crate) fn remember(&mut self, mails: &[Arrived], world: &World<'_>) -> Result<(), DeskError> {
        if mails.is_empty() {
            return Ok(());
        }
        let Some(store) = self.memory.open()? else { return Ok(()) };
        let ledger = store.begin()?;
        for mail in mails {
            let (place, name) = identity(mail.path());
            ledger.remember_earlier(&EarlierMail { place: &place, name: &name, fingerprint: &mail.envelope.fingerprint })?;
            self.names.insert((place, name));
        }
        ledger.commit()?;
        (world.boundary)("after earlier mails are remembered");
        Ok(())
    }

    /// What is to be left alone, without remembering anything. Before the first run, `now` stands in for the time of the set-up.
    pub(crate) fn to_read(host: &Host, now: DateTime<Utc>) -> Earlier {
        let known = || Earlier::known(host, now);
        known().unwrap_or(Earlier { set_up_at: now, memory: Memory::None, names: BTreeSet::new() })
    }

    fn known(host: &Host, now: DateTime<Utc>) -> Option<Earlier> {
        let path = host.own_database();
        let mut store = Store::open_to_read(&path).ok().filter(|_| path.is_file())?;
        let (set_up_at, names) = {
            let ledger = store.look().ok()?;
            let known = known_set_up(&ledger, true).ok()?.or(ledger.fact_as(FOUNDED_AT).ok()?);
            (known.unwrap_or(now), ledger.earlier_names().ok()?)
        };
        Some(Earlier { set_up_at, memory: Memory::Open(Box::new(store)), names })
    }
}

impl Campaign {
    /// Whether an email shows a token of this campaign, or answers or returns an email that was queued here. Both are younger than the host.
    ///
    /// # Errors
    /// When the database refuses.
    pub fn gave_out_what_it_shows(&self, ledger: &Ledger<'_>, mail: &Arrived) -> Result<bool, DeskError> {
        if mail.envelope.token.as_ref().is_some_and(|token| self.roster().holder(token).is_some()) {
            return Ok(true);
        }
        for id in mail.references() {
            if ledger.has_queued(id)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

fn known_set_up(ledger: &Ledger<'_>, is_rehearsal: bool) -> Result<Option<DateTime<Utc>>, DeskError> {
    match ledger.fact_as(SET_UP_AT)? {
        None if is_rehearsal => Ok(ledger.fact_as(REHEARSED_SINCE)?),
        known => Ok(known),
    }
}

/// A host is as old as its file or its first campaign, whichever is older; without both it begins now.
fn set_up(host: &Host, store: &mut Store, world: &World<'_>) -> Result<DateTime<Utc>, DeskError> {
    let ledger = store.begin()?;
    // Another run may have been first.
    if let Some(set_up_at) = known_set_up(&ledger, world.timekeeping == Timekeeping::Rehearsal)? {
        return Ok(set_up_at);
    }
    let founded_at: Option<DateTime<Utc>> = ledger.fact_as(FOUNDED_AT)?;
    let (fact, begins_at) = match world.timekeeping {
        Timekeeping::Rehearsal => (REHEARSED_SINCE, founded_at.map_or(world.now, |founded_at| founded_at.min(world.now))),
        // A clock that was never set makes no host older than its file.
        Timekeeping::Real { .. } => (SET_UP_AT, founded_at.unwrap_or(world.now)),
    };
    let set_up_at = first_opening(host).map_or(begins_at, |opening| opening.min(begins_at));
    ledger.set_fact(fact, &set_up_at.to_rfc3339())?;
    ledger.commit()?;
    (world.boundary)("after the host is set up");
    Ok(set_up_at)
}

fn first_opening(host: &Host) -> Option<DateTime<Utc>> {
    let opening = |id: CampaignId| Glance::open(host, &id).ok()?.store.look().ok()?.reported_at(0).ok()?;
    host.campaign_ids().unwrap_or_default().into_iter().filter_map(opening).min()
}

/// The folder that an email lies in, and its name as it stays when a mail program notes that it was seen.
fn identity(path: &Path) -> (String, String) {
    let text = |part: Option<&std::ffi::OsStr>| part.map(|part| part.to_string_lossy().into_owned()).unwrap_or_default();
    (text(path.parent().map(Path::as_os_str)), without_flags(&text(path.file_name())).to_owned())
}
