//! B9.3, B9.5: morale markers turn up for those who beat a larger force, and down for those who lose to a smaller one.

use super::play::Play;
use crate::galaxy::PlanetId;
use crate::games::empire_board::event::{Arm, Event, Fight, Force};
use crate::games::empire_board::state::{Morale, Power};

/// Turns the markers of all who took part with at least one unit; none if nobody fired.
pub(super) fn turn_markers(round: &mut Play, fight: &Fight, attackers_arm: Arm, defenders_arm: Arm) {
    if !round.state.rulebook.morale || fight.volleys.is_empty() {
        return;
    }
    let (attack, defence) = (units(&fight.attackers), units(&fight.defenders));
    let (won_by_fewer, attackers_up) = match fight.attackers_win {
        true => (attack < defence, true),
        false => (defence < attack, false),
    };
    if won_by_fewer {
        turn_side(round, fight.planet, &fight.attackers, attackers_arm, attackers_up);
        turn_side(round, fight.planet, &fight.defenders, defenders_arm, !attackers_up);
    }
}

fn units(side: &[Force]) -> u64 {
    side.iter().map(|force| u64::from(force.units)).sum()
}

fn turn_side(round: &mut Play, planet: PlanetId, side: &[Force], arm: Arm, up: bool) {
    let powers: Vec<Power> = side.iter().filter(|force| force.units > 0).map(|force| force.power).collect();
    for power in powers {
        let Some(marker) = round.player_mut(power).map(|player| player.morale.marker_mut(arm)) else { continue };
        let before = std::mem::replace(marker, up);
        if let Some(seat) = power.seat().filter(|_| before != up) {
            round.tell_everybody(Event::MoraleTurned { seat, planet, arm, up });
        }
    }
}

impl Morale {
    fn marker_mut(&mut self, arm: Arm) -> &mut bool {
        match arm {
            Arm::Fighters => &mut self.fighters,
            Arm::Transporters => &mut self.transporters,
            Arm::Troops => &mut self.troops,
        }
    }
}
