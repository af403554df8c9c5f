//! The games of a host that are over, for ratings.

use chrono::{DateTime, Utc};

use crate::campaign::ratings::{EndedGame, Finisher};
use crate::campaign::{CampaignId, Identity};
use crate::engine::{Decision, Outcome, Seat};
use crate::office::cabinet::desk::{Keyless, Progress};
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::glance::Glance;
use crate::office::cabinet::host::{Host, HostError};
use crate::store::Ledger;

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
    let mut ended: Vec<(DateTime<Utc>, CampaignId, EndedGame)> = Vec::new();
    let mut games = EndedGames::default();
    for id in host.campaign_ids()? {
        let glance = Glance::open(host, &id).ok().filter(|glance| game.is_none_or(|game| glance.campaign.config.game.id() == game));
        let Some(mut glance) = glance else { continue };
        let Ok(Some((at, game))) = ended_game(&mut glance) else { continue };
        let decision = glance.campaign.progress.as_ref().map(Progress::decision);
        match decision {
            Some(Decision::Void) => games.void += 1,
            _ if glance.campaign.config.unrated => games.unrated += 1,
            _ => ended.push((at, id, game)),
        }
    }
    ended.sort_by(|one, other| (one.0, &one.1).cmp(&(other.0, &other.1)));
    games.rated = ended.into_iter().map(|(_, _, game)| game).collect();
    Ok(games)
}

/// The person for whom a seat is rated: its holder, or the last holder of a vacant one, since leaving must not save anybody from a loss.
pub(super) struct RatedSeat {
    pub seat: Seat,
    pub identity: Identity,
    pub name: String,
}

impl Keyless {
    /// Whom the seats are rated for, in the order of the seats.
    pub(super) fn rated_seats(&self) -> Vec<RatedSeat> {
        let held = self.config.seats.iter().map(|player| (player.number, player.address.identity(), &player.name));
        let vacant = self.vacancies.iter().map(|vacancy| (vacancy.seat, vacancy.identity.clone(), &vacancy.name));
        let mut seats: Vec<RatedSeat> =
            held.chain(vacant).map(|(seat, identity, name)| RatedSeat { seat, identity, name: name.clone() }).collect();
        seats.sort_by_key(|rated| rated.seat);
        seats
    }

    /// When the game ended: with its last report, or when that was decided. While it goes on, when the last report was written.
    pub(super) fn ended_at(&self, ledger: &Ledger<'_>) -> Result<Option<DateTime<Utc>>, DeskError> {
        match self.progress.as_ref().and_then(|progress| progress.ended.as_ref()) {
            Some(ended) => Ok(Some(ended.at)),
            None => Ok(ledger.reported_at(self.turns_played())?),
        }
    }
}

/// When a game ended, and with what places.
fn ended_game(glance: &mut Glance) -> Result<Option<(DateTime<Utc>, EndedGame)>, DeskError> {
    let Glance { store, campaign } = glance;
    let Some(progress) = &campaign.progress else { return Ok(None) };
    let Some(outcome) = progress.outcome() else { return Ok(None) };
    let ended_at = campaign.ended_at(&store.look()?)?;
    let rated = campaign.rated_seats().into_iter();
    let players = rated.filter_map(|RatedSeat { seat, identity, name }| Some(Finisher { identity, name, place: place(&outcome, seat)? }));
    Ok(ended_at.map(|at| (at, EndedGame { players: players.collect() })))
}

fn place(outcome: &Outcome, seat: Seat) -> Option<u32> {
    outcome.places.iter().find(|place| place.seat == seat).map(|place| place.place)
}
