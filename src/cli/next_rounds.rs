//! What a command about one game of a Swiss leaves as it is: who plays its next rounds, and that they are drawn.

use crate::campaign::CampaignId;
use crate::campaign::config::{CampaignConfig, SeatConfig};
use crate::engine::Seat;
use crate::office::{Host, SeatDone};

/// The Swiss that a game belongs to, as long as not all of its rounds have been drawn, with the round of the game.
fn swiss(host: &Host, game: &CampaignId) -> Option<(CampaignConfig, u32, [Seat; 2])> {
    let paired = host.campaign(game).ok()?.paired?;
    let swiss = host.campaign(&paired.tournament).ok()?;
    let is_left = swiss.swiss_rounds()? > swiss.rounds.len();
    Some((swiss, paired.round?, paired.players)).filter(|_| is_left)
}

/// Who plays the next rounds in the place of whom a seat of a game is about; `None` if they are not drawn for anybody there.
fn next_player(host: &Host, game: &CampaignId, seat: Seat) -> Option<(CampaignId, SeatConfig)> {
    let (swiss, _, players) = swiss(host, game)?;
    let number = players.get(usize::from(seat.0).checked_sub(1)?)?;
    let player = swiss.seats.iter().find(|player| player.number == *number && !player.withdrawn)?.clone();
    Some((swiss.id, player))
}

/// What follows for the next rounds if a player leaves a game.
pub(super) fn without(host: &Host, game: &CampaignId, seat: Seat) -> Option<String> {
    let (swiss, SeatConfig { number, name, .. }) = next_player(host, game, seat)?;
    Some(format!(
        "The next rounds of {swiss} pair {name} all the same: write `withdrawn = true` into their [[seat]] (number {number}) in its \
         campaign.toml if they are to play no more"
    ))
}

/// What follows for the next rounds if another player takes over a game.
pub(super) fn with(host: &Host, done: &SeatDone) -> Option<String> {
    let (swiss, player) = next_player(host, &done.campaign, done.seat)?;
    let SeatDone { name, address, .. } = done;
    let SeatConfig { number, name: next, .. } = &player;
    (player.address != *address).then(|| {
        format!(
            "The next rounds of {swiss} are {next}'s: write {name} and {address} into their [[seat]] (number {number}) in its campaign.toml if \
             {name} is to play them too"
        )
    })
}

/// What follows for the next rounds if a game ends without a result.
pub(super) fn after_abort(host: &Host, game: &CampaignId) -> Option<String> {
    let (swiss, round, _) = swiss(host, game)?;
    Some(format!(
        "{} goes on: once all games of its round {round} are over, the next tick draws another, unless its campaign.toml says `open = false`. \
         The aborted games are not played again and bring no points",
        swiss.id
    ))
}
