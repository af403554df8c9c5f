//! What happens in a turn, and why an order falls short. Templates put both into words.

use serde::{Deserialize, Serialize};

use super::order::{Cargo, Goal, Ship};
use super::state::{Power, Relation, Statistics, Stock, Temper};
use crate::engine::{Outcome, Seat};
use crate::galaxy::PlanetId;

/// Something that happened; [`crate::engine::Witnessed`] holds who saw it.
#[allow(missing_docs, reason = "what is not explained is the seat, the planet, the name or the count that it is called by")]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    /// P4.1; seen by everybody.
    PlayerNamed { seat: Seat, before: String, name: String },
    /// P4.1; seen by everybody.
    PlanetNamed { planet: PlanetId, before: String, name: String },
    /// P11.3; seen by everybody.
    Announcement { seat: Seat, text: String },
    /// P1.7; seen by everybody.
    GameLength {
        /// The last turn of the game.
        rounds: u32,
        /// How many votes counted.
        votes: u32,
    },
    /// P4.1: a relation changed; seen by both players.
    RelationChanged {
        /// The two players, the lower number first.
        seats: [Seat; 2],
        before: Relation,
        relation: Relation,
    },
    /// P9.1; seen by the player.
    Researched {
        seat: Seat,
        /// The goal of the research.
        #[serde(flatten)]
        goal: Goal,
        /// The points spent. Points that could change nothing were kept.
        points: u32,
        /// How many of these points succeeded.
        successes: u32,
    },
    /// P9.2; seen by the player.
    SpyReport { seat: Seat, planet: PlanetId, findings: Findings },
    /// P9.2: the owner noticed a spy; seen by the owner.
    SpyNoticed { planet: PlanetId, spy: Seat },
    /// P8.2; seen only by the game master.
    NeutralsSent { from: PlanetId, to: PlanetId, fighters: u32, transporters: u32 },
    /// P2.3, P4.7, P4.10: what found no room; seen by the owner.
    StorageFull { planet: PlanetId, lost: Stock },
    /// P7.1, P11.3: a revolt try; seen by everybody.
    Revolt { planet: PlanetId, owner: Seat, fell: bool },
    /// P7.1: the cause and numbers of a revolt try; seen by the owner, since they reveal the owner's points and PDU, and landings there (P11.3).
    RevoltDamage {
        planet: PlanetId,
        owner: Seat,
        cause: RevoltCause,
        /// HD, which is the most PDU that can be destroyed.
        home_defence: u32,
        pdu_destroyed: u32,
        /// 0 if the planet fell.
        pdu_left: u32,
    },
    /// P5; seen by those present and the owner.
    Battle(Battle),
    /// P5.6; seen by the player.
    Fled {
        seat: Seat,
        /// Where the battle was lost.
        planet: PlanetId,
        fighters: u32,
        /// The home planet; `None` for a player without a planet, who loses the ships.
        to: Option<PlanetId>,
        /// The position at which they enter its track: distance + 1, so 1 at home; 0 without a planet.
        position: usize,
    },
    /// P6; seen by those present and the owner.
    Landing(Landing),
    /// P11.3; seen by everybody.
    PlanetTaken { planet: PlanetId, from: Power, to: Power },
    /// P4.10; seen by the planet's owner.
    Unloaded {
        planet: PlanetId,
        cargo: Cargo,
        shiploads: u32,
        /// What the ships carried, including what then found no room (P2.3).
        units: u32,
    },
    /// P4.10: cargo that must wait at `D`; seen by the planet's owner.
    CargoWaits { planet: PlanetId, cargo: Cargo, shiploads: u32, because: CargoWaitsBecause },
    /// P10.2; seen by everybody.
    PlayerOut { seat: Seat },
    /// P10.3 to P10.5; seen by everybody.
    GameOver { outcome: Outcome, statistics: Vec<SeatStatistics> },
}

/// P9.2: what a spy found. Levels that the spy did not reach are `None`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Findings {
    /// How much the spy saw, from 1 to 3.
    pub level: u8,
    /// Who held the planet when the turn began.
    pub owner: Power,
    /// The goods stored there.
    pub stock: Stock,
    /// `None` below level 2.
    pub works: Option<Works>,
    /// `None` below level 3.
    pub people: Option<People>,
}

/// P9.2: what level 2 adds.
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

/// P9.2: what level 3 adds.
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
    /// The temper of a neutral planet; `None` if it is owned.
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

/// P5: a space battle, with the numbers that decided it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Battle {
    /// Where it was fought.
    pub planet: PlanetId,
    /// Who held the planet. PM applies only to this power's fighters (P5.2).
    pub owner: Power,
    /// The planet's PM in per cent.
    pub planet_morale: u32,
    /// Those at war with the owner, one fleet for each power (P5.1).
    pub attackers: Vec<BattleFleet>,
    /// The owner and those at peace with the owner, one fleet for each power (P5.1).
    pub defenders: Vec<BattleFleet>,
    /// AS.
    pub attack_strength: u32,
    /// DS; 0 if nobody resisted (P5.3).
    pub defence_strength: u32,
    /// q in thousandths, floored, for display; the rules use the exact fraction.
    pub ratio_thousandths: u32,
    /// Which side holds the orbit afterwards.
    pub result: BattleResult,
}

