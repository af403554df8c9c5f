//! P4.6, P7: revolts.

use super::play::Play;
use crate::engine::{Seat, Stream};
use crate::galaxy::PlanetId;
use crate::games::empire_postal::event::{Event, RevoltCause};
use crate::games::empire_postal::state::{Planet, Power, Temper};

/// PM of a planet that falls to neutral (P7.1) or is taken (P6.4).
pub(super) const MORALE_OF_THE_FALLEN: u32 = 50;

pub(super) fn revolt(turn: &mut Play) {
    for planet in turn.planet_ids() {
        if let Some((owner, cause)) = find_cause(turn, planet) {
            let mut dice = turn.dice(&format!("revolt/{planet}"));
            try_revolt(turn, planet, owner, cause, &mut dice);
        }
    }
}

/// P4.6: too few PDU, or an owner in political debt.
fn find_cause(turn: &Play, planet: PlanetId) -> Option<(Seat, RevoltCause)> {
    let planet = turn.state.planet(planet)?;
    let owner = planet.owner.seat()?;
    let points = turn.state.players.get(&owner).map_or(0, |player| player.political_points);
    if planet.pdu < planet.home_defence() {
        Some((owner, RevoltCause::TooFewPdu))
    } else {
        (points < 0).then_some((owner, RevoltCause::PoliticalDebt))
    }
}

/// P7.1: destroys 0 to HD of the PDU, each number equally likely. Without PDU left the planet falls to neutral.
pub(super) fn try_revolt(turn: &mut Play, planet: PlanetId, owner: Seat, cause: RevoltCause, dice: &mut Stream) {
    let temper = draw_temper(&turn.state.tempers, &mut turn.hidden_dice(&format!("temper/{planet}")));
    let Some(rebel) = turn.state.planet_mut(planet) else { return };
    let home_defence = rebel.home_defence();
    let pdu_destroyed = throw_damage(home_defence, rebel.pdu, dice);
    rebel.pdu -= pdu_destroyed;
    let pdu_left = rebel.pdu;
    let fell = pdu_left == 0;
    if fell {
        rebel.fall_to(Power::Neutral, temper);
        turn.count(Power::Seat(owner), |statistics| statistics.planets_lost += 1);
    }
    turn.record.revolts += 1;
    turn.tell_everybody(Event::Revolt { planet, owner, fell });
    let damage = Event::RevoltDamage { planet, owner, cause, home_defence, pdu_destroyed, pdu_left };
    turn.tell([Power::Seat(owner)], damage);
}

/// P7.1: how many of the PDU are destroyed.
pub(crate) fn throw_damage(home_defence: u32, pdu: u32, dice: &mut Stream) -> u32 {
    dice.below(home_defence.saturating_add(1)).min(pdu)
}

/// P1.6: draws the temper of a planet that is or becomes neutral; `None` if there are no tempers to draw from.
pub(crate) fn draw_temper(tempers: &[Temper], dice: &mut Stream) -> Option<Temper> {
    dice.choose(tempers).copied()
}

impl Planet {
    /// P6.4, P7.1: changes the owner. Yards, plants, stocks and the rest of the PDU serve the new one.
    pub fn fall_to(&mut self, owner: Power, temper: Option<Temper>) {
        self.owner = owner;
        self.temper = temper.filter(|_| owner == Power::Neutral);
        self.morale = MORALE_OF_THE_FALLEN;
    }
}
