//! One event of each kind of the board game, and what became of a sheet of orders.

use ashpost::engine::{Audience, Extent, Fate, Seat, Witnessed};
use ashpost::galaxy::PlanetId;
use ashpost::games::empire_board::event::{Arm, Event, Fight, Force, Loss, Reason, Shot, Volley};
use ashpost::games::empire_board::order::{Cargo, Product, Ship, Unit};
use ashpost::games::empire_board::state::{Goods, Power, Relation};
use serde_json::{Value, json};

use super::example::{ANN, BOB, EVE, SECRET};
use super::happenings;

const CY: Seat = Seat(3);

pub(super) fn told(event: Event) -> Witnessed<Value> {
    Witnessed { event: serde_json::to_value(event).unwrap(), seen_by: Audience::Everybody }
}

/// Everybody sees every event.
pub(super) fn events() -> Vec<Witnessed<Value>> {
    [choices(), before_the_fights(), battles(), landings(), after_the_fights()].into_iter().flatten().map(told).collect()
}

fn choices() -> Vec<Event> {
    vec![
        Event::Announcement { seat: BOB, text: format!("To all of you:\n\n{}\n  Bob <b>the</b> Great", "Surrender now. ".repeat(9)) },
        Event::FactoryChosen { seat: ANN, planet: PlanetId(2), product: Product::HighTech },
        Event::FactoryChosen { seat: ANN, planet: PlanetId(10), product: Product::Oil },
        Event::HangarChosen { seat: ANN, planet: PlanetId(10), ship: Ship::Transporter },
        Event::ForcesStationed { seat: ANN, planet: PlanetId(10), fighters: 5, transporters: 3 },
        Event::ForcesStationed { seat: BOB, planet: PlanetId(9), fighters: 5, transporters: 3 },
    ]
}

fn before_the_fights() -> Vec<Event> {
    let built = |seat, planet, unit, count| Event::Built { seat, planet: PlanetId(planet), unit, count };
    vec![
        Event::RelationChanged { seats: [BOB, ANN], before: Relation::Neutral, relation: Relation::Hostile },
        Event::OrderOfMovement { choosing: vec![CY, ANN, EVE, BOB], moving: vec![BOB, EVE, CY, ANN] },
        Event::HomePlanetNamed { seat: EVE, planet: PlanetId(13) },
        built(ANN, 2, Unit::Fighter, 3),
        built(ANN, 2, Unit::Transporter, 1),
        built(ANN, 10, Unit::Troop, 2),
        built(BOB, 1, Unit::Factory(Product::HighTech), 1),
        built(BOB, 1, Unit::Hangar(Ship::Fighter), 2),
        Event::Converted { seat: ANN, planet: PlanetId(10), from: Product::Oil, to: Product::HighTech },
    ]
}

fn force(power: Power, units: u32, transporters: u32, lost: u32) -> Force {
    Force { power, units, transporters, lost }
}

/// Dice that look thrown, the last of them by morale.
fn shot(power: Power, count: u32, morale_dice: u32, losses: &[(Power, u32, u32)]) -> Shot {
    let mut last = count;
    let mut throw = || {
        last = last.wrapping_mul(1_103_515_245).wrapping_add(12_345);
        (last >> 16) % 6 + 1
    };
    let dice: Vec<u32> = (0..count + morale_dice).map(|_| throw()).collect();
    shown(power, &dice, morale_dice, losses)
}

fn shown(power: Power, dice: &[u32], morale_dice: u32, losses: &[(Power, u32, u32)]) -> Shot {
    let sum = dice.iter().sum();
    let losses = losses.iter().map(|(power, lost, by_die)| Loss { power: *power, lost: *lost, by_die: *by_die }).collect();
    Shot { power, dice: dice.to_vec(), morale_dice, sum, hits: sum / 6, losses }
}

