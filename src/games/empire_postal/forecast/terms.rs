//! P4.1: names, home planet, vote and declarations. P4.10: which cargo the sender can refuse.

use std::collections::{BTreeMap, BTreeSet};

use super::foresight::Foresight;
use crate::engine::{Seat, is_same_name};
use crate::galaxy::PlanetId;
use crate::games::empire_postal::event::Reason;
use crate::games::empire_postal::order::{Order, Ship};
use crate::games::empire_postal::state::{Power, Relation};

pub(super) fn name_and_declare(foresight: &mut Foresight<'_>) {
    overrule(foresight);
    for (entry, order) in foresight.orders.clone() {
        // An overruled line already has its doubt.
        if foresight.doubts.iter().any(|doubt| doubt.entry == entry) {
            continue;
        }
        match order {
            Order::PlayerName { name } if is_players_name(foresight, name) => {
                foresight.fail(entry, "P4.1", Reason::NameTaken { name: name.clone() });
            }
            Order::PlanetName { on, .. } if !foresight.is_own(*on) => foresight.fail(entry, "P4.1", Reason::NotYourPlanet { planet: *on }),
            Order::PlanetName { name, on } if is_planets_name(foresight, *on, name) => {
                foresight.fail(entry, "P4.1", Reason::NameTaken { name: name.clone() });
            }
            Order::HomePlanet { planet } if !foresight.is_own(*planet) => {
                foresight.fail(entry, "P4.1", Reason::NotYourPlanet { planet: *planet });
            }
            Order::Vote { rounds } => vote(foresight, entry, *rounds),
            Order::Declare { on, .. } if *on == foresight.me.seat => foresight.fail(entry, "P4.1", Reason::Yourself),
            Order::Declare { on, .. } if foresight.view.players.iter().any(|player| player.seat == *on && player.out) => {
                foresight.fail(entry, "P10.2", Reason::PlayerOut { seat: *on });
            }
            _ => {}
        }
    }
}

/// P4.2: the new wars, since they cost political points, which newcomers do not expect.
pub(super) fn new_wars(foresight: &Foresight<'_>) -> BTreeSet<Seat> {
    let is_open = |entry: usize| foresight.doubts.iter().all(|doubt| doubt.entry != entry);
    let declared = foresight.orders.iter().filter_map(|(entry, order)| match order {
        Order::Declare { stance: Relation::War, on } if is_open(*entry) => Some(*on),
        _ => None,
    });
    declared.filter(|on| foresight.me.terms.iter().any(|terms| terms.seat == *on && terms.relation != Relation::War)).collect()
}

/// P4.10: only an owner can refuse cargo. The sender may come to own another's planet by landing this turn, which takes transporters (P6.1).
pub(super) fn refuse_cargo(foresight: &mut Foresight<'_>) {
    for (entry, order) in foresight.orders.clone() {
        if let Order::RefuseCargo { on } = order
            && !foresight.is_own(*on)
            && !may_land(foresight, *on)
        {
            foresight.fail(entry, "P4.10", Reason::NotYourPlanet { planet: *on });
        }
    }
}

fn may_land(foresight: &Foresight<'_>, on: PlanetId) -> bool {
    let me = Power::Seat(foresight.me.seat);
    let tracks = foresight.view.planets.iter().filter(|planet| planet.number == on).flat_map(|planet| &planet.track);
    let is_sent = |order: &Order| matches!(order, Order::Send { ship: Ship::Transporter, to, .. } if *to == on);
    tracks.flat_map(|position| &position.fleets).any(|fleet| fleet.power == me && fleet.transporters > 0)
        || foresight.orders.iter().any(|(_, order)| is_sent(order))
}

/// Doubts all but the last line on each subject.
fn overrule(foresight: &mut Foresight<'_>) {
    let mut last: BTreeMap<(&str, u16), usize> = BTreeMap::new();
    for (entry, order) in foresight.orders.clone() {
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
            foresight.fail(overruled, rule, Reason::Overruled);
        }
    }
}

/// P1.7: votes count only with the first orders, and only if the scenario leaves the length open.
fn vote(foresight: &mut Foresight<'_>, entry: usize, rounds: u32) {
    let reason = match foresight.view.rounds {
        _ if foresight.view.turn > 0 => Reason::VotingOver,
        Some(rounds) => Reason::LengthFixed { rounds },
        None if (10..=30).contains(&rounds) => return,
        None => Reason::VoteOutOfRange,
    };
    let in_range = (reason == Reason::VoteOutOfRange).then(|| Order::Vote { rounds: rounds.clamp(10, 30) }.to_string());
    foresight.fail(entry, "P1.7", reason);
    if let Some(doubt) = foresight.doubts.last_mut() {
        doubt.instead = in_range;
    }
}

fn is_players_name(foresight: &Foresight<'_>, name: &str) -> bool {
    foresight.view.players.iter().any(|player| player.seat != foresight.me.seat && is_same_name(&player.name, name))
}

/// Whether another planet has this name, or the sheet gives it to two planets, so that neither gets it.
fn is_planets_name(foresight: &Foresight<'_>, planet: PlanetId, name: &str) -> bool {
    let others = foresight.view.planets.iter().filter(|other| other.number != planet);
    let mut known = others.flat_map(|other| std::iter::once(&other.name).chain(&other.other_names));
    let is_overruled = |entry: usize| foresight.doubts.iter().any(|doubt| doubt.entry == entry && doubt.reason == Reason::Overruled);
    let mut asked = foresight.orders.iter().filter_map(|(entry, order)| match order {
        Order::PlanetName { name, on } if *on != planet && foresight.is_own(*on) && !is_overruled(*entry) => Some(name),
        _ => None,
    });
    known.any(|known| is_same_name(known, name)) || asked.any(|asked| is_same_name(asked, name))
}
