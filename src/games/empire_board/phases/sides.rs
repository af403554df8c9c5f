//! B6, B7: decides a fight between any two sides, for adjudication, explanations, and fights with forces given by hand.

use super::combat::{Decision, Fire, Gunner, fight, strength};
use crate::engine::Stream;
use crate::galaxy::PlanetId;
use crate::games::empire_board::event::{Fight, Force};
use crate::games::empire_board::rulebook::{BattleTie, LandingTie, Rulebook, VolleyRounding};
use crate::games::empire_board::state::Power;

/// B9.4: with the marker up, an extra die for each full number of units.
const FIGHTERS_FOR_A_DIE: u32 = 4;
const TRANSPORTERS_FOR_A_DIE: u32 = 4;
const TROOPS_FOR_A_DIE: u32 = 3;

/// The forces of a fight, before any losses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Sides {
    pub planet: PlanetId,
    pub owner: Power,
    pub attackers: Vec<Force>,
    pub defenders: Vec<Force>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Attackers,
    Defenders,
}

/// What players bring to a fight besides units.
pub(crate) struct Minds<'a> {
    /// B9.4: whether the marker of a power's arm is up.
    pub is_up: Box<dyn Fn(Power, Side) -> bool + 'a>,
    /// B6.2: the power that another aims at.
    pub target: Box<dyn Fn(Power) -> Option<Power> + 'a>,
}

impl Sides {
    /// B6.1: `None` unless attackers are present and either side has fighters. If the owner's side has no ship at all, there is nothing to fight.
    pub(crate) fn fight_in_space(self, rulebook: &Rulebook, minds: &Minds<'_>, dice: &mut Stream) -> Option<Fight> {
        let has_fighters = self.attackers.iter().chain(&self.defenders).any(|force| force.units > 0);
        if self.attackers.is_empty() || self.defenders.is_empty() || !has_fighters {
            return None;
        }
        let helpers = |force: &Force| if rulebook.transporters_fire { force.transporters } else { 0 };
        let fire = Fire { again: rulebook.battle_tie == BattleTie::FireAgain, rounding: rulebook.volley_rounding };
        let arm = |force: &Force, side| minds.arm(force, side, helpers(force), FIGHTERS_FOR_A_DIE);
        Some(self.exchange(arm, fire, dice).0)
    }

    /// B7.2: everybody who lands attacks together.
    pub(crate) fn fight_on_the_ground(self, rulebook: &Rulebook, minds: &Minds<'_>, dice: &mut Stream) -> Fight {
        // B7.2 rounds down, whatever B6.2 does in space.
        let fire = Fire { again: rulebook.landing_tie == LandingTie::ThrowAgain, rounding: VolleyRounding::Down };
        let units_for_a_die = |side| match side {
            Side::Attackers => TRANSPORTERS_FOR_A_DIE,
            Side::Defenders => TROOPS_FOR_A_DIE,
        };
        let arm = |force: &Force, side| minds.arm(force, side, 0, units_for_a_die(side));
        let (fight, attackers_left) = self.exchange(arm, fire, dice);
        // With morale dice the attackers can lose fewer units and yet all that they have; then the planet holds.
        Fight { attackers_win: fight.attackers_win && attackers_left > 0, ..fight }
    }

    /// The fight, and how many units the attackers have left.
    fn exchange(self, arm: impl Fn(&Force, Side) -> Gunner, fire: Fire, dice: &mut Stream) -> (Fight, u64) {
        let Sides { planet, owner, mut attackers, mut defenders } = self;
        let mut attack: Vec<Gunner> = attackers.iter().map(|force| arm(force, Side::Attackers)).collect();
        let mut defence: Vec<Gunner> = defenders.iter().map(|force| arm(force, Side::Defenders)).collect();
        let Decision { volleys, attackers_win } = fight(&mut attack, &mut defence, fire, dice);
        count_losses(&mut attackers, &attack);
        count_losses(&mut defenders, &defence);
        (Fight { planet, owner, attackers, defenders, volleys, attackers_win }, strength(&attack))
    }
}

impl Minds<'_> {
    fn arm(&self, force: &Force, side: Side, helpers: u32, units_for_a_die: u32) -> Gunner {
        Gunner {
            power: force.power,
            units: force.units,
            helpers,
            units_for_a_morale_die: (self.is_up)(force.power, side).then_some(units_for_a_die),
            target: (self.target)(force.power),
        }
    }
}

/// Notes what each power of a side lost.
fn count_losses(side: &mut [Force], left: &[Gunner]) {
    side.iter_mut().zip(left).for_each(|(force, gunner)| force.lost = force.units.saturating_sub(gunner.units));
}

impl Fight {
    /// All forces, with whether their side won.
    pub fn forces(&self) -> impl Iterator<Item = (&Force, bool)> {
        let attackers = self.attackers.iter().map(|force| (force, self.attackers_win));
        attackers.chain(self.defenders.iter().map(|force| (force, !self.attackers_win)))
    }
}
