//! The exact fractions of P5 and P6: the ratio of strengths, and what follows from it.

use crate::games::empire_postal::event::BattleFleet;
use crate::games::empire_postal::track::saturated;

/// q: the greater strength divided by the smaller, at most 2.5, as an exact fraction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ratio {
    numerator: u128,
    denominator: u128,
}

/// The divisors of fire at one side of a battle.
pub(super) struct Exchange {
    /// AF or DF: all fighters of the side under fire.
    targets: u128,
    ratio: Ratio,
}

impl Ratio {
    /// P5.3, P5.4, P6.1: the highest q, 2.5.
    pub(crate) const HIGHEST: Ratio = Ratio { numerator: 5, denominator: 2 };

    /// P5.4: q for a defence above 0; 2.5 if the attack is 0.
    pub(crate) fn of(attack: u64, defence: u64) -> Ratio {
        let (numerator, denominator) = (u128::from(attack.max(defence)), u128::from(attack.min(defence)));
        if 2 * numerator >= 5 * denominator { Ratio::HIGHEST } else { Ratio { numerator, denominator } }
    }

    /// In thousandths, floored, for display.
    pub(crate) fn thousandths(self) -> u32 {
        narrow(self.numerator * 1000 / self.denominator)
    }

    /// P6.2: floor(strength * q).
    pub(crate) fn floored_times(self, strength: u64) -> u32 {
        narrow(u128::from(strength) * self.numerator / self.denominator)
    }

    /// P6.2: round(strength * q).
    pub(crate) fn rounded_times(self, strength: u32) -> u32 {
        rounded(u128::from(strength) * self.numerator, self.denominator)
    }
}

impl Exchange {
    pub(super) fn of(targets: &[BattleFleet], ratio: Ratio) -> Exchange {
        Exchange { targets: targets.iter().map(|fleet| u128::from(fleet.fighters)).sum(), ratio }
    }

    /// P5.4: floor((FI * FM / 100 / q * share + 1) / 2), where share is the target's part of its side's fighters. Every part is an exact fraction, so
    /// only the last step floors.
    pub(super) fn kills(&self, shooter: &BattleFleet, target: &BattleFleet) -> u32 {
        let (above, below) = self.fire(shooter, target);
        above.saturating_add(below).checked_div(2 * below).map_or(0, narrow)
    }

    /// FI * FM / 100 / q * share in thousandths, floored, for display.
    pub(super) fn thousandths(&self, shooter: &BattleFleet, target: &BattleFleet) -> u32 {
        let (above, below) = self.fire(shooter, target);
        above.saturating_mul(1000).checked_div(below).map_or(0, narrow)
    }

    /// FI * FM / 100 / q * share as a fraction.
    fn fire(&self, shooter: &BattleFleet, target: &BattleFleet) -> (u128, u128) {
        let fire = u128::from(shooter.fighters) * u128::from(shooter.fighter_morale);
        let above = fire.saturating_mul(self.ratio.denominator).saturating_mul(u128::from(target.fighters));
        (above, 100 * self.ratio.numerator * self.targets)
    }
}

/// round(above / below), half up; 0 if `below` is 0.
pub(super) fn rounded(above: u128, below: u128) -> u32 {
    (2 * above + below).checked_div(2 * below).map_or(0, narrow)
}

fn narrow(number: u128) -> u32 {
    saturated(u64::try_from(number).unwrap_or(u64::MAX))
}
