//! P4.2: research and spies, then political points, then the recovery of morale.

use super::play::Play;
use super::spies;
use crate::engine::{Seat, SheetLine, Stream};
use crate::games::empire_postal::event::{Event, Reason};
use crate::games::empire_postal::order::{Goal, Order};
use crate::games::empire_postal::state::{Power, Relation};

/// The limits of FM and TM (P5.5, P6.3).
pub(super) const MORALE: std::ops::RangeInclusive<i32> = 50..=150;
/// P9.1: what one success adds to a planet's PR.
const RATE_STEP: u32 = 16;

pub(super) fn research_and_spy(turn: &mut Play) {
    spend_points(turn);
    earn_points(turn);
    mend_morale(turn);
}

/// P9.1: points must be there when they are spent, so a sheet's lines are filled in the order given.
fn spend_points(turn: &mut Play) {
    let mut researches = Counter::default();
    let mut spies = Counter::default();
    for (line, order) in turn.book.open_lines() {
        match order {
            Order::Research { points, goal } => {
                let nth = researches.next(line.seat);
                research(turn, line, *points, *goal, nth);
            }
            Order::Spy { on } => {
                let nth = spies.next(line.seat);
                spies::spy(turn, line, *on, nth);
            }
            _ => {}
        }
    }
}

/// Numbers each seat's lines of one kind from 1, to name their dice. Lines of another kind must not shift these numbers (P3).
#[derive(Default)]
struct Counter(Option<Seat>, u32);

impl Counter {
    fn next(&mut self, seat: Seat) -> u32 {
        let nth = if self.0 == Some(seat) { self.1 + 1 } else { 1 };
        *self = Counter(Some(seat), nth);
        nth
    }
}

fn research(turn: &mut Play, line: SheetLine, points: u32, goal: Goal, nth: u32) {
    if let Err(reason) = check_goal(turn, line.seat, goal) {
        return turn.book.filled(line, "P9.1", (points, 0), Some(reason));
    }
    let available = turn.points_of(line.seat);
    let affordable = points.min(u32::try_from(available).unwrap_or(0));
    let mut dice = turn.dice(&format!("research/{}/{nth}", line.seat));
    let (spent, successes) = throw_for(turn, line.seat, goal, affordable, &mut dice);
    turn.spend_points(line.seat, spent);
    if spent > 0 {
        let event = Event::Researched { seat: line.seat, goal, points: spent, successes };
        turn.tell([Power::Seat(line.seat)], event);
    }
    let reason = match points {
        0 => Reason::Nothing,
        _ if spent < affordable => Reason::AtMaximum,
        _ => Reason::TooFewPoints { available },
    };
    turn.book.filled(line, "P9.1", (points, spent), Some(reason));
}

fn check_goal(turn: &mut Play, seat: Seat, goal: Goal) -> Result<(), Reason> {
    match goal {
        Goal::ProductionRate { planet } => turn.own_planet(seat, planet).map(|_| ()),
        Goal::FighterMorale | Goal::TransporterMorale => Ok(()),
    }
}

/// P9.1: each point succeeds with 50 %. Returns the points spent and the successes; a point that could change nothing is not spent.
fn throw_for(turn: &mut Play, seat: Seat, goal: Goal, points: u32, dice: &mut Stream) -> (u32, u32) {
    let mut successes = 0;
    for spent in 0..points {
        if is_at_maximum(turn, seat, goal) {
            return (spent, successes);
        }
        if dice.percent(50) {
            improve(turn, seat, goal);
            successes += 1;
        }
    }
    (points, successes)
}

fn is_at_maximum(turn: &Play, seat: Seat, goal: Goal) -> bool {
    turn.state.players.get(&seat).is_some_and(|player| match goal {
        Goal::ProductionRate { .. } => false,
        Goal::FighterMorale => player.fighter_morale >= *MORALE.end(),
        Goal::TransporterMorale => player.transporter_morale >= *MORALE.end(),
    })
}

fn improve(turn: &mut Play, seat: Seat, goal: Goal) {
    match (goal, turn.state.players.get_mut(&seat)) {
        (Goal::ProductionRate { planet }, _) => {
            if let Some(planet) = turn.state.planet_mut(planet) {
                planet.production_rate = planet.production_rate.saturating_add(RATE_STEP);
            }
        }
        (Goal::FighterMorale, Some(player)) => player.fighter_morale += 1,
        (Goal::TransporterMorale, Some(player)) => player.transporter_morale += 1,
        (_, None) => {}
    }
}

/// P4.2: each player gains a point for every player at peace with them and loses one for every player at war; not in turn 1.
fn earn_points(turn: &mut Play) {
    if turn.before.turn == 0 {
        return;
    }
    let seats: Vec<Seat> = turn.state.seats_in_play().collect();
    for seat in &seats {
        let others = seats.iter().filter(|other| *other != seat);
        let relations = others.map(|other| turn.state.relation(Power::Seat(*seat), Power::Seat(*other)));
        let gain: i32 = relations
            .map(|relation| match relation {
                Relation::War => -1,
                Relation::Neutral => 0,
                Relation::Peace => 1,
            })
            .sum();
        if let Some(player) = turn.state.players.get_mut(seat) {
            player.political_points = player.political_points.saturating_add(gain);
        }
    }
}

fn mend_morale(turn: &mut Play) {
    let mend = |morale: &mut i32| *morale += if *morale <= 95 { 5 } else { 0 };
    for player in turn.state.players.values_mut() {
        mend(&mut player.fighter_morale);
        mend(&mut player.transporter_morale);
    }
}
