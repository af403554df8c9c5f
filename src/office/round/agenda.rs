//! The agenda: what a run that opened a campaign and found nothing to do has seen, so that the next one need not open it.
//!
//! It is a cache. Nothing is decided by it: a campaign is left closed only while none of its files has changed since, until the first
//! time at which anything could be due, and never for longer than [`LONGEST_SLEEP`]. Without the agenda every campaign is opened.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use crate::campaign::CampaignId;
use crate::campaign::config::IntakeConfig;
use crate::campaign::layout::{CAMPAIGN_FILE, HOST_FILE, ROUNDS_FILE};
use crate::campaign::watch::Held;
use crate::engine::Seat;
use crate::files::stamp;
use crate::office::cabinet::build::BUILD;
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::found::secret_file;
use crate::office::publishing::kept_listings::HOST_PAGE;
use crate::office::publishing::listing::PlayersWanted;
use crate::office::{CampaignTick, Host};
use crate::render::schedule::ScheduleFacts;
use crate::store::{Ledger, Store, log_of};

/// Facts of the host's database: `agenda/rim-3` is a [`AgendaPage`].
const AGENDA: &str = "agenda/";

/// A campaign is opened at least this often, whatever the agenda says.
const LONGEST_SLEEP: TimeDelta = TimeDelta::hours(6);

/// The agenda, as far as a run has read it.
#[derive(Debug, Default)]
pub(super) struct Agenda {
    /// By campaign; `None` for one that another build of this program wrote and this one cannot read.
    pages: BTreeMap<CampaignId, Option<AgendaPage>>,
    /// What the host's file looks like now; pages made under another one do not count.
    host: String,
}

/// What is known of a `campaign.toml` and of the campaign that it describes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct AgendaPage {
    /// The host's file and this program, as they were.
    host: String,
    /// The `campaign.toml` as it was, and the `rounds.toml` next to it.
    file: String,
    /// What strangers are told of it, if it looks for players.
    pub wanted: Option<PlayersWanted>,
    /// For a tournament: the ids of its games, none before the first round of a Swiss.
    pub games: Option<Vec<CampaignId>>,
    pub intake: IntakeConfig,
    asleep: Option<Asleep>,
}

/// A campaign in which there was nothing to do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Asleep {
    since: DateTime<Utc>,
    until: DateTime<Utc>,
    /// How many corrections of the clock it had heard of.
    corrections: usize,
    /// Its database and secret, as they were.
    files: String,
    standing: NothingToDo,
}

/// What a run says of a campaign in which there was nothing to do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct NothingToDo {
    next_turn: Option<u32>,
    deadline_utc: Option<String>,
    sent_orders: Vec<Seat>,
    is_paused: bool,
}

impl Agenda {
    /// The agenda of a host, of which nothing has been read yet.
    pub(super) fn of(host: &Host) -> Agenda {
        Agenda { pages: BTreeMap::new(), host: host_stamp(host) }
    }

    /// Reads the pages of these campaigns, or all; there are none if the host's database cannot be read.
    pub(super) fn recall(&mut self, own_database: Option<&mut Store>, of: Option<&[CampaignId]>) {
        let facts = own_database.and_then(|store| {
            let ledger = store.look().ok()?;
            of.map_or_else(|| ledger.facts(AGENDA), |ids| ledger.facts_of(AGENDA, ids)).ok()
        });
        let pages = facts.unwrap_or_default().into_iter();
        self.pages.extend(pages.filter_map(|(id, text)| Some((CampaignId::new(&id)?, serde_json::from_str(&text).ok()))));
    }

    /// A page about the file of a campaign or tournament as it is now, as it was known or else read; `None` if it cannot be read.
    pub(super) fn page(&self, host: &Host, id: &CampaignId) -> Option<AgendaPage> {
        // The stamp is taken before the files are read: if one changes meanwhile, the page is worthless, and not wrong.
        let file = [CAMPAIGN_FILE, ROUNDS_FILE].map(|name| stamp(&host.home(id).join(name))).join(" ");
        if let Some(known) = self.known(id).filter(|known| known.host == self.host && known.file == file) {
            return Some(known.clone());
        }
        let config = host.campaign(id).ok()?;
        let games = config.game_ids();
        let by_mail = config.joining.open;
        let players = if by_mail { u8::try_from(config.joining.seats.len()).unwrap_or(u8::MAX) } else { config.players_wanted };
        let wanted = ((players > 0 || by_mail) && !config.unlisted).then(|| PlayersWanted {
            title: config.title.clone(),
            game: config.game.id().to_owned(),
            players,
            by_mail,
            schedule: ScheduleFacts::of(&config),
        });
        Some(AgendaPage {
            host: self.host.clone(),
            file,
            wanted,
            games: config.tournament.is_some().then_some(games),
            intake: config.said.intake,
            asleep: None,
        })
    }

