//! One campaign, opened: its file, its database, its game in progress, its templates.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::campaign::clock::Clocks;
use crate::campaign::config::{CampaignConfig, ConfigError, HostConfig, SeatConfig};
use crate::campaign::envelope::{Roster, RosterEntry};
use crate::campaign::roster;
use crate::campaign::token::Secret;
use crate::engine::{AnyGame, Pace, RestoreError, Seat, Seed, SetupError, Table};
use crate::files::{self, Access};
use crate::games;
use crate::office::cabinet::found;
use crate::office::cabinet::harm::{Damaged, Lost};
use crate::office::cabinet::lock::{Holder, Lock, NotLocked};
use crate::office::cabinet::modes;
use crate::office::deadlines::timekeeping::Held;
use crate::office::publishing::tournament::Tournament;
use crate::office::{Host, HostError, ScenarioError, World};
use crate::post::tag;
use crate::post::transport::SendError;
use crate::render::{TemplateError, Templates};
use crate::store::{Ledger, Store, StoreError, StoredTurn, TurnWindow};

/// The name of a campaign's database.
pub(in crate::office) const DATABASE_FILE: &str = "campaign.db";

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
    pub host: HostConfig,
    /// The host's own database.
    pub host_database: PathBuf,
    pub game: &'static dyn AnyGame,
    pub templates: Arc<Templates>,
    pub secret: Secret,
    /// The tournament that the game belongs to, as far as it has come; a run of `tick` knows it.
    pub tournament: Option<Arc<Tournament>>,
    /// Why it does not play in this run, though it takes mail in.
    pub held: Option<Held>,
    /// `None` until the campaign is set up.
    pub progress: Option<Progress>,
}

/// A game in progress.
pub struct Progress {
    pub table: Box<dyn Table>,
    /// The hash of the journal's entry of the last turn.
    pub journal_hash: String,
    /// `None` once the game is over.
    pub window: Option<TurnWindow>,
    pub clocks: Clocks,
}

