//! Opening a campaign's database and secret, after checking that nothing of it is lost.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};

use crate::campaign::CampaignId;
use crate::campaign::condition::{Condition, Found, FoundDatabase, Key, Loss, Traces};
use crate::campaign::config::CampaignConfig;
use crate::campaign::journal::{Entry, Occurrence, Signed};
use crate::campaign::layout::{CAMPAIGN_FILE, DATABASE_FILE, REPORTS_FOLDER, SECRET_FILE};
use crate::campaign::token::Secret;
use crate::engine::Seed;
use crate::files::{self, Access};
use crate::office::cabinet::error::{DeskError, at};
use crate::office::cabinet::host::site_folder;
use crate::office::cabinet::keyring::Keyring;
use crate::office::cabinet::losses::Lost;
use crate::office::cabinet::reached::Reached;
use crate::office::cabinet::records::{Records, forgotten_at};
use crate::office::{Host, World};
use crate::store::{Seals, Store, log_of};

/// The fact that a campaign with a replaced secret has: the check value of the secret that it uses now.
const SECRET_CHECK: &str = "secret check";

/// What is kept in `keys/secret`.
enum KeptSecret {
    Nothing,
    Damaged,
    Secret(Secret),
    Demonstration(Secret),
}

/// The id that somebody means, whether or not there is such a campaign. `../spring` and absolute paths are refused: they would lead out of the host's
/// folder, past its locks and keys.
///
/// # Errors
/// When no campaign can be called like that.
pub fn campaign_named(host: &Host, text: &str) -> Result<CampaignId, DeskError> {
    CampaignId::new(text).ok_or_else(|| no_campaign(host, text))
}

/// The campaign or tournament among these that somebody means.
///
/// # Errors
/// When none of them is called so.
pub fn campaign_among(host: &Host, known: impl IntoIterator<Item = CampaignId>, text: &str) -> Result<CampaignId, DeskError> {
    known.into_iter().find(|known| **known == *text).ok_or_else(|| no_campaign(host, text))
}

fn no_campaign(host: &Host, text: &str) -> DeskError {
    DeskError::NoCampaign { id: text.to_owned(), nearest: host.nearest_id(text) }
}

/// Checks that the file that says what the campaign is exists.
///
/// # Errors
/// When it is lost, or there never was such a campaign.
pub(crate) fn check_file(host: &Host, id: &CampaignId) -> Result<(), DeskError> {
    if host.home(id).join(CAMPAIGN_FILE).is_file() {
        return Ok(());
    }
    // Records that do not read are reported elsewhere and count as empty here.
    let records = Records::read(host).unwrap_or_default();
    let folder = records.get(id).and_then(|record| record.tournament.as_ref()).map_or_else(|| host.home(id), |of| host.folder.join(of));
    let loss = if folder.is_dir() { Loss::Configuration } else { Loss::Folder };
    if records.knows(id) || host.has_game_in(&folder) {
        return Err(Lost { campaign: id.to_owned(), loss, folder }.into());
    }
    Err(no_campaign(host, id))
}

/// What the file says about one campaign.
///
/// # Errors
/// When it does not read, or it is a tournament, which is many campaigns.
pub(crate) fn one_campaign(host: &Host, id: &CampaignId) -> Result<CampaignConfig, DeskError> {
    no_tournament(host.campaign(id)?)
}

/// A campaign that is one game.
///
/// # Errors
/// When it is a tournament, which is many.
pub fn no_tournament(config: CampaignConfig) -> Result<CampaignConfig, DeskError> {
    match config.pairings().len() {
        0 if config.tournament.is_none() => Ok(config),
        0 => Err(DeskError::NoRoundYet { id: config.id }),
        games => Err(DeskError::Tournament { id: config.id, games }),
    }
}

/// Opens the database and the secret of a campaign that the host has seen come so far. A campaign that begins now gets new ones.
///
/// # Errors
/// When one of them is lost or does not read.
pub(crate) fn open(
    host: &Host,
    config: &CampaignConfig,
    reached: Option<&Reached>,
    keyring: &Keyring,
    world: &World<'_>,
) -> Result<(Store, Secret), DeskError> {
    let kept = kept(host, config)?;
    check_database(host, config)?;
    let mut store = Store::open(&host.database(&config.id), Seals::default())?;
    let (database, key) = look_into(host, &mut store, &kept, &config.id, reached)?;
    if condition(host, config, database, key)? == Condition::Begin {
        begin_life(host, &mut store, &config.id)?;
    }
    let secret = match kept {
        KeptSecret::Secret(secret) | KeptSecret::Demonstration(secret) => secret,
        KeptSecret::Nothing | KeptSecret::Damaged => make_secret(&secret_file(host, &config.id), world)?,
    };
    store.seal_with(Seals { sheets: Some(secret.seal(&config.id)), waiting: Some(keyring.seal()) });
    Ok((store, secret))
}

