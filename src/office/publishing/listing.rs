//! What the host's page says of one campaign: that page is made of such rows alone, and no campaign is opened for it.

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
use crate::office::cabinet::build::BUILD;
use crate::office::cabinet::desk::{Campaign, Desk, Progress};
use crate::office::cabinet::error::DeskError;
use crate::office::publishing::album;
use crate::office::publishing::ratings::RatedSeat;
use crate::render::report::EndFacts;
use crate::render::schedule::ScheduleFacts;
use crate::render::site::Frame;
use crate::store::{Ledger, TurnWindow};

/// How many turns of a campaign are in the host's feed at most.
const NEWS: usize = 5;

/// How many deadlines of a campaign stay in calendars, the open one among them.
const DEADLINES: u32 = 4;

/// A campaign that has begun.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Listing {
    /// What it was made of.
    pub(super) mark: String,
    pub id: CampaignId,
    pub title: String,
    pub game: String,
    pub game_title: String,
    pub unit: String,
    /// The path of its archive from the host's folder on, with a slash at the end.
    pub path: String,
    /// The id of the tournament that it belongs to.
    pub tournament: Option<CampaignId>,
    pub unlisted: bool,
    pub turn: u32,
    pub players: Vec<ListedPlayer>,
    /// The deadlines, the open one last; the last ones of a game that is over.
    pub deadlines: Vec<ListedDeadline>,
    pub ended: Option<ListedEnd>,
    /// No clock runs.
    #[serde(default)]
    pub is_paused: bool,
    /// The turns played last, newest first.
    pub news: Vec<Frame>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct ListedPlayer {
    pub name: String,
    /// What tells players apart; never shown.
    pub identity: Identity,
    /// Nobody holds the seat any more, and this is who held it last.
    #[serde(default)]
    pub vacant: bool,
    /// The player's place; `None` while the game goes on, and in a game that is void.
    pub place: Option<u32>,
    /// How the player gets a digest; `None` for one who has not asked for it.
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
    /// The number of the journal's last entry, which grows with everything that may move a deadline.
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
        let is_over = progress.is_over();
        let players = players.map(|RatedSeat { seat, identity, name }| {
            // Once the game is over, the last holder is rated for it.
            let vacant = !is_over && campaign.vacancy(seat).is_some();
            ListedPlayer { name, identity, vacant, place: place(seat), digest: digest(seat) }
        });
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

    /// The players who ask for a digest, by identity, and how they get it; nobody once the game is over.
    pub(super) fn digests(&self) -> Vec<(&Identity, &ListedDigest)> {
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

/// What a row depends on: the journal, whether clocks run, what players have asked for, and what of the file may be edited at any time. `None`
/// before the campaign begins.
pub(super) fn mark(campaign: &Campaign, ledger: &Ledger<'_>) -> Result<Option<String>, DeskError> {
    let Some(tip) = ledger.tip()? else { return Ok(None) };
    let config = &campaign.config;
    let digests: Vec<_> = config.seats.iter().filter_map(|player| digest_of(campaign, player.number)).collect();
    let edited = format!("{}\n{}\n{}\n{}\n{}", config.title, config.unlisted, config.unrated, BUILD, json!(digests));
    let state = if campaign.held.is_some() { "held " } else { "" };
    // Not the number: where a game went on from an older copy of its database, there may have been another entry of that number.
    Ok(Some(format!("{state}{} {}", tip.hash, &digest(&edited)[..16])))
}

/// The last deadlines of a campaign, in ascending order.
pub(super) fn deadlines(campaign: &Campaign, progress: &Progress, ledger: &Ledger<'_>) -> Result<Vec<ListedDeadline>, DeskError> {
    let (Some(tip), Some(opening)) = (ledger.tip()?, ledger.opening()?) else { return Ok(Vec::new()) };
    let stamp = match ledger.acts_since(progress.table.turn())?.pop() {
        Some(act) => act.at,
        None => ledger.last_turn()?.map(|turn| album::entry(&turn.signed)).transpose()?.map(|entry| entry.at).unwrap_or_default(),
    };
    let open = progress.window.as_ref();
    let mut deadlines = Vec::new();
    for TurnWindow { turn, deadline, .. } in last_windows(progress, ledger)? {
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

/// The windows of the turns whose deadlines stay in calendars, in ascending order.
///
/// # Errors
/// When the database refuses.
pub(super) fn last_windows(progress: &Progress, ledger: &Ledger<'_>) -> Result<Vec<TurnWindow>, DeskError> {
    let last = progress.window.as_ref().map_or(progress.table.turn(), |window| window.turn);
    let turns = (last + 1).saturating_sub(DEADLINES).max(1)..=last;
    Ok(turns.filter_map(|turn| ledger.window(turn).transpose()).collect::<Result<_, _>>()?)
}

/// How a tournament stands, for the host's page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PlayersWanted {
    pub title: String,
    pub game: String,
    pub players: u8,
    /// `JOIN` by email fills its seats.
    pub by_mail: bool,
    pub schedule: ScheduleFacts,
}
