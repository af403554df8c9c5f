//! What the host's page says of one campaign, kept in the host's own database: that page is made of such rows alone, and no campaign is
//! opened for it.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::campaign::daily::Daily;
use crate::campaign::digest;
use crate::campaign::local::{LocalTime, Zone};
use crate::campaign::ratings::{EndedGame, Finisher};
use crate::campaign::urn;
use crate::campaign::{Address, CampaignId, Identity};
use crate::engine::{Decision, Seat};
use crate::office::cabinet::desk::{Campaign, Desk, Progress};
use crate::office::cabinet::error::DeskError;
use crate::office::publishing::album;
use crate::office::publishing::ratings::RatedSeat;
use crate::render::report::EndFacts;
use crate::render::schedule::ScheduleFacts;
use crate::render::site::Frame;
use crate::store::{Ledger, Store, TurnWindow};

/// `listed/rim-3` is the row of a campaign, and `mark of rim-3` tells whether it is up to date.
const LISTED: &str = "listed/";
const MARK: &str = "listed mark/";

/// The fact that tells what the host's page on disk was made of besides the rows; it is gone once a row has changed.
pub(in crate::office) const HOST_PAGE: &str = "host page";

/// `listed tournament/spring` is the row of a tournament.
const TOURNAMENT: &str = "listed tournament/";

/// The fact that tells when the next digest falls due; it is gone once a row has come by which digests go to others, or at other times.
pub(crate) const DIGESTS_DUE: &str = "digests due";

/// So many turns of a campaign are in the host's feed at most.
const NEWS: usize = 5;

/// So many deadlines of a campaign stay in calendars, the open one among them.
const DEADLINES: u32 = 4;

/// A campaign that has begun.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Listing {
    /// What it was made of.
    mark: String,
    pub id: CampaignId,
    pub title: String,
    pub game: String,
    pub game_title: String,
    pub unit: String,
    /// Of its archive, from the host's folder on, with a slash at the end.
    pub path: String,
    /// The id of the tournament that it belongs to.
    pub tournament: Option<CampaignId>,
    pub unlisted: bool,
    pub turn: u32,
    pub players: Vec<ListedPlayer>,
    /// The open deadline last; the last ones of a game that is over.
    pub deadlines: Vec<ListedDeadline>,
    pub ended: Option<ListedEnd>,
    /// No clock runs.
    #[serde(default)]
    pub is_paused: bool,
    /// The newest first.
    pub news: Vec<Frame>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct ListedPlayer {
    pub name: String,
    /// What tells players apart; never shown.
    pub identity: Identity,
    /// `None` while the game goes on, and in one that is void.
    pub place: Option<u32>,
    /// `None` for a player who has not asked for one.
    #[serde(default)]
    pub digest: Option<ListedDigest>,
}

