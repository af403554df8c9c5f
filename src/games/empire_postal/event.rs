//! What happens in a turn, and why an order falls short; templates put both into words.

use serde::{Deserialize, Serialize};

use super::order::{Cargo, Goal, Ship};
use super::state::{Power, Relation, Statistics, Stock, Temper};
use crate::engine::{Outcome, Seat};
use crate::galaxy::PlanetId;

/// Something that happened; who saw it stands beside it ([`crate::engine::Witnessed`]).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    /// P4.1, everybody.
    PlayerNamed { seat: Seat, before: String, name: String },
    /// P4.1, everybody.
    PlanetNamed { planet: PlanetId, before: String, name: String },
    /// P11.3, everybody.
    Announcement { seat: Seat, text: String },
    /// P1.7, everybody.
    GameLength { rounds: u32, votes: u32 },
    /// P4.1: the relation moved; the two concerned.
    RelationChanged { seats: [Seat; 2], before: Relation, relation: Relation },
    /// P9.1, the player.
    Researched {
        seat: Seat,
        #[serde(flatten)]
        goal: Goal,
        points: u32,
        successes: u32,
    },
    /// P9.2, the player.
    SpyReport { seat: Seat, planet: PlanetId, findings: Findings },
    /// P9.2: for the planet's owner, if the owner notices.
    SpyNoticed { planet: PlanetId, spy: Seat },
    /// P8.2, nobody but the game master.
    NeutralsSent { from: PlanetId, to: PlanetId, fighters: u32, transporters: u32 },
    /// P2.3, P4.7, P4.10: what found no room, the owner.
    StorageFull { planet: PlanetId, lost: Stock },
    /// P7.1, P11.3: everybody hears of a planet in revolt.
    Revolt { planet: PlanetId, owner: Seat, fell: bool },
    /// P7.1: its cause and numbers are the owner's; they tell of the owner's points and PDU and of landings there (P11.3).
    RevoltDamage { planet: PlanetId, owner: Seat, cause: RevoltCause, home_defence: u32, pdu_destroyed: u32, pdu_left: u32 },
    /// P5, those present and the owner.
    Battle(Battle),
    /// P5.6, the player.
    Fled { seat: Seat, planet: PlanetId, fighters: u32, to: Option<PlanetId>, position: usize },
    /// P6, those present and the owner.
    Landing(Landing),
    /// P11.3, everybody.
    PlanetTaken { planet: PlanetId, from: Power, to: Power },
    /// P4.10, the owner of the planet.
    Unloaded { planet: PlanetId, cargo: Cargo, shiploads: u32, units: u32 },
    /// P4.10: cargo that must wait at `D`; the owner of the planet.
    CargoWaits { planet: PlanetId, cargo: Cargo, shiploads: u32, because: CargoWaitsBecause },
    /// P10.2, everybody.
    PlayerOut { seat: Seat },
    /// P10.3 to P10.5, everybody.
    GameOver { outcome: Outcome, statistics: Vec<SeatStatistics> },
}

/// P9.2: what a spy brought home; levels that the spy did not reach are absent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Findings {
    pub level: u8,
    pub owner: Power,
    pub stock: Stock,
    pub works: Option<Works>,
    pub people: Option<People>,
}

/// P9.2, level 2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Works {
    pub pdu: u32,
    pub fuel_plants: u32,
    pub ore_plants: u32,
    pub rare_plants: u32,
    pub fighter_yards: u32,
    pub transporter_yards: u32,
}

/// P9.2, level 3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct People {
    pub industrial_product: u32,
    pub morale: u32,
    pub workforce: u32,
    pub production_rate: u32,
    pub home_defence: u32,
    pub temper: Option<Temper>,
}

/// Why a revolt try took place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RevoltCause {
    /// P4.6: PDU below HD.
    TooFewPdu,
    /// P4.6: the owner's PP are below 0.
    PoliticalDebt,
    /// P6.5: a landing failed.
    FailedLanding,
}

/// P4.10: why cargo was not unloaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CargoWaitsBecause {
    Refused,
    NoFighter,
}

