//! A battle and a landing with forces given by hand: `12 FI 4 TR FM 110 AGAINST 8 FI 20 PDU`.

use serde_json::json;

use super::{battle, landing};
use crate::engine::{Dice, Forces, MisreadForces, Seat, Seed};
use crate::galaxy::{ForceMeaning, ForceRead, ForceWord, ForceWords, PlanetId, fact, read_forces, view_of_sides};
use crate::games::empire_postal::event::{BattleFleet, LandingForce};
use crate::games::empire_postal::phases::{Assault, Meeting, orbit_for_attackers};
use crate::games::empire_postal::state::{Fleet, Power};

const SHIPS: ForceMeaning = ForceMeaning::Count { most: 1_000_000 };
const MORALE: ForceMeaning = ForceMeaning::Value { least: 50, most: 150, usual: 100 };

pub(super) static WORDS: ForceWords = ForceWords {
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

/// Where it takes place: no reader sees it, but streams have a number.
const SOMEWHERE: PlanetId = PlanetId(1);

/// Fights and lands.
pub(super) fn play(text: &str) -> Result<Forces, MisreadForces> {
    let read = read_forces(text, &WORDS)?;
    let attackers: Vec<(Power, &ForceRead)> = (1..).map(|number| Power::Seat(Seat(number))).zip(&read.attackers).collect();
    let first_defender = attackers.len() as u8 + 1;
    let defenders: Vec<(Power, &ForceRead)> = (first_defender..).map(|number| Power::Seat(Seat(number))).zip(&read.defenders).collect();
    let powers = |side: &[(Power, &ForceRead)]| side.iter().map(|(power, _)| *power).collect::<Vec<_>>();
    let owner = Power::Seat(Seat(first_defender));
    let planet_morale = read.defenders.first().map_or(100, |force| force.number("PM"));
    let fleet = |(power, force): &(Power, &ForceRead)| {
        let ships = Fleet { fighters: force.number("FI"), transporters: force.number("TR") };
        BattleFleet::armed(*power, ships, force.number("FM"), if *power == owner { planet_morale } else { 100 })
    };
    // Those without a ship are not in orbit.
    let side = |forces: &[(Power, &ForceRead)]| {
        forces.iter().map(fleet).filter(|fleet| fleet.fighters > 0 || fleet.transporters > 0).collect::<Vec<_>>()
    };
    let (attacking, defending) = (side(&attackers), side(&defenders));
    let defenders_have_fighters = defending.iter().any(|fleet| fleet.fighters > 0);
    let battle = Meeting { planet: SOMEWHERE, owner, planet_morale, attackers: attacking, defenders: defending }.fight();
    let orbit = orbit_for_attackers(battle.as_ref().map(|(battle, ratio)| (battle.result, *ratio)), defenders_have_fighters);
    let dice = || Dice::new(Seed([0; 32])).stream(&format!("turn/1/landing/{SOMEWHERE}"));
    let landers = attackers.iter().filter(|(_, force)| force.number("TR") > 0);
    let landing = orbit.and_then(|ratio| {
        let assault = Assault {
            planet: SOMEWHERE,
            owner,
            planet_morale,
            pdu: read.defenders.first().map_or(0, |force| force.number("PDU")),
            attackers: landers.map(|(power, force)| LandingForce::armed(*power, force.number("TR"), force.number("TM"))).collect(),
            ratio,
        };
        assault.land(&mut dice())
    });
    let battle = battle.map(|(battle, _)| battle);
    let facts = json!({
        "owner": owner,
        "attackers": powers(&attackers),
        "defenders": powers(&defenders),
        "landing": landing.map(|landed| fact(&landing::steps(&landed, battle.as_ref(), Some(dice())))),
        "battle": battle.map(|battle| fact(&battle::steps(&battle))),
        "holds_orbit": orbit.is_some(),
    });
    let view = view_of_sides(&powers(&attackers), &powers(&defenders));
    Ok(Forces { forces: read.to_string(), view, facts })
}