/// How a player gets the daily digest; never shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ListedDigest {
    pub address: Address,
    pub at: Daily,
    pub zone: Zone,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct ListedDeadline {
    /// The name of the event in calendars.
    pub uid: String,
    /// The number of the journal's last entry, which grows with whatever may move a deadline.
    pub sequence: u32,
    /// When that was written.
    pub stamp: DateTime<Utc>,
    pub turn: u32,
    pub at: DateTime<Utc>,
    pub local: String,
    pub zone: Zone,
    /// Whose move it is, of an open one where moves alternate.
    pub to_move: Option<String>,
    pub is_open: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct ListedEnd {
    pub at: DateTime<Utc>,
    pub facts: EndFacts,
    pub rated: bool,
}

impl Listing {
    /// The row of a campaign; `None` before it begins.
    ///
    /// # Errors
    /// When the database does not read.
    pub(crate) fn of(desk: &mut Desk) -> Result<Option<Listing>, DeskError> {
        let Desk { store, campaign, .. } = desk;
        let ledger = store.look()?;
        let (Some(mark), Some(progress)) = (mark(campaign, &ledger)?, &campaign.progress) else { return Ok(None) };
        let turn = progress.table.turn();
        let ended_at = campaign.ended_at(&ledger)?;
        let facts = campaign.facts();
        let is_void = progress.decision() == Decision::Void;
        let places = progress.outcome().filter(|_| !is_void).map(|outcome| outcome.places).unwrap_or_default();
        let place = |seat| places.iter().find(|place| place.seat == seat).map(|place| place.place);
        let players = campaign.rated_seats().into_iter();
        let digest = |seat| digest_of(campaign, seat);
        let players =
            players.map(|RatedSeat { seat, identity, name }| ListedPlayer { name, identity, place: place(seat), digest: digest(seat) });
        let rated = !campaign.config.unrated && !is_void;
        let ended = campaign.end_facts().zip(ended_at).map(|(facts, at)| ListedEnd { at, facts, rated });
        Ok(Some(Listing {
            mark,
            id: campaign.config.id.clone(),
            title: facts.title,
            game: facts.game,
            game_title: facts.game_title,
            unit: facts.unit.to_owned(),
            path: campaign.site_path(),
            tournament: campaign.config.paired.as_ref().map(|board| board.tournament.clone()),
            unlisted: campaign.config.unlisted,
            turn,
            players: players.collect(),
            deadlines: deadlines(campaign, progress, &ledger)?,
            ended,
            is_paused: campaign.held.is_some(),
            news: album::told(&ledger, turn, NEWS)?,
        }))
    }

    /// The game for ratings; `None` unless it is over and counts.
    pub(crate) fn rated(&self) -> Option<EndedGame> {
        self.ended.as_ref().filter(|ended| ended.rated)?;
        let finisher =
            |player: &ListedPlayer| Some(Finisher { identity: player.identity.clone(), name: player.name.clone(), place: player.place? });
        Some(EndedGame { players: self.players.iter().filter_map(finisher).collect() })
    }

    /// Who asks for a digest in it, by what tells players apart, and how; nobody once it is over.
    fn digests(&self) -> Vec<(&Identity, &ListedDigest)> {
        let players = self.players.iter().filter(|_| self.ended.is_none());
        players.filter_map(|player| Some((&player.identity, player.digest.as_ref()?))).collect()
    }

    /// The deadline that is open.
    pub(crate) fn next(&self) -> Option<&ListedDeadline> {
        self.deadlines.last().filter(|deadline| deadline.is_open)
    }
}

/// How the player of a seat gets the daily digest.
fn digest_of(campaign: &Campaign, seat: Seat) -> Option<ListedDigest> {
    let player = campaign.config.seat(seat).filter(|player| player.digest.is_wanted())?;
    Some(ListedDigest { address: player.address.clone(), at: player.digest, zone: campaign.zone_of(Some(seat)).clone() })
}

/// What a row depends on: the journal, what players have asked for, and what of the file may be edited at any time. `None` before the campaign begins.
fn mark(campaign: &Campaign, ledger: &Ledger<'_>) -> Result<Option<String>, DeskError> {
    let Some(tip) = ledger.tip()? else { return Ok(None) };
    let config = &campaign.config;
    let digests: Vec<_> = config.seats.iter().filter_map(|player| digest_of(campaign, player.number)).collect();
    let edited = format!("{}\n{}\n{}\n{}\n{}", config.title, config.unlisted, config.unrated, env!("CARGO_PKG_VERSION"), json!(digests));
    Ok(Some(format!("{} {}", tip.number, &digest(&edited)[..16])))
}

/// The last deadlines of a campaign, in ascending order.
pub(super) fn deadlines(campaign: &Campaign, progress: &Progress, ledger: &Ledger<'_>) -> Result<Vec<ListedDeadline>, DeskError> {
    let (Some(tip), Some(opening)) = (ledger.tip()?, ledger.opening()?) else { return Ok(Vec::new()) };
    let stamp = match ledger.acts_since(progress.table.turn())?.pop() {
        Some(act) => act.at,
        None => ledger.last_turn()?.map(|turn| album::entry(&turn.signed)).transpose()?.map(|entry| entry.at).unwrap_or_default(),
    };
    let open = progress.window.as_ref();
    let last = open.map_or(progress.table.turn(), |window| window.turn);
    let mut deadlines = Vec::new();
    for turn in (last + 1).saturating_sub(DEADLINES).max(1)..=last {
        let Some(TurnWindow { deadline, .. }) = ledger.window(turn)? else { continue };
        let is_open = open.is_some_and(|window| window.turn == turn);
        let LocalTime { at, local, zone } = campaign.local(deadline.at, None);
        let to_move = campaign.mover(progress).filter(|_| is_open).and_then(|seat| campaign.config.seat(seat));
        deadlines.push(ListedDeadline {
            uid: urn(&[&opening.hash.to_string(), "deadline", &turn.to_string()]),
            sequence: tip.number,
            stamp,
            turn,
            at,
            local,
            zone,
            to_move: to_move.map(|seat| seat.name.clone()),
            is_open,
        });
    }
    Ok(deadlines)
}

/// How a tournament stands, for the host's page.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) struct ListedTournament {
    pub id: CampaignId,
    pub title: String,
    pub game_title: String,
    pub unlisted: bool,
    pub games_total: usize,
    pub games_over: usize,
    /// Absent in rows from before there were tournaments in which games are drawn later.
    #[serde(default)]
    pub is_over: Option<bool>,
    pub leaders: Vec<String>,
}

