//! A seat that nobody holds in a game that goes on. It knows no address and no token that works, so that nothing can be mailed to it.

use super::Identity;
use super::config::{CampaignConfig, SeatConfig};
use super::roster::{Holder, SeatKey};
use super::seat_edits::{SeatEdit, edits};
use crate::engine::Seat;

/// A vacant seat. It stands in the game without orders until another person takes it over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vacancy {
    /// Its number in the game.
    pub seat: Seat,
    /// The name of the seat in the game, which is that of its last player.
    pub name: String,
    /// The tokens of this epoch and of earlier ones are void. The player who takes the seat over gets the next one.
    pub epoch: u32,
    /// What tells its last player apart in ratings: a seat that nobody takes over is rated for them. It is no address.
    pub identity: Identity,
    /// What the file said of the seat when that was last settled.
    pub settled: Option<SeatConfig>,
}

impl Vacancy {
    /// What is left of a seat when its player leaves it. What the file says of it now is settled.
    pub fn left_by(holder: &Holder, file: &[SeatConfig]) -> Vacancy {
        let mut holder = holder.clone();
        holder.settle(file, &SeatKey::ALL);
        let Holder { player, epoch, settled } = holder;
        Vacancy { seat: player.number, identity: player.address.identity(), name: player.name, epoch, settled }
    }

    /// What an edit of the file asks for this seat: only another player can be meant.
    pub fn edit(&self, config: &CampaignConfig, file: &[SeatConfig]) -> Option<SeatEdit> {
        let last = Holder { player: self.settled.clone()?, epoch: self.epoch, settled: self.settled.clone() };
        let entry: Vec<SeatConfig> = file.iter().filter(|entry| entry.number == self.seat).cloned().collect();
        let edit = edits(config, &entry, &[last], &[]).pop()?;
        edit.another_player.as_ref()?;
        Some(SeatEdit { same_player: Vec::new(), ..edit })
    }
}
