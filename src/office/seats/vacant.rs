//! What the front office knows of the seats of a game that goes on: which nobody holds, and who holds the others.

use crate::campaign::config::SeatConfig;
use crate::campaign::{Address, CampaignId};
use crate::engine::Seat;
use crate::office::Host;
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::glance::Glance;

/// The seats of a game that goes on.
#[derive(Debug, Clone, Default)]
pub(in crate::office) struct Seats {
    pub vacant: Vec<Seat>,
    pub players: Vec<SeatConfig>,
}

impl Seats {
    /// Looks at a campaign without holding it. One that has not begun, or whose game is over, has no seats that anybody could take over.
    ///
    /// # Errors
    /// When the campaign does not read. Nobody may be told then that all its seats are taken.
    pub(in crate::office) fn of(host: &Host, id: &CampaignId) -> Result<Seats, DeskError> {
        let glance = match Glance::open(host, id) {
            Err(DeskError::NotBegun { .. }) => return Ok(Seats::default()),
            glance => glance?,
        };
        if !glance.campaign.goes_on() {
            return Ok(Seats::default());
        }
        Ok(Seats {
            vacant: glance.campaign.vacancies.iter().map(|vacancy| vacancy.seat).collect(),
            players: glance.campaign.config.said.seats,
        })
    }

    /// Whether somebody with this address plays.
    pub(in crate::office) fn are_played_from(&self, address: &Address) -> bool {
        self.players.iter().any(|player| player.has_address(address))
    }
}
