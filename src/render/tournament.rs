//! What is told about a tournament: its table, its games, and its front page.

use serde::Serialize;

use super::SiteFile;
use super::site::{HostLink, Web};
use super::{TemplateError, Templates};
use crate::campaign::CampaignId;
use crate::campaign::local::Zone;
use crate::campaign::standings::Standing;

/// A tournament, as its players read about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TournamentFacts {
    /// The id in commands, such as `spring`.
    pub id: String,
    /// The title that players see.
    pub title: String,
    /// The game's name, such as `Autumn Ash`.
    pub game_title: String,
    /// The game's credit; null if its author does not ask for one.
    pub credit: Option<&'static str>,
    /// How many games are paired so far.
    pub games_total: usize,
    /// How many of these are over.
    pub games_over: usize,
    /// Whether no game is in progress, and none will begin.
    pub is_over: bool,
    /// The rounds and byes of a Swiss; null for a round robin.
    pub swiss: Option<SwissFacts>,
    /// Whether any game is void, so that nobody gets anything for it.
    pub has_void: bool,
    /// Whether any game of a Swiss gave a point to the player who stayed, because the other left before each side had moved.
    pub has_left: bool,
    /// Whether any game was won on time.
    pub has_on_time: bool,
    /// Whether the cross table is narrow enough for plain text.
    pub fits_text: bool,
    /// How many columns each player has in the cross table.
    pub cell_width: usize,
    /// The tie-break that decided the first place, once the tournament is over; null if points decided it, or if the place is shared.
    pub tie_break: Option<TieBreakFacts>,
    /// The table, the first place first.
    pub standings: Vec<Standing>,
    /// All games paired so far, by number.
    pub games: Vec<GameFacts>,
}

/// What decided the first place between players with equal points.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TieBreakFacts {
    /// `buchholz`, `sonneborn-berger` or `won` (games won).
    pub by: &'static str,
    /// The points of each of them, such as `2.5`.
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
    /// Who got a point without a game, by round.
    pub byes: Vec<ByeFacts>,
}

/// A round in which somebody got a point without a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ByeFacts {
    /// The round, from 1.
    pub round: usize,
    /// The name of the player who got the point.
    pub name: String,
}

/// One game of a tournament.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GameFacts {
    /// Its number in the tournament, from 1.
    pub number: u32,
    /// The round of a Swiss; null in a round robin.
    pub round: Option<u32>,
    /// The id of its campaign.
    pub id: CampaignId,
    /// The name of the player of seat 1.
    pub first: String,
    /// The name of the player of seat 2.
    pub second: String,
    /// Whether the reader plays in it.
    pub own: bool,
    /// Whether it is the reader's move.
    pub own_move: bool,
    /// `1-0`, `½-½` or `0-1`; null while the game goes on, and for a void game. In a Swiss `+:-` or `-:+` if one player left before each side had
    /// moved.
    pub result: Option<&'static str>,
    /// Whether it was decided because somebody's time ran out.
    pub on_time: bool,
    /// Whether it ended without a result and counts for nothing.
    pub is_void: bool,
    /// How many turns have been played.
    pub turns_played: u32,
    /// The name of the player to move; null once the game is over.
    pub to_move: Option<String>,
    /// When the move is due, such as `2026-11-27 19:00 UTC`; null once the game is over.
    pub deadline_utc: Option<String>,
    /// The same time in the zone of a reader who plays in the game, or else in the tournament's; null once the game is over.
    pub deadline_local: Option<String>,
    /// When grace and reserve run out too; null if the game has neither.
    pub closes_local: Option<String>,
    /// The zone of the local times: the reader's in their own game, otherwise the tournament's.
    pub zone: Option<Zone>,
    /// The path of its first page in the tournament's archive.
    pub path: String,
}

/// How many columns of a line are left for the cross table.
const COLUMNS_LEFT: usize = 78 - 44;

/// How many columns of a line are left for the rounds of a Swiss.
const COLUMNS_LEFT_OF_SWISS: usize = 78 - 49;

/// The columns of one round of a Swiss: an opponent's number, a colon and a sign.
pub const ROUND_WIDTH: usize = 5;

impl TournamentFacts {
    /// Whether this many rounds of a Swiss fit beside the rest of the line.
    pub fn fits_rounds(rounds: usize) -> bool {
        rounds * ROUND_WIDTH <= COLUMNS_LEFT_OF_SWISS
    }

    /// Whether a cross table of this many players fits beside the rest of the line.
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

/// The front page of a tournament's archive, with its style. `host` is the page that leads to it; `url` is its address on the web, with a slash at
/// the end. The same facts always give the same bytes.
///
/// # Errors
/// When a template of the program cannot be rendered; in place of a campaign's own, which may be wrong, the program's is used.
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