    /// The page of a game of a tournament, whose file is the tournament's.
    pub(super) fn page_of_game(&self, id: &CampaignId, tournament: &AgendaPage) -> AgendaPage {
        let asleep = self.known(id).filter(|known| known.host == tournament.host && known.file == tournament.file);
        AgendaPage {
            host: tournament.host.clone(),
            file: tournament.file.clone(),
            wanted: None,
            games: None,
            intake: tournament.intake.clone(),
            asleep: asleep.and_then(|known| known.asleep.clone()),
        }
    }

    fn known(&self, id: &CampaignId) -> Option<&AgendaPage> {
        self.pages.get(id)?.as_ref()
    }

    /// Writes down what a run has seen, and drops the pages of campaigns that are not there any more; only what differs is written. Returns whether
    /// anything was.
    ///
    /// # Errors
    /// When the database refuses.
    pub(super) fn note(
        &self,
        ledger: &Ledger<'_>,
        seen: &BTreeMap<CampaignId, AgendaPage>,
        is_there: impl Fn(&CampaignId) -> bool,
    ) -> Result<bool, DeskError> {
        let news: Vec<_> = seen.iter().filter(|(id, page)| self.known(id) != Some(*page)).collect();
        for (id, page) in &news {
            ledger.set_fact_in_json(&format!("{AGENDA}{id}"), &page)?;
        }
        let gone: Vec<_> = self.pages.keys().filter(|id| !seen.contains_key(*id) && !is_there(id)).collect();
        for id in &gone {
            ledger.forget_fact(&format!("{AGENDA}{id}"))?;
        }
        if !gone.is_empty() {
            // The host's page leads to their archives.
            ledger.forget_fact(HOST_PAGE)?;
        }
        Ok(!news.is_empty() || !gone.is_empty())
    }
}

impl AgendaPage {
    /// What the page says of a campaign in which there is still nothing to do; `None` if there may be something.
    pub(super) fn rest(&self, host: &Host, id: &CampaignId, corrections: usize, now: DateTime<Utc>) -> Option<CampaignTick> {
        let asleep = self.asleep.as_ref()?;
        let is_time_to_sleep = asleep.since <= now && now < asleep.until && asleep.corrections == corrections;
        (is_time_to_sleep && asleep.files == files_stamp(host, id)).then(|| asleep.standing.told(id))
    }

    /// The page of a campaign in which there is nothing to do before `until`. Its database must be closed, and its lock still held.
    pub(super) fn put_to_sleep(
        self,
        host: &Host,
        done: &CampaignTick,
        (since, until): (DateTime<Utc>, DateTime<Utc>),
        corrections: usize,
    ) -> AgendaPage {
        let until = until.min(since + LONGEST_SLEEP);
        let files = files_stamp(host, &done.campaign);
        AgendaPage { asleep: Some(Asleep { since, until, corrections, files, standing: NothingToDo::of(done) }), ..self }
    }
}

impl NothingToDo {
    fn of(done: &CampaignTick) -> NothingToDo {
        let CampaignTick { next_turn, deadline_utc, sent_orders, held, .. } = done.clone();
        NothingToDo { next_turn, deadline_utc, sent_orders, is_paused: held == Some(Held::Paused) }
    }

    fn told(&self, id: &CampaignId) -> CampaignTick {
        let NothingToDo { next_turn, deadline_utc, sent_orders, is_paused } = self.clone();
        let held = is_paused.then_some(Held::Paused);
        CampaignTick { next_turn, deadline_utc, sent_orders, held, ..CampaignTick::of(id) }
    }
}

fn host_stamp(host: &Host) -> String {
    format!("{BUILD} {}", stamp(&host.folder.join(HOST_FILE)))
}

/// The files that any change to a campaign shows in: a commit is in the log before it is in the database.
fn files_stamp(host: &Host, id: &CampaignId) -> String {
    let database = host.database(id);
    [database.as_path(), &log_of(&database), &secret_file(host, id)].map(stamp).join(" ")
}