/// P5: a space battle with the numbers that decided it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Battle {
    pub planet: PlanetId,
    pub owner: Power,
    /// PM that held, in per cent.
    pub planet_morale: u32,
    pub attackers: Vec<BattleFleet>,
    pub defenders: Vec<BattleFleet>,
    /// AS and DS.
    pub attack_strength: u32,
    pub defence_strength: u32,
    /// q in thousandths, floored, for showing; rules use the exact fraction.
    pub ratio_thousandths: u32,
    pub result: BattleResult,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BattleResult {
    /// P5.3.
    NoResistance,
    AttackersWin,
    DefendersWin,
}

/// One power's part in a battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct BattleFleet {
    pub power: Power,
    pub fighters: u32,
    pub transporters: u32,
    /// FM that held, in per cent.
    pub fighter_morale: u32,
    /// Its share of AS or DS.
    pub strength: u32,
    /// Kills as fired.
    pub kills: u32,
    /// Losses as suffered.
    pub fighters_lost: u32,
    pub transporters_lost: u32,
}

/// P6: a landing with the numbers that decided it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Landing {
    pub planet: PlanetId,
    pub owner: Power,
    pub planet_morale: u32,
    pub pdu_before: u32,
    pub pdu_after: u32,
    pub attackers: Vec<LandingForce>,
    pub attack_strength: u32,
    pub defence_strength: u32,
    pub ratio_thousandths: u32,
    /// Who took the planet; `None` if the landing failed.
    pub taken_by: Option<Power>,
    /// P6.4: whether a die had to decide between equals.
    pub by_die: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LandingForce {
    pub power: Power,
    pub transporters: u32,
    pub transporters_lost: u32,
    pub transporter_morale: u32,
    pub strength: u32,
    /// PDU destroyed as computed.
    pub pdu_destroyed: u32,
}

/// P10.5.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatStatistics {
    pub seat: Seat,
    pub place: u32,
    pub planets: u32,
    /// GNP in hundredths, rounded half up; absent for who is out (P10.1).
    pub gnp_hundredths: Option<u32>,
    pub planets_by_turn: Vec<u32>,
    #[serde(flatten)]
    pub statistics: Statistics,
}

/// Why an order was not or will not be carried out in full.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
pub enum Reason {
    /// The planet is not yours.
    NotYourPlanet { planet: PlanetId },
    /// A spy needs a planet that is not one's own.
    YourOwnPlanet { planet: PlanetId },
    /// From a planet to itself.
    SamePlanet { planet: PlanetId },
    /// P4.3, P4.4: so many of these ships stood in orbit and were not yet spoken for.
    TooFewShips { ship: Ship, planet: PlanetId, available: u32 },
    /// P4.3: loading needs an own fighter in orbit.
    NoFighterInOrbit { planet: PlanetId },
    /// P4.3: so many shiploads of the goods were there.
    TooFewGoods { cargo: Cargo, planet: PlanetId, available: u32 },
    /// P4.5: what ran out first, and how much of it was left when this line's turn came.
    ShortOf { resource: Resource, planet: PlanetId, available: u32 },
    /// P9: political points.
    TooFewPoints { available: i32 },
    /// P4.1: DECLARE on oneself.
    Yourself,
    /// P10.2: that player is out of the game.
    PlayerOut { seat: Seat },
    /// P4.1: the name belongs to another, or two asked for it.
    NameTaken { name: String },
    /// P1.7: votes count with the first orders only.
    VotingOver,
    /// P1.7: the scenario fixes the length.
    LengthFixed { rounds: u32 },
    /// P1.7: votes are for 10..30 rounds.
    VoteOutOfRange,
    /// A later line of the same sheet says otherwise.
    Overruled,
    /// FM and TM stop at 150.
    AtMaximum,
    /// Nothing was asked for, or nothing was there to do.
    Nothing,
    /// P10.3, P10.4: the game has ended.
    GameOver,
}

/// P4.5: what building takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Resource {
    Labour,
    Fuel,
    Ore,
    Rare,
    FighterYards,
    TransporterYards,
}
