//! P4.1: names, home planet, vote and declarations; and P4.10, what only own planets can refuse.

use std::collections::{BTreeMap, BTreeSet};

use super::Desk;
use crate::engine::Seat;
use crate::galaxy::{PlanetId, is_same_name};
use crate::games::empire_postal::event::Reason;
use crate::games::empire_postal::order::{Order, Ship};
use crate::games::empire_postal::state::{Power, Relation};

pub fn name_and_declare(desk: &mut Desk<'_>) {
    overrule(desk);
    for (entry, order) in desk.orders.clone() {
        // An overruled line has its one doubt already.
        if desk.doubts.iter().any(|doubt| doubt.entry == entry) {
            continue;
        }
        match order {
            Order::PlayerName { name } if is_players_name(desk, name) => {
                desk.fail(entry, "P4.1", Reason::NameTaken { name: name.clone() });
            }
            Order::PlanetName { on, .. } if !desk.is_own(*on) => desk.fail(entry, "P4.1", Reason::NotYourPlanet { planet: *on }),
            Order::PlanetName { name, on } if is_planets_name(desk, *on, name) => {
                desk.fail(entry, "P4.1", Reason::NameTaken { name: name.clone() });
            }
            Order::HomePlanet { planet } if !desk.is_own(*planet) => {
                desk.fail(entry, "P4.1", Reason::NotYourPlanet { planet: *planet });
            }
            Order::Vote { rounds } => vote(desk, entry, *rounds),
            Order::Declare { on, .. } if *on == desk.me.seat => desk.fail(entry, "P4.1", Reason::Yourself),
            Order::Declare { on, .. } if desk.view.players.iter().any(|player| player.seat == *on && player.out) => {
                desk.fail(entry, "P10.2", Reason::PlayerOut { seat: *on });
            }
            _ => {}
        }
    }
}

/// P4.2: wars cost political points, which newcomers do not expect.
pub fn new_wars(desk: &Desk<'_>) -> BTreeSet<Seat> {
    let is_open = |entry: usize| desk.doubts.iter().all(|doubt| doubt.entry != entry);
    let declared = desk.orders.iter().filter_map(|(entry, order)| match order {
        Order::Declare { stance: Relation::War, on } if is_open(*entry) => Some(*on),
        _ => None,
    });
    declared.filter(|on| desk.me.terms.iter().any(|terms| terms.seat == *on && terms.relation != Relation::War)).collect()
}

/// P4.10: only an owner refuses. The sender may own another's planet by then after a landing this turn, which takes
/// transporters (P6.1).
pub fn refuse_cargo(desk: &mut Desk<'_>) {
    for (entry, order) in desk.orders.clone() {
        if let Order::RefuseCargo { on } = order
            && !desk.is_own(*on)
            && !may_land(desk, *on)
        {
            desk.fail(entry, "P4.10", Reason::NotYourPlanet { planet: *on });
        }
    }
}

fn may_land(desk: &Desk<'_>, on: PlanetId) -> bool {
    let me = Power::Seat(desk.me.seat);
    let tracks = desk.view.planets.iter().filter(|planet| planet.number == on).flat_map(|planet| &planet.track);
    let is_sent = |order: &Order| matches!(order, Order::Send { ship: Ship::Transporter, to, .. } if *to == on);
    tracks.flat_map(|position| &position.fleets).any(|fleet| fleet.power == me && fleet.transporters > 0)
        || desk.orders.iter().any(|(_, order)| is_sent(order))
}

/// Of the lines on one subject the last counts.
fn overrule(desk: &mut Desk<'_>) {
    let mut last: BTreeMap<(&str, u16), usize> = BTreeMap::new();
    for (entry, order) in desk.orders.clone() {
        let subject = match order {
            Order::PlayerName { .. } => ("P4.1 player", 0),
            Order::PlanetName { on, .. } => ("P4.1 planet", on.0),
            Order::HomePlanet { .. } => ("P4.1 home", 0),
            Order::Declare { on, .. } => ("P4.1 terms", u16::from(on.0)),
            Order::Vote { .. } => ("P1.7 vote", 0),
            _ => continue,
        };
        if let Some(overruled) = last.insert(subject, entry) {
            let rule = subject.0.split(' ').next().unwrap_or_default();
            desk.fail(overruled, rule, Reason::Overruled);
        }
    }
}

/// P1.7: votes count with the first orders only, and only where the scenario leaves it open.
fn vote(desk: &mut Desk<'_>, entry: usize, rounds: u32) {
    let reason = match desk.view.rounds {
        _ if desk.view.turn > 0 => Reason::VotingOver,
        Some(rounds) => Reason::LengthFixed { rounds },
        None if (10..=30).contains(&rounds) => return,
        None => Reason::VoteOutOfRange,
    };
    let in_range = (reason == Reason::VoteOutOfRange).then(|| Order::Vote { rounds: rounds.clamp(10, 30) }.to_string());
    desk.fail(entry, "P1.7", reason);
    if let Some(doubt) = desk.doubts.last_mut() {
        doubt.instead = in_range;
    }
}

fn is_players_name(desk: &Desk<'_>, name: &str) -> bool {
    desk.view.players.iter().any(|player| player.seat != desk.me.seat && is_same_name(&player.name, name))
}

/// Another planet's, or one that this sheet gives to two: then neither gets it.
fn is_planets_name(desk: &Desk<'_>, planet: PlanetId, name: &str) -> bool {
    let others = desk.view.planets.iter().filter(|other| other.number != planet);
    let mut known = others.flat_map(|other| std::iter::once(&other.name).chain(&other.other_names));
    let is_overruled = |entry: usize| desk.doubts.iter().any(|doubt| doubt.entry == entry && doubt.reason == Reason::Overruled);
    let mut asked = desk.orders.iter().filter_map(|(entry, order)| match order {
        Order::PlanetName { name, on } if *on != planet && desk.is_own(*on) && !is_overruled(*entry) => Some(name),
        _ => None,
    });
    known.any(|known| is_same_name(known, name)) || asked.any(|asked| is_same_name(asked, name))
}
