//! What a viewer would tell first about a round: the galaxy's moments, and those of the board game alone.

use std::cmp::Reverse;

use serde::Serialize;

use super::event::{self, Event};
use super::state::{Power, Relation};
use super::view::{Me, View};
use crate::engine::{Moment, Place, Seat, Weight};
use crate::galaxy::story::{Change, Fight, FightResult, Flight, Force, Party, Revolt, Seen};
use crate::galaxy::{PlaceHeld, PlanetId, leaders, places_by};

/// The moments of this game alone.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Told {
    /// B6.4, B11.4: the viewer has ships but no planet.
    Homeless,
    /// B8.1: planets of the viewer's that may revolt in the coming round, each lacking this many land troops.
    Unrest { planets: Vec<PlanetId>, missing: u32 },
    /// B10.2: pirates came.
    Pirates { planet: PlanetId, fighters: u32 },
    /// B11.2: the dice that may end the game were thrown, and did not.
    ClosingDice { sum: u32, required: u32 },
    /// B11.3: the viewer's place by points, and whether another shares it.
    PointsStanding { place: u32, is_shared: bool, players: u32, points: u32, planets: u32, points_before: Option<u32> },
    /// B11.3: who has most points, for readers without a seat; `others` have as many.
    PointsLeader { seat: Seat, others: Vec<Seat>, points: u32, planets: u32 },
}

pub(super) fn tell(view: &View, events: &[Event]) -> Vec<Moment> {
    let own = view.me.as_ref().map(|me| own(view, me)).unwrap_or_default();
    Seen::of(&view.survey(), view.turn, events, see).moments(own, of_all(view, events))
}

/// Adds an event to what the viewer saw.
pub(super) fn see(event: &Event, round: u32, seen: &mut Seen<'_, Relation>) {
    match event {
        Event::Battle(battle) => seen.battles.push(fight(battle, ships)),
        Event::Landing(landing) => seen.landings.push(fight(landing, troops)),
        Event::PlanetTaken { planet, from, to } => seen.changes.push(Change { planet: *planet, from: *from, to: *to }),
        Event::Revolt { planet, owner, fell, .. } => {
            seen.revolts.push(Revolt { planet: *planet, owner: Power::Seat(*owner), fell: *fell });
        }
        Event::Fled { power, planet, fighters, transporters, to, space } => seen.flights.push(Flight {
            force: Force { power: *power, fighters: *fighters, transporters: *transporters, troops: 0 },
            from: *planet,
            to: *to,
            turn: round.saturating_add(*space as u32),
        }),
        Event::PlayerOut { seat } => seen.out.push(*seat),
        Event::RelationChanged { seats, before, relation } => seen.relation_moved(*seats, *before, *relation),
        _ => {}
    }
}

fn fight(fight: &event::Fight, party: fn(&event::Force, bool) -> Party) -> Fight {
    Fight {
        planet: fight.planet,
        owner: fight.owner,
        attackers: fight.attackers.iter().map(|force| party(force, true)).collect(),
        defenders: fight.defenders.iter().map(|force| party(force, false)).collect(),
        result: match fight.attackers_win {
            true if fight.volleys.is_empty() => FightResult::NoResistance, // B6.3, B7.2
            true => FightResult::AttackersWin,
            false => FightResult::DefendersWin,
        },
    }
}

/// B6: fighters fight; transporters beside them are not lost.
fn ships(force: &event::Force, _attacks: bool) -> Party {
    let before = Force { power: force.power, fighters: force.units, transporters: force.transporters, troops: 0 };
    Party { force: before, fighters_lost: force.lost, transporters_lost: 0, troops_lost: 0 }
}

/// B7: transporters land against land troops.
fn troops(force: &event::Force, attacks: bool) -> Party {
    let (transporters, troops) = if attacks { (force.units, 0) } else { (0, force.units) };
    let (transporters_lost, troops_lost) = if attacks { (force.lost, 0) } else { (0, force.lost) };
    Party { force: Force { power: force.power, fighters: 0, transporters, troops }, fighters_lost: 0, transporters_lost, troops_lost }
}

/// The moments about the viewer's own planets and place.
fn own(view: &View, me: &Me) -> Vec<Moment> {
    let mut moments = Vec::new();
    let Some(mine) = view.players.iter().find(|player| player.seat == me.seat) else { return moments };
    if view.outcome.is_none() {
        if mine.holdings.planets == 0 {
            moments.push(Moment::new(Weight::Danger, &Told::Homeless));
        }
        let unrest = me.shortages.iter().map(|shortage| Told::Unrest { planets: shortage.planets.clone(), missing: shortage.missing });
        moments.extend(unrest.map(|told| Moment::new(Weight::Danger, &told)));
    }
    if let Some(PlaceHeld { place, is_shared, players }) = PlaceHeld::of(me.seat, &table(view)) {
        let (points, planets, points_before) = (mine.points, mine.holdings.planets, view.before.map(|record| record.points));
        moments.push(Moment::new(Weight::News, &Told::PointsStanding { place, is_shared, players, points, planets, points_before }));
    }
    moments
}

/// B11.3: those who play, by points; nobody before the first round.
fn table(view: &View) -> Vec<Place> {
    let playing = view.players.iter().filter(|player| view.turn > 0 && !player.out);
    places_by(playing.map(|player| (Reverse(player.points), player.seat)))
}

/// The moments of events that nobody caused, and the leader for readers who look on.
fn of_all(view: &View, events: &[Event]) -> Vec<Moment> {
    let told = |event: &Event| match event {
        Event::PiratesCame { planet: Some(planet), fighters, .. } if *fighters > 0 => {
            Some(Told::Pirates { planet: *planet, fighters: *fighters })
        }
        Event::ClosingDice { sum, required, over: false, .. } => Some(Told::ClosingDice { sum: *sum, required: *required }),
        _ => None,
    };
    let mut all: Vec<Told> = events.iter().filter_map(told).collect();
    let is_looking_on = view.outcome.is_none() && view.me.as_ref().is_none_or(|me| me.out);
    all.extend(leader(view).filter(|_| is_looking_on));
    all.iter().map(|told| Moment::new(Weight::News, told)).collect()
}

fn leader(view: &View) -> Option<Told> {
    let (seat, others) = leaders(&table(view))?;
    let first = view.players.iter().find(|player| player.seat == seat)?;
    Some(Told::PointsLeader { seat, others, points: first.points, planets: first.holdings.planets })
}
