//! P4.11, P10.3 to P10.5: how the game ends.

use std::cmp::Reverse;

use super::play::Play;
use super::ranking::{INDUSTRIAL_PRODUCT, PLANETS};
use crate::engine::{Outcome, Place, Seat};
use crate::galaxy::places_by;
use crate::games::empire_postal::event::{Event, SeatStatistics};
use crate::games::empire_postal::state::{GnpRow, Player, State, TurnRecord};

/// P10.3: more than this many planets win at once; exactly this many win at the end of two turns running.
const EMPIRE: u32 = 13;

/// What players are compared by: smaller is better, and equals share a place.
type Merit = (u32, Reverse<i64>, u32, Reverse<i64>, Reverse<i64>);

pub(super) fn judge(turn: &mut Play) {
    let emperors: Vec<Seat> = turn.state.seats_in_play().filter(|seat| is_emperor(&turn.state, *seat)).collect();
    let is_over = turn.state.rounds.is_some_and(|rounds| turn.state.turn >= rounds) || turn.state.seats_in_play().next().is_none();
    let rule = match (emperors.is_empty(), is_over) {
        (false, _) => "P10.3",
        (true, true) => "P10.4",
        (true, false) => return,
    };
    let outcome = Outcome { rule: rule.to_owned(), places: place(&turn.state, &emperors) };
    let statistics = outcome.places.iter().filter_map(|place| statistics_of(&turn.state, *place)).collect();
    turn.state.outcome = Some(outcome.clone());
    turn.tell_everybody(Event::GameOver { outcome, statistics });
}

/// P10.3: more than 13 planets now, or 13 both now and a turn ago.
fn is_emperor(state: &State, seat: Seat) -> bool {
    let held = |turns_ago: usize| {
        let record = state.history.iter().rev().nth(turns_ago);
        record.and_then(|record| record.seats.get(&seat)).map_or(0, |record| record.planets)
    };
    held(0) > EMPIRE || (held(0) == EMPIRE && held(1) == EMPIRE)
}

fn place(state: &State, emperors: &[Seat]) -> Vec<Place> {
    places_by(state.players.iter().map(|(seat, player)| (merit(state.gnp.get(seat), player, emperors.contains(seat)), *seat)))
}

/// P10.3: emperors come first, by planets, then GNP. P10.4: the others follow by GNP, planets, GIP. Players who are out come last, those who held on
/// longer first.
fn merit(row: Option<&GnpRow>, player: &Player, is_emperor: bool) -> Merit {
    let Some(row) = row else { return (2, Reverse(i64::from(player.out_since.unwrap_or(0))), 0, Reverse(0), Reverse(0)) };
    let (planets, product) = (row.values[PLANETS], row.values[INDUSTRIAL_PRODUCT]);
    match is_emperor {
        true => (0, Reverse(planets), row.rank_sum, Reverse(0), Reverse(0)),
        false => (1, Reverse(0), row.rank_sum, Reverse(planets), Reverse(product)),
    }
}

/// P10.5: a seat's line in the hall of fame.
fn statistics_of(state: &State, place: Place) -> Option<SeatStatistics> {
    let planets_in = |record: &TurnRecord| record.seats.get(&place.seat).map_or(0, |record| record.planets);
    let planets_by_turn: Vec<u32> = state.history.iter().map(planets_in).collect();
    Some(SeatStatistics {
        seat: place.seat,
        place: place.place,
        planets: planets_by_turn.last().copied().unwrap_or(0),
        gnp_hundredths: state.gnp.get(&place.seat).map(GnpRow::gnp_hundredths),
        planets_by_turn,
        statistics: state.players.get(&place.seat)?.statistics,
    })
}
