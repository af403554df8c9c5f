//! The page that leads to the archives of all campaigns of a host, and the pages of players who asked for one.

use serde::Serialize;

use super::report::EndFacts;
use super::schedule::ScheduleFacts;
use super::{Model, SiteFile, TemplateError, Templates};
use crate::campaign::ratings::Rating;

/// Whose pages they are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HostFacts {
    /// Null where the page's own words are to stand.
    pub title: Option<String>,
    /// The domain that the host has its address at.
    pub domain: String,
    /// Where the folder stands on the web; null if that is not known.
    pub url: Option<String>,
    /// Where somebody who would like to play can write to.
    pub contact: Option<String>,
}

/// What the host shows; public things only.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct HostModel {
    #[serde(flatten)]
    pub host: HostFacts,
    /// The nearest deadline first.
    pub running: Vec<HostGame>,
    pub waiting: Vec<HostWaiting>,
    /// The games of two that players begin by email.
    pub tables: Vec<HostTable>,
    /// A standing list of players who challenge each other for their places.
    pub ladder: Option<HostLadder>,
    /// The last to end first.
    pub finished: Vec<HostGame>,
    /// A table for each game that was rated.
    pub ratings: Vec<HostRatings>,
    /// Who has won, most wins first.
    pub fame: Vec<HostFame>,
    pub has_calendar: bool,
    pub has_feed: bool,
}

/// A campaign, or a tournament with all its games.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct HostGame {
    pub id: String,
    pub title: String,
    pub game_title: String,
    /// What players call a turn.
    pub unit: String,
    pub path: String,
    /// How many were played.
    pub turn: u32,
    /// In the order of seats.
    pub players: Vec<HostPlayer>,
    pub next: Option<HostNext>,
    /// Null while it goes on.
    pub ended: Option<EndFacts>,
    /// The day on which it ended.
    pub ended_on: Option<String>,
    pub tournament: Option<HostTournament>,
}

/// What only a tournament has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HostTournament {
    pub games_total: usize,
    pub games_over: usize,
    /// Whether no more of its games are played.
    pub is_over: bool,
    /// Who shares the lead, or has won; empty before anybody has a point.
    pub leaders: Vec<String>,
}

/// A player as a page names them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HostPlayer {
    pub name: String,
    /// The page of the player, if there is one; it starts at the host's folder.
    pub page: Option<String>,
    /// In a game that is over.
    pub place: Option<u32>,
}

/// When the next turn is played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HostNext {
    pub turn: u32,
    pub deadline_local: String,
    pub zone: String,
    pub deadline_utc: String,
    /// Where moves alternate: whose it is.
    pub to_move: Option<String>,
}

/// A campaign that looks for players.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HostWaiting {
    pub id: String,
    pub title: String,
    pub game_title: String,
    /// How many; 0 if those who write now wait for a place.
    pub players_wanted: u8,
    /// `JOIN` by email enters them.
    pub by_mail: bool,
    pub schedule: ScheduleFacts,
    /// Its archive, if it has begun.
    pub path: Option<String>,
}

/// A game of two that players begin by email, with whoever else waits for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HostTable {
    /// As players name it: the game's id, a slash and the scenario.
    pub name: String,
    pub game_title: String,
    /// How many wait for an opponent.
    pub queued: usize,
    pub schedule: ScheduleFacts,
}

/// A standing list of players of a game of two.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HostLadder {
    /// As players name the game.
    pub name: String,
    pub game_title: String,
    pub schedule: ScheduleFacts,
    pub places_above: u8,
    /// The first place first.
    pub rungs: Vec<HostRung>,
}

/// A place of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HostRung {
    pub place: usize,
    pub name: String,
}

/// The ratings of one game.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct HostRatings {
    pub game_title: String,
    /// How many games they follow from.
    pub games: usize,
    pub players: Vec<HostRating>,
}

/// A player's rating, and where their page is.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct HostRating {
    #[serde(flatten)]
    pub rating: Rating,
    pub page: Option<String>,
}

/// A player who has won.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HostFame {
    pub player: HostPlayer,
    pub won: u32,
    /// How many games of theirs are over.
    pub games: u32,
    /// The titles of those that they won, the last first.
    pub titles: Vec<String>,
}

/// The page of one player.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PlayerPage {
    pub name: String,
    /// Such as `players/ann.html`.
    pub path: String,
    pub running: Vec<HostGame>,
    pub finished: Vec<HostGame>,
    pub ratings: Vec<PlayerRating>,
}

/// What a player's strength in one game is.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PlayerRating {
    pub game_title: String,
    #[serde(flatten)]
    pub rating: Rating,
}

#[derive(Serialize)]
struct OnePlayer<'a> {
    host: &'a HostFacts,
    player: &'a PlayerPage,
}

/// The pages and their style; `players` are the pages of those who asked for one. The same models give the same bytes.
///
/// # Errors
/// When a template asks for something that is not there.
pub fn pages(model: HostModel, players: &[PlayerPage], templates: &Templates) -> Result<Vec<SiteFile>, TemplateError> {
    let style = super::site::style(templates)?;
    let mut files = vec![("style.css".to_owned(), style.into_bytes())];
    for player in players {
        let page = templates.html("shared/site-player", &OnePlayer { host: &model.host, player })?;
        files.push((player.path.clone(), page.into_bytes()));
    }
    // All games of the host are in it, and not twice.
    let facts = Model::of(&model);
    drop(model);
    files.push(("index.html".to_owned(), templates.html_of("shared/site-host", &facts)?.into_bytes()));
    Ok(files)
}
