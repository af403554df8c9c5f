//! P4.1: names of players and planets, and the home planet.

use super::play::Play;
use crate::engine::{Seat, SheetLine, is_same_name};
use crate::galaxy::PlanetId;
use crate::games::empire_postal::event::{Event, Reason};
use crate::games::empire_postal::order::Order;
use crate::games::empire_postal::state::State;

const RULE: &str = "P4.1";

/// A request for a name.
struct Request<T> {
    line: SheetLine,
    bearer: T,
    name: String,
}

pub(super) fn give_names(turn: &mut Play) {
    name_players(turn);
    name_planets(turn);
    choose_homes(turn);
}

fn name_players(turn: &mut Play) {
    let requests = turn.last_words(RULE, |order| matches!(order, Order::PlayerName { .. }).then_some(()));
    let requests = requests.into_iter().filter_map(|(line, order)| match order {
        Order::PlayerName { name } => Some(Request { line, bearer: line.seat, name: name.clone() }),
        _ => None,
    });
    for Request { line, bearer: seat, name } in grant(turn, requests.collect(), is_players_name) {
        if let Some(player) = turn.state.players.get_mut(&seat) {
            let before = std::mem::replace(&mut player.name, name.clone());
            turn.tell_everybody(Event::PlayerNamed { seat, before, name });
        }
        turn.book.done(line, RULE);
    }
}

fn name_planets(turn: &mut Play) {
    let lines = turn.last_words(RULE, |order| match order {
        Order::PlanetName { on, .. } => Some(on.0),
        _ => None,
    });
    let mut requests = Vec::new();
    for (line, order) in lines {
        let Order::PlanetName { name, on } = order else { continue };
        match turn.own_planet(line.seat, *on).map(|planet| planet.number) {
            Ok(bearer) => requests.push(Request { line, bearer, name: name.clone() }),
            Err(reason) => turn.book.fail(line, RULE, reason),
        }
    }
    for Request { line, bearer: planet, name } in grant(turn, requests, is_planets_name) {
        if let Some(named) = turn.state.planet_mut(planet) {
            let before = std::mem::replace(&mut named.name, name.clone());
            turn.tell_everybody(Event::PlanetNamed { planet, before, name });
        }
        turn.book.done(line, RULE);
    }
}

fn choose_homes(turn: &mut Play) {
    for (line, order) in turn.last_words(RULE, |order| matches!(order, Order::HomePlanet { .. }).then_some(())) {
        let Order::HomePlanet { planet } = order else { continue };
        let own = turn.own_planet(line.seat, *planet).map(|_| ());
        if let Some(player) = turn.state.players.get_mut(&line.seat).filter(|_| own.is_ok()) {
            player.home = *planet;
        }
        turn.settle(line, RULE, own);
    }
}

/// The requests for names that nobody else has or asks for; the others fail. P0: the lowest seat number must not decide, so if several players ask
/// for one name, none gets it.
fn grant<T: Copy + PartialEq>(turn: &mut Play, requests: Vec<Request<T>>, is_anothers: fn(&State, T, &str) -> bool) -> Vec<Request<T>> {
    let wanted: Vec<String> = requests.iter().map(|request| request.name.clone()).collect();
    let mut granted = Vec::new();
    for request in requests {
        let asking = wanted.iter().filter(|name| is_same_name(name, &request.name)).count();
        if asking > 1 || is_anothers(turn.before, request.bearer, &request.name) {
            turn.book.fail(request.line, RULE, Reason::NameTaken { name: request.name });
        } else {
            granted.push(request);
        }
    }
    granted
}

fn is_players_name(state: &State, seat: Seat, name: &str) -> bool {
    state.players.iter().any(|(other, player)| *other != seat && is_same_name(&player.name, name))
}

/// A planet keeps its other names to itself, because orders may still use them.
fn is_planets_name(state: &State, planet: PlanetId, name: &str) -> bool {
    let others = state.planets.iter().filter(|other| other.number != planet);
    others.flat_map(|other| std::iter::once(&other.name).chain(&other.other_names)).any(|known| is_same_name(known, name))
}
