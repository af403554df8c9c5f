//! A turn in progress, in the frame that the space games share.

use crate::engine::{Dice, Seat, SeatSet, Stream};
use crate::galaxy::{self, PlanetId, SpaceState};
use crate::games::empire_postal::event::{Event, Reason};
use crate::games::empire_postal::order::Order;
use crate::games::empire_postal::state::{Planet, Player, Power, SeatRecord, State, Statistics};

/// What the phases work on. Phases in which all act at once (P0) judge by the position before.
pub(super) type Play<'a> = galaxy::SpacePlay<'a, State>;

impl SpaceState for State {
    type Order = Order;
    type Event = Event;
    type Reason = Reason;
    type SeatRecord = SeatRecord;
    const GAME_OVER: Reason = Reason::GameOver;
    const OVERRULED: Reason = Reason::Overruled;

    fn turn(&self) -> u32 {
        self.turn
    }

    fn to_move(&self) -> SeatSet {
        self.seats_in_play().filter(|_| self.outcome.is_none()).collect()
    }

    fn absent(seat: Seat) -> (&'static str, Reason) {
        ("P10.2", Reason::PlayerOut { seat })
    }
}

impl Play<'_> {
    /// Dice that do not follow from the published seed of the turn.
    pub(crate) fn hidden_dice(&self, site: &str) -> Stream {
        Dice::new(self.state.hidden_seed).stream(&format!("turn/{}/{site}", self.state.turn))
    }

    /// All planets by number, for loops that change the state.
    pub(crate) fn planet_ids(&self) -> impl Iterator<Item = PlanetId> + use<> {
        PlanetId::first(self.state.planets.len())
    }

    /// The planet, if this seat holds it.
    pub(crate) fn own_planet(&mut self, seat: Seat, id: PlanetId) -> Result<&mut Planet, Reason> {
        self.state.planet_mut(id).filter(|planet| planet.owner == Power::Seat(seat)).ok_or(Reason::NotYourPlanet { planet: id })
    }

    /// Political points that a seat has now.
    pub(crate) fn points_of(&self, seat: Seat) -> i32 {
        self.state.players.get(&seat).map_or(0, |player| player.political_points)
    }

    pub(crate) fn spend_points(&mut self, seat: Seat, points: u32) {
        if let Some(player) = self.state.players.get_mut(&seat) {
            player.political_points = player.political_points.saturating_sub_unsigned(points);
        }
    }

    pub(crate) fn player_mut(&mut self, power: Power) -> Option<&mut Player> {
        self.state.players.get_mut(&power.seat()?)
    }

    /// P10.5: counts something for the hall of fame; neutrals are not in it.
    pub(crate) fn count(&mut self, power: Power, counting: impl FnOnce(&mut Statistics)) {
        if let Some(player) = self.player_mut(power) {
            counting(&mut player.statistics);
        }
    }
}
