//! P7: explains a revolt try step by step; its numbers are only for the owner.

use serde::Serialize;

use crate::engine::{Seat, SeenTurn, Thrown};
use crate::galaxy::PlanetId;
use crate::games::empire_postal::event::{Event, RevoltCause};
use crate::games::empire_postal::phases::throw_damage;
use crate::games::empire_postal::view::View;

/// A revolt try, with everything that was computed for it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct RevoltSteps {
    pub planet: PlanetId,
    pub owner: Seat,
    pub fell: bool,
    /// The numbers; `None` for everybody but the owner.
    pub damage: Option<Damage>,
    /// The throw; `None` without the numbers, or if the seed is not known.
    pub thrown: Option<Thrown>,
}

/// The numbers of [`Event::RevoltDamage`].
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Damage {
    planet: PlanetId,
    pub cause: RevoltCause,
    pub home_defence: u32,
    pub pdu_destroyed: u32,
    pub pdu_left: u32,
}

impl RevoltSteps {
    /// Whether the reader knows that this was the cause.
    pub(super) fn is_of(&self, cause: RevoltCause) -> bool {
        self.damage.as_ref().is_some_and(|damage| damage.cause == cause)
    }
}

/// All revolt tries on a planet in the turn. The owner was told the numbers of each, in the same order.
pub(super) fn all(planet: PlanetId, seen: &SeenTurn<View, Event>) -> Vec<RevoltSteps> {
    let revolts = seen.events.iter().filter_map(|event| match event {
        Event::Revolt { planet: at, owner, fell } if *at == planet => Some((*owner, *fell)),
        _ => None,
    });
    let damages: Vec<Damage> = seen.events.iter().filter_map(damage).filter(|damage| damage.planet == planet).collect();
    let is_owner_s = revolts.clone().count() == damages.len();
    let mut damages = damages.into_iter().filter(|_| is_owner_s);
    revolts
        .map(|(owner, fell)| {
            let damage = damages.next();
            let thrown = damage.as_ref().and_then(|damage| thrown(damage, seen));
            RevoltSteps { planet, owner, fell, damage, thrown }
        })
        .collect()
}

fn damage(event: &Event) -> Option<Damage> {
    let Event::RevoltDamage { planet, cause, home_defence, pdu_destroyed, pdu_left, .. } = *event else { return None };
    Some(Damage { planet, cause, home_defence, pdu_destroyed, pdu_left })
}

/// Repeats the throw; `None` if it gives another result.
fn thrown(damage: &Damage, seen: &SeenTurn<View, Event>) -> Option<Thrown> {
    let site = if damage.cause == RevoltCause::FailedLanding { "landing-revolt" } else { "revolt" };
    let mut dice = seen.stream(&format!("{site}/{}", damage.planet))?;
    let destroyed = throw_damage(damage.home_defence, damage.pdu_destroyed.saturating_add(damage.pdu_left), &mut dice);
    (destroyed == damage.pdu_destroyed).then(|| Thrown::from(&dice))
}
