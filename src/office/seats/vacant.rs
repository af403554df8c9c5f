//! What the front office knows of the seats of a game that goes on: which nobody holds, and who holds the others.

use crate::campaign::config::SeatConfig;
use crate::campaign::{Address, CampaignId};
use crate::engine::Seat;
use crate::office::Host;
use crate::office::cabinet::glance::Glance;

/// The seats of a game that goes on.
#[derive(Debug, Clone, Default)]
pub(in crate::office) struct Seats {
    pub vacant: Vec<Seat>,
    pub players: Vec<SeatConfig>,
}

impl Seats {
    /// Looks at a campaign without holding it. One that cannot be looked at, or whose game is over, has no vacant seats.
    pub(in crate::office) fn of(host: &Host, id: &CampaignId) -> Seats {
        let glance = Glance::open(host, id).ok().filter(|glance| glance.campaign.goes_on());
        glance.map_or_else(Seats::default, |glance| Seats {
            vacant: glance.campaign.vacancies.iter().map(|vacancy| vacancy.seat).collect(),
            players: glance.campaign.config.said.seats,
        })
    }

    /// Whether somebody with this address plays.
    pub(in crate::office) fn are_played_from(&self, address: &Address) -> bool {
        self.players.iter().any(|player| player.has_address(address))
    }
}
