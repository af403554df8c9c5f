//! A seat of a running game that nobody holds. It has no address and no valid token, so nothing can be mailed to it.

use super::Identity;
use super::config::{CampaignConfig, SeatConfig};
use super::roster::{Holder, SeatKey};
use super::seat_edits::{SeatEdit, edits};
use crate::engine::Seat;

/// A vacant seat. It stays in the game without orders until another person takes it over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vacancy {
    /// Its number in the game.
    pub seat: Seat,
    /// The name of the seat in the game, which is that of its last player.
    pub name: String,
    /// The tokens of this epoch and of earlier ones are void. The player who takes over the seat gets the next epoch.
    pub epoch: u32,
    /// Identifies its last player in ratings: a seat that nobody takes over is rated for them. It is no address.
    pub identity: Identity,
    /// What the file said about the seat when a command last dealt with it.
    pub settled: Option<SeatConfig>,
}

impl Vacancy {
    /// The vacancy after a player leaves. What the file says about the seat now is no edit.
    pub fn left_by(holder: &Holder, file: &[SeatConfig]) -> Vacancy {
        let mut holder = holder.clone();
        holder.settle(file, &SeatKey::ALL);
        let Holder { player, epoch, settled } = holder;
        Vacancy { seat: player.number, identity: player.address.identity(), name: player.name, epoch, settled }
    }

    /// The edit of the file for this seat, if there is one: only another player can be meant.
    pub fn edit(&self, config: &CampaignConfig, file: &[SeatConfig]) -> Option<SeatEdit> {
        let last = Holder { player: self.settled.clone()?, epoch: self.epoch, settled: self.settled.clone() };
        let entry: Vec<SeatConfig> = file.iter().filter(|entry| entry.number == self.seat).cloned().collect();
        let edit = edits(config, &entry, &[last], &[]).pop()?;
        edit.another_player.as_ref()?;
        Some(SeatEdit { same_player: Vec::new(), ..edit })
    }
}
