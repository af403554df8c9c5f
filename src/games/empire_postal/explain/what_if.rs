//! A battle and a landing with forces given by hand: `12 FI 4 TR FM 110 AGAINST 8 FI 20 PDU`.

use serde_json::json;

use super::{battle, landing};
use crate::engine::{Dice, Forces, MisreadForces, Seed};
use crate::galaxy::{ForceMeaning, ForceRead, ForceWord, ForceWords, PlanetId, fact, powers, read_forces};
use crate::games::empire_postal::event::{BattleFleet, LandingForce};
use crate::games::empire_postal::phases::{Assault, Meeting, orbit_for_attackers};
use crate::games::empire_postal::state::{Fleet, Power};

const SHIPS: ForceMeaning = ForceMeaning::Count { most: 1_000_000 };
const MORALE: ForceMeaning = ForceMeaning::Value { least: 50, most: 150, usual: 100 };

pub(in crate::games::empire_postal) static WORDS: ForceWords = ForceWords {
    words: &[
        ForceWord { spellings: &["FI", "FIGHTER", "FIGHTERS"], meaning: SHIPS, is_the_owner_s: false },
        ForceWord { spellings: &["TR", "TRANSPORTER", "TRANSPORTERS"], meaning: SHIPS, is_the_owner_s: false },
        ForceWord { spellings: &["PDU"], meaning: SHIPS, is_the_owner_s: true },
        ForceWord { spellings: &["FM"], meaning: MORALE, is_the_owner_s: false },
        ForceWord { spellings: &["TM"], meaning: MORALE, is_the_owner_s: false },
        ForceWord { spellings: &["PM"], meaning: ForceMeaning::Value { least: 0, most: 250, usual: 100 }, is_the_owner_s: true },
    ],
    flag: "",
    example: "12 FI 4 TR FM 110 AGAINST 8 FI 20 PDU PM 120",
};

/// The planet of the fight. No reader sees it, but dice streams need a number.
const SOMEWHERE: PlanetId = PlanetId(1);

/// Fights the battle and then the landing.
pub(in crate::games::empire_postal) fn play(text: &str) -> Result<Forces, MisreadForces> {
    let read = read_forces(text, &WORDS)?;
    let owner = read.defenders.first().map_or(Power::Neutral, |force| force.power);
    let planet_morale = read.defenders.first().map_or(100, |force| force.number("PM"));
    let fleet = |force: &ForceRead| {
        let ships = Fleet { fighters: force.number("FI"), transporters: force.number("TR") };
        BattleFleet::armed(force.power, ships, force.number("FM"), force.number("PM"))
    };
    // A power without ships is not in orbit.
    let side =
        |forces: &[ForceRead]| forces.iter().map(fleet).filter(|fleet| fleet.fighters > 0 || fleet.transporters > 0).collect::<Vec<_>>();
    let (attackers, defenders) = (side(&read.attackers), side(&read.defenders));
    let defenders_have_fighters = defenders.iter().any(|fleet| fleet.fighters > 0);
    let battle = Meeting { planet: SOMEWHERE, owner, planet_morale, attackers, defenders }.fight();
    let orbit = orbit_for_attackers(battle.as_ref().map(|(battle, ratio)| (battle.result, *ratio)), defenders_have_fighters);
    let dice = || Dice::new(Seed([0; 32])).stream(&format!("turn/1/landing/{SOMEWHERE}"));
    let landers = read.attackers.iter().filter(|force| force.number("TR") > 0);
    let landing = orbit.and_then(|ratio| {
        let assault = Assault {
            planet: SOMEWHERE,
            owner,
            planet_morale,
            pdu: read.defenders.first().map_or(0, |force| force.number("PDU")),
            attackers: landers.map(|force| LandingForce::armed(force.power, force.number("TR"), force.number("TM"))).collect(),
            ratio,
        };
        assault.land(&mut dice())
    });
    let battle = battle.map(|(battle, _)| battle);
    let facts = json!({
        "owner": owner,
        "attackers": powers(&read.attackers),
        "defenders": powers(&read.defenders),
        "landing": landing.map(|landed| fact(&landing::steps(&landed, battle.as_ref(), Some(dice())))),
        "battle": battle.map(|battle| fact(&battle::steps(&battle))),
        "holds_orbit": orbit.is_some(),
    });
    Ok(Forces { forces: read.to_string(), view: read.view(), facts })
}
