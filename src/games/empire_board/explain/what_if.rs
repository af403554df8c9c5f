//! Battles and landings with forces given by hand: `12 FI UP 4 TR AGAINST 8 FI 5 TROOP`. Dice decide, so many are fought.

use serde::Serialize;
use serde_json::json;

use super::fight::{FightSteps, steps};
use crate::engine::{Dice, Forces, MisreadForces, Seat, Seed, Stream};
use crate::galaxy::{ForceMeaning, ForceRead, ForceWord, ForceWords, ForcesRead, PlanetId, fact, read_forces, view_of_sides};
use crate::games::empire_board::event::{Fight, Force};
use crate::games::empire_board::phases::{Minds, Side, Sides};
use crate::games::empire_board::rulebook::Rulebook;
use crate::games::empire_board::state::Power;

/// At most 100 units of a kind, since each throws a die in each of a thousand battles.
const UNITS: ForceMeaning = ForceMeaning::Count { most: 100 };
/// How many are fought, with seeds from 0.
const BATTLES: u32 = 1000;

pub(super) static WORDS: ForceWords = ForceWords {
    words: &[
        ForceWord { spellings: &["FI", "FIGHTER", "FIGHTERS"], meaning: UNITS, is_the_owner_s: false },
        ForceWord { spellings: &["TR", "TRANSPORTER", "TRANSPORTERS"], meaning: UNITS, is_the_owner_s: false },
        ForceWord { spellings: &["TROOP", "TROOPS"], meaning: UNITS, is_the_owner_s: true },
    ],
    flag: "UP",
    example: "12 FI UP 4 TR AGAINST 8 FI 5 TROOP",
};

/// Where it takes place: no reader sees it, but streams have a number.
const SOMEWHERE: PlanetId = PlanetId(1);

/// Both sides with their powers: attackers first, the planet's owner the first of the defenders.
struct Given<'a> {
    attackers: Vec<(Power, &'a ForceRead)>,
    defenders: Vec<(Power, &'a ForceRead)>,
    rulebook: &'a Rulebook,
}

/// What one seed came to.
struct Played {
    battle: Option<(Fight, Stream)>,
    landing: Option<(Fight, Stream)>,
}

/// What many battles came to.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
struct Shares {
    /// Battles in space, and those that the attackers won.
    battles: u32,
    battles_won: u32,
    /// Landings, and those that took the planet.
    landings: u32,
    taken: u32,
    losses: Vec<MeanLosses>,
}

/// What a power lost in all of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct MeanLosses {
    power: Power,
    is_attacker: bool,
    /// In hundredths, rounded down, over all that were fought.
    fighters: u64,
    /// Transporters of an attacker and land troops of a defender.
    landing: u64,
}

/// Fights a thousand times, and shows the first.
pub(super) fn play(text: &str, rulebook: &Rulebook) -> Result<Forces, MisreadForces> {
    let read = read_forces(text, &WORDS)?;
    let given = Given::of(&read, rulebook);
    let powers = |side: &[(Power, &ForceRead)]| side.iter().map(|(power, _)| *power).collect::<Vec<_>>();
    let example = given.play(0);
    let shares = given.shares();
    let shown = |fight: &Option<(Fight, Stream)>, in_space: Option<&Rulebook>| {
        let (fight, dice) = fight.as_ref()?;
        let steps: FightSteps = steps(fight, Some(fight), dice, in_space);
        Some(fact(&steps))
    };
    let facts = json!({
        "owner": given.owner(),
        "attackers": powers(&given.attackers),
        "defenders": powers(&given.defenders),
        "fought": BATTLES,
        "shares": shares,
        "battle": shown(&example.battle, Some(rulebook)),
        "landing": shown(&example.landing, None),
    });
    let view = view_of_sides(&powers(&given.attackers), &powers(&given.defenders));
    Ok(Forces { forces: read.to_string(), view, facts })
}

