//! B6, B7: explains a battle or a landing step by step, with every throw.

use serde::Serialize;

use crate::engine::{SeenTurn, Stream, Thrown};
use crate::games::empire_board::event::{Event, Fight, Force, Shot};
use crate::games::empire_board::phases::{Minds, Side, Sides};
use crate::games::empire_board::rulebook::{Rulebook, VolleyRounding};
use crate::games::empire_board::state::Power;
use crate::games::empire_board::view::View;

/// A fight, with everything that was computed for it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct FightSteps {
    pub fight: Fight,
    /// The dice and their effects, throw by throw.
    pub throws: Vec<ThrowStep>,
    /// B6.2: whether a sixth of the dice is rounded to the nearest number; otherwise down.
    pub rounds_to_nearest: bool,
    /// B6.5: whether transporters throw dice in space.
    pub transporters_fire: bool,
    /// The stream of the dice; `None` if none was thrown, or the seed is not known.
    pub thrown: Option<Thrown>,
    /// B7.3: the stream of the die that chose between several conquerors.
    pub conqueror: Option<Thrown>,
    /// Whether fighting again with the same dice gives the same numbers. It does, unless the round was played under older rules.
    pub agrees: bool,
}

/// One throw of everybody in the fight.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct ThrowStep {
    /// Its number, from 1.
    pub number: usize,
    pub shots: Vec<Shot>,
    pub attackers_lost: u32,
    pub defenders_lost: u32,
    /// B6.2: the dice that chose whom a hit strikes, in order.
    pub choices: Vec<Choice>,
}

/// A choice between several powers, ordered by seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(super) struct Choice {
    pub among: u32,
    /// The index of the chosen power, from 1.
    pub chosen: u32,
}

/// B6: fights again with the forces from the event.
pub(super) fn battle(fight: &Fight, seen: &SeenTurn<View, Event>) -> FightSteps {
    let rulebook = &seen.view.rulebook;
    let mut dice = seen.stream(&format!("battle/{}", fight.planet));
    let again = dice.as_mut().and_then(|dice| unfought(fight).fight_in_space(rulebook, &minds(fight), dice));
    steps(fight, again.as_ref(), dice.as_ref(), Some(rulebook))
}

/// B7: lands again with the forces from the event.
pub(super) fn landing(fight: &Fight, seen: &SeenTurn<View, Event>) -> FightSteps {
    let mut dice = seen.stream(&format!("landing/{}", fight.planet));
    let again = dice.as_mut().map(|dice| unfought(fight).fight_on_the_ground(&seen.view.rulebook, &minds(fight), dice));
    FightSteps { conqueror: conqueror(fight, seen), ..steps(fight, again.as_ref(), dice.as_ref(), None) }
}

/// The steps of a fight. `again` is the same fight repeated with these dice, and both are `None` if the turn's seed is not known; `in_space` is the
/// rulebook of a battle in space.
pub(super) fn steps(fight: &Fight, again: Option<&Fight>, dice: Option<&Stream>, in_space: Option<&Rulebook>) -> FightSteps {
    let agrees = again == Some(fight);
    let dice = dice.filter(|_| agrees);
    FightSteps {
        throws: throws(fight, dice),
        rounds_to_nearest: in_space.is_some_and(|rulebook| rulebook.volley_rounding == VolleyRounding::Nearest),
        transporters_fire: in_space.is_some_and(|rulebook| rulebook.transporters_fire),
        thrown: dice.filter(|dice| !dice.thrown().is_empty()).map(Thrown::from),
        conqueror: None,
        agrees,
        fight: fight.clone(),
    }
}

/// In the stream, the dice of each throw are followed by those that choose between several powers.
fn throws(fight: &Fight, dice: Option<&Stream>) -> Vec<ThrowStep> {
    let mut left = dice.map(Stream::thrown).unwrap_or_default().iter();
    let steps = fight.volleys.iter().enumerate().map(|(index, volley)| {
        let dice_thrown = volley.shots.iter().map(|shot| shot.dice.len()).sum();
        left.by_ref().take(dice_thrown).for_each(drop);
        let choices: u32 = volley.shots.iter().flat_map(|shot| &shot.losses).map(|loss| loss.by_die).sum();
        let chosen = left.by_ref().take(choices as usize);
        ThrowStep {
            number: index + 1,
            shots: volley.shots.clone(),
            attackers_lost: volley.attackers_lost,
            defenders_lost: volley.defenders_lost,
            choices: chosen.map(|throw| Choice { among: throw.sides, chosen: throw.result + 1 }).collect(),
        }
    });
    steps.collect()
}

fn unfought(fight: &Fight) -> Sides {
    let side = |forces: &[Force]| forces.iter().map(|force| Force { lost: 0, ..force.clone() }).collect();
    Sides { planet: fight.planet, owner: fight.owner, attackers: side(&fight.attackers), defenders: side(&fight.defenders) }
}

/// The players' targets and morale, as far as the fight shows them. What it does not show made no difference.
fn minds(fight: &Fight) -> Minds<'_> {
    Minds { is_up: Box::new(|power, _: Side| shows_marker(fight, power)), target: Box::new(|power| shown_target(fight, power)) }
}

/// B9.4: units only decrease, so a marker shows in the first throw or not at all.
fn shows_marker(fight: &Fight, power: Power) -> bool {
    let first = fight.volleys.first().and_then(|volley| volley.shots.iter().find(|shot| shot.power == power));
    first.is_some_and(|shot| shot.morale_dice > 0)
}

/// B6.2: a power that hits without a die, although it could hit several, has aimed. With only one enemy left, or without a hit, a target makes no
/// difference.
fn shown_target(fight: &Fight, power: Power) -> Option<Power> {
    let shots = fight.volleys.iter().flat_map(|volley| &volley.shots).filter(|shot| shot.power == power);
    let first = shots.filter_map(|shot| shot.losses.first()).next()?;
    (first.by_die == 0).then_some(first.power)
}

/// B7.3: the die that chose the conqueror, thrown again; `None` if there was none, or the seed is not known.
fn conqueror(fight: &Fight, seen: &SeenTurn<View, Event>) -> Option<Thrown> {
    let (among, conqueror) = seen.events.iter().find_map(|event| match event {
        Event::ConquerorThrown { planet, among, conqueror } if *planet == fight.planet => Some((among, conqueror)),
        _ => None,
    })?;
    let mut dice = seen.stream(&format!("conqueror/{}", fight.planet))?;
    (dice.choose(among) == Some(conqueror)).then(|| Thrown::from(&dice))
}
