//! The host's own database, made again if it is lost or damaged. All that a game needs from it can be read from the campaigns, so they
//! never wait for it.

use std::fs;
use std::path::PathBuf;

use chrono::{DateTime, Utc};

use crate::campaign::{Address, CampaignId};
use crate::files;
use crate::office::cabinet::error::{DeskError, at};
use crate::office::cabinet::harm::{HostHarm, HostHarmFacts};
use crate::office::cabinet::lock::{Lock, LockHolder, file_in};
use crate::office::cabinet::records::{Records, remember};
use crate::office::deadlines::memory;
use crate::office::front::Front;
use crate::office::letters::about::About;
use crate::office::letters::kind::LetterKind;
use crate::office::letters::model::{Heading, LetterModel};
use crate::office::{Host, World};
use crate::store::{BESIDE_DATABASE, Ledger, Store, StoreError};

/// Why the host's database had to be made again, until the game masters have been told: [`GONE`], or where the damaged one is.
const REMADE: &str = "remade";

/// The host's database was not there.
const GONE: &str = "gone";

/// What a run finds of the host's database when it begins.
#[derive(Default)]
pub(crate) struct Recalled {
    /// `None` if they were not asked for.
    pub records: Option<Records>,
    /// The database, open for looking: the front office goes on with it ([`Front::with`]) instead of opening it again.
    pub store: Option<Store>,
    pub trouble: Option<String>,
}

/// Opens the host's database at the beginning of a run, and reads all records if the run is over all campaigns. The database is made again if it is
/// lost, and moved aside first if it is damaged: it can be rebuilt from the campaigns, which must not wait for it.
pub(crate) fn recall(host: &Host, reads_records: bool, world: &World<'_>) -> Recalled {
    let read = || -> Result<Recalled, StoreError> {
        let mut store = Store::open_to_read(&host.own_database())?;
        let records = if reads_records { Some(Records::read_from(&mut store)?) } else { None };
        Ok(Recalled { records, store: Some(store), trouble: None })
    };
    let recalled = || -> Result<Recalled, DeskError> {
        if files::is_empty(&host.own_database()) {
            make(host, &Records::default(), GONE, last_run(host, world), world)?;
        }
        // If another run has the front office, that run makes it.
        if files::is_empty(&host.own_database()) {
            return Ok(Recalled::default());
        }
        match read() {
            Err(error) if error.is_damage() => {
                set_aside(host, world)?;
                Ok(read()?)
            }
            recalled => Ok(recalled?),
        }
    };
    recalled().unwrap_or_else(|error| Recalled { trouble: Some(in_own_database(host, &error)), ..Recalled::default() })
}

/// An error in the words of the command line; one of a database is one of the host's own here, and names it.
pub(crate) fn in_own_database(host: &Host, error: &DeskError) -> String {
    let (told, database) = (error.to_string(), host.own_database().display().to_string());
    if matches!(error, DeskError::Store(_)) && !told.contains(&database) { format!("{database}: {told}") } else { told }
}

/// Sets the host's database aside if it is damaged, and makes a new one that remembers what could still be read.
///
/// # Errors
/// When it cannot be moved, or a new one cannot be made.
pub(crate) fn set_aside(host: &Host, world: &World<'_>) -> Result<(), DeskError> {
    let database = host.own_database();
    let aside = format!("{}.damaged-{}", database.display(), world.now.format("%Y%m%dT%H%M%SZ"));
    let (known, last_run) = (Records::read(host).unwrap_or_default(), last_run(host, world));
    {
        let _lock = Lock::of_front_office(&host.folder, world.now)?;
        // Another run may have done it meanwhile.
        if Store::open_to_read(&database).and_then(|store| store.check()).is_ok_and(|()| Records::read(host).is_ok()) {
            return Ok(());
        }
        for suffix in BESIDE_DATABASE.into_iter().chain([""]) {
            let file = PathBuf::from(format!("{}{suffix}", database.display()));
            if file.exists() {
                fs::rename(&file, format!("{aside}{suffix}")).map_err(at(&file))?;
            }
        }
    }
    make(host, &known, &aside, last_run, world)
}

/// When the host was last at work, by the time in its lock; `None` if that time lies in the future.
fn last_run(host: &Host, world: &World<'_>) -> Option<DateTime<Utc>> {
    LockHolder::read(&file_in(&host.folder)).since.filter(|since| *since <= world.now)
}

/// Makes the host's database. If campaigns have begun, an earlier one was lost, and the game masters are told.
fn make(host: &Host, known: &Records, cause: &str, last_run: Option<DateTime<Utc>>, world: &World<'_>) -> Result<(), DeskError> {
    // If another run has the front office, it does this.
    let Some(mut front) = Front::open(host, world)? else { return Ok(()) };
    let ledger = front.store.begin()?;
    for (id, record) in known.iter() {
        remember(&ledger, id, record)?;
    }
    if host.campaign_ids()?.iter().any(|id| !files::is_empty(&host.database(id))) {
        ledger.set_fact(REMADE, cause)?;
        memory::remember_again(host, &ledger, last_run)?;
    }
    ledger.commit()?;
    (world.boundary)("after the host's database is made");
    Ok(())
}

impl Front {
    /// Tells all game masters that the host's database had to be made again, if it had and they do not know yet.
    ///
    /// # Errors
    /// When a letter cannot be written or kept.
    pub(crate) fn tell_of_remaking(
        &mut self,
        game_masters: impl FnOnce() -> Vec<(CampaignId, Address)>,
        world: &World<'_>,
    ) -> Result<(), DeskError> {
        let host = &self.letterbox.host;
        let ledger = self.store.begin()?;
        let Some(cause) = remade(&ledger)? else { return Ok(()) };
        let about = About::GmHostDatabase(HostHarmFacts {
            what: if cause == GONE { HostHarm::Gone } else { HostHarm::Damaged { why: cause } },
            file: host.own_database().display().to_string(),
            folder: host.folder.display().to_string(),
        });
        let letter = LetterModel::new(Heading::of_host(&host.config, LetterKind::Notice), about);
        for (number, (_, recipient)) in (1..).zip(game_masters()) {
            let id = format!("notice.host-database.{}.{number}", world.now.timestamp());
            self.letterbox.send_notice(&ledger, (id, &recipient), &letter, world.now)?;
        }
        Ok(ledger.commit()?)
    }
}

/// Why the host's database was made again, if the game masters have yet to be told; asked once, in the transaction that tells them.
fn remade(ledger: &Ledger<'_>) -> Result<Option<String>, StoreError> {
    let cause = ledger.fact(REMADE)?;
    if cause.is_some() {
        ledger.forget_fact(REMADE)?;
    }
    Ok(cause)
}
