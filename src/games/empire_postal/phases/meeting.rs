//! P5: decides a battle between any fleets. Adjudication, explanations and battles with forces given by hand all use it.

use super::gunnery::{Exchange, Ratio};
use crate::galaxy::PlanetId;
use crate::games::empire_postal::event::{Battle, BattleFleet, BattleResult};
use crate::games::empire_postal::state::{Fleet, Power};
use crate::games::empire_postal::track::saturated;

/// Both sides over a planet before anybody fires.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Meeting {
    pub planet: PlanetId,
    pub owner: Power,
    /// PM in per cent.
    pub planet_morale: u32,
    pub attackers: Vec<BattleFleet>,
    pub defenders: Vec<BattleFleet>,
}

/// P5.4: what one fleet fires at another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Volley {
    /// Places of both fleets among those of their sides.
    pub attacker: usize,
    pub defender: usize,
    pub by_attacker: bool,
    /// FI * FM / 100 / q * share in thousandths, floored, for showing.
    pub thousandths: u32,
    pub kills: u32,
}

impl Meeting {
    /// P5.2: a battle takes place if attackers have at least one fighter.
    pub(crate) fn fight(self) -> Option<(Battle, Ratio)> {
        let Meeting { planet, owner, planet_morale, mut attackers, mut defenders } = self;
        if attackers.iter().all(|fleet| fleet.fighters == 0) {
            return None;
        }
        let (attack, defence) = (total_strength(&attackers), total_strength(&defenders));
        let resists = defence > 0;
        let ratio = if resists { Ratio::of(attack, defence) } else { Ratio::HIGHEST };
        let result = match (resists, attack > defence) {
            (false, _) => BattleResult::NoResistance, // P5.3
            (_, true) => BattleResult::AttackersWin,
            (_, false) => BattleResult::DefendersWin,
        };
        if resists {
            exchange_fire(&mut attackers, &mut defenders, ratio);
        }
        match result {
            BattleResult::AttackersWin => lose_transporters(&mut defenders),
            BattleResult::DefendersWin => lose_transporters(&mut attackers),
            BattleResult::NoResistance => {}
        }
        let battle = Battle {
            planet,
            owner,
            planet_morale,
            attackers,
            defenders,
            attack_strength: saturated(attack),
            defence_strength: saturated(defence),
            ratio_thousandths: ratio.thousandths(),
            result,
        };
        Some((battle, ratio))
    }
}

fn total_strength(side: &[BattleFleet]) -> u64 {
    side.iter().map(|fleet| u64::from(fleet.strength)).sum()
}

/// P5.4: every fleet fires at every fleet of the other side with the fighters from before the battle.
pub(crate) fn volleys(attackers: &[BattleFleet], defenders: &[BattleFleet], ratio: Ratio) -> Vec<Volley> {
    let (at_attackers, at_defenders) = (Exchange::of(attackers, ratio), Exchange::of(defenders, ratio));
    let mut volleys = Vec::new();
    for (attacker, attacking) in attackers.iter().enumerate() {
        for (defender, defending) in defenders.iter().enumerate() {
            let mut fire = |by_attacker: bool, exchange: &Exchange, shooter: &BattleFleet, target: &BattleFleet| {
                let (thousandths, kills) = (exchange.thousandths(shooter, target), exchange.kills(shooter, target));
                volleys.push(Volley { attacker, defender, by_attacker, thousandths, kills });
            };
            fire(true, &at_defenders, attacking, defending);
            fire(false, &at_attackers, defending, attacking);
        }
    }
    volleys
}

/// P5.4: losses are capped by what is there.
fn exchange_fire(attackers: &mut [BattleFleet], defenders: &mut [BattleFleet], ratio: Ratio) {
    for Volley { attacker, defender, by_attacker, kills, .. } in volleys(attackers, defenders, ratio) {
        let (attacker, defender) = (&mut attackers[attacker], &mut defenders[defender]);
        let (shooter, target) = if by_attacker { (attacker, defender) } else { (defender, attacker) };
        shooter.kills = shooter.kills.saturating_add(kills);
        target.fighters_lost = target.fighters_lost.saturating_add(kills).min(target.fighters);
    }
}

/// P5.6: the losers lose all their TR there.
fn lose_transporters(losers: &mut [BattleFleet]) {
    losers.iter_mut().for_each(|fleet| fleet.transporters_lost = fleet.transporters);
}

impl BattleFleet {
    /// P5.2: the owner's fighters take heart from their planet; all others fight with a `planet_morale` of 100.
    pub(crate) fn armed(power: Power, fleet: Fleet, fighter_morale: u32, planet_morale: u32) -> BattleFleet {
        let strength = u64::from(fleet.fighters) * u64::from(fighter_morale) * u64::from(planet_morale) / 10_000;
        BattleFleet {
            power,
            fighters: fleet.fighters,
            transporters: fleet.transporters,
            fighter_morale,
            strength: saturated(strength),
            kills: 0,
            fighters_lost: 0,
            transporters_lost: 0,
        }
    }

    /// P5.5: what the battle adds to FM of the fleet's owner, where it had a fighter.
    pub(crate) fn morale_change(&self, side_won: Option<bool>) -> i64 {
        i64::from(self.kills) - i64::from(self.fighters_lost) + i64::from(side_won == Some(true))
    }
}

impl Battle {
    /// Both sides, and whether the fleet's side won; `None` where nobody resisted.
    pub(crate) fn fleets(&self) -> impl Iterator<Item = (&BattleFleet, Option<bool>)> {
        let (attackers_won, defenders_won) = match self.result {
            BattleResult::NoResistance => (None, None),
            BattleResult::AttackersWin => (Some(true), Some(false)),
            BattleResult::DefendersWin => (Some(false), Some(true)),
        };
        let attackers = self.attackers.iter().map(move |fleet| (fleet, attackers_won));
        attackers.chain(self.defenders.iter().map(move |fleet| (fleet, defenders_won)))
    }
}
