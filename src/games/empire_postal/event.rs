//! What happens in a turn, and why an order falls short; templates put both into words.

use serde::{Deserialize, Serialize};

use super::order::{Cargo, Goal, Ship};
use super::state::{Power, Relation, Statistics, Stock, Temper};
use crate::engine::{Outcome, Seat};
use crate::galaxy::PlanetId;

/// Something that happened; who saw it stands beside it ([`crate::engine::Witnessed`]).
#[allow(missing_docs, reason = "what is not explained is the seat, the planet, the name or the count that it is called by")]
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
    GameLength {
        /// The last turn of the game.
        rounds: u32,
        /// How many votes counted.
        votes: u32,
    },
    /// P4.1: the relation moved; the two concerned.
    RelationChanged {
        /// The lower number first.
        seats: [Seat; 2],
        before: Relation,
        relation: Relation,
    },
    /// P9.1, the player.
    Researched {
        seat: Seat,
        /// What the points were spent on.
        #[serde(flatten)]
        goal: Goal,
        /// Points spent; those that could change nothing any more were kept.
        points: u32,
        /// So many of these points succeeded.
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
    RevoltDamage {
        planet: PlanetId,
        owner: Seat,
        cause: RevoltCause,
        /// HD: no more PDU than this can be destroyed.
        home_defence: u32,
        pdu_destroyed: u32,
        /// 0 where the planet fell.
        pdu_left: u32,
    },
    /// P5, those present and the owner.
    Battle(Battle),
    /// P5.6, the player.
    Fled {
        seat: Seat,
        /// Where they lost the battle.
        planet: PlanetId,
        fighters: u32,
        /// The home planet; `None` for a player without a planet, who loses the ships.
        to: Option<PlanetId>,
        /// Where they enter its track: distance + 1, so 1 at home; 0 without a planet.
        position: usize,
    },
    /// P6, those present and the owner.
    Landing(Landing),
    /// P11.3, everybody.
    PlanetTaken { planet: PlanetId, from: Power, to: Power },
    /// P4.10, the owner of the planet.
    Unloaded {
        planet: PlanetId,
        cargo: Cargo,
        shiploads: u32,
        /// What the ships carried, with what then found no room (P2.3).
        units: u32,
    },
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
    /// How much the spy saw: 1 to 3.
    pub level: u8,
    /// Who held the planet when the turn began.
    pub owner: Power,
    /// The goods that lay there.
    pub stock: Stock,
    /// `None` below level 2.
    pub works: Option<Works>,
    /// `None` below level 3.
    pub people: Option<People>,
}

/// P9.2, level 2.
#[allow(missing_docs, reason = "the counts are what they are called")]
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
    /// GIP (P2.2).
    pub industrial_product: u32,
    /// PM in per cent.
    pub morale: u32,
    /// WF.
    pub workforce: u32,
    /// PR in thousandths.
    pub production_rate: u32,
    /// HD (P2.1).
    pub home_defence: u32,
    /// Of a neutral planet; `None` while it is owned.
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
    /// The planet's owner has refused it.
    Refused,
    /// The planet's owner has no fighter in orbit.
    NoFighter,
}

/// P5: a space battle with the numbers that decided it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Battle {
    /// Where it was fought.
    pub planet: PlanetId,
    /// Who held the planet; PM is for this power's fighters alone (P5.2).
    pub owner: Power,
    /// PM that held, in per cent.
    pub planet_morale: u32,
    /// Those at war with the owner, one fleet a power (P5.1).
    pub attackers: Vec<BattleFleet>,
    /// The owner and those at peace with the owner, likewise.
    pub defenders: Vec<BattleFleet>,
    /// AS and DS.
    pub attack_strength: u32,
    /// DS; nobody resists where it is 0 (P5.3).
    pub defence_strength: u32,
    /// q in thousandths, floored, for showing; rules use the exact fraction.
    pub ratio_thousandths: u32,
    /// Which side holds the orbit after it.
    pub result: BattleResult,
}

/// How a battle ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BattleResult {
    /// P5.3.
    NoResistance,
    /// P5.5: AS was above DS.
    AttackersWin,
    /// P5.5: AS was not above DS.
    DefendersWin,
}

/// One power's part in a battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct BattleFleet {
    /// Whose fleet it is.
    pub power: Power,
    /// Before the battle.
    pub fighters: u32,
    /// Before the battle; they do not fight.
    pub transporters: u32,
    /// FM that held, in per cent.
    pub fighter_morale: u32,
    /// Its share of AS or DS.
    pub strength: u32,
    /// Kills as fired.
    pub kills: u32,
    /// Losses as suffered.
    pub fighters_lost: u32,
    /// P5.6: all of a loser's, none of a winner's.
    pub transporters_lost: u32,
}

/// P6: a landing with the numbers that decided it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Landing {
    /// Where the attackers landed.
    pub planet: PlanetId,
    /// Who held the planet before.
    pub owner: Power,
    /// PM that held, in per cent.
    pub planet_morale: u32,
    /// PDU that the attackers met.
    pub pdu_before: u32,
    /// PDU that they left.
    pub pdu_after: u32,
    /// Those at war with the owner who had transporters there, one force a power.
    pub attackers: Vec<LandingForce>,
    /// AS of P6.2, with q in it.
    pub attack_strength: u32,
    /// DS of P6.2.
    pub defence_strength: u32,
    /// q in thousandths, floored, for showing; rules use the exact fraction.
    pub ratio_thousandths: u32,
    /// Who took the planet; `None` if the landing failed.
    pub taken_by: Option<Power>,
    /// P6.4: whether a die had to decide between equals.
    pub by_die: bool,
}

/// One power's part in a landing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LandingForce {
    /// Whose force it is.
    pub power: Power,
    /// Before the landing.
    pub transporters: u32,
    /// P6.2: at most `transporters`.
    pub transporters_lost: u32,
    /// TM that held, in per cent.
    pub transporter_morale: u32,
    /// P6.2: floor(TR * TM / 100), without q.
    pub strength: u32,
    /// PDU destroyed as computed.
    pub pdu_destroyed: u32,
}

/// P10.5.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatStatistics {
    /// Whose line it is.
    pub seat: Seat,
    /// In the final table, from 1; equals share a place.
    pub place: u32,
    /// Held at the end; 0 for who is out.
    pub planets: u32,
    /// GNP in hundredths, rounded half up; absent for who is out (P10.1).
    pub gnp_hundredths: Option<u32>,
    /// Held at the end of each turn, turn 1 first; 0 once the player is out.
    pub planets_by_turn: Vec<u32>,
    /// Counted over the game.
    #[serde(flatten)]
    pub statistics: Statistics,
}

/// Why an order was not or will not be carried out in full.
#[allow(missing_docs, reason = "each variant says what its fields are")]
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
#[allow(missing_docs, reason = "each is what a `Workshop` calls so")]
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
