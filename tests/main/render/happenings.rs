//! One event of each kind, and what became of a sheet of orders.

use std::collections::BTreeSet;

use ashpost::engine::{Audience, Extent, Fate, Seat, Witnessed};
use ashpost::galaxy::PlanetId;
use ashpost::games::empire_postal::event::*;
use ashpost::games::empire_postal::order::{Cargo, Goal, Ship};
use ashpost::games::empire_postal::state::{Power, Relation, Stock, Temper};
use serde::Serialize;
use serde_json::{Value, json};

use super::example::{ANN, BOB, EVE, SECRET};

pub(super) fn everybody(event: Event) -> Witnessed<Value> {
    Witnessed { event: serde_json::to_value(event).unwrap(), seen_by: Audience::Everybody }
}

fn only(seat: Seat, event: Event) -> Witnessed<Value> {
    Witnessed { event: serde_json::to_value(event).unwrap(), seen_by: Audience::seats([seat]) }
}

/// One of each kind, and some that Ann must not see.
pub(super) fn events() -> Vec<Witnessed<Value>> {
    let nobody = |event| Witnessed { event: serde_json::to_value(event).unwrap(), seen_by: Audience::Seats(BTreeSet::new()) };
    let mut events = vec![
        everybody(Event::PlayerNamed { seat: EVE, before: "Evelyn".into(), name: "Eve".into() }),
        everybody(Event::PlanetNamed { planet: PlanetId(19), before: "Rivet".into(), name: "New Rivet".into() }),
        everybody(Event::Announcement {
            seat: BOB,
            text: format!("To all of you:\n\nThe Rim is mine. {}\n  Bob <b>the</b> Great", "Surrender now. ".repeat(9)),
        }),
        everybody(Event::GameLength { rounds: 20, votes: 3 }),
        only(ANN, Event::RelationChanged { seats: [BOB, ANN], before: Relation::Neutral, relation: Relation::War }),
        only(ANN, Event::Researched { seat: ANN, goal: Goal::ProductionRate { planet: PlanetId(2) }, points: 4, successes: 1 }),
        only(ANN, Event::Researched { seat: ANN, goal: Goal::FighterMorale, points: 1, successes: 0 }),
        only(ANN, Event::SpyNoticed { planet: PlanetId(2), spy: BOB }),
        nobody(Event::NeutralsSent { from: PlanetId(30), to: PlanetId(10), fighters: 4, transporters: 2 }),
        only(ANN, Event::StorageFull { planet: PlanetId(2), lost: Stock { fuel: 3, ore: 0, rare: 1 } }),
        everybody(Event::Revolt { planet: PlanetId(18), owner: ANN, fell: false }),
        everybody(Event::Revolt { planet: PlanetId(9), owner: BOB, fell: true }),
        // Eve takes what Bob has just lost to a revolt.
        everybody(Event::Revolt { planet: PlanetId(24), owner: BOB, fell: true }),
        everybody(Event::PlanetTaken { planet: PlanetId(24), from: Power::Neutral, to: Power::Seat(EVE) }),
        only(
            ANN,
            Event::RevoltDamage {
                planet: PlanetId(18),
                owner: ANN,
                cause: RevoltCause::PoliticalDebt,
                home_defence: 5,
                pdu_destroyed: 2,
                pdu_left: 18,
            },
        ),
        only(ANN, Event::Fled { seat: BOB, planet: PlanetId(2), fighters: 7, to: Some(PlanetId(1)), position: 2 }),
        only(ANN, Event::Fled { seat: EVE, planet: PlanetId(2), fighters: 1, to: None, position: 0 }),
        everybody(Event::PlanetTaken { planet: PlanetId(20), from: Power::Neutral, to: Power::Seat(ANN) }),
        everybody(Event::PlanetTaken { planet: PlanetId(1), from: Power::Seat(ANN), to: Power::Seat(BOB) }),
        only(ANN, Event::Unloaded { planet: PlanetId(2), cargo: Cargo::FuelPlants, shiploads: 1, units: 4 }),
        only(ANN, Event::CargoWaits { planet: PlanetId(10), cargo: Cargo::Workforce, shiploads: 2, because: CargoWaitsBecause::NoFighter }),
        everybody(Event::PlayerOut { seat: Seat(7) }),
        only(BOB, Event::Announcement { seat: BOB, text: SECRET.into() }),
    ];
    events.extend(fights());
    events.extend([1, 3].map(|level| only(ANN, Event::SpyReport { seat: ANN, planet: PlanetId(20), findings: findings(level) })));
    events
}

