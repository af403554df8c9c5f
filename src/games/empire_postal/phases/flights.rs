//! P4.4: flights, and the movement of everything on the tracks.

use super::neutrals;
use super::play::Play;
use crate::engine::SheetLine;
use crate::galaxy::{Filled, PlanetId, move_nearer};
use crate::games::empire_postal::event::Reason;
use crate::games::empire_postal::order::{Count, Order, Ship};
use crate::games::empire_postal::state::{Fleet, Position, Power, State};

const RULE: &str = "P4.4";

/// All ships in orbit now were there when the turn began, because nothing enters an orbit before the tracks move.
pub(super) fn fly(turn: &mut Play) {
    for (line, order) in turn.book.open_lines() {
        if let Order::Send { count, ship, from, to } = order {
            let result = send(turn, line, (*count, *ship), *from, *to);
            turn.fill(line, RULE, *count, result);
        }
    }
    neutrals::send(turn);
    turn.state.planets.iter_mut().for_each(|planet| move_nearer(&mut planet.track, Position::merge_into));
}

/// Returns how many were asked for and sent, and what limited the number.
fn send(turn: &mut Play, line: SheetLine, (count, ship): (Count, Ship), from: PlanetId, to: PlanetId) -> Filled<Reason> {
    let position = turn.state.flight_position(from, to)?;
    if count == Count::Exactly(0) {
        return Err(Reason::Nothing);
    }
    let power = Power::Seat(line.seat);
    let available = turn.state.planet(from).map_or(0, |planet| planet.orbit().fleets.of(power).count(ship));
    let asked = count.number().unwrap_or(available);
    let sent = asked.min(available);
    turn.state.launch(power, Fleet::of(ship, sent), from, (to, position));
    Ok(((asked, sent), Reason::TooFewShips { ship, planet: from, available }))
}

impl State {
    /// The position at which a flight enters the track of `to`.
    pub fn flight_position(&self, from: PlanetId, to: PlanetId) -> Result<usize, Reason> {
        match self.distance.steps(from, to) {
            _ if from == to => Err(Reason::SamePlanet { planet: to }),
            Some(distance) => Ok(distance + 1),
            None => Err(Reason::Nothing),
        }
    }
}
