//! Battles and landings with forces given by hand: `12 FI UP 4 TR AGAINST 8 FI 5 TROOP`. Dice decide, so many are fought.

use serde::Serialize;
use serde_json::json;

use super::fight::{FightSteps, steps};
use crate::engine::{Dice, Forces, MisreadForces, Seed, Stream};
use crate::galaxy::{ForceMeaning, ForceRead, ForceWord, ForceWords, ForcesRead, PlanetId, fact, powers, read_forces};
use crate::games::empire_board::event::{Fight, Force};
use crate::games::empire_board::phases::{Minds, Side, Sides};
use crate::games::empire_board::rulebook::Rulebook;
use crate::games::empire_board::state::Power;

/// At most 100 units of a kind, since each throws a die in each of a thousand fights.
const UNITS: ForceMeaning = ForceMeaning::Count { most: 100 };
/// How many times the fight is fought, with seeds from 0.
const BATTLES: u32 = 1000;

pub(in crate::games::empire_board) static WORDS: ForceWords = ForceWords {
    words: &[
        ForceWord { spellings: &["FI", "FIGHTER", "FIGHTERS"], meaning: UNITS, is_the_owner_s: false },
        ForceWord { spellings: &["TR", "TRANSPORTER", "TRANSPORTERS"], meaning: UNITS, is_the_owner_s: false },
        ForceWord { spellings: &["TROOP", "TROOPS"], meaning: UNITS, is_the_owner_s: true },
    ],
    flag: "UP",
    example: "12 FI UP 4 TR AGAINST 8 FI 5 TROOP",
};

/// The planet of the fight. No reader sees it, but dice streams need a number.
const SOMEWHERE: PlanetId = PlanetId(1);

/// The forces given, and the rules.
struct Given<'a> {
    forces: &'a ForcesRead,
    rulebook: &'a Rulebook,
}

/// The fights of one seed.
struct Played {
    battle: Option<(Fight, Stream)>,
    landing: Option<(Fight, Stream)>,
}

/// The results of all fights.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
struct Shares {
    /// How many battles in space there were, and how many the attackers won.
    battles: u32,
    battles_won: u32,
    /// How many landings there were, and how many took the planet.
    landings: u32,
    taken: u32,
    losses: Vec<MeanLosses>,
}

/// What a power lost on average.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct MeanLosses {
    power: Power,
    is_attacker: bool,
    /// In hundredths of a fighter, rounded down, over all fights.
    fighters: u64,
    /// In hundredths: an attacker's transporters, or a defender's land troops.
    landing: u64,
}

/// Fights a thousand times, and shows the first fight.
pub(in crate::games::empire_board) fn play(text: &str, rulebook: &Rulebook) -> Result<Forces, MisreadForces> {
    let read = read_forces(text, &WORDS)?;
    let given = Given { forces: &read, rulebook };
    let example = given.play(0);
    let shares = given.shares();
    let shown = |fight: &Option<(Fight, Stream)>, in_space: Option<&Rulebook>| {
        let (fight, dice) = fight.as_ref()?;
        let steps: FightSteps = steps(fight, Some(fight), Some(dice), in_space);
        Some(fact(&steps))
    };
    let facts = json!({
        "owner": given.owner(),
        "attackers": powers(&read.attackers),
        "defenders": powers(&read.defenders),
        "fought": BATTLES,
        "shares": shares,
        "battle": shown(&example.battle, Some(rulebook)),
        "landing": shown(&example.landing, None),
    });
    Ok(Forces { forces: read.to_string(), view: read.view(), facts })
}

