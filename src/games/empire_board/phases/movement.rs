//! B3.3: the order of movement.

use super::play::Play;
use crate::engine::{Seat, SheetLine};
use crate::galaxy::PlanetId;
use crate::games::empire_board::event::{Event, Reason};
use crate::games::empire_board::order::Order;
use crate::games::empire_board::rulebook::{ContestedPlace, WithoutWish};
use crate::games::empire_board::state::State;

const RULE: &str = "B3.3";

/// Returns the seats in the order in which they move.
pub(super) fn order(round: &mut Play) -> Vec<Seat> {
    let lines = round.last_words(RULE, |order| matches!(order, Order::Position { .. }).then_some(()));
    let wish_of = |seat: Seat| {
        lines.iter().find_map(|(line, order)| match order {
            Order::Position { place } if line.seat == seat => Some((*line, *place)),
            _ => None,
        })
    };
    let choosing = choosing_order(&round.state);
    let mut places: Vec<Option<Seat>> = vec![None; choosing.len()];
    for seat in &choosing {
        let wish = wish_of(*seat);
        let place = choose(round, &places, wish.map(|(_, place)| place));
        if let Some(chosen) = place.and_then(|place| places.get_mut(place)) {
            *chosen = Some(*seat);
        }
        if let (Some((line, wished)), Some(place)) = (wish, place) {
            settle(round, line, wished, place as u32 + 1, choosing.len() as u32);
        }
    }
    let moving: Vec<Seat> = places.into_iter().flatten().collect();
    round.tell_everybody(Event::OrderOfMovement { choosing, moving: moving.clone() });
    moving
}

/// The player with the lowest total population chooses first. Ties go by everything else that they have, the least first.
fn choosing_order(state: &State) -> Vec<Seat> {
    let mut seats: Vec<Seat> = state.seats_in_play().collect();
    seats.sort_by_cached_key(|seat| {
        let holdings = state.holdings(*seat);
        let ships = (holdings.fighters, holdings.transporters);
        let works = (holdings.factories, holdings.hangars);
        let home = state.home(*seat).unwrap_or(PlanetId(u16::MAX));
        (holdings.population, holdings.warehouse.total(), holdings.planets, ships, works, home, *seat)
    });
    seats
}

/// The index of the place that the player whose turn it is to choose gets.
fn choose(round: &Play, places: &[Option<Seat>], wish: Option<u32>) -> Option<usize> {
    let free: Vec<usize> = (0..places.len()).filter(|index| places.get(*index) == Some(&None)).collect();
    let (first, last) = (free.first().copied(), free.last().copied());
    let Some(wished) = wish.and_then(|wish| usize::try_from(wish).ok()).map(|wish| wish.saturating_sub(1)) else {
        return match round.state.rulebook.without_wish {
            WithoutWish::LastFree => last,
            WithoutWish::FirstFree => first,
        };
    };
    let is_good = |index: &usize| match round.state.rulebook.contested_place {
        ContestedPlace::NextLater => *index >= wished,
        ContestedPlace::LastFree => *index == wished,
    };
    free.into_iter().find(is_good).or(last)
}

fn settle(round: &mut Play, line: SheetLine, wished: u32, place: u32, places: u32) {
    match wished {
        _ if wished == place => round.book.done(line, RULE),
        _ if wished > places => round.book.cut(line, RULE, Reason::NoSuchPlace { places }),
        _ => round.book.cut(line, RULE, Reason::PlaceTaken { place }),
    }
}