impl<'a> Given<'a> {
    fn of(read: &'a ForcesRead, rulebook: &'a Rulebook) -> Given<'a> {
        let mut powers = (1..).map(|number| Power::Seat(Seat(number)));
        let mut side = |forces: &'a [ForceRead]| powers.by_ref().zip(forces).collect::<Vec<_>>();
        Given { attackers: side(&read.attackers), defenders: side(&read.defenders), rulebook }
    }

    fn owner(&self) -> Power {
        self.defenders.first().map_or(Power::Neutral, |(power, _)| *power)
    }

    fn force_of(&self, power: Power) -> Option<&ForceRead> {
        self.attackers.iter().chain(&self.defenders).find(|(other, _)| *other == power).map(|(_, force)| *force)
    }

    fn is_up(&self, power: Power, word: &str) -> bool {
        self.rulebook.morale && self.force_of(power).is_some_and(|force| force.is_flagged(word))
    }

    fn play(&self, number: u32) -> Played {
        let dice = Dice::new(seed(number));
        let mut in_space = dice.stream(&format!("turn/1/battle/{SOMEWHERE}"));
        let mut on_the_ground = dice.stream(&format!("turn/1/landing/{SOMEWHERE}"));
        let minds = Minds { is_up: Box::new(|power, _| self.is_up(power, "FI")), target: Box::new(|_| None) };
        let battle = self.fleets().fight_in_space(self.rulebook, &minds, &mut in_space);
        // B7.1: who lost the battle does not land.
        let lands = battle.as_ref().is_none_or(|battle| battle.attackers_win);
        let landing = self.landing().filter(|_| lands).map(|sides| {
            let is_up = |power: Power, side: Side| self.is_up(power, if side == Side::Attackers { "TR" } else { "TROOP" });
            let minds = Minds { is_up: Box::new(is_up), target: Box::new(|_| None) };
            sides.fight_on_the_ground(self.rulebook, &minds, &mut on_the_ground)
        });
        Played { battle: battle.map(|battle| (battle, in_space)), landing: landing.map(|landing| (landing, on_the_ground)) }
    }

    /// Those with a ship.
    fn fleets(&self) -> Sides {
        let force = |(power, force): &(Power, &ForceRead)| Force {
            power: *power,
            units: force.number("FI"),
            transporters: force.number("TR"),
            lost: 0,
        };
        let side = |forces: &[(Power, &ForceRead)]| {
            forces.iter().map(force).filter(|force| force.units > 0 || force.transporters > 0).collect::<Vec<_>>()
        };
        Sides { planet: SOMEWHERE, owner: self.owner(), attackers: side(&self.attackers), defenders: side(&self.defenders) }
    }

    /// Those with transporters against the owner's land troops; `None` if nobody lands.
    fn landing(&self) -> Option<Sides> {
        let landers = self.attackers.iter().filter(|(_, force)| force.number("TR") > 0);
        let attackers: Vec<Force> =
            landers.map(|(power, force)| Force { power: *power, units: force.number("TR"), transporters: 0, lost: 0 }).collect();
        let (owner, force) = self.defenders.first()?;
        let defenders = vec![Force { power: *owner, units: force.number("TROOP"), transporters: 0, lost: 0 }];
        (!attackers.is_empty()).then_some(Sides { planet: SOMEWHERE, owner: *owner, attackers, defenders })
    }

    fn shares(&self) -> Shares {
        let mut shares = Shares::default();
        let sides = [(&self.attackers, true), (&self.defenders, false)];
        let powers = sides.into_iter().flat_map(|(side, is_attacker)| side.iter().map(move |(power, _)| (*power, is_attacker)));
        shares.losses = powers.map(|(power, is_attacker)| MeanLosses { power, is_attacker, fighters: 0, landing: 0 }).collect();
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

/// What a power lost in a fight.
fn lost(fight: Option<&(Fight, Stream)>, power: Power) -> u64 {
    let forces = fight.into_iter().flat_map(|(fight, _)| fight.forces());
    forces.filter(|(force, _)| force.power == power).map(|(force, _)| u64::from(force.lost)).sum()
}

/// The seed of that number: 64 hexadecimal digits, of which the last ones count.
fn seed(number: u32) -> Seed {
    let mut bytes = [0; 32];
    bytes[28..].copy_from_slice(&number.to_be_bytes());
    Seed(bytes)
}
