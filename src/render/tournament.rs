//! What is told of a tournament: its table, its games, and the page that leads to them.

use serde::Serialize;

use super::SiteFile;
use super::site::{HostLink, Web};
use super::{TemplateError, Templates};
use crate::campaign::CampaignId;
use crate::campaign::local::Zone;
use crate::campaign::standings::Standing;

/// A tournament as its players read of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TournamentFacts {
    /// What commands call it, such as `spring`.
    pub id: String,
    /// The name that players see.
    pub title: String,
    /// The name of the game, such as `Autumn Ash`.
    pub game_title: String,
    /// Whose game it is; null where nobody asks to be named.
    pub credit: Option<&'static str>,
    /// Games that are paired so far.
    pub games_total: usize,
    /// How many of these are over.
    pub games_over: usize,
    /// Whether no game goes on, and none will begin.
    pub is_over: bool,
    /// The rounds and byes of a Swiss; null for a round robin.
    pub swiss: Option<SwissFacts>,
    /// Whether any game is void, so that it brings nobody anything.
    pub has_void: bool,
    /// Whether any game of a Swiss gave a point to the player who stayed, because the other left before each side had moved.
    pub has_left: bool,
    /// Whether any game was won on time.
    pub has_on_time: bool,
    /// Whether the cross table is narrow enough for plain text.
    pub fits_text: bool,
    /// Columns of one player in the cross table.
    pub cell_width: usize,
    /// The tie-break that decided the first place, once the tournament is over; null if points decided it, or if the place is shared.
    pub tie_break: Option<TieBreakFacts>,
    /// The table, the first place first.
    pub standings: Vec<Standing>,
    /// All that are paired so far, by number.
    pub games: Vec<GameFacts>,
}

/// What has decided the first place between players with as many points.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TieBreakFacts {
    /// `buchholz`, `sonneborn-berger` or `won` (games won).
    pub by: &'static str,
    /// What each of them has, such as `2.5`.
    pub points: String,
    /// Their names, the first place first.
    pub level: Vec<String>,
}

/// How far a Swiss has come.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SwissFacts {
    /// How many rounds it has in all.
    pub rounds_total: usize,
    /// How many of these are paired.
    pub rounds_drawn: usize,
    /// Who had a point without a game, by round.
    pub byes: Vec<ByeFacts>,
}

/// A round in which somebody had a point without a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ByeFacts {
    /// From 1.
    pub round: usize,
    /// What the player who had the point is called.
    pub name: String,
}

/// One game of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GameFacts {
    /// In the tournament, from 1.
    pub number: u32,
    /// The round of a Swiss; null in a round robin.
    pub round: Option<u32>,
    /// The id of its campaign.
    pub id: CampaignId,
    /// What the player of seat 1 is called.
    pub first: String,
    /// What the player of seat 2 is called.
    pub second: String,
    /// Whether the reader plays in it.
    pub own: bool,
    /// Whether it is the reader's move.
    pub own_move: bool,
    /// `1-0`, `½-½` or `0-1`; null while it goes on, and for a void game; `+:-` or `-:+` in a Swiss if one
    /// has left it before each side had moved.
    pub result: Option<&'static str>,
    /// It was decided because somebody's time was used up.
    pub on_time: bool,
    /// It ended without a result, and counts for nothing.
    pub is_void: bool,
    /// Turns that were played so far.
    pub turns_played: u32,
    /// The name of the player to move.
    pub to_move: Option<String>,
    /// When the move is due, such as `2026-11-27 19:00 UTC`.
    pub deadline_utc: Option<String>,
    /// The same in the zone of a reader who plays in the game, for others in the tournament's; all three are null once the game is over.
    pub deadline_local: Option<String>,
    /// When grace and reserve are used up too; null if the game has neither.
    pub closes_local: Option<String>,
    /// The zone of the local times: the reader's in a game of their own, else the tournament's.
    pub zone: Option<Zone>,
    /// Its first page in the tournament's archive.
    pub path: String,
}

/// The columns of a line of plain text without those in front of the cross table.
const COLUMNS_LEFT: usize = 78 - 44;

/// The same in front of the rounds of a Swiss.
const COLUMNS_LEFT_OF_SWISS: usize = 78 - 49;

/// The columns of a round of a Swiss: an opponent's number, a colon and a sign.
pub const ROUND_WIDTH: usize = 5;

impl TournamentFacts {
    /// Whether so many rounds of a Swiss fit beside the rest of the lines.
    pub fn fits_rounds(rounds: usize) -> bool {
        rounds * ROUND_WIDTH <= COLUMNS_LEFT_OF_SWISS
    }

    /// Whether a cross table of so many players fits beside the rest of their lines.
    pub fn fits(players: usize, cell_width: usize) -> bool {
        players * cell_width <= COLUMNS_LEFT
    }
}

#[derive(Serialize)]
struct TournamentPage<'a> {
    #[serde(flatten)]
    facts: &'a TournamentFacts,
    host: Option<HostLink>,
    web: Web<'a>,
}

/// The front page of a tournament's archive, with its style. `host` is the page that leads to it, and `url` where it stands on the web, with a
/// slash at the end. The same facts give the same bytes.
///
/// # Errors
/// When a template of the campaign's own asks for something that is not there.
pub fn pages(
    facts: &TournamentFacts,
    host: Option<HostLink>,
    url: Option<&str>,
    templates: &Templates,
) -> Result<Vec<SiteFile>, TemplateError> {
    let style = super::site::style(templates)?;
    let index = templates.html("shared/site-tournament", &TournamentPage { facts, host, web: Web { url, has_picture: false } })?;
    Ok(vec![("index.html".to_owned(), index.into_bytes()), ("style.css".to_owned(), style.into_bytes())])
}
