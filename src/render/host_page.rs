//! The page that leads to the archives of all campaigns of a host, and the pages of players who asked for one.

use chrono::NaiveDate;
use serde::Serialize;

use super::report::EndFacts;
use super::schedule::ScheduleFacts;
use super::{Model, SiteFile, TemplateError, Templates};
use crate::campaign::CampaignId;
use crate::campaign::local::Zone;
use crate::campaign::ratings::Rating;

/// The host whose pages these are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HostFacts {
    /// The host's title; null for the template's own words.
    pub title: Option<String>,
    /// The domain of the host's address.
    pub domain: String,
    /// The folder's address on the web; null if unknown.
    pub url: Option<String>,
    /// The address to which somebody who would like to play can write.
    pub contact: Option<String>,
}

/// What the host shows; all of it is public.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct HostModel {
    /// Whose page it is.
    #[serde(flatten)]
    pub host: HostFacts,
    /// Campaigns in progress, the nearest deadline first.
    pub running: Vec<HostGame>,
    /// Campaigns that look for players, in the order of their ids.
    pub waiting: Vec<HostWaiting>,
    /// The games of two that players begin by email.
    pub tables: Vec<HostTable>,
    /// The ladder, on which players challenge each other for places.
    pub ladder: Option<HostLadder>,
    /// Campaigns that are over, the last to end first.
    pub finished: Vec<HostGame>,
    /// A table for each rated game.
    pub ratings: Vec<HostRatings>,
    /// Players who have won, most wins first.
    pub fame: Vec<HostFame>,
    /// Whether the folder has a calendar of deadlines.
    pub has_calendar: bool,
    /// Whether the folder has a feed of news.
    pub has_feed: bool,
}

/// A campaign, or a tournament with all its games.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct HostGame {
    /// The id in commands, such as `rim-3`.
    pub id: CampaignId,
    /// The title that players see, such as `The Rim`.
    pub title: String,
    /// The game's name, such as `Ashes of Empire`.
    pub game_title: String,
    /// What players call a turn.
    pub unit: String,
    /// The path of its first page, from the host's folder.
    pub path: String,
    /// How many turns have been played.
    pub turn: u32,
    /// The players, in the order of seats.
    pub players: Vec<HostPlayer>,
    /// The next deadline; null if there is none, and for a tournament.
    pub next: Option<HostNext>,
    /// How it ended; null while it goes on.
    pub ended: Option<EndFacts>,
    /// The day on which it ended, in UTC, such as `2027-01-09`.
    pub ended_on: Option<NaiveDate>,
    /// What only a tournament has; null for a campaign.
    pub tournament: Option<HostTournament>,
}

/// What only a tournament has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HostTournament {
    /// How many games are paired so far.
    pub games_total: usize,
    /// How many of these are over.
    pub games_over: usize,
    /// Whether no more games will be played.
    pub is_over: bool,
    /// Who leads or has won; empty before anybody has a point.
    pub leaders: Vec<String>,
}

/// A player, as pages name them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HostPlayer {
    /// The player's name.
    pub name: String,
    /// The path of the player's page from the host's folder, if there is one.
    pub page: Option<String>,
    /// Whether nobody holds the seat any more, and this is who held it last.
    pub vacant: bool,
    /// The player's place, in a game that is over.
    pub place: Option<u32>,
}

/// When the next turn is due.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HostNext {
    /// The open turn.
    pub turn: u32,
    /// The deadline in the campaign's zone, such as `Fri 27 Nov 2026 20:00`.
    pub deadline_local: String,
    /// The campaign's zone, such as `Europe/Berlin`.
    pub zone: Zone,
    /// The deadline in UTC, such as `2026-11-27 19:00 UTC`.
    pub deadline_utc: String,
    /// Whose move it is, if moves alternate.
    pub to_move: Option<String>,
}

