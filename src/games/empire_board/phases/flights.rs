//! B4: tracks move; then players send ships from orbits in the order of movement.

use super::freight;
use super::play::Play;
use super::standing::Standing;
use crate::engine::{Seat, SheetLine};
use crate::galaxy::{PlanetId, move_nearer};
use crate::games::empire_board::event::{Event, Reason};
use crate::games::empire_board::order::{Count, Order, Ship};
use crate::games::empire_board::state::{Power, Space, State};

pub(super) fn fly(round: &mut Play, sequence: &[Seat]) {
    name_homes(round);
    let mut standing = set_apart(&mut round.state);
    round.state.planets.iter_mut().for_each(|planet| move_nearer(&mut planet.track, Space::merge_into));
    for seat in sequence {
        for (line, order) in round.book.open_lines().into_iter().filter(|(line, _)| line.seat == *seat) {
            match order {
                Order::Send { count, ship, from, to } => send(round, &mut standing, line, (*count, *ship), (*from, *to)),
                Order::Load { count, cargo, from, to } => freight::ship(round, &mut standing, line, (*count, *cargo), (*from, *to)),
                _ => {}
            }
        }
    }
    for ((planet, seat), fleet) in standing.fleets {
        if let Some(planet) = round.state.planet_mut(planet) {
            planet.orbit_mut().add(Power::Seat(seat), fleet);
        }
    }
}

/// B4.3: home planets are named.
fn name_homes(round: &mut Play) {
    const RULE: &str = "B4.3";
    for (line, order) in round.last_words(RULE, |order| matches!(order, Order::HomePlanet { .. }).then_some(())) {
        let Order::HomePlanet { planet } = order else { continue };
        let result = round.own_planet(line.seat, *planet).map(|planet| planet.number);
        if let Ok(home) = result {
            move_home(round, line.seat, home);
        }
        round.settle(line, RULE, result.map(|_| ()));
    }
    let seats: Vec<Seat> = round.state.seats_in_play().collect();
    for seat in seats {
        let named = round.state.players.get(&seat).map(|player| player.home);
        // A player who lost the home planet and names none gets the one that the rulebook says, and keeps it.
        if let Some(home) = round.state.home(seat).filter(|home| named != Some(*home)) {
            move_home(round, seat, home);
        }
    }
}

fn move_home(round: &mut Play, seat: Seat, home: PlanetId) {
    if let Some(player) = round.state.players.get_mut(&seat) {
        player.home = home;
        round.tell_everybody(Event::HomePlanetNamed { seat, planet: home });
    }
}

/// Takes the fleets of all players out of the orbits.
fn set_apart(state: &mut State) -> Standing {
    let mut standing = Standing::default();
    for planet in &mut state.planets {
        let seats: Vec<Seat> = planet.orbit().powers().filter_map(Power::seat).collect();
        for seat in seats {
            standing.fleets.insert((planet.number, seat), planet.orbit_mut().take(Power::Seat(seat)));
        }
    }
    standing
}

fn send(round: &mut Play, standing: &mut Standing, line: SheetLine, (count, ship): (Count, Ship), (from, to): (PlanetId, PlanetId)) {
    const RULE: &str = "B4.1";
    let space = match round.state.flight_space(from, to) {
        Ok(_) if count == Count::Exactly(0) => return round.refused(line, RULE, count, Reason::Nothing),
        Ok(space) => space,
        Err(reason) => return round.refused(line, RULE, count, reason),
    };
    let fleet = standing.fleet(from, line.seat);
    let available = fleet.count(ship);
    let asked = count.number().unwrap_or(available);
    let flying = fleet.split(ship, asked, round.state.rulebook.shipload);
    let reason = Reason::TooFewShips { ship, planet: from, available };
    round.state.enter(Power::Seat(line.seat), flying, to, space);
    round.book.filled(line, RULE, (asked, asked.min(available)), Some(reason));
}