/// How a battle ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BattleResult {
    /// P5.3: DS was 0.
    NoResistance,
    /// P5.5: AS was greater than DS.
    AttackersWin,
    /// P5.5: AS was not greater than DS.
    DefendersWin,
}

/// One power's part in a battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct BattleFleet {
    /// Whose fleet it is.
    pub power: Power,
    /// Fighters before the battle.
    pub fighters: u32,
    /// Transporters before the battle; they do not fight.
    pub transporters: u32,
    /// The power's FM in per cent.
    pub fighter_morale: u32,
    /// What it contributes to AS or DS.
    pub strength: u32,
    /// Kills as fired, which may exceed what was there.
    pub kills: u32,
    /// Fighters actually lost.
    pub fighters_lost: u32,
    /// P5.6: all of a loser's transporters, none of a winner's.
    pub transporters_lost: u32,
}

/// P6: a landing, with the numbers that decided it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Landing {
    /// Where the attackers landed.
    pub planet: PlanetId,
    /// Who held the planet before.
    pub owner: Power,
    /// The planet's PM in per cent.
    pub planet_morale: u32,
    /// PDU before the landing.
    pub pdu_before: u32,
    /// PDU after the landing.
    pub pdu_after: u32,
    /// Those at war with the owner who had transporters in orbit, one force for each power.
    pub attackers: Vec<LandingForce>,
    /// AS of P6.2, which includes q.
    pub attack_strength: u32,
    /// DS of P6.2.
    pub defence_strength: u32,
    /// q in thousandths, floored, for display; the rules use the exact fraction.
    pub ratio_thousandths: u32,
    /// Who took the planet; `None` if the landing failed.
    pub taken_by: Option<Power>,
    /// P6.4: whether a die decided between equals.
    pub by_die: bool,
}

/// One power's part in a landing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LandingForce {
    /// Whose force it is.
    pub power: Power,
    /// Transporters before the landing.
    pub transporters: u32,
    /// P6.2: at most `transporters`.
    pub transporters_lost: u32,
    /// The power's TM in per cent.
    pub transporter_morale: u32,
    /// P6.2: floor(TR * TM / 100), without q.
    pub strength: u32,
    /// PDU destroyed as computed, which may exceed what was there.
    pub pdu_destroyed: u32,
}

/// P10.5: a player's line in the hall of fame.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatStatistics {
    /// Whose line it is.
    pub seat: Seat,
    /// The place in the final table, from 1; equals share a place.
    pub place: u32,
    /// Planets held at the end; 0 for a player who is out.
    pub planets: u32,
    /// GNP in hundredths, rounded half up; `None` for a player who is out (P10.1).
    pub gnp_hundredths: Option<u32>,
    /// Planets held at the end of each turn, turn 1 first; 0 after the player is out.
    pub planets_by_turn: Vec<u32>,
    /// Counts over the whole game.
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
    /// A spy needs a planet that is not the sender's own.
    YourOwnPlanet { planet: PlanetId },
    /// The flight would end where it begins.
    SamePlanet { planet: PlanetId },
    /// P4.3, P4.4: how many of these ships were in orbit and not yet used by an earlier line.
    TooFewShips { ship: Ship, planet: PlanetId, available: u32 },
    /// P4.3: loading needs a fighter of one's own in orbit.
    NoFighterInOrbit { planet: PlanetId },
    /// P4.3: how many shiploads of the goods there were.
    TooFewGoods { cargo: Cargo, planet: PlanetId, available: u32 },
    /// P4.5: what ran out first, and how much of it was left for this line.
    ShortOf { resource: Resource, planet: PlanetId, available: u32 },
    /// P9: there are too few political points.
    TooFewPoints { available: i32 },
    /// P4.1: a player cannot DECLARE anything on themselves.
    Yourself,
    /// P10.2: that player is out of the game.
    PlayerOut { seat: Seat },
    /// P4.1: another has the name, or two asked for it.
    NameTaken { name: String },
    /// P1.7: votes count only with the first orders.
    VotingOver,
    /// P1.7: the scenario fixes the length.
    LengthFixed { rounds: u32 },
    /// P1.7: votes are for 10 to 30 rounds.
    VoteOutOfRange,
    /// A later line of the same sheet overrules this one.
    Overruled,
    /// FM and TM stop at 150.
    AtMaximum,
    /// Nothing was asked for, or there was nothing to do.
    Nothing,
    /// P10.3, P10.4: the game has ended.
    GameOver,
}

/// P4.5: what building takes, in the words of a `Workshop`.
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
