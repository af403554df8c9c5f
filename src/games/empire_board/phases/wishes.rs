//! B5.7, B6.2: wishes that stand until changed; and announcements.

use super::play::Play;
use crate::engine::Seat;
use crate::galaxy::PlanetId;
use crate::games::empire_board::event::{Event, Reason};
use crate::games::empire_board::order::{Order, Product};

pub(super) fn note(round: &mut Play) {
    note_factories(round);
    note_targets(round);
    announce(round);
}

/// B5.7: notes wishes. Lines for own planets have already been settled as choices of the opening (B2.2).
fn note_factories(round: &mut Play) {
    for (line, order) in round.book.open_lines() {
        let Order::Factory { product, on } = order else { continue };
        let result = note_factory(round, line.seat, *product, *on);
        round.settle(line, "B5.7", result);
    }
}

fn note_factory(round: &mut Play, seat: Seat, product: Product, planet: PlanetId) -> Result<(), Reason> {
    let awaits = round.state.planet(planet).is_some_and(|planet| planet.awaits_factory);
    let player = round.state.players.get_mut(&seat).filter(|_| awaits).ok_or(Reason::NoFactoryToCome { planet })?;
    player.factory_wishes.insert(planet, product);
    Ok(())
}

fn note_targets(round: &mut Play) {
    const RULE: &str = "B6.2";
    let lines = round.last_words(RULE, |order| match order {
        Order::Target { on, .. } => Some(*on),
        _ => None,
    });
    for (line, order) in lines {
        let Order::Target { player, on } = order else { continue };
        let target = player.map(|player| round.rival(line.seat, player)).transpose();
        let result = target.and_then(|target| note_target(round, line.seat, target, *on));
        round.settle(line, RULE, result);
    }
}

fn note_target(round: &mut Play, seat: Seat, target: Option<Seat>, on: Option<PlanetId>) -> Result<(), Reason> {
    let is_on_the_map = on.is_none_or(|planet| round.state.planet(planet).is_some());
    let player = round.state.players.get_mut(&seat).filter(|_| is_on_the_map).ok_or(Reason::Nothing)?;
    match (on, target) {
        (None, target) => player.target = target,
        (Some(planet), Some(target)) => {
            player.targets_at.insert(planet, target);
        }
        (Some(planet), None) => {
            player.targets_at.remove(&planet);
        }
    }
    Ok(())
}

fn announce(round: &mut Play) {
    for (line, order) in round.book.open_lines() {
        if let Order::Announce { text } = order {
            round.tell_everybody(Event::Announcement { seat: line.seat, text: text.clone() });
            round.book.done(line, "B12");
        }
    }
}
