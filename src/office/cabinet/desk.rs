//! One campaign, opened: its file, its database, its game in progress, its templates. `open.rs` opens it.

use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use chrono::{DateTime, Utc};

use crate::campaign::CampaignId;
use crate::campaign::clock::Clocks;
use crate::campaign::config::{CampaignConfig, HostConfig, MailConfig, SeatConfig};
use crate::campaign::journal::{DecidedBy, EndedByDecision, Tip};
use crate::campaign::keys::HostKey;
use crate::campaign::layout::DATABASE_FILE;
use crate::campaign::roster;
use crate::campaign::suspense::MailGap;
use crate::campaign::token::{Secret, Token};
use crate::campaign::vacancy::Vacancy;
use crate::campaign::watch::Held;
use crate::engine::{Decision, Outcome, Seat, Table};
use crate::office::cabinet::gm_closing::GmClosing;
use crate::office::cabinet::lock::Lock;
use crate::office::cabinet::tournament::Tournament;
use crate::render::Templates;
use crate::store::{Store, TurnWindow};

/// A campaign at work.
pub struct Desk {
    /// The campaign's database.
    pub store: Store,
    /// Everything else of the campaign, in memory.
    pub campaign: Campaign,
    /// Held as long as the desk is open, so that no other run works on the campaign. A database in memory needs none.
    pub(super) lock: Option<Lock>,
}

/// Everything of a campaign but its database.
pub struct Campaign {
    pub(super) keyless: Keyless,
    /// Its tokens, its dice and the seals of its sheets follow from it.
    pub secret: Secret,
    /// The tokens of seats and epochs that it has derived so far: each email is compared with all that count.
    pub(super) tokens: Mutex<BTreeMap<(Seat, u32), Token>>,
    /// Signs what this host vouches for.
    pub key: HostKey,
}

/// What looking at a campaign needs: everything but its database and its keys.
pub struct Keyless {
    /// The folder of its database and its secret.
    pub folder: PathBuf,
    /// The folder of its file: that of the tournament for one of its games.
    pub home: PathBuf,
    /// The settings in force: once the campaign has begun, the roster gives its seats.
    pub config: CampaignConfig,
    /// What the file says of the seats.
    pub file_seats: Vec<SeatConfig>,
    /// Who holds the seats; nobody before the opening.
    pub holders: Vec<roster::Holder>,
    /// The seats that nobody holds any more.
    pub vacancies: Vec<Vacancy>,
    /// What `ashpost.toml` says of the host.
    pub host: HostConfig,
    /// The host's own database.
    pub host_database: PathBuf,
    /// The words of its letters and pages: its own templates where it has them, else the program's.
    pub templates: Arc<Templates>,
    /// The tournament that the game belongs to, as far as it has come; a run of `tick` knows it.
    pub tournament: Option<Arc<Tournament>>,
    /// Why no turn is played in this run, although email is taken in; `None` if play goes on.
    pub held: Option<Held>,
    /// Since when no clock runs while play is held.
    pub stands_since: Option<DateTime<Utc>>,
    /// The times in which email for it could not be fetched; empty until a run has looked in all intakes.
    pub mail_gaps: Vec<MailGap>,
    /// Tells this game from earlier ones of the same name that were lost or forgotten; 0 for the first.
    pub life: u32,
    /// `None` until the campaign is set up.
    pub progress: Option<Progress>,
}

/// A game in progress.
pub struct Progress {
    /// The position after the last turn, with the names that players have been given since, and without conditional moves that were dropped since.
    pub table: Box<dyn Table>,
    /// Whether it is the position as it was stored after that turn.
    pub is_as_stored: bool,
    /// The position before it; `None` unless this run played the turn.
    pub before: Option<PositionBefore>,
    /// The journal's entry of the last turn.
    pub tip: Tip,
    /// `None` once the game is over.
    pub window: Option<TurnWindow>,
    /// Whether it was opened by a clock that was ahead, so that nobody knows when.
    pub opened_ahead: bool,
    /// Whether the seats of the game master have closed for it.
    pub gm_closing: GmClosing,
    /// How the game was ended by decision; `None` while it goes on, and where its rules ended it.
    pub ended: Option<EndedByDecision>,
    /// What players have used of their time in earlier moves, and their days of absence.
    pub clocks: Clocks,
    /// Numbers the course that the game takes; 0 if it never went back.
    pub era: u32,
    /// Where moves alternate: whether the sheets that count make the turn by themselves. `None` until that is known, and whenever they may have
    /// changed since.
    pub turn_is_made: Option<bool>,
}

/// The position from which this run has played a turn, as it was stored.
pub struct PositionBefore {
    /// The journal's entry that led to it.
    pub tip: Tip,
    /// The position.
    pub table: Box<dyn Table>,
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

    /// The player who left a void game of two by resigning, by running out of time, or because the game master took the seat from them.
    /// `None` if both agreed to end it, if nobody can be blamed, and for every game that counts.
    pub fn left_by(&self) -> Option<Seat> {
        if self.decision() != Decision::Void {
            return None;
        }
        match self.ended.as_ref().map(|ended| (&ended.ending, ended.by)) {
            Some((_, DecidedBy::OnePlayer { seat })) => Some(seat),
            // The player who left has the second place.
            _ => self.outcome()?.places.iter().find(|place| place.place == 2).map(|place| place.seat),
        }
    }
}

impl Desk {
    /// Closes the database and keeps the campaign locked, so that its files can be looked at as they are left.
    pub fn close(self) -> impl Sized {
        drop(self.store);
        self.lock
    }
}

impl Deref for Campaign {
    type Target = Keyless;

    fn deref(&self) -> &Keyless {
        &self.keyless
    }
}

impl DerefMut for Campaign {
    fn deref_mut(&mut self) -> &mut Keyless {
        &mut self.keyless
    }
}

impl Keyless {
    /// The id that commands, the journal and the subjects of emails name it by, such as `rim-3`.
    pub fn id(&self) -> &CampaignId {
        &self.config.id
    }

    /// How its emails leave the host.
    pub fn way_out(&self) -> &MailConfig {
        self.config.way_out(&self.host.mail)
    }

    /// Numbers the course that the game takes; 0 if it never went back.
    pub fn era(&self) -> u32 {
        self.progress.as_ref().map_or(0, |progress| progress.era)
    }

    /// Whether its game has begun and is over.
    pub fn is_over(&self) -> bool {
        self.progress.as_ref().is_some_and(Progress::is_over)
    }

    /// Whether its game has begun and is not over.
    pub fn goes_on(&self) -> bool {
        self.going_on().is_some()
    }

    /// The game as it stands, if it has begun and is not over.
    pub fn going_on(&self) -> Option<&Progress> {
        self.progress.as_ref().filter(|progress| !progress.is_over())
    }

    /// The open turn as the database has it; `None` before the start and after the end.
    pub fn window(&self) -> Option<&TurnWindow> {
        self.progress.as_ref()?.window.as_ref()
    }

    /// How many turns have been played; 0 after the opening.
    pub fn turns_played(&self) -> u32 {
        self.progress.as_ref().map_or(0, |progress| progress.table.turn())
    }

    /// Where its database is.
    pub fn database(&self) -> PathBuf {
        self.folder.join(DATABASE_FILE)
    }
}