#[derive(Debug, thiserror::Error)]
pub enum DeskError {
    #[error(transparent)]
    Host(#[from] HostError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Template(#[from] TemplateError),
    #[error(transparent)]
    Scenario(#[from] ScenarioError),
    #[error("the scenario cannot be set up: {0}")]
    Setup(#[from] SetupError),
    #[error(transparent)]
    State(#[from] RestoreError),
    #[error("{path}: {source}", path = .path.display())]
    File { path: PathBuf, source: io::Error },
    #[error("there is no campaign `{id}` here{}", nearest.as_ref().map(|near| format!("; did you mean `{near}`?")).unwrap_or_default())]
    NoCampaign { id: String, nearest: Option<String> },
    #[error("campaign `{id}` has not begun: set `open = true` in its campaign.toml and run `ashpost tick`")]
    NotBegun { id: String },
    #[error("no day of the calendar can be the next deadline: look at [schedule]")]
    NoDeadline,
    #[error(transparent)]
    Send(#[from] SendError),
    #[error("{}", told(.0))]
    NotReady(Vec<ConfigError>),
    #[error("drawing a report broke off")]
    Drawing,
    #[error("`{id}` is a tournament: name one of its games, {id}-1 to {id}-{games}")]
    Tournament { id: String, games: usize },
    #[error(
        "`{id}` has begun with other players or another number of games, and its file would pair them anew now: {game} does not begin; \
         put [[seat]] and [tournament] back"
    )]
    OtherTournament { id: String, game: String },
    #[error("the program broke off here, which is a mistake in it: {0}")]
    Broken(String),
    #[error(transparent)]
    Lost(#[from] Lost),
    #[error(transparent)]
    Damaged(#[from] Damaged),
    #[error("nothing of {id} is lost that could be accepted as lost; nothing was changed")]
    NothingLost { id: String },
    #[error("another run is at work on {what} ({holder})")]
    Busy { what: String, holder: Holder },
}

impl DeskError {
    /// Whether it comes from handling one email, so that all others can go on.
    pub fn is_about_one_mail(&self) -> bool {
        matches!(self, DeskError::Broken(_) | DeskError::Template(_) | DeskError::Drawing)
    }
}

/// What keeps a campaign from beginning; the rest of a long list is where it is easier to read.
fn told(obstacles: &[ConfigError]) -> String {
    match obstacles {
        [] => "it cannot begin yet".to_owned(),
        [one] => one.to_string(),
        [first, others @ ..] => format!("{first} (and {} more: `ashpost check-config` names them all)", others.len()),
    }
}

/// Turns an error about a path into ours.
pub(in crate::office) fn at(path: &Path) -> impl FnOnce(io::Error) -> DeskError {
    let path = path.to_owned();
    move |source| DeskError::File { path, source }
}

impl Desk {
    /// Opens a campaign for work: nobody else works on it meanwhile. A campaign's first opening
    /// makes its secret.
    ///
    /// # Errors
    /// [`DeskError::Busy`] if another run has it; [`DeskError::Lost`] if it has begun and something of it is gone; else what is wrong
    /// with its files.
    pub fn open(host: &Host, id: &str, world: &World<'_>) -> Result<Desk, DeskError> {
        found::check_file(host, id)?;
        let config = one_campaign(host, id)?;
        let folder = host.campaign_folder(id);
        files::make_folder(&folder, Access::Private).map_err(at(&folder))?;
        let lock = lock(&folder.join("lock"), &format!("campaign `{id}`"), world)?;
        modes::close_campaign(host, &config);
        let opened = || -> Result<Desk, DeskError> {
            let (store, secret) = found::open(host, &config, world)?;
            let mut desk = Desk::with(host, config.clone(), secret, store, Some(lock))?;
            desk.keep_first_roster(world)?;
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
        // Looking needs no secret: nothing that is shown follows from it.
        let opened = || Desk::with(host, config.clone(), Secret::new(Seed([0; 32])), Store::open_to_read(&database)?, None);
        let desk = opened().map_err(|error| error.of_campaign(host, id))?;
        if desk.campaign.progress.is_none() {
            found::check_blank(host, &config)?;
            return Err(not_begun());
        }
        Ok(desk)
    }

    pub(in crate::office) fn with(
        host: &Host,
        mut config: CampaignConfig,
        secret: Secret,
        mut store: Store,
        lock: Option<Lock>,
    ) -> Result<Desk, DeskError> {
        let id = config.id.clone();
        // A game that has begun stays the game that it is, whatever the file says now.
        if let Some(game) = store.look()?.game()? {
            config.game = game;
        }
        let folder = host.campaign_folder(&id);
        let game = games::by_id(&config.game).ok_or(DeskError::NoCampaign { id, nearest: None })?;
        let home = host.home(&config.id);
        let templates = campaign_templates(&home)?;
        let campaign = Campaign {
            folder,
            home,
            tournament: None,
            file_seats: config.seats.clone(),
            config,
            holders: Vec::new(),
            host: host.config.clone(),
            host_database: host.own_database(),
            game,
            templates,
            secret,
            held: None,
            progress: None,
        };
        let mut desk = Desk { store, campaign, _lock: lock };
        desk.reload()?;
        Ok(desk)
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

    /// Where its database is.
    pub fn database(&self) -> PathBuf {
        self.folder.join(DATABASE_FILE)
    }

    /// Reads the last turn and the roster, as the transaction sees them.
    ///
    /// # Errors
    /// When they do not read.
    pub fn reload(&mut self, ledger: &Ledger<'_>) -> Result<(), DeskError> {
        let clocks = match self.game.pace() {
            Pace::Alternating => Clocks { used: ledger.reserve_used()?, absences: ledger.absences()? },
            Pace::Simultaneous => Clocks::default(),
        };
        self.progress = match ledger.last_turn()? {
            Some(turn) => Some(Progress {
                table: table_of_now(ledger, self.game, &turn)?,
                journal_hash: turn.hash,
                window: ledger.window(turn.turn + 1)?,
                clocks,
            }),
            None => None,
        };
        self.reload_roster(ledger)
    }

    /// Who may speak for which seat.
    pub fn roster(&self) -> Roster {
        let entries = self.config.seats.iter().map(|seat| RosterEntry {
            seat: seat.number,
            address: seat.address.clone(),
            // Compared as it is read from emails, where O may be typed for 0 and I for L.
            token: tag::fold_token(&self.token(seat.number)).unwrap_or_default(),
        });
        Roster { auth: self.config.policy.auth, entries: entries.collect() }
    }

    pub fn token(&self, seat: Seat) -> String {
        self.secret.token(self.id(), seat, self.epoch(seat))
    }
}

/// The table after the last turn, with the names that players have been given since.
fn table_of_now(ledger: &Ledger<'_>, game: &'static dyn AnyGame, last: &StoredTurn) -> Result<Box<dyn Table>, DeskError> {
    let mut table = game.restore(&last.state)?;
    for recorded in ledger.acts_since(last.turn)? {
        if let Some((seat, name)) = recorded.act.renames() {
            table.rename(seat, name);
        }
    }
    Ok(table)
}

/// What the file says about one campaign; a tournament is many.
pub(in crate::office) fn one_campaign(host: &Host, id: &str) -> Result<CampaignConfig, DeskError> {
    let config = host.campaign(id)?;
    match config.pairings().len() {
        0 => Ok(config),
        games => Err(DeskError::Tournament { id: id.to_owned(), games }),
    }
}

/// Takes a lock, or tells who has it; `what` is what it guards.
pub(in crate::office) fn lock(path: &Path, what: &str, world: &World<'_>) -> Result<Lock, DeskError> {
    Lock::take(path, world.now).map_err(|error| match error {
        NotLocked::Held(holder) => DeskError::Busy { what: what.to_owned(), holder },
        NotLocked::File(source) => DeskError::File { path: path.to_owned(), source },
    })
}

/// The templates of a campaign: the program's, with those of its own folder in their place.
///
/// # Errors
/// When one of its own does not read.
pub fn campaign_templates(folder: &Path) -> Result<Arc<Templates>, DeskError> {
    Ok(Templates::shared(&overrides(&folder.join("templates"))?)?)
}

/// A campaign's own templates: `templates/<game>/report.txt.hbs` takes the place of ours of that name.
fn overrides(folder: &Path) -> Result<BTreeMap<String, String>, DeskError> {
    let mut found = BTreeMap::new();
    let Ok(groups) = fs::read_dir(folder) else { return Ok(found) };
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
