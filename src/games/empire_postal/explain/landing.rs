//! P6: explains a landing step by step.

use serde::Serialize;

use super::battle::{MoraleStep, fought_again};
use super::revolt::{self, RevoltSteps};
use crate::engine::{SeenTurn, Stream, Thrown};
use crate::games::empire_postal::event::{Battle, Event, Landing, LandingForce, RevoltCause};
use crate::games::empire_postal::phases::{Assault, Ratio};
use crate::games::empire_postal::view::View;

/// A landing, with everything that was computed for it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct LandingSteps {
    pub landing: Landing,
    /// P6.2: all landing TR.
    pub transporters: u64,
    /// P6.2: the sum of strengths; AS is q times this sum.
    pub strength: u64,
    /// P6.1: whether q is a battle's; otherwise it is 2.5.
    pub after_battle: bool,
    /// P6.3: the changes of TM.
    pub morale: Vec<MoraleStep>,
    /// P6.4: the die that chose among equals; `None` if none was needed, or the seed is not known.
    pub thrown: Option<Thrown>,
    /// P6.5: the revolt that followed, as far as the reader may know.
    pub revolt: Vec<RevoltSteps>,
    /// Whether landing again gives the same numbers. It does, unless the turn was played under older rules.
    pub agrees: bool,
}

/// What a reader may know of a landing and of the revolt that followed it.
pub(super) fn seen_steps(landing: &Landing, battle: Option<&Battle>, seen: &SeenTurn<View, Event>) -> LandingSteps {
    let revolts = revolt::all(landing.planet, seen).into_iter().filter(|steps| steps.is_of(RevoltCause::FailedLanding));
    let dice = seen.stream(&format!("landing/{}", landing.planet));
    LandingSteps { revolt: revolts.collect(), ..steps(landing, battle, dice) }
}

/// Lands again with the forces from the event.
pub(super) fn steps(landing: &Landing, battle: Option<&Battle>, mut dice: Option<Stream>) -> LandingSteps {
    let ratio = battle.and_then(fought_again).map_or(Ratio::HIGHEST, |(_, ratio)| ratio);
    let again = dice.as_mut().and_then(|dice| assault(landing, ratio).land(dice));
    let agrees = again.is_some_and(|again| again == *landing);
    LandingSteps {
        transporters: landing.attackers.iter().map(|force| u64::from(force.transporters)).sum(),
        strength: landing.attackers.iter().map(|force| u64::from(force.strength)).sum(),
        after_battle: battle.is_some(),
        morale: morale(landing),
        thrown: dice.as_ref().filter(|dice| agrees && !dice.thrown().is_empty()).map(Thrown::from),
        revolt: Vec::new(),
        agrees,
        landing: landing.clone(),
    }
}

fn assault(landing: &Landing, ratio: Ratio) -> Assault {
    let unlanded = |force: &LandingForce| LandingForce::armed(force.power, force.transporters, force.transporter_morale);
    Assault {
        planet: landing.planet,
        owner: landing.owner,
        planet_morale: landing.planet_morale,
        pdu: landing.pdu_before,
        attackers: landing.attackers.iter().map(unlanded).collect(),
        ratio,
    }
}

/// P6.3: the changes for players who landed.
fn morale(landing: &Landing) -> Vec<MoraleStep> {
    let overcame = landing.attack_strength > landing.defence_strength;
    let forces = landing.attackers.iter().filter(|force| force.power.seat().is_some());
    forces
        .map(|force| MoraleStep {
            power: force.power,
            scored: force.pdu_destroyed,
            lost: force.transporters_lost,
            won: overcame,
            change: force.morale_change(overcame),
        })
        .collect()
}