fn findings(level: u8) -> Findings {
    let works = Works { pdu: 4, fuel_plants: 3, ore_plants: 3, rare_plants: 3, fighter_yards: 6, transporter_yards: 3 };
    let people = People {
        industrial_product: 20,
        morale: 100,
        workforce: 80,
        production_rate: 1000,
        home_defence: 2,
        temper: Some(Temper::Aggressive),
    };
    Findings {
        level,
        owner: Power::Neutral,
        stock: Stock { fuel: 12, ore: 13, rare: 14 },
        works: Some(works).filter(|_| level > 1),
        people: Some(people).filter(|_| level > 2),
    }
}

fn fights() -> Vec<Witnessed<Value>> {
    let fleet = |power, fighters, strength, kills| BattleFleet {
        power,
        fighters,
        transporters: 2,
        fighter_morale: 104,
        strength,
        kills,
        fighters_lost: 1,
        transporters_lost: 0,
    };
    let battle = |planet, result| Battle {
        planet: PlanetId(planet),
        owner: if planet == 2 { Power::Seat(ANN) } else { Power::Neutral },
        planet_morale: 150,
        attackers: vec![fleet(Power::Seat(BOB), 25, 24, 1), fleet(Power::Seat(EVE), 2, 2, 0)],
        defenders: vec![fleet(Power::Seat(ANN), 14, 21, 3), fleet(Power::Seat(Seat(4)), 5, 5, 1)],
        attack_strength: 26,
        defence_strength: 26,
        ratio_thousandths: 1000,
        result,
    };
    let force = LandingForce {
        power: Power::Seat(ANN),
        transporters: 7,
        transporters_lost: 2,
        transporter_morale: 98,
        strength: 6,
        pdu_destroyed: 9,
    };
    let landing = |taken_by, by_die| Landing {
        planet: PlanetId(20),
        owner: Power::Neutral,
        planet_morale: 100,
        pdu_before: 4,
        pdu_after: 0,
        attackers: vec![force],
        attack_strength: 15,
        defence_strength: 4,
        ratio_thousandths: 1571,
        taken_by,
        by_die,
    };
    vec![
        only(ANN, Event::Battle(battle(2, BattleResult::DefendersWin))),
        only(ANN, Event::Battle(battle(20, BattleResult::AttackersWin))),
        only(ANN, Event::Battle(battle(31, BattleResult::NoResistance))),
        only(ANN, Event::Landing(landing(Some(Power::Seat(ANN)), true))),
        only(ANN, Event::Landing(landing(None, false))),
    ]
}

pub(super) fn orders() -> Vec<String> {
    [
        "BUILD 3 PDU ON 2",
        "BUILD MAX FI ON 10",
        "SEND 5 FI FROM 18 TO 1",
        "SPY ON 20",
        "ANNOUNCE\nPeace, everybody.\nAnn\nEND",
        "DECLARE PEACE ON 2",
    ]
    .map(str::to_owned)
    .to_vec()
}

/// What became of an order of Ann's; for units, how many were done and asked for.
pub(super) fn fate<R: Serialize>(rule: &str, entry: usize, verdict: Extent, counts: Option<(u32, u32)>, reason: Option<R>) -> Fate<Value> {
    Fate {
        seat: ANN,
        entry,
        verdict,
        asked: counts.map(|(_, asked)| asked),
        done: counts.map(|(done, _)| done),
        reason: reason.map(|reason| serde_json::to_value(reason).unwrap()),
        rule: rule.to_owned(),
    }
}

pub(super) fn fates() -> Vec<Fate<Value>> {
    let fate = |entry, verdict, counts, reason| fate("P4.4", entry, verdict, counts, reason);
    let few = Reason::TooFewShips { ship: Ship::Fighter, planet: PlanetId(18), available: 2 };
    vec![
        fate(0, Extent::Done, Some((3, 3)), None),
        fate(1, Extent::Done, Some((4, 4)), None),
        fate(2, Extent::Cut, Some((2, 5)), Some(few)),
        fate(3, Extent::Failed, None, Some(Reason::TooFewPoints { available: -3 })),
        fate(4, Extent::Done, None, None),
        fate(5, Extent::Cut, None, Some(Reason::Yourself)),
        Fate {
            seat: BOB,
            entry: 0,
            verdict: Extent::Failed,
            asked: None,
            done: None,
            reason: Some(json!({"reason": SECRET})),
            rule: SECRET.into(),
        },
    ]
}
