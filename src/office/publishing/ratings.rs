//! The games of a host that are over, for ratings.

use chrono::{DateTime, Utc};

use crate::campaign::ratings::{EndedGame, Finisher};
use crate::engine::{Decision, Outcome};
use crate::office::cabinet::desk::Desk;
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::host::{Host, HostError};

/// The games of a host that are over.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EndedGames {
    /// In the order in which they ended; those that ended at the same time by the campaign's id.
    pub rated: Vec<EndedGame>,
    /// How many were over before each side had moved.
    pub void: usize,
    /// How many belong to campaigns with `unrated = true`, void ones not among them.
    pub unrated: usize,
}

/// All games of this host that are over, or those of one kind. Campaigns that cannot be read are left out, since `status` says what is
/// wrong with them.
///
/// # Errors
/// When the host's folder cannot be read.
pub fn ended_games(host: &Host, game: Option<&str>) -> Result<EndedGames, HostError> {
    let mut ended: Vec<(DateTime<Utc>, String, EndedGame)> = Vec::new();
    let mut games = EndedGames::default();
    for id in host.campaign_ids()? {
        let desk = Desk::open_to_read(host, &id).ok().filter(|desk| game.is_none_or(|game| desk.campaign.game.id() == game));
        let Some(mut desk) = desk else { continue };
        let Ok(Some((at, game))) = ended_game(&mut desk) else { continue };
        let decision = desk.campaign.progress.as_ref().map(|progress| progress.table.decision());
        match decision {
            Some(Decision::Void) => games.void += 1,
            _ if desk.campaign.config.unrated => games.unrated += 1,
            _ => ended.push((at, id, game)),
        }
    }
    ended.sort_by(|one, other| (one.0, &one.1).cmp(&(other.0, &other.1)));
    games.rated = ended.into_iter().map(|(_, _, game)| game).collect();
    Ok(games)
}

/// When a game ended, and who finished how.
fn ended_game(desk: &mut Desk) -> Result<Option<(DateTime<Utc>, EndedGame)>, DeskError> {
    let Desk { store, campaign, .. } = desk;
    let Some(progress) = &campaign.progress else { return Ok(None) };
    let Some(outcome) = progress.table.outcome() else { return Ok(None) };
    let ended_at = store.look()?.reported_at(progress.table.turn())?;
    let players = campaign.config.seats.iter().filter_map(|seat| {
        let place = place(&outcome, seat.number)?;
        Some(Finisher { identity: seat.address.identity(), name: seat.name.clone(), place })
    });
    Ok(ended_at.map(|at| (at, EndedGame { players: players.collect() })))
}

fn place(outcome: &Outcome, seat: crate::engine::Seat) -> Option<u32> {
    outcome.places.iter().find(|place| place.seat == seat).map(|place| place.place)
}
