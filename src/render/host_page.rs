//! The page that leads to the archives of all campaigns of a host, and the pages of players who asked for one.

use chrono::NaiveDate;
use serde::Serialize;

use super::report::EndFacts;
use super::schedule::ScheduleFacts;
use super::{Model, SiteFile, TemplateError, Templates};
use crate::campaign::CampaignId;
use crate::campaign::local::Zone;
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
    /// Whose page it is.
    #[serde(flatten)]
    pub host: HostFacts,
    /// The nearest deadline first.
    pub running: Vec<HostGame>,
    /// Campaigns that look for players, in the order of their ids.
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
    /// Whether there is a calendar of the deadlines beside the page.
    pub has_calendar: bool,
    /// Whether there is a feed of the news beside the page.
    pub has_feed: bool,
}

/// A campaign, or a tournament with all its games.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct HostGame {
    /// What commands call it, such as `rim-3`.
    pub id: CampaignId,
    /// The name that players see, such as `The Rim`.
    pub title: String,
    /// The name of the game, such as `Ashes of Empire`.
    pub game_title: String,
    /// What players call a turn.
    pub unit: String,
    /// Its first page, from the host's folder on.
    pub path: String,
    /// How many were played.
    pub turn: u32,
    /// In the order of seats.
    pub players: Vec<HostPlayer>,
    /// The open deadline; null if there is none, and for a tournament.
    pub next: Option<HostNext>,
    /// Null while it goes on.
    pub ended: Option<EndFacts>,
    /// The day on which it ended, in UTC: `2027-01-09`.
    pub ended_on: Option<NaiveDate>,
    /// Null for a campaign.
    pub tournament: Option<HostTournament>,
}

/// What only a tournament has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HostTournament {
    /// Games that are paired so far.
    pub games_total: usize,
    /// How many of these are over.
    pub games_over: usize,
    /// Whether no more of its games are played.
    pub is_over: bool,
    /// Who shares the lead, or has won; empty before anybody has a point.
    pub leaders: Vec<String>,
}

/// A player as a page names them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HostPlayer {
    /// What the player is called.
    pub name: String,
    /// The page of the player, if there is one; it starts at the host's folder.
    pub page: Option<String>,
    /// In a game that is over.
    pub place: Option<u32>,
}

/// When the next turn is played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HostNext {
    /// The turn that is open.
    pub turn: u32,
    /// In the campaign's zone, such as `Fri 27 Nov 2026 20:00`.
    pub deadline_local: String,
    /// The campaign's zone, such as `Europe/Berlin`.
    pub zone: Zone,
    /// The same deadline, such as `2026-11-27 19:00 UTC`.
    pub deadline_utc: String,
    /// Where moves alternate: whose it is.
    pub to_move: Option<String>,
}

/// A campaign that looks for players.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HostWaiting {
    /// What commands and subjects call it, such as `rim-3`.
    pub id: CampaignId,
    /// The name that players see, such as `The Rim`.
    pub title: String,
    /// The name of the game, such as `Ashes of Empire`.
    pub game_title: String,
    /// How many; 0 if those who write now wait for a place.
    pub players_wanted: u8,
    /// `JOIN` by email enters them.
    pub by_mail: bool,
    /// When its turns are due.
    pub schedule: ScheduleFacts,
    /// Its archive, if it has begun.
    pub path: Option<String>,
}

/// A game of two that players begin by email, with whoever else waits for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HostTable {
    /// As players name it: the game's id, a slash and the scenario.
    pub name: String,
    /// The name of the game, such as `Autumn Ash`.
    pub game_title: String,
    /// How many wait for an opponent.
    pub queued: usize,
    /// When the moves of such a game are due.
    pub schedule: ScheduleFacts,
}

/// A standing list of players of a game of two.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HostLadder {
    /// As players name the game.
    pub name: String,
    /// The name of the game, such as `Autumn Ash`.
    pub game_title: String,
    /// When the moves of a game for a place are due.
    pub schedule: ScheduleFacts,
    /// Players may challenge those who stand up to so many places above them.
    pub places_above: u8,
    /// The first place first.
    pub rungs: Vec<HostRung>,
}

/// A place of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HostRung {
    /// From 1, which is the best.
    pub place: usize,
    /// What the player who holds it is called.
    pub name: String,
}

/// The ratings of one game.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct HostRatings {
    /// The name of the game, such as `Ashes of Empire`.
    pub game_title: String,
    /// How many games they follow from.
    pub games: usize,
    /// The best first.
    pub players: Vec<HostRating>,
}

/// A player's rating, and where their page is.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct HostRating {
    /// The player, and how strong they are.
    #[serde(flatten)]
    pub rating: Rating,
    /// The page of the player, if there is one; it starts at the host's folder.
    pub page: Option<String>,
}

/// A player who has won.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HostFame {
    /// Who has won; the place is null.
    pub player: HostPlayer,
    /// How many games they have won; a draw is not won.
    pub won: u32,
    /// How many games of theirs are over.
    pub games: u32,
    /// The titles of those that they won, the last first.
    pub titles: Vec<String>,
}

/// The page of one player.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PlayerPage {
    /// What the player is called.
    pub name: String,
    /// Such as `players/ann.html`.
    pub path: String,
    /// Campaigns that go on; those that the host does not list are left out, as below.
    pub running: Vec<HostGame>,
    /// Those that are over, the last to end first.
    pub finished: Vec<HostGame>,
    /// One for each game that the player is rated in.
    pub ratings: Vec<PlayerRating>,
}

/// What a player's strength in one game is.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PlayerRating {
    /// The name of the game, such as `Ashes of Empire`.
    pub game_title: String,
    /// The player's rating in it.
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