fn battles() -> Vec<Event> {
    let (ann, bob, cy, eve) = (Power::Seat(ANN), Power::Seat(BOB), Power::Seat(CY), Power::Seat(EVE));
    let great = Fight {
        planet: PlanetId(2),
        owner: ann,
        attackers: vec![force(bob, 95, 8, 31), force(cy, 2, 0, 1)],
        defenders: vec![force(ann, 60, 3, 32), force(eve, 1, 0, 0)],
        volleys: vec![
            Volley {
                shots: vec![
                    shot(bob, 95, 23, &[(ann, 30, 4)]),
                    shot(cy, 2, 0, &[]),
                    shot(ann, 60, 0, &[(bob, 29, 29), (cy, 1, 1)]),
                    shot(eve, 1, 0, &[]),
                ],
                attackers_lost: 30,
                defenders_lost: 30,
            },
            Volley {
                shots: vec![shot(bob, 5, 1, &[(ann, 2, 0)]), shot(cy, 1, 0, &[]), shot(ann, 3, 0, &[(bob, 2, 1)])],
                attackers_lost: 2,
                defenders_lost: 2,
            },
        ],
        attackers_win: false,
    };
    let without_fire = |planet, owner, attackers: Force, defenders: Force, attackers_win| Fight {
        planet: PlanetId(planet),
        owner,
        attackers: vec![attackers],
        defenders: vec![defenders],
        volleys: Vec::new(),
        attackers_win,
    };
    vec![
        Event::Battle(great),
        Event::Battle(without_fire(20, bob, force(ann, 11, 3, 0), force(bob, 0, 2, 0), true)),
        Event::Battle(without_fire(31, Power::Neutral, force(cy, 0, 2, 0), force(Power::Neutral, 1, 0, 0), false)),
        Event::Battle(Fight {
            volleys: vec![Volley {
                shots: vec![shot(Power::Pirates, 4, 0, &[(Power::Neutral, 1, 0)]), shot(Power::Neutral, 2, 0, &[(Power::Pirates, 1, 0)])],
                attackers_lost: 1,
                defenders_lost: 1,
            }],
            ..without_fire(29, Power::Neutral, force(Power::Pirates, 4, 0, 1), force(Power::Neutral, 2, 0, 1), true)
        }),
        Event::Fled { power: bob, planet: PlanetId(2), fighters: 62, transporters: 8, to: Some(PlanetId(1)), space: 1 },
        Event::Fled { power: cy, planet: PlanetId(2), fighters: 1, transporters: 0, to: None, space: 0 },
        Event::Fled { power: Power::Neutral, planet: PlanetId(29), fighters: 1, transporters: 0, to: None, space: 0 },
        Event::MoraleTurned { seat: BOB, planet: PlanetId(2), arm: Arm::Fighters, up: false },
    ]
}

fn landings() -> Vec<Event> {
    let (ann, bob, eve) = (Power::Seat(ANN), Power::Seat(BOB), Power::Seat(EVE));
    let landing = |planet, owner, attackers: &[Force], (troops, lost), volleys, attackers_win| {
        Event::Landing(Fight {
            planet: PlanetId(planet),
            owner,
            attackers: attackers.to_vec(),
            defenders: vec![force(owner, troops, 0, lost)],
            volleys,
            attackers_win,
        })
    };
    let equal = Volley {
        shots: vec![shown(ann, &[4, 2, 4, 5], 0, &[(bob, 2, 0)]), shown(eve, &[1, 3], 0, &[]), shown(bob, &[6, 6], 0, &[(ann, 2, 2)])],
        attackers_lost: 2,
        defenders_lost: 2,
    };
    // By a morale die one side has fewer losses than the other, and yet nobody left (B7.2).
    let fewer = Volley {
        shots: vec![
            shown(ann, &[6, 6, 6, 6, 6], 1, &[(Power::Neutral, 5, 0)]),
            shown(Power::Neutral, &[3, 6, 4, 2, 5, 4], 0, &[(ann, 4, 0)]),
        ],
        attackers_lost: 4,
        defenders_lost: 5,
    };
    vec![
        landing(20, bob, &[force(ann, 4, 0, 2), force(eve, 2, 0, 0)], (2, 2), vec![equal], true),
        landing(28, Power::Neutral, &[force(ann, 4, 0, 4)], (6, 5), vec![fewer], false),
        landing(32, Power::Neutral, &[force(bob, 4, 0, 0)], (0, 0), Vec::new(), true),
        Event::ConquerorThrown { planet: PlanetId(20), among: vec![ann, eve], conqueror: ann },
        Event::PlanetTaken { planet: PlanetId(20), from: bob, to: ann },
        Event::PlanetTaken { planet: PlanetId(32), from: Power::Neutral, to: bob },
        Event::FactoryFounded { seat: BOB, planet: PlanetId(32), product: Product::HighTech },
        Event::MoraleTurned { seat: ANN, planet: PlanetId(20), arm: Arm::Troops, up: true },
        Event::MoraleTurned { seat: BOB, planet: PlanetId(32), arm: Arm::Transporters, up: false },
    ]
}

