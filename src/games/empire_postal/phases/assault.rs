//! P6: decides any landing, for adjudication, explanations, and landings with forces given by hand.

use super::gunnery::{Ratio, rounded};
use crate::engine::Stream;
use crate::galaxy::PlanetId;
use crate::games::empire_postal::event::{BattleResult, Landing, LandingForce};
use crate::games::empire_postal::state::Power;
use crate::games::empire_postal::track::saturated;

/// Attackers who hold an orbit, and what they land against.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Assault {
    pub planet: PlanetId,
    pub owner: Power,
    /// PM in per cent.
    pub planet_morale: u32,
    pub pdu: u32,
    /// Those with transporters in orbit.
    pub attackers: Vec<LandingForce>,
    /// q of P6.1.
    pub ratio: Ratio,
}

/// P6.1: q if the attackers hold the orbit: they won the battle, or there was none and the defenders have no fighters there.
pub(crate) fn orbit_for_attackers(battle: Option<(BattleResult, Ratio)>, defenders_have_fighters: bool) -> Option<Ratio> {
    match battle {
        Some((BattleResult::DefendersWin, _)) => None,
        Some((BattleResult::AttackersWin | BattleResult::NoResistance, ratio)) => Some(ratio),
        None => (!defenders_have_fighters).then_some(Ratio::HIGHEST),
    }
}

impl Assault {
    /// P6.2 to P6.4: decides the landing; `None` if nobody has a transporter.
    pub(crate) fn land(self, dice: &mut Stream) -> Option<Landing> {
        let Assault { planet, owner, planet_morale, pdu, mut attackers, ratio } = self;
        let ships: u64 = attackers.iter().map(|force| u64::from(force.transporters)).sum();
        if ships == 0 {
            return None;
        }
        // P6.2.
        let defence = u64::from(pdu) * u64::from(planet_morale) / 100;
        for force in &mut attackers {
            force.transporters_lost =
                rounded(u128::from(defence) * u128::from(force.transporters), u128::from(ships)).min(force.transporters);
            force.pdu_destroyed = ratio.rounded_times(force.strength);
        }
        let attack = ratio.floored_times(attackers.iter().map(|force| u64::from(force.strength)).sum());
        let destroyed: u64 = attackers.iter().map(|force| u64::from(force.pdu_destroyed)).sum();
        let (taken_by, by_die) = if u64::from(attack) > defence { choose_conqueror(&attackers, dice) } else { (None, false) };
        Some(Landing {
            planet,
            owner,
            planet_morale,
            pdu_before: pdu,
            pdu_after: pdu.saturating_sub(saturated(destroyed)),
            attackers,
            attack_strength: attack,
            defence_strength: saturated(defence),
            ratio_thousandths: ratio.thousandths(),
            taken_by,
            by_die,
        })
    }
}

/// P6.4: the force with the most TR left, then with the higher TM, then by a die; and whether it took a die.
fn choose_conqueror(attackers: &[LandingForce], dice: &mut Stream) -> (Option<Power>, bool) {
    let merit = |force: &LandingForce| (force.transporters - force.transporters_lost, force.transporter_morale);
    let best = attackers.iter().map(merit).filter(|(left, _)| *left > 0).max();
    let equals: Vec<Power> = attackers.iter().filter(|force| Some(merit(force)) == best).map(|force| force.power).collect();
    match equals.as_slice() {
        [] => (None, false),
        [only] => (Some(*only), false),
        several => (dice.choose(several).copied(), true),
    }
}

impl LandingForce {
    /// P6.2: a force and its strength before the landing.
    pub(crate) fn armed(power: Power, transporters: u32, transporter_morale: u32) -> LandingForce {
        let strength = saturated(u64::from(transporters) * u64::from(transporter_morale) / 100);
        LandingForce { power, transporters, transporters_lost: 0, transporter_morale, strength, pdu_destroyed: 0 }
    }

    /// P6.3: how the landing changes the TM of the force's owner; `overcame` if AS was greater than DS.
    pub(crate) fn morale_change(&self, overcame: bool) -> i64 {
        i64::from(self.pdu_destroyed) - i64::from(self.transporters_lost) + i64::from(overcame)
    }
}
