//! A round in progress, in the frame that the space games share.

use crate::engine::{Dice, Orders, Seat, SeatSet};
use crate::galaxy::{self, PlanetId, SpaceState};
use crate::games::empire_board::event::{Event, Reason};
use crate::games::empire_board::order::Order;
use crate::games::empire_board::state::{Planet, Player, Power, SeatRecord, State, Statistics};

/// What the phases work on. The board is open, so phases tell everybody what happens.
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
        ("B11.4", Reason::PlayerOut { seat })
    }
}

pub(super) fn begin<'a>(before: &'a State, orders: &'a Orders<Order>, dice: &'a Dice) -> Play<'a> {
    Play::begin(before, State { turn: before.turn.saturating_add(1), ..before.clone() }, orders, dice)
}

impl Play<'_> {
    /// All planets by number, for loops that change the state.
    pub(crate) fn planet_ids(&self) -> impl Iterator<Item = PlanetId> + use<> {
        PlanetId::first(self.state.planets.len())
    }

    /// The planet, if this seat holds it.
    pub(crate) fn own_planet(&mut self, seat: Seat, id: PlanetId) -> Result<&mut Planet, Reason> {
        self.state.planet_mut(id).filter(|planet| planet.owner == Power::Seat(seat)).ok_or(Reason::NotYourPlanet { planet: id })
    }

    /// Another player, still in the game, whom `speaker` names.
    pub(crate) fn rival(&self, speaker: Seat, seat: Seat) -> Result<Seat, Reason> {
        match self.state.players.get(&seat) {
            _ if speaker == seat => Err(Reason::Yourself),
            None => Err(Reason::Nothing),
            Some(player) if player.out_since.is_some() => Err(Reason::PlayerOut { seat }),
            Some(_) => Ok(seat),
        }
    }

    pub(crate) fn player_mut(&mut self, power: Power) -> Option<&mut Player> {
        self.state.players.get_mut(&power.seat()?)
    }

    /// Counts something for the hall of fame; neutral planets and pirates are not in it.
    pub(crate) fn count(&mut self, power: Power, counting: impl FnOnce(&mut Statistics)) {
        if let Some(player) = self.player_mut(power) {
            counting(&mut player.statistics);
        }
    }
}
