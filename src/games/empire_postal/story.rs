//! What a viewer would tell first about a turn: the galaxy's moments, and those of the postal game alone.

use serde::Serialize;

use super::event::{Battle, BattleResult, Event, Landing};
use super::state::{Power, Relation};
use super::view::{Me, View};
use crate::engine::{Moment, Place, Seat, Weight};
use crate::galaxy::story::{Change, Fight, FightResult, Flight, Force, Party, Revolt, Seen};
use crate::galaxy::{PlaceHeld, PlanetId, leaders, places_by};

/// The moments of this game alone.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Told {
    /// P4.6: a planet of the viewer's that will try to revolt next turn.
    Restless { planet: PlanetId, missing: u32, needed: u32 },
    /// P4.6: all the viewer's planets try to revolt while their PP are below 0.
    Debt { points: i32 },
    /// P10.1: the viewer's place by GNP, and whether another shares it.
    Standing { place: u32, is_shared: bool, players: u32, gnp_hundredths: u32, planets: u32, planets_before: Option<u32> },
    /// P10.1: who is first by GNP, for readers who look on; `others` share the first place.
    Leader { seat: Seat, others: Vec<Seat>, gnp_hundredths: u32, planets: u32 },
}

pub(super) fn tell(view: &View, events: &[Event]) -> Vec<Moment> {
    let own = view.me.as_ref().map(|me| own(view, me)).unwrap_or_default();
    let is_looking_on = view.outcome.is_none() && view.me.as_ref().is_none_or(|me| me.out);
    let of_all = if is_looking_on { leader(view) } else { None };
    let of_all = of_all.map(|told| Moment::new(Weight::News, &told)).into_iter().collect();
    Seen::of(&view.survey(), view.turn, events, see).moments(own, of_all)
}

/// Adds an event to what the viewer saw.
pub(super) fn see(event: &Event, turn: u32, seen: &mut Seen<'_, Relation>) {
    match event {
        Event::Battle(battle) => seen.battles.push(fight(battle)),
        Event::Landing(landing) => seen.landings.push(assault(landing)),
        Event::PlanetTaken { planet, from, to } => seen.changes.push(Change { planet: *planet, from: *from, to: *to }),
        Event::Revolt { planet, owner, fell } => {
            seen.revolts.push(Revolt { planet: *planet, owner: Power::Seat(*owner), fell: *fell });
            // P7.1: reported as a revolt, but also a lost planet. A landing may take it in the same turn (P4.9).
            if *fell {
                seen.changes.push(Change { planet: *planet, from: Power::Seat(*owner), to: Power::Neutral });
            }
        }
        Event::Fled { seat, planet, fighters, to, position } => seen.flights.push(Flight {
            // P5.6: only fighters flee.
            force: Force { power: Power::Seat(*seat), fighters: *fighters, transporters: 0, troops: 0 },
            from: *planet,
            to: *to,
            turn: turn.saturating_add(*position as u32),
        }),
        Event::PlayerOut { seat } => seen.out.push(*seat),
        Event::RelationChanged { seats, before, relation } => seen.relation_moved(*seats, *before, *relation),
        _ => {}
    }
}

fn fight(battle: &Battle) -> Fight {
    let party = |fleet: &super::event::BattleFleet| Party {
        force: Force { power: fleet.power, fighters: fleet.fighters, transporters: fleet.transporters, troops: 0 },
        fighters_lost: fleet.fighters_lost,
        transporters_lost: fleet.transporters_lost,
        troops_lost: 0,
    };
    Fight {
        planet: battle.planet,
        owner: battle.owner,
        attackers: battle.attackers.iter().map(party).collect(),
        defenders: battle.defenders.iter().map(party).collect(),
        result: match battle.result {
            BattleResult::NoResistance => FightResult::NoResistance,
            BattleResult::AttackersWin => FightResult::AttackersWin,
            BattleResult::DefendersWin => FightResult::DefendersWin,
        },
    }
}

fn assault(landing: &Landing) -> Fight {
    let party = |force: &super::event::LandingForce| Party {
        force: Force { power: force.power, fighters: 0, transporters: force.transporters, troops: 0 },
        fighters_lost: 0,
        transporters_lost: force.transporters_lost,
        troops_lost: 0,
    };
    Fight {
        planet: landing.planet,
        owner: landing.owner,
        attackers: landing.attackers.iter().map(party).collect(),
        defenders: Vec::new(),
        result: if landing.taken_by.is_some() { FightResult::AttackersWin } else { FightResult::DefendersWin },
    }
}

/// The moments about the viewer's own planets, points and place.
fn own(view: &View, me: &Me) -> Vec<Moment> {
    let mut moments = Vec::new();
    let mine = view.planets.iter().filter(|planet| planet.owner == Power::Seat(me.seat));
    for (planet, full) in mine.clone().filter_map(|planet| Some((planet.number, planet.full.as_ref()?))) {
        let missing = full.home_defence.saturating_sub(full.pdu);
        if missing > 0 && view.outcome.is_none() {
            moments.push(Moment::new(Weight::Danger, &Told::Restless { planet, missing, needed: full.home_defence }));
        }
    }
    if me.political_points < 0 {
        moments.push(Moment::new(Weight::Danger, &Told::Debt { points: me.political_points }));
    }
    let gnp = |seat: Seat| view.players.iter().find(|player| player.seat == seat)?.gnp_hundredths;
    if let (Some(PlaceHeld { place, is_shared, players }), Some(gnp_hundredths)) = (PlaceHeld::of(me.seat, &table(view)), gnp(me.seat)) {
        let (planets, planets_before) = (mine.count() as u32, view.before.map(|record| record.planets));
        moments.push(Moment::new(Weight::News, &Told::Standing { place, is_shared, players, gnp_hundredths, planets, planets_before }));
    }
    moments
}

/// P10.1: those who have ranks, by GNP: all who play, once a turn has been played.
fn table(view: &View) -> Vec<Place> {
    places_by(view.players.iter().filter_map(|player| Some((player.gnp_hundredths?, player.seat))))
}

fn leader(view: &View) -> Option<Told> {
    let (seat, others) = leaders(&table(view))?;
    let first = view.players.iter().find(|player| player.seat == seat)?;
    Some(Told::Leader { seat, others, gnp_hundredths: first.gnp_hundredths?, planets: first.planets })
}
