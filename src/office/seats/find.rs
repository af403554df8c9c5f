//! Which seats of which campaigns a command means: a seat of one game, or a player's seats in all games of a tournament that go on.

use std::collections::BTreeSet;

use serde::Serialize;

use super::work::SeatError;
use crate::campaign::CampaignId;
use crate::campaign::config::CampaignConfig;
use crate::engine::Seat;
use crate::office::cabinet::found::campaign_among;
use crate::office::cabinet::seat_names::{UnknownSeat, no_seat, seat_of};
use crate::office::{DeskError, Glance, Host};

/// A seat of a campaign.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Target {
    /// The campaign; where a tournament was named, one of its games.
    pub campaign: CampaignId,
    /// In a game of a tournament 1 or 2, whatever the number of the player.
    pub seat: Seat,
}

/// The seats that `who`, a number or a name, has in a campaign; of a tournament those of all games that go on, or of all games once none
/// does.
///
/// # Errors
/// When there is no such campaign or player, the name is several players', or the campaign has not begun.
pub fn targets(host: &Host, id: &str, who: &str) -> Result<Vec<Target>, SeatError> {
    let config = known_campaign(host, id)?;
    if config.tournament.is_some() {
        return of_tournament(host, &config, who);
    }
    let glance = begun(host, &config.id)?;
    let seat = seat_of(&config.id, who, glance.campaign.seat_names())?;
    Ok(vec![Target { campaign: config.id, seat }])
}

/// The file of a campaign or tournament.
///
/// # Errors
/// When there is no such campaign, with the one that a misspelt name may mean; when the file cannot be read.
pub fn known_campaign(host: &Host, id: &str) -> Result<CampaignConfig, SeatError> {
    let mut known = host.campaign_ids().map_err(DeskError::from)?;
    known.extend(host.file_ids().map_err(DeskError::from)?);
    Ok(host.campaign(&campaign_among(host, known, id)?).map_err(DeskError::from)?)
}

fn begun(host: &Host, id: &CampaignId) -> Result<Glance, SeatError> {
    Glance::open(host, id).map_err(|error| match error {
        DeskError::NotBegun { .. } => SeatError::NotBegun { id: id.to_owned() },
        other => other.into(),
    })
}

/// A player of a tournament goes by the number in its file, or by the name in the file or in any of the games.
fn of_tournament(host: &Host, config: &CampaignConfig, who: &str) -> Result<Vec<Target>, SeatError> {
    let mut all = Vec::new();
    let mut names: BTreeSet<(String, Seat)> = config.seats.iter().map(|seat| (seat.name.clone(), seat.number)).collect();
    for pairing in config.pairings() {
        let campaign = config.game_id(pairing.number);
        let glance = match begun(host, &campaign) {
            // The round was drawn just now; its games begin with the next run.
            Err(SeatError::NotBegun { .. }) if pairing.round.is_some() => continue,
            begun => begun?,
        };
        let is_over = !glance.campaign.goes_on();
        for (seat, player) in [(Seat(1), pairing.first), (Seat(2), pairing.second)] {
            names.extend(glance.campaign.name_of(seat).map(|name| (name.to_owned(), player.number)));
            all.push((player.number, is_over, Target { campaign: campaign.clone(), seat }));
        }
    }
    if all.is_empty() {
        return Err(SeatError::NotBegun { id: config.id.clone() });
    }
    let players = names.into_iter().filter(|(_, number)| config.seat(*number).is_some()).map(|(name, number)| (number, name));
    let number = seat_of(&config.id, who, players).map_err(|error| match error {
        UnknownSeat::Nobody { .. } => no_seat(&config.id, who, &config.seat_names().into_iter().collect::<Vec<_>>()),
        other => other,
    })?;
    all.retain(|(player, _, _)| *player == number);
    if all.is_empty() {
        // A bye was all they had so far.
        let name = config.seat(number).map(|player| player.name.clone()).unwrap_or_default();
        return Err(SeatError::NoGame { id: config.id.clone(), name });
    }
    if all.iter().any(|(_, is_over, _)| !is_over) {
        all.retain(|(_, is_over, _)| !is_over);
    }
    Ok(all.into_iter().map(|(_, _, target)| target).collect())
}