/// Lets a campaign that begins know that there was an earlier game of its name, so that no email of it has the Message-ID of an earlier one.
fn begin_life(host: &Host, store: &mut Store, id: &CampaignId) -> Result<(), DeskError> {
    let life = forgotten_at(host, id)?;
    if life != store.look()?.life()? {
        let ledger = store.begin()?;
        ledger.begin_life(life)?;
        ledger.commit()?;
    }
    Ok(())
}

/// Checks everything that opening a campaign needs, and at every page of its database, without changing anything.
///
/// # Errors
/// What is lost or damaged.
pub fn examine(host: &Host, id: &CampaignId) -> Result<(), DeskError> {
    check_file(host, id)?;
    let config = one_campaign(host, id)?;
    check_database(host, &config)?;
    let kept = kept(host, &config)?;
    if database_file(&host.database(id)).is_some() {
        return Ok(());
    }
    let looked = Store::open_to_read(&host.database(id)).map_err(DeskError::from).and_then(|mut store| {
        store.check()?;
        look_into(host, &mut store, &kept, &config.id, Reached::recall(host, id).as_ref())
    });
    let (database, key) = looked.map_err(|error| error.of_campaign(host, id))?;
    condition(host, &config, database, key).map(drop)
}

/// Checks that the database of an open campaign was written with the secret that is there.
///
/// # Errors
/// When the secret is lost, damaged or another one, or the database is an older copy.
pub(crate) fn examine_secret(host: &Host, config: &CampaignConfig, store: &mut Store) -> Result<(), DeskError> {
    let (database, key) = look_into(host, store, &kept(host, config)?, &config.id, Reached::recall(host, &config.id).as_ref())?;
    condition(host, config, database, key).map(drop)
}

/// Checks that the file of the database is not lost. An empty one must not be opened to find out: SQLite would throw away the log next to it.
///
/// # Errors
/// When it is lost.
pub(crate) fn check_database(host: &Host, config: &CampaignConfig) -> Result<(), DeskError> {
    let Some(database) = database_file(&host.database(&config.id)) else { return Ok(()) };
    let key = match kept(host, config)? {
        KeptSecret::Nothing => Key::Missing,
        KeptSecret::Damaged => Key::Damaged,
        KeptSecret::Secret(_) => Key::Right,
        KeptSecret::Demonstration(_) => Key::Demonstration,
    };
    condition(host, config, database, key).map(drop)
}

/// Checks that a database without a journal belongs to a campaign that has not begun.
///
/// # Errors
/// When the campaign has begun.
pub(crate) fn check_blank(host: &Host, config: &CampaignConfig) -> Result<(), DeskError> {
    condition(host, config, FoundDatabase::WithoutJournal, Key::Missing).map(drop)
}

/// Replaces a secret that is lost. The journal was begun with the old one, so the database is told, in the transaction of everything that follows
/// from the new one.
///
/// # Errors
/// When the file cannot be written, or the database refuses.
pub(crate) fn replace_secret(
    host: &Host,
    id: &CampaignId,
    ledger: &crate::store::Ledger<'_>,
    seed: Seed,
    now: DateTime<Utc>,
) -> Result<(), DeskError> {
    let path = secret_file(host, id);
    ledger.set_fact(SECRET_CHECK, &Secret::new(seed).check(id))?;
    if path.exists() {
        // The old one stays in its place as well until the new one is whole: a full disk must not take it away.
        let aside = path.with_extension(format!("lost-{}", now.format("%Y%m%dT%H%M%SZ")));
        fs::hard_link(&path, &aside).or_else(|_| fs::copy(&path, &aside).map(|_| ())).map_err(at(&aside))?;
    }
    write_secret(&path, seed)
}

fn condition(host: &Host, config: &CampaignConfig, database: FoundDatabase, key: Key) -> Result<Condition, DeskError> {
    let found = Found { database, key, traces: traces(host, config, database) };
    match found.condition() {
        Condition::Refuse(loss) => {
            let folder = if loss == Loss::SeedForeign { host.home(&config.id) } else { host.campaign_folder(&config.id) };
            Err(Lost { campaign: config.id.clone(), loss, folder }.into())
        }
        condition => Ok(condition),
    }
}

/// Signs that the campaign has begun. If the database has a journal, that is proof enough, so no other signs are looked for.
fn traces(host: &Host, config: &CampaignConfig, database: FoundDatabase) -> Traces {
    if matches!(database, FoundDatabase::WithJournal | FoundDatabase::OlderCopy) {
        return Traces::default();
    }
    let folder = host.campaign_folder(&config.id);
    let has_any = |path: PathBuf| fs::read_dir(path).is_ok_and(|mut entries| entries.next().is_some());
    Traces {
        is_published: has_any(folder.join(REPORTS_FOLDER)) || site_folder(&host.home(&config.id), config).join("turn-0.html").exists(),
        has_log: !files::is_empty(&log_of(&folder.join(DATABASE_FILE))),
        // Records that do not read are reported elsewhere and count as empty here.
        is_recorded: Records::read(host).is_ok_and(|records| records.knows(&config.id)),
    }
}