impl Given<'_> {
    fn owner(&self) -> Power {
        self.forces.defenders.first().map_or(Power::Neutral, |force| force.power)
    }

    fn is_up(&self, power: Power, word: &str) -> bool {
        let mut forces = self.forces.attackers.iter().chain(&self.forces.defenders);
        self.rulebook.morale && forces.any(|force| force.power == power && force.is_flagged(word))
    }

    fn play(&self, number: u32) -> Played {
        let dice = Dice::new(seed(number));
        let mut in_space = dice.stream(&format!("turn/1/battle/{SOMEWHERE}"));
        let mut on_the_ground = dice.stream(&format!("turn/1/landing/{SOMEWHERE}"));
        let minds = Minds { is_up: Box::new(|power, _| self.is_up(power, "FI")), target: Box::new(|_| None) };
        let battle = self.fleets().fight_in_space(self.rulebook, &minds, &mut in_space);
        // B7.1: attackers who lost the battle do not land.
        let lands = battle.as_ref().is_none_or(|battle| battle.attackers_win);
        let landing = self.landing().filter(|_| lands).map(|sides| {
            let is_up = |power: Power, side: Side| self.is_up(power, if side == Side::Attackers { "TR" } else { "TROOP" });
            let minds = Minds { is_up: Box::new(is_up), target: Box::new(|_| None) };
            sides.fight_on_the_ground(self.rulebook, &minds, &mut on_the_ground)
        });
        Played { battle: battle.map(|battle| (battle, in_space)), landing: landing.map(|landing| (landing, on_the_ground)) }
    }

    /// The powers that have a ship.
    fn fleets(&self) -> Sides {
        let force = |force: &ForceRead| Force { power: force.power, units: force.number("FI"), transporters: force.number("TR"), lost: 0 };
        let side =
            |forces: &[ForceRead]| forces.iter().map(force).filter(|force| force.units > 0 || force.transporters > 0).collect::<Vec<_>>();
        let (attackers, defenders) = (side(&self.forces.attackers), side(&self.forces.defenders));
        Sides { planet: SOMEWHERE, owner: self.owner(), attackers, defenders }
    }

    /// The attackers with transporters against the owner's land troops; `None` if nobody lands.
    fn landing(&self) -> Option<Sides> {
        let force = |force: &ForceRead, unit| Force { power: force.power, units: force.number(unit), transporters: 0, lost: 0 };
        let landers = self.forces.attackers.iter().map(|lander| force(lander, "TR"));
        let attackers: Vec<Force> = landers.filter(|force| force.units > 0).collect();
        let defenders = self.forces.defenders.iter().take(1).map(|owner| force(owner, "TROOP")).collect();
        (!attackers.is_empty()).then_some(Sides { planet: SOMEWHERE, owner: self.owner(), attackers, defenders })
    }

    fn shares(&self) -> Shares {
        let mut shares = Shares::default();
        for (side, is_attacker) in [(&self.forces.attackers, true), (&self.forces.defenders, false)] {
            let of = |power: Power| MeanLosses { power, is_attacker, fighters: 0, landing: 0 };
            shares.losses.extend(powers(side).into_iter().map(of));
        }
        for number in 0..BATTLES {
            let Played { battle, landing } = self.play(number);
            let won = |fight: &Option<(Fight, Stream)>| fight.as_ref().map(|(fight, _)| fight.attackers_win);
            shares.battles += u32::from(battle.is_some());
            shares.battles_won += u32::from(won(&battle) == Some(true));
            shares.landings += u32::from(landing.is_some());
            shares.taken += u32::from(won(&landing) == Some(true));
            for losses in &mut shares.losses {
                losses.fighters += lost(battle.as_ref(), losses.power);
                losses.landing += lost(landing.as_ref(), losses.power);
            }
        }
        let mean = |sum: u64| sum * 100 / u64::from(BATTLES);
        shares.losses.iter_mut().for_each(|losses| (losses.fighters, losses.landing) = (mean(losses.fighters), mean(losses.landing)));
        shares
    }
}

/// How many units a power lost in a fight.
fn lost(fight: Option<&(Fight, Stream)>, power: Power) -> u64 {
    let forces = fight.into_iter().flat_map(|(fight, _)| fight.forces());
    forces.filter(|(force, _)| force.power == power).map(|(force, _)| u64::from(force.lost)).sum()
}

/// A seed whose last hexadecimal digits are this number.
fn seed(number: u32) -> Seed {
    let mut bytes = [0; 32];
    bytes[28..].copy_from_slice(&number.to_be_bytes());
    Seed(bytes)
}
