//! A game master's word that something is lost for good: the game begins anew, goes on with another secret, or is forgotten.

use std::fs;
use std::path::{Path, PathBuf};

use crate::campaign::CampaignId;
use crate::campaign::condition::Loss;
use crate::campaign::layout::{DATABASE_FILE, KEYS_FOLDER, REPORTS_FOLDER};
use crate::campaign::token::Secret;
use crate::files::{self, Access};
use crate::office::cabinet::error::{DeskError, at};
use crate::office::cabinet::found;
use crate::office::cabinet::glance::Glance;
use crate::office::cabinet::host::site_folder;
use crate::office::cabinet::keyring::Keyring;
use crate::office::cabinet::lock::Lock;
use crate::office::cabinet::losses::Lost;
use crate::office::cabinet::records;
use crate::office::front::Front;
use crate::office::letters::about::About;
use crate::office::letters::kind::LetterKind;
use crate::office::letters::model::LetterModel;
use crate::office::letters::{self, NewLetter};
use crate::office::{Host, World};
use crate::store::{BESIDE_DATABASE, Ledger, Seals, Store};

/// What was done about a loss.
#[allow(missing_docs, reason = "each variant says what its field is")]
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Accepted {
    /// The next run sets the campaign up as if it had never been; what was left of it is in this folder.
    BeginsAnew { aside: PathBuf },
    /// It has another secret, and this many players are told their new tokens.
    NewSecret { players: usize },
    /// The host remembers nothing of it any more.
    Forgotten,
}

/// Accepts that files of a campaign are lost for good, and does what can be done without them. An older copy of a database is not a matter of files
/// alone: `go_on_from_older_copy` accepts it.
///
/// # Errors
/// When nothing is lost, when the campaign cannot go on without what is lost, or when the files cannot be used.
pub fn accept_loss(host: &Host, id: &CampaignId, world: &World<'_>) -> Result<Accepted, DeskError> {
    match found::examine(host, id) {
        Ok(()) => Err(DeskError::NothingLost { id: id.to_owned() }),
        Err(DeskError::Lost(lost)) => match lost.loss {
            Loss::Folder => forget(host, id, world).map(|()| Accepted::Forgotten),
            loss if loss.is_of_secret() && host.campaign(id)?.demonstration_seed.is_none() => new_secret(host, id, world),
            Loss::DatabaseMissing | Loss::DatabaseEmpty | Loss::JournalEmpty => begin_anew(host, &lost, world),
            Loss::Configuration
            | Loss::DatabaseOlder
            | Loss::SecretMissing
            | Loss::SecretDamaged
            | Loss::SecretForeign
            | Loss::SeedForeign => Err(lost.into()),
        },
        Err(other) => Err(other),
    }
}

fn forget(host: &Host, id: &CampaignId, world: &World<'_>) -> Result<(), DeskError> {
    let mut front = Front::at_once(None, host, world)?;
    let ledger = front.store.begin()?;
    records::forget(&ledger, id, world.now)?;
    Ok(ledger.commit()?)
}

/// Moves aside all files that show that the campaign has begun. If this is interrupted, the files that are left still show it.
fn begin_anew(host: &Host, lost: &Lost, world: &World<'_>) -> Result<Accepted, DeskError> {
    let config = host.campaign(&lost.campaign)?;
    let _lock = Lock::of_campaign(&lost.folder, &lost.campaign, world.now)?;
    forget(host, &lost.campaign, world)?;
    let aside = lost.folder.join(format!("lost-{}", world.now.format("%Y%m%dT%H%M%SZ")));
    files::make_folder(&aside, Access::Private).map_err(at(&aside))?;
    let beside = BESIDE_DATABASE.map(|ending| lost.folder.join(format!("{DATABASE_FILE}{ending}")));
    let inside = [DATABASE_FILE, KEYS_FOLDER, REPORTS_FOLDER].map(|name| lost.folder.join(name));
    for path in beside.into_iter().chain(inside).chain([site_folder(&host.home(&lost.campaign), &config)]) {
        put_aside(&path, &aside)?;
    }
    Ok(Accepted::BeginsAnew { aside })
}

fn put_aside(path: &Path, aside: &Path) -> Result<(), DeskError> {
    match path.file_name() {
        Some(name) if path.exists() => fs::rename(path, aside.join(name)).map_err(at(path)),
        _ => Ok(()),
    }
}

/// Makes another secret and tells every player who still plays the token that follows from it.
fn new_secret(host: &Host, id: &CampaignId, world: &World<'_>) -> Result<Accepted, DeskError> {
    Ok(Accepted::NewSecret { players: replace_campaign_key(host, id, world)? })
}

/// Gives a campaign another secret, and so other tokens and another key: sheets of the open turn become void, and everybody who still
/// plays is told. Returns how many those are.
///
/// # Errors
/// When the campaign has not begun, another run holds it, or its files cannot be used.
pub fn replace_campaign_key(host: &Host, id: &CampaignId, world: &World<'_>) -> Result<usize, DeskError> {
    // A campaign that has not begun has no key to replace, and keeps its secret where it is.
    let mut glance = Glance::open(host, id)?;
    let config = found::one_campaign(host, id)?;
    if config.demonstration_seed.is_some() {
        glance.examine(host)?;
        return Err(DeskError::KeyOfSeed { id: id.clone() });
    }
    drop(glance);
    let held = Lock::of_campaign(&host.campaign_folder(id), id, world.now)?;
    let old = found::secret_file(host, id);
    let seed = (world.entropy)().map_err(at(&old))?;
    let secret = Secret::new(seed);
    let keyring = Keyring::open(host, world)?;
    let seals = Seals { sheets: Some(secret.seal(&config.id)), waiting: Some(keyring.seal()) };
    let store = Store::open(&host.database(id), seals)?;
    let id = config.id.clone();
    let mut desk = Glance::of(host, config, store)?.into_desk((secret.clone(), keyring.newest()), Some(held));
    let ledger = desk.store.begin()?;
    desk.campaign.commit_anew(&ledger, world.now)?;
    let players = tell_new_tokens(&desk.campaign, &ledger, world)?;
    found::replace_secret(host, &id, &ledger, seed, world.now)?;
    (world.boundary)("before a new secret commits");
    ledger.commit()?;
    Ok(players)
}

fn tell_new_tokens(campaign: &crate::office::Campaign, ledger: &Ledger<'_>, world: &World<'_>) -> Result<usize, DeskError> {
    let players: Vec<_> = campaign.config.seats.iter().filter(|_| campaign.goes_on()).collect();
    for player in &players {
        let model = LetterModel::new(campaign.heading(Some(player.number), LetterKind::NewSecret, world.now), About::NewSecret);
        let (subject, text) = letters::render(&campaign.templates, &model)?;
        let letter = NewLetter::notice(format!("new-secret.{}.{}", world.now.timestamp(), player.number), &player.address, (subject, text))
            .about(model.heading.turn, Some(player.number));
        letters::queue(ledger, &campaign.sender(), &letter, world.now)?;
    }
    Ok(players.len())
}