/// What can be said of the database without opening it; `None` if it must be opened.
fn database_file(path: &Path) -> Option<FoundDatabase> {
    match fs::metadata(path) {
        Ok(found) if found.len() == 0 => Some(FoundDatabase::Empty),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Some(FoundDatabase::Missing),
        _ => None,
    }
}

/// Checks that a campaign has the name with which it began: tokens, keys and dice follow from it.
///
/// # Errors
/// When its folder was renamed, or is a copy of another campaign's.
pub(crate) fn check_name(host: &Host, id: &CampaignId, began_as: &CampaignId) -> Result<(), DeskError> {
    if id == began_as {
        return Ok(());
    }
    Err(DeskError::OtherGame { id: id.clone(), began_as: began_as.clone(), folder: host.campaign_folder(id) })
}

/// What the database says of itself, whether it has come as far as the host has seen it, and whether it was written with this secret.
fn look_into(
    host: &Host,
    store: &mut Store,
    kept: &KeptSecret,
    id: &CampaignId,
    reached: Option<&Reached>,
) -> Result<(FoundDatabase, Key), DeskError> {
    let ledger = store.look()?;
    let opening = ledger.opening()?;
    let check = ledger.fact(SECRET_CHECK)?;
    let is_own = |secret: &Secret| match (&check, &opening) {
        (Some(check), _) => secret.check(id) == *check,
        (None, Some(opening)) => has_committed(opening, secret, id),
        (None, None) => true,
    };
    let key = match kept {
        KeptSecret::Nothing => Key::Missing,
        KeptSecret::Damaged => Key::Damaged,
        KeptSecret::Secret(secret) if !is_own(secret) => Key::Foreign,
        KeptSecret::Demonstration(secret) if !is_own(secret) => Key::ForeignSeed,
        KeptSecret::Secret(_) => Key::Right,
        KeptSecret::Demonstration(_) => Key::Demonstration,
    };
    // In a folder of another name no secret is the right one, so the name is what is wrong.
    if key != Key::Right
        && let Some((began_as, _)) = ledger.begun()?
    {
        check_name(host, id, &began_as)?;
    }
    let database = match (opening, reached) {
        (None, _) => FoundDatabase::WithoutJournal,
        (Some(_), Some(reached)) if reached.is_missing_in(&ledger)? => FoundDatabase::OlderCopy,
        (Some(_), _) => FoundDatabase::WithJournal,
    };
    Ok((database, key))
}

/// Whether the set-up committed to what follows from this secret. An entry that does not read proves nothing.
fn has_committed(opening: &Signed, secret: &Secret, id: &CampaignId) -> bool {
    match Entry::read(&opening.entry).map(|entry| entry.deed) {
        Ok(Occurrence::SetUp { next, .. }) => next == secret.turn_secrets(id, 0, 1).commitment(),
        _ => true,
    }
}

/// Where a campaign keeps its secret.
pub(crate) fn secret_file(host: &Host, id: &CampaignId) -> PathBuf {
    host.campaign_folder(id).join(SECRET_FILE)
}

fn kept(host: &Host, config: &CampaignConfig) -> Result<KeptSecret, DeskError> {
    if let Some(seed) = config.demonstration_seed {
        return Ok(KeptSecret::Demonstration(Secret::new(seed)));
    }
    let path = secret_file(host, &config.id);
    match fs::read(&path) {
        Ok(bytes) => {
            let seed = std::str::from_utf8(&bytes).ok().and_then(|text| text.trim().parse().ok());
            Ok(seed.map_or(KeptSecret::Damaged, |seed| KeptSecret::Secret(Secret::new(seed))))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(KeptSecret::Nothing),
        Err(error) => Err(at(&path)(error)),
    }
}

/// Makes the secret, once. It is written to another file that is then renamed, so that half a secret is never read.
fn make_secret(path: &Path, world: &World<'_>) -> Result<Secret, DeskError> {
    let seed = (world.entropy)().map_err(at(path))?;
    write_secret(path, seed)?;
    (world.boundary)("secret made");
    Ok(Secret::new(seed))
}

fn write_secret(path: &Path, seed: Seed) -> Result<(), DeskError> {
    let folder = path.parent().unwrap_or(Path::new(""));
    files::make_folder(folder, Access::Private).map_err(at(folder))?;
    files::write_durably(path, seed.to_string().as_bytes(), Access::Private).map_err(at(path))
}
