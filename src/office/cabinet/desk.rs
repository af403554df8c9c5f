//! One campaign, opened: its file, its database, its game in progress, its templates.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chrono::{DateTime, Utc};

use crate::campaign::clock::Clocks;
use crate::campaign::config::{CampaignConfig, HostConfig, SeatConfig};
use crate::campaign::envelope::{Roster, RosterEntry};
use crate::campaign::journal::{Act, DecidedBy, EndedByDecision, Scribe, Tip};
use crate::campaign::keys::HostKey;
use crate::campaign::roster;
use crate::campaign::suspense::MailGap;
use crate::campaign::token::Secret;
use crate::campaign::vacancy::Vacancy;
use crate::campaign::watch::Held;
use crate::engine::{AnyGame, Decision, Outcome, Seat, Seed, Table};
use crate::files::{self, Access};
use crate::games;
use crate::office::cabinet::error::{DeskError, at};
use crate::office::cabinet::found::{self, one_campaign};
use crate::office::cabinet::host::DATABASE_FILE;
use crate::office::cabinet::keyring::Keyring;
use crate::office::cabinet::lock::Lock;
use crate::office::cabinet::modes;
use crate::office::cabinet::tournament::Tournament;
use crate::office::{Host, World};
use crate::post::tag;
use crate::render::Templates;
use crate::store::{Store, TurnWindow};

/// A campaign at work.
pub struct Desk {
    pub store: Store,
    pub campaign: Campaign,
    /// Held as long as the desk is open, so that no other run works on the campaign.
    _lock: Option<Lock>,
}

/// Everything of a campaign but its database.
pub struct Campaign {
    pub folder: PathBuf,
    /// The folder of its file: that of the tournament for one of its games.
    pub home: PathBuf,
    /// What holds: its seats are the roster's once the campaign has begun.
    pub config: CampaignConfig,
    /// What the file says of the seats.
    pub file_seats: Vec<SeatConfig>,
    /// Who holds the seats; nobody before the opening.
    pub holders: Vec<roster::Holder>,
    /// The seats that nobody holds any more.
    pub vacancies: Vec<Vacancy>,
    pub host: HostConfig,
    /// The host's own database.
    pub host_database: PathBuf,
    pub game: &'static dyn AnyGame,
    pub templates: Arc<Templates>,
    pub secret: Secret,
    /// Signs what this host vouches for.
    pub key: HostKey,
    /// The tournament that the game belongs to, as far as it has come; a run of `tick` knows it.
    pub tournament: Option<Arc<Tournament>>,
    /// Why it does not play in this run, though it takes mail in.
    pub held: Option<Held>,
    /// Since when no clock runs in that case.
    pub stands_since: Option<DateTime<Utc>>,
    /// When no email for it could be fetched; a run that has looked for all of it knows.
    pub mail_gaps: Vec<MailGap>,
    /// `None` until the campaign is set up.
    pub progress: Option<Progress>,
}

/// A game in progress.
pub struct Progress {
    pub table: Box<dyn Table>,
    /// The journal's entry of the last turn.
    pub tip: Tip,
    /// `None` once the game is over.
    pub window: Option<TurnWindow>,
    /// How the game was ended by decision; `None` while it goes on, and where its rules ended it.
    pub ended: Option<EndedByDecision>,
    pub clocks: Clocks,
    /// The entry of the journal by which the game has gone back last, or forward again; 0 if it never has.
    pub era: u32,
    /// Where moves alternate: whether the sheets that count make the turn by themselves. `None` until that is known, and whenever they may have
    /// changed since.
    pub turn_is_made: Option<bool>,
}

impl Progress {
    /// Whether the game is over, so that no turn of it is ever played again.
    pub fn is_over(&self) -> bool {
        self.window.is_none()
    }

    /// How the game ended, by its rules or by decision; `None` while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        match &self.ended {
            Some(ended) => Some(ended.ending.outcome(self.table.as_ref()).0),
            None => self.table.outcome(),
        }
    }

    /// How the end of the game counts.
    pub fn decision(&self) -> Decision {
        match &self.ended {
            Some(ended) => ended.ending.outcome(self.table.as_ref()).1,
            None => self.table.decision(),
        }
    }

    /// Who has left a void game of two, by a resignation, the clock or a decision about their seat; `None` if both agreed on its end, if nobody can be
    /// blamed for it, and of every game that counts.
    pub fn left_by(&self) -> Option<Seat> {
        if self.decision() != Decision::Void {
            return None;
        }
        match self.ended.as_ref().map(|ended| (&ended.ending, ended.by)) {
            Some((_, DecidedBy::OnePlayer { seat })) => Some(seat),
            // Who left stands behind who stayed.
            _ => self.outcome()?.places.iter().find(|place| place.place == 2).map(|place| place.seat),
        }
    }
}