/// A campaign that looks for players, whether it has begun or not.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) struct PlayersWanted {
    pub title: String,
    pub game: String,
    pub players: u8,
    /// `JOIN` by email fills its seats.
    pub by_mail: bool,
    pub schedule: ScheduleFacts,
}

/// The rows that a run finds to be out of date, and the new ones that it makes.
#[derive(Debug, Default)]
pub(crate) struct Listings {
    /// The marks as they were kept; `None` before they are read.
    marks: Option<BTreeMap<String, String>>,
    news: Mutex<Vec<Listing>>,
}

impl Listings {
    /// Reads what is kept, of these campaigns or of all. Without the host's database every row is made anew.
    pub(crate) fn recall(&mut self, own_database: Option<&mut Store>, of: Option<&[CampaignId]>) {
        let marks = own_database.and_then(|store| {
            let ledger = store.look().ok()?;
            of.map_or_else(|| ledger.facts(MARK), |ids| ledger.facts_of(MARK, ids)).ok()
        });
        self.marks.get_or_insert_default().extend(marks.unwrap_or_default());
    }

    pub(crate) fn are_recalled(&self) -> bool {
        self.marks.is_some()
    }

    /// Makes the row of an open campaign anew if it is out of date.
    ///
    /// # Errors
    /// When the campaign's database does not read.
    pub(crate) fn look_at(&self, desk: &mut Desk) -> Result<(), DeskError> {
        let now = mark(&desk.campaign, &desk.store.look()?)?;
        if now.is_none() || now.as_ref() == self.marks.as_ref().and_then(|marks| marks.get(&**desk.campaign.id())) {
            return Ok(());
        }
        let listing = Listing::of(desk)?;
        let mut news = self.news.lock().unwrap_or_else(PoisonError::into_inner);
        news.retain(|known| Some(&known.id) != listing.as_ref().map(|listing| &listing.id));
        news.extend(listing);
        Ok(())
    }

    /// Stores the new rows, and those of tournaments that differ, and marks the host's page as out of date then. Returns whether there were
    /// any.
    ///
    /// # Errors
    /// When the host's database refuses.
    pub(crate) fn keep(&self, ledger: &Ledger<'_>, tournaments: &[ListedTournament]) -> Result<bool, DeskError> {
        let (mut has_changed, mut digests_differ) = (false, false);
        // The page that is made of all rows next reads them one by one.
        let news = std::mem::take(&mut *self.news.lock().unwrap_or_else(PoisonError::into_inner));
        for listing in &news {
            let name = format!("{LISTED}{}", listing.id);
            let before: Option<Listing> = ledger.fact(&name)?.and_then(|text| serde_json::from_str(&text).ok());
            digests_differ |= before.as_ref().map(Listing::digests).unwrap_or_default() != listing.digests();
            ledger.set_fact_in_json(&name, &listing)?;
            ledger.set_fact(&format!("{MARK}{}", listing.id), &listing.mark)?;
            has_changed = true;
        }
        for row in tournaments {
            let (name, text) = (format!("{TOURNAMENT}{}", row.id), serde_json::json!(row).to_string());
            if ledger.fact(&name)?.as_ref() != Some(&text) {
                ledger.set_fact(&name, &text)?;
                has_changed = true;
            }
        }
        if has_changed {
            ledger.forget_fact(HOST_PAGE)?;
        }
        if digests_differ {
            ledger.forget_fact(DIGESTS_DUE)?;
        }
        Ok(has_changed)
    }
}

/// The rows of tournaments, by their names.
///
/// # Errors
/// When the database refuses.
pub(in crate::office) fn kept_tournaments(ledger: &Ledger<'_>) -> Result<Vec<ListedTournament>, DeskError> {
    Ok(ledger.facts(TOURNAMENT)?.values().filter_map(|text| serde_json::from_str(text).ok()).collect())
}

/// All rows, by the names of their campaigns. One that does not read is left out, and made anew when its campaign is opened next.
///
/// # Errors
/// When the database refuses.
pub(in crate::office) fn kept(ledger: &Ledger<'_>) -> Result<Vec<Listing>, DeskError> {
    let mut all = Vec::new();
    for_each(ledger, |listing| all.push(listing))?;
    Ok(all)
}

/// The same rows one by one, which saves memory where little of each is needed.
///
/// # Errors
/// When the database refuses.
pub(in crate::office) fn for_each(ledger: &Ledger<'_>, mut take: impl FnMut(Listing)) -> Result<(), DeskError> {
    Ok(ledger.for_each_fact(LISTED, |_, text| serde_json::from_str(&text).into_iter().for_each(&mut take))?)
}
