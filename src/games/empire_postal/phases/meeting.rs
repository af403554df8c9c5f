//! P5: decides a battle between any fleets, for adjudication, explanations, and battles with forces given by hand.

use super::gunnery::{Exchange, Ratio};
use crate::galaxy::PlanetId;
use crate::games::empire_postal::event::{Battle, BattleFleet, BattleResult};
use crate::games::empire_postal::state::{Fleet, Power};
use crate::games::empire_postal::track::saturated;

/// Both sides at a planet before anybody fires.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Meeting {
    pub planet: PlanetId,
    pub owner: Power,
    /// PM in per cent.
    pub planet_morale: u32,
    pub attackers: Vec<BattleFleet>,
    pub defenders: Vec<BattleFleet>,
}

/// P5.4: the fire of one fleet at another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Volley {
    /// The index of each fleet in its side.
    pub attacker: usize,
    pub defender: usize,
    pub by_attacker: bool,
    /// FI * FM / 100 / q * share in thousandths, floored, for display.
    pub thousandths: u32,
    pub kills: u32,
}

impl Meeting {
    /// P5.2: `None` if the attackers have no fighter, so that there is no battle.
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

/// P5.4: every fleet fires at every fleet of the other side, with the fighters from before the battle.
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

/// P5.4: adds up kills and losses; losses are capped by what is there.
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
    /// P5.2: a fleet and its strength. `planet_morale` is the planet's PM for its owner, and 100 for all others.
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

    /// P5.5: how the battle changes the FM of the fleet's owner, if the fleet had a fighter.
    pub(crate) fn morale_change(&self, side_won: Option<bool>) -> i64 {
        i64::from(self.kills) - i64::from(self.fighters_lost) + i64::from(side_won == Some(true))
    }
}

impl Battle {
    /// All fleets, with whether their side won; `None` if nobody resisted.
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
