//! P5: explains a battle step by step.

use serde::Serialize;

use crate::games::empire_postal::event::{Battle, BattleFleet, BattleResult};
use crate::games::empire_postal::phases::{Meeting, Ratio, Volley, volleys};
use crate::games::empire_postal::state::{Fleet, Power};

/// A battle, with everything that was computed for it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct BattleSteps {
    pub battle: Battle,
    /// P5.4: who fired at whom; empty if nobody resisted.
    pub volleys: Vec<VolleyStep>,
    /// AF and DF of P5.4.
    pub attacking_fighters: u64,
    pub defending_fighters: u64,
    /// P5.4: whether q has its highest value.
    pub ratio_is_highest: bool,
    /// P5.5: the changes of FM.
    pub morale: Vec<MoraleStep>,
    /// Whether fighting again gives the same numbers. It does, unless the turn was played under older rules.
    pub agrees: bool,
}

/// P5.4: what one fleet fires at another.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct VolleyStep {
    pub by: Power,
    pub at: Power,
    pub fighters: u32,
    pub fighter_morale: u32,
    /// The fighters of the target, and of its whole side.
    pub target: u32,
    pub targets: u64,
    /// The fire at the target in thousandths, floored.
    pub fire_thousandths: u32,
    pub kills: u32,
}

/// P5.5, P6.3: how a fight changes a player's morale.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct MoraleStep {
    pub power: Power,
    /// Kills, or PDU destroyed.
    pub scored: u32,
    pub lost: u32,
    pub won: bool,
    pub change: i64,
}

/// Fights the battle again with the forces from the event.
pub(super) fn steps(battle: &Battle) -> BattleSteps {
    let again = fought_again(battle);
    let agrees = again.as_ref().is_some_and(|(again, _)| again == battle);
    let ratio = again.filter(|_| agrees && battle.result != BattleResult::NoResistance).map(|(_, ratio)| ratio);
    let volleys = ratio.map_or_else(Vec::new, |ratio| volleys(&battle.attackers, &battle.defenders, ratio));
    BattleSteps {
        volleys: volleys.iter().map(|volley| volley_step(battle, *volley)).collect(),
        attacking_fighters: fighters(&battle.attackers),
        defending_fighters: fighters(&battle.defenders),
        ratio_is_highest: ratio == Some(Ratio::HIGHEST),
        morale: morale(battle),
        agrees,
        battle: battle.clone(),
    }
}

/// The battle and its q; `None` if there is no battle (P5.2).
pub(super) fn fought_again(battle: &Battle) -> Option<(Battle, Ratio)> {
    let unfought = |fleet: &BattleFleet| {
        let ships = Fleet { fighters: fleet.fighters, transporters: fleet.transporters };
        let planet_morale = if fleet.power == battle.owner { battle.planet_morale } else { 100 };
        BattleFleet::armed(fleet.power, ships, fleet.fighter_morale, planet_morale)
    };
    let side = |fleets: &[BattleFleet]| fleets.iter().map(unfought).collect();
    let Battle { planet, owner, planet_morale, .. } = *battle;
    Meeting { planet, owner, planet_morale, attackers: side(&battle.attackers), defenders: side(&battle.defenders) }.fight()
}

fn fighters(side: &[BattleFleet]) -> u64 {
    side.iter().map(|fleet| u64::from(fleet.fighters)).sum()
}

fn volley_step(battle: &Battle, volley: Volley) -> VolleyStep {
    let (attacker, defender) = (&battle.attackers[volley.attacker], &battle.defenders[volley.defender]);
    let (shooter, target, side) =
        if volley.by_attacker { (attacker, defender, &battle.defenders) } else { (defender, attacker, &battle.attackers) };
    VolleyStep {
        by: shooter.power,
        at: target.power,
        fighters: shooter.fighters,
        fighter_morale: shooter.fighter_morale,
        target: target.fighters,
        targets: fighters(side),
        fire_thousandths: volley.thousandths,
        kills: volley.kills,
    }
}

/// P5.5: the changes for players who had fighters.
fn morale(battle: &Battle) -> Vec<MoraleStep> {
    let fleets = battle.fleets().filter(|(fleet, _)| fleet.fighters > 0 && fleet.power.seat().is_some());
    fleets
        .map(|(fleet, won)| MoraleStep {
            power: fleet.power,
            scored: fleet.kills,
            lost: fleet.fighters_lost,
            won: won == Some(true),
            change: fleet.morale_change(won),
        })
        .collect()
}