/// A campaign that looks for players.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HostWaiting {
    /// The id in commands and subjects, such as `rim-3`.
    pub id: CampaignId,
    /// The title that players see, such as `The Rim`.
    pub title: String,
    /// The game's name, such as `Ashes of Empire`.
    pub game_title: String,
    /// How many players it looks for; 0 if those who write now must wait for a place.
    pub players_wanted: u8,
    /// Whether players enter by the email command `JOIN`.
    pub by_mail: bool,
    /// When its turns are due.
    pub schedule: ScheduleFacts,
    /// The path of its archive, if it has begun.
    pub path: Option<String>,
}

/// A game of two that players begin by email, with the next player who waits for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HostTable {
    /// Its name in emails: the game's id, a slash and the scenario.
    pub name: String,
    /// The game's name, such as `Autumn Ash`.
    pub game_title: String,
    /// How many players wait for an opponent.
    pub queued: usize,
    /// When the moves of such a game are due.
    pub schedule: ScheduleFacts,
}

/// The ladder of a game of two: a list of players who challenge each other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HostLadder {
    /// The game's name in emails.
    pub name: String,
    /// The game's name, such as `Autumn Ash`.
    pub game_title: String,
    /// When the moves of a challenge are due.
    pub schedule: ScheduleFacts,
    /// How many places up the list players may challenge others.
    pub places_above: u8,
    /// The places, the first one first.
    pub rungs: Vec<HostRung>,
}

/// A place of the ladder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HostRung {
    /// Its number, from 1, the best.
    pub place: usize,
    /// The name of the player who holds it.
    pub name: String,
}

/// The ratings of one game.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct HostRatings {
    /// The game's name, such as `Ashes of Empire`.
    pub game_title: String,
    /// How many games they are based on.
    pub games: usize,
    /// The players, the best first.
    pub players: Vec<HostRating>,
}

/// A player's rating, with their page.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct HostRating {
    /// The player, and their strength.
    #[serde(flatten)]
    pub rating: Rating,
    /// The path of the player's page from the host's folder, if there is one.
    pub page: Option<String>,
}

/// A player who has won.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HostFame {
    /// The player, without a place.
    pub player: HostPlayer,
    /// How many games they have won; draws do not count.
    pub won: u32,
    /// How many of their games are over.
    pub games: u32,
    /// The titles of the games that they have won, the last first.
    pub titles: Vec<String>,
}

/// The page of one player.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PlayerPage {
    /// The player's name.
    pub name: String,
    /// The path of the page, such as `players/ann.html`.
    pub path: String,
    /// The player's campaigns in progress, without those that the host does not list.
    pub running: Vec<HostGame>,
    /// The player's campaigns that are over, without those that the host does not list; the last to end first.
    pub finished: Vec<HostGame>,
    /// The player's rating in each rated game.
    pub ratings: Vec<PlayerRating>,
}

/// A player's strength in one game.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PlayerRating {
    /// The game's name, such as `Ashes of Empire`.
    pub game_title: String,
    /// The rating.
    #[serde(flatten)]
    pub rating: Rating,
}

#[derive(Serialize)]
struct OnePlayer<'a> {
    host: &'a HostFacts,
    player: &'a PlayerPage,
}

/// The pages and their style; `players` are the pages of those who asked for one. The same models always give the same bytes.
///
/// # Errors
/// When a template asks for something that does not exist.
pub fn pages(model: HostModel, players: &[PlayerPage], templates: &Templates) -> Result<Vec<SiteFile>, TemplateError> {
    let style = super::site::style(templates)?;
    let mut files = vec![("style.css".to_owned(), style.into_bytes())];
    for player in players {
        let page = templates.html("shared/site-player", &OnePlayer { host: &model.host, player })?;
        files.push((player.path.clone(), page.into_bytes()));
    }
    // This holds all games of the host, so do not keep them twice.
    let facts = Model::of(&model);
    drop(model);
    files.push(("index.html".to_owned(), templates.html_of("shared/site-host", &facts)?.into_bytes()));
    Ok(files)
}