impl Campaign {
    /// Whether its game has begun and is over.
    pub fn is_over(&self) -> bool {
        self.progress.as_ref().is_some_and(Progress::is_over)
    }

    /// Whether its game has begun and is not over.
    pub fn goes_on(&self) -> bool {
        self.progress.as_ref().is_some_and(|progress| !progress.is_over())
    }
}

impl Desk {
    /// Opens a campaign for work: nobody else works on it meanwhile. A campaign's first opening
    /// makes its secret.
    ///
    /// # Errors
    /// [`NotLocked::Busy`] if another run has it; [`DeskError::Lost`] if it has begun and something of it is gone; else what is wrong
    /// with its files.
    pub fn open(host: &Host, id: &str, world: &World<'_>) -> Result<Desk, DeskError> {
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
            desk.keep_first_roster(world)?;
            desk.adopt_key(&keyring, world)?;
            Ok(desk)
        };
        opened().map_err(|error| error.of_campaign(host, id))
    }

    /// Opens a campaign that has begun, for looking only.
    ///
    /// # Errors
    /// When there is no such campaign, or it has not begun.
    pub fn open_to_read(host: &Host, id: &str) -> Result<Desk, DeskError> {
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

    /// The same with these templates, whatever stands in the campaign's folder.
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
        let mut desk = Desk { store, campaign, _lock: lock };
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

    /// Closes the database and keeps the campaign locked, so that its files can be looked at as they are left.
    pub fn close(self) -> impl Sized {
        drop(self.store);
        self._lock
    }

    /// Reads the last turn from the database.
    ///
    /// # Errors
    /// When it does not read.
    pub fn reload(&mut self) -> Result<(), DeskError> {
        let ledger = self.store.look()?;
        self.campaign.reload(&ledger)
    }
}

impl Campaign {
    pub fn id(&self) -> &str {
        &self.config.id
    }

    /// The entry of the journal by which its game has gone back last, or forward again; 0 if it never has.
    pub fn era(&self) -> u32 {
        self.progress.as_ref().map_or(0, |progress| progress.era)
    }

    /// Where its database is.
    pub fn database(&self) -> PathBuf {
        self.folder.join(DATABASE_FILE)
    }

    /// Who may speak for which seat.
    pub fn roster(&self) -> Roster {
        let entries = self.config.seats.iter().map(|seat| RosterEntry {
            seat: seat.number,
            address: seat.address.clone(),
            also: seat.also.clone(),
            // Compared as it is read from emails, where O may be typed for 0 and I for L.
            token: tag::fold_token(&self.token(seat.number)).unwrap_or_default(),
        });
        Roster { auth: self.config.policy.auth, entries: entries.collect() }
    }

    pub fn token(&self, seat: Seat) -> String {
        self.secret.token(&self.config.id, seat, self.epoch(seat))
    }

    /// Those of all seats.
    pub fn tokens(&self) -> Vec<String> {
        self.config.seats.iter().map(|player| self.token(player.number)).collect()
    }
}

/// The templates of a campaign: the program's, with those of its own folder in their place.
///
/// # Errors
/// When one of its own does not read.
pub fn campaign_templates(folder: &Path) -> Result<Arc<Templates>, DeskError> {
    Ok(Templates::shared(&own_templates(folder)?)?)
}

/// A campaign's own templates by name: `templates/<game>/report.txt.hbs` takes the place of ours of that name.
///
/// # Errors
/// When one of them cannot be read as text.
pub(in crate::office) fn own_templates(folder: &Path) -> Result<BTreeMap<String, String>, DeskError> {
    let mut found = BTreeMap::new();
    let Ok(groups) = fs::read_dir(folder.join("templates")) else { return Ok(found) };
    for group in groups.filter_map(Result::ok).filter(|entry| entry.path().is_dir()) {
        let path = group.path();
        for file in fs::read_dir(&path).map_err(at(&path))?.filter_map(Result::ok) {
            let name = file.file_name().to_string_lossy().into_owned();
            if let Some(name) = name.strip_suffix(".hbs") {
                let text = fs::read_to_string(file.path()).map_err(at(&file.path()))?;
                found.insert(format!("{}/{name}", group.file_name().to_string_lossy()), text);
            }
        }
    }
    Ok(found)
}
