//! B6.2, B6.3, B7.2: dice for every unit of both sides, until the losses differ or a side is gone.

use crate::engine::Stream;
use crate::games::empire_board::event::{Loss, Shot, Volley};
use crate::games::empire_board::rulebook::VolleyRounding;
use crate::games::empire_board::state::Power;

/// Equal losses could go on for ever, so the owner's side holds after this many throws.
const MOST_VOLLEYS: usize = 100;

/// One power in a fight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Gunner {
    pub power: Power,
    /// What can be lost; each unit throws one die.
    pub units: u32,
    /// Others that throw dice too but cannot be lost.
    pub helpers: u32,
    /// B9.4: with the marker up, how many units it takes for each extra die; `None` with the marker down.
    pub units_for_a_morale_die: Option<u32>,
    /// B6.2: the power that it aims at, if that power is there.
    pub target: Option<Power>,
}

/// The result of a fight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Decision {
    pub volleys: Vec<Volley>,
    pub attackers_win: bool,
}

/// How dice become losses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fire {
    /// B6.3, B7.2: whether equal losses lead to another throw; otherwise the owner's side holds.
    pub again: bool,
    pub rounding: VolleyRounding,
}

/// Fights until the fight is decided, and leaves both sides with their surviving units.
pub(super) fn fight(attackers: &mut [Gunner], defenders: &mut [Gunner], fire: Fire, dice: &mut Stream) -> Decision {
    let mut volleys = Vec::new();
    loop {
        let decided = match (strength(attackers), strength(defenders)) {
            (0, _) => Some(false),
            (_, 0) => Some(true),
            _ if volleys.len() == MOST_VOLLEYS => Some(false),
            _ => None,
        };
        if let Some(attackers_win) = decided {
            return Decision { volleys, attackers_win };
        }
        let volley = exchange_fire(attackers, defenders, fire.rounding, dice);
        let (attackers_lost, defenders_lost) = (volley.attackers_lost, volley.defenders_lost);
        volleys.push(volley);
        if attackers_lost != defenders_lost || !fire.again {
            return Decision { volleys, attackers_win: attackers_lost < defenders_lost };
        }
    }
}

/// All units of a side.
pub(super) fn strength(side: &[Gunner]) -> u64 {
    side.iter().map(|gunner| u64::from(gunner.units)).sum()
}

/// Everybody throws with the units from before the throw; then losses are taken, from the attackers' hits first.
fn exchange_fire(attackers: &mut [Gunner], defenders: &mut [Gunner], rounding: VolleyRounding, dice: &mut Stream) -> Volley {
    let (attack, defence) = (strength(attackers), strength(defenders));
    let mut by_attackers: Vec<Shot> = attackers.iter().map(|gunner| gunner.throw(rounding, dice)).collect();
    let mut by_defenders: Vec<Shot> = defenders.iter().map(|gunner| gunner.throw(rounding, dice)).collect();
    let aims = |side: &[Gunner]| side.iter().map(|gunner| gunner.target).collect::<Vec<_>>();
    let (attackers_aims, defenders_aims) = (aims(attackers), aims(defenders));
    by_attackers.iter_mut().zip(attackers_aims).for_each(|(shot, target)| shot.losses = hit(defenders, shot.hits, target, dice));
    by_defenders.iter_mut().zip(defenders_aims).for_each(|(shot, target)| shot.losses = hit(attackers, shot.hits, target, dice));
    let lost = |before: u64, after: u64| u32::try_from(before - after).unwrap_or(u32::MAX);
    Volley {
        attackers_lost: lost(attack, strength(attackers)),
        defenders_lost: lost(defence, strength(defenders)),
        shots: by_attackers.into_iter().chain(by_defenders).collect(),
    }
}

impl Gunner {
    fn throw(&self, rounding: VolleyRounding, dice: &mut Stream) -> Shot {
        let morale_dice = self.units_for_a_morale_die.and_then(|units| self.units.checked_div(units)).unwrap_or(0);
        let count = u64::from(self.units) + u64::from(self.helpers) + u64::from(morale_dice);
        let dice: Vec<u32> = (0..count).map(|_| throw_die(dice)).collect();
        let sum = dice.iter().fold(0, |sum: u32, die| sum.saturating_add(*die));
        Shot { power: self.power, dice, morale_dice, sum, hits: rounding.hits(sum), losses: Vec::new() }
    }
}

/// A six-sided die.
pub(crate) fn throw_die(dice: &mut Stream) -> u32 {
    dice.below(6) + 1
}

/// B6.2: the target is hit first. If several can be hit, a die chooses for each hit.
fn hit(side: &mut [Gunner], hits: u32, target: Option<Power>, dice: &mut Stream) -> Vec<Loss> {
    let mut losses: Vec<Loss> = Vec::new();
    let mut left = hits;
    while left > 0 {
        let standing: Vec<usize> = (0..side.len()).filter(|index| side[*index].units > 0).collect();
        let aimed = standing.iter().find(|index| target == Some(side[**index].power));
        let (index, most, by_die) = match (aimed, standing.as_slice()) {
            (_, []) => break,
            (Some(index), _) | (None, [index]) => (*index, left, 0),
            (None, several) => (several[dice.below(several.len() as u32) as usize], 1, 1),
        };
        let lost = side[index].units.min(most);
        side[index].units -= lost;
        left -= lost;
        let power = side[index].power;
        match losses.iter_mut().find(|loss| loss.power == power) {
            Some(loss) => (loss.lost, loss.by_die) = (loss.lost + lost, loss.by_die + by_die),
            None => losses.push(Loss { power, lost, by_die }),
        }
    }
    losses
}