fn after_the_fights() -> Vec<Event> {
    let unloaded = |cargo, count| Event::Unloaded { power: Power::Seat(EVE), planet: PlanetId(10), cargo, count };
    let revolt =
        |planet, owner, die, fell| Event::Revolt { planet: PlanetId(planet), owner, population: 4, troops: 1, to_exceed: 3, die, fell };
    let pirates =
        |planet: Option<u16>, fighters| Event::PiratesCame { column: 5, row: 4, planet: planet.map(PlanetId), dice: vec![6, 2], fighters };
    vec![
        unloaded(Cargo::Population, 2),
        unloaded(Cargo::Troop, 1),
        unloaded(Cargo::Factory(Product::Oil), 1),
        unloaded(Cargo::Hangar(Ship::Fighter), 2),
        revolt(10, ANN, 6, false),
        revolt(18, ANN, 3, true),
        Event::PlanetTaken { planet: PlanetId(18), from: Power::Seat(ANN), to: Power::Neutral },
        Event::Produced { seat: BOB, goods: Goods { oil: 12, steel: 0, high_tech: 7 } },
        Event::Produced { seat: ANN, goods: Goods { oil: 0, steel: 3, high_tech: 0 } },
        Event::Grew { planet: PlanetId(1), population: 4 },
        Event::Grew { planet: PlanetId(2), population: 6 },
        Event::Refitted { planet: PlanetId(28), fighters: 1, troops: 3 },
        pirates(Some(29), 2),
        pirates(Some(29), 0),
        pirates(None, 0),
        Event::PlayerOut { seat: Seat(7) },
        Event::ClosingDice { dice: vec![3, 5, 2, 6, 4], sum: 20, required: 28, over: false },
    ]
}

pub(super) fn orders() -> Vec<String> {
    ["PRODUCE 3 FIGHTER ON 2", "SEND 5 FI FROM 18 TO 1", "LAND ALL ON 20", "POSITION 1", "ANNOUNCE\nPeace, everybody.\nAnn\nEND"]
        .map(str::to_owned)
        .to_vec()
}

pub(super) fn fates() -> Vec<Fate<Value>> {
    let fate = |entry, verdict, counts, reason| happenings::fate("B4.1", entry, verdict, counts, reason);
    let few = Reason::TooFewShips { ship: Ship::Fighter, planet: PlanetId(18), available: 2 };
    vec![
        fate(0, Extent::Done, Some((3, 3)), None),
        fate(1, Extent::Cut, Some((2, 5)), Some(few)),
        fate(2, Extent::Failed, None, Some(Reason::OrbitHeld { planet: PlanetId(20) })),
        fate(3, Extent::Cut, None, Some(Reason::PlaceTaken { place: 4 })),
        fate(4, Extent::Done, None, None),
        Fate { seat: BOB, reason: Some(json!({"reason": SECRET})), ..fate(0, Extent::Failed, None, None) },
    ]
}
