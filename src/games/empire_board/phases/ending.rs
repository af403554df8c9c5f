//! B11: who is out, and how the game ends.

use std::cmp::Reverse;

use super::combat::throw_die;
use super::play::Play;
use crate::engine::{Outcome, Place, Seat};
use crate::galaxy::places_by;
use crate::games::empire_board::event::{Event, SeatStatistics};
use crate::games::empire_board::rulebook::PointsTie;
use crate::games::empire_board::state::{Player, Power, RoundRecord, SeatRecord, State};

pub(super) fn judge(round: &mut Play) {
    dismiss_the_beaten(round);
    record(round);
    let winners = empires(&round.state);
    // An empire wins whatever the points, so no dice are thrown.
    let rule = if !winners.is_empty() {
        "B11.1"
    } else if is_deserted(&round.state) {
        "B11.4"
    } else if closing_dice_end_it(round) {
        "B11.2"
    } else {
        return;
    };
    let outcome = Outcome { rule: rule.to_owned(), places: place(&round.state, &winners) };
    let statistics = outcome.places.iter().filter_map(|place| statistics_of(&round.state, *place)).collect();
    round.state.outcome = Some(outcome.clone());
    round.tell_everybody(Event::GameOver { outcome, statistics });
}

/// B11.4: players with neither planets nor transporters are out. Their fighters leave the game with them.
fn dismiss_the_beaten(round: &mut Play) {
    let is_beaten = |state: &State, seat: Seat| {
        let holdings = state.holdings(seat);
        holdings.planets == 0 && holdings.transporters == 0
    };
    let beaten: Vec<Seat> = round.state.seats_in_play().filter(|seat| is_beaten(&round.state, *seat)).collect();
    for seat in beaten {
        let this_round = round.state.turn;
        if let Some(player) = round.state.players.get_mut(&seat) {
            player.out_since = Some(this_round);
        }
        for space in round.state.planets.iter_mut().flat_map(|planet| &mut planet.track) {
            space.take(Power::Seat(seat));
        }
        round.tell_everybody(Event::PlayerOut { seat });
    }
}

fn record(round: &mut Play) {
    let points = &round.state.rulebook.points;
    let of_seat = |seat: Seat| {
        let holdings = round.state.holdings(seat);
        (seat, SeatRecord { planets: holdings.planets, points: holdings.points(points) })
    };
    round.record.seats = round.state.seats_in_play().map(of_seat).collect();
    round.state.history.push(round.record.clone());
}

/// B11.1: the players who hold enough planets to win.
fn empires(state: &State) -> Vec<Seat> {
    state.seats_in_play().filter(|seat| state.planets_of(*seat).count() >= state.planets_to_win() as usize).collect()
}

/// Whether nobody is left, or only one of several.
fn is_deserted(state: &State) -> bool {
    let left = state.seats_in_play().count();
    left == 0 || (left == 1 && state.players.len() > 1)
}

/// B11.2: throws the closing dice, if it is time for them; whether they end the game.
fn closing_dice_end_it(round: &mut Play) -> bool {
    let Some(required) = round.state.rulebook.closing.required(round.state.turn) else { return false };
    let mut stream = round.dice("closing");
    let dice: Vec<u32> = (0..round.state.rulebook.closing.dice).map(|_| throw_die(&mut stream)).collect();
    let sum = dice.iter().sum();
    let over = sum >= required;
    round.tell_everybody(Event::ClosingDice { dice, sum, required, over });
    over
}

/// What players are compared by: smaller is better, and equals share a place.
type Merit = (u8, Reverse<u32>, Reverse<u32>, Reverse<u32>);

/// B11.1: empires come first, by planets. B11.3: the others follow by points, planets and population, or as the rulebook says. Players who are out
/// come last, those who held on longer first.
fn place(state: &State, winners: &[Seat]) -> Vec<Place> {
    let shares = state.rulebook.points_tie == PointsTie::Shared;
    let merit = |(seat, player): (&Seat, &Player)| -> (Merit, Seat) {
        let holdings = state.holdings(*seat);
        let points = Reverse(holdings.points(&state.rulebook.points));
        let merit = match player.out_since {
            Some(round) => (2, Reverse(round), Reverse(0), Reverse(0)),
            None if winners.contains(seat) => (0, Reverse(holdings.planets), points, Reverse(holdings.population)),
            None if shares => (1, points, Reverse(0), Reverse(0)),
            None => (1, points, Reverse(holdings.planets), Reverse(holdings.population)),
        };
        (merit, *seat)
    };
    places_by(state.players.iter().map(merit))
}

/// A seat's line in the hall of fame.
fn statistics_of(state: &State, place: Place) -> Option<SeatStatistics> {
    let planets_in = |record: &RoundRecord| record.seats.get(&place.seat).map_or(0, |record| record.planets);
    let holdings = state.holdings(place.seat);
    Some(SeatStatistics {
        seat: place.seat,
        place: place.place,
        points: holdings.points(&state.rulebook.points),
        planets: holdings.planets,
        planets_by_turn: state.history.iter().map(planets_in).collect(),
        statistics: state.players.get(&place.seat)?.statistics,
    })
}
