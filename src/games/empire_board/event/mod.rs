//! What happens in a round; templates put it into words. Everybody sees every event.

mod reason;

use serde::{Deserialize, Serialize};

pub use reason::Reason;

use super::order::{Cargo, Product, Ship, Unit};
use super::state::{Goods, Power, Relation, Statistics};
use crate::engine::{Outcome, Seat};
use crate::galaxy::PlanetId;

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    Announcement {
        seat: Seat,
        text: String,
    },
    /// B2.2: what the factory of an opening planet makes.
    FactoryChosen {
        seat: Seat,
        planet: PlanetId,
        product: Product,
    },
    /// B2.2.
    HangarChosen {
        seat: Seat,
        planet: PlanetId,
        ship: Ship,
    },
    /// B2.4.
    ForcesStationed {
        seat: Seat,
        planet: PlanetId,
        fighters: u32,
        transporters: u32,
    },
    /// B9.1.
    RelationChanged {
        seats: [Seat; 2],
        before: Relation,
        relation: Relation,
    },
    /// B3.3: who chose when, and in which order they move.
    OrderOfMovement {
        choosing: Vec<Seat>,
        moving: Vec<Seat>,
    },
    /// B4.3: by its player, or by the rules after that player lost another.
    HomePlanetNamed {
        seat: Seat,
        planet: PlanetId,
    },
    /// B5.3.
    Built {
        seat: Seat,
        planet: PlanetId,
        unit: Unit,
        count: u32,
    },
    /// B5.4.
    Converted {
        seat: Seat,
        planet: PlanetId,
        from: Product,
        to: Product,
    },
    /// B6.
    Battle(Fight),
    /// B6.4: to which home planet and space; to nowhere if they are lost.
    Fled {
        power: Power,
        planet: PlanetId,
        fighters: u32,
        transporters: u32,
        to: Option<PlanetId>,
        space: usize,
    },
    /// B7.
    Landing(Fight),
    /// B9.3, B9.5.
    MoraleTurned {
        seat: Seat,
        /// Where the fight was.
        planet: PlanetId,
        arm: Arm,
        up: bool,
    },
    /// B7.3: by landing or revolt.
    PlanetTaken {
        planet: PlanetId,
        from: Power,
        to: Power,
    },
    /// B7.3: which of several conquerors, thrown among equals.
    ConquerorThrown {
        planet: PlanetId,
        among: Vec<Power>,
        conqueror: Power,
    },
    /// B5.7.
    FactoryFounded {
        seat: Seat,
        planet: PlanetId,
        product: Product,
    },
    /// B4.4.
    Unloaded {
        power: Power,
        planet: PlanetId,
        cargo: Cargo,
        count: u32,
    },
    /// B8.1: the die, and what it had to exceed to save the planet.
    Revolt {
        planet: PlanetId,
        owner: Seat,
        population: u32,
        troops: u32,
        die: u32,
        to_exceed: u32,
        fell: bool,
    },
    /// B5.5.
    Produced {
        seat: Seat,
        goods: Goods,
    },
    /// B5.6.
    Grew {
        planet: PlanetId,
        population: u32,
    },
    /// B7.4, B10.1: what a neutral planet has now.
    Refitted {
        planet: PlanetId,
        fighters: u32,
        troops: u32,
    },
    /// B10.2: the dice of column, row and fleet; no planet where the map has none.
    PiratesCame {
        column: u32,
        row: u32,
        planet: Option<PlanetId>,
        dice: Vec<u32>,
        fighters: u32,
    },
    /// B11.4.
    PlayerOut {
        seat: Seat,
    },
    /// B11.2.
    ClosingDice {
        dice: Vec<u32>,
        sum: u32,
        required: u32,
        over: bool,
    },
    /// B11.
    GameOver {
        outcome: Outcome,
        statistics: Vec<SeatStatistics>,
    },
}

/// A battle in space or on the ground, throw by throw.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fight {
    pub planet: PlanetId,
    pub owner: Power,
    pub attackers: Vec<Force>,
    pub defenders: Vec<Force>,
    /// Empty where a side fell without fire.
    pub volleys: Vec<Volley>,
    pub attackers_win: bool,
}

/// What one power had at the beginning, and what it lost. Units are fighters in space, transporters and land troops in a landing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Force {
    pub power: Power,
    pub units: u32,
    /// In space: they do not suffer there (B6.5).
    pub transporters: u32,
    pub lost: u32,
}

/// One throw of everybody in the fight.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Volley {
    pub shots: Vec<Shot>,
    /// Losses of both sides in this throw (B6.3, B7.2).
    pub attackers_lost: u32,
    pub defenders_lost: u32,
}

/// B6.2, B7.2: one power's dice and whom they hit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shot {
    pub power: Power,
    /// One die for each unit, then those of B9.4.
    pub dice: Vec<u32>,
    pub morale_dice: u32,
    pub sum: u32,
    /// A sixth of the sum, rounded as the rulebook says (B6.2, B7.2).
    pub hits: u32,
    /// Each unit shot down, by power; fewer than `hits` if nobody was left.
    pub losses: Vec<Loss>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Loss {
    pub power: Power,
    pub lost: u32,
    /// How many of these a die chose among several powers.
    pub by_die: u32,
}

/// B9.3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Arm {
    Fighters,
    Transporters,
    Troops,
}

/// A seat's line in the hall of fame.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatStatistics {
    pub seat: Seat,
    pub place: u32,
    pub points: u32,
    pub planets: u32,
    pub planets_by_turn: Vec<u32>,
    #[serde(flatten)]
    pub statistics: Statistics,
}
