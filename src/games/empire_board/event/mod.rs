//! What happens in a round. Templates put it into words, and everybody sees every event.

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
    /// B12: a player's words to everybody.
    Announcement {
        /// Who speaks.
        seat: Seat,
        /// Lines joined by `\n`.
        text: String,
    },
    /// B2.2: an owner chose what the factory of an opening planet makes.
    FactoryChosen {
        /// The owner of the planet.
        seat: Seat,
        /// The planet of the factory.
        planet: PlanetId,
        /// The product from this round on.
        product: Product,
    },
    /// B2.2: an owner chose what the hangar of an opening planet serves.
    HangarChosen {
        /// The owner of the planet.
        seat: Seat,
        /// The planet of the hangar.
        planet: PlanetId,
        /// The kind of ship it serves.
        ship: Ship,
    },
    /// B2.4: free forces of the opening were placed.
    ForcesStationed {
        /// Whose forces they are.
        seat: Seat,
        /// The planet in whose orbit they are from now on.
        planet: PlanetId,
        /// Fighters among these forces, not all that are there.
        fighters: u32,
        /// Transporters among these forces.
        transporters: u32,
    },
    /// B9.1: a relation between two players changed.
    RelationChanged {
        /// The two players, the lower number first.
        seats: [Seat; 2],
        /// The relation before.
        before: Relation,
        /// The relation now.
        relation: Relation,
    },
    /// B3.3: who chose in which order, and who moves in which order.
    OrderOfMovement {
        /// Everybody in the game, in the order of choosing.
        choosing: Vec<Seat>,
        /// The same seats, in the order of moving.
        moving: Vec<Seat>,
    },
    /// B4.3: a player named a home planet, or the rules did after the old one was lost.
    HomePlanetNamed {
        /// Whose home planet it is.
        seat: Seat,
        /// The home planet from now on, owned by the seat.
        planet: PlanetId,
    },
    /// B5.3: units were built.
    Built {
        /// Who built.
        seat: Seat,
        /// Where they were built; ships appear in its orbit.
        planet: PlanetId,
        /// The kind of unit.
        unit: Unit,
        /// How many of this unit the seat built there in the round; at least 1.
        count: u32,
    },
    /// B5.4: a factory was converted.
    Converted {
        /// The owner of the planet.
        seat: Seat,
        /// The planet of the factory.
        planet: PlanetId,
        /// The product so far.
        from: Product,
        /// The product from now on.
        to: Product,
    },
    /// B6: a battle.
    Battle(Fight),
    /// B6.4: ships fled from a lost battle, or were lost.
    Fled {
        /// Whose ships they are. Those of neutral planets and pirates are always lost.
        power: Power,
        /// Where the battle was lost.
        planet: PlanetId,
        /// Fighters that survived the battle.
        fighters: u32,
        /// Transporters, empty and laden together; battles cost none (B6.5).
        transporters: u32,
        /// The home planet; `None` if the ships are lost.
        to: Option<PlanetId>,
        /// The number space on which they enter, from 1 to 3; 0 if they are lost.
        space: usize,
    },
    /// B7: a landing.
    Landing(Fight),
    /// B9.3, B9.5: a morale marker was turned.
    MoraleTurned {
        /// Whose marker it is.
        seat: Seat,
        /// Where the fight took place.
        planet: PlanetId,
        /// The arm of the marker.
        arm: Arm,
        /// Whether the marker is now up.
        up: bool,
    },
    /// B7.3: a planet changed hands by landing or revolt.
    PlanetTaken {
        /// The planet that changed hands.
        planet: PlanetId,
        /// Who held it.
        from: Power,
        /// Who holds it now; neutral after a revolt.
        to: Power,
    },
    /// B7.3: a die chose between several conquerors.
    ConquerorThrown {
        /// The planet that was taken.
        planet: PlanetId,
        /// Those with equal claims, seats ascending; at least two.
        among: Vec<Power>,
        /// The one whom the die chose.
        conqueror: Power,
    },
    /// B5.7: the first conquest of a planet gave it a factory.
    FactoryFounded {
        /// The conqueror.
        seat: Seat,
        /// The planet, which nobody had owned before.
        planet: PlanetId,
        /// What the factory makes.
        product: Product,
    },
    /// B4.4: freight was unloaded.
    Unloaded {
        /// Whose transporters they are.
        power: Power,
        /// The planet that receives the freight.
        planet: PlanetId,
        /// The kind of freight.
        cargo: Cargo,
        /// How many units; at least 1.
        count: u32,
    },
    /// B8.1: a planet threw a die for revolt.
    Revolt {
        /// Where it happened.
        planet: PlanetId,
        /// The seat that owned the planet at the time.
        owner: Seat,
        /// The population of the planet.
        population: u32,
        /// The land troops on it, fewer than the population.
        troops: u32,
        /// The die, from 1 to 6.
        die: u32,
        /// The missing land troops plus what the rulebook adds. The planet is lost unless the die is higher.
        to_exceed: u32,
        /// Whether the planet was lost.
        fell: bool,
    },
    /// B5.5: factories made goods.
    Produced {
        /// Whose warehouse received them.
        seat: Seat,
        /// What all factories of the seat made in the round; at least 1 unit.
        goods: Goods,
    },
    /// B5.6: the population of a planet grew by 1.
    Grew {
        /// Where it grew.
        planet: PlanetId,
        /// The population now, at most 9.
        population: u32,
    },
    /// B7.4, B10.1: a neutral planet refitted.
    Refitted {
        /// The planet, which gained fighters or land troops.
        planet: PlanetId,
        /// Fighters in its orbit now.
        fighters: u32,
        /// Land troops on it now.
        troops: u32,
    },
    /// B10.2: dice for column, row and fleet of pirates.
    PiratesCame {
        /// The first die, 1 to 6.
        column: u32,
        /// The second die, 1 to 6.
        row: u32,
        /// Where they came; `None` if the map has no planet with the number in the table.
        planet: Option<PlanetId>,
        /// The dice for the size of the fleet.
        dice: Vec<u32>,
        /// The sum of those dice, limited by what the box holds; 0 without a planet.
        fighters: u32,
    },
    /// B11.4: a player is out of the game.
    PlayerOut {
        /// Who has neither planets nor transporters left.
        seat: Seat,
    },
    /// B11.2: dice that may end the game.
    ClosingDice {
        /// The dice thrown.
        dice: Vec<u32>,
        /// Their sum.
        sum: u32,
        /// The least sum that ends the game.
        required: u32,
        /// Whether the game ends.
        over: bool,
    },
    /// B11: the game ended.
    GameOver {
        /// The rule that ended it, and the places.
        outcome: Outcome,
        /// One line for each seat, the best place first.
        statistics: Vec<SeatStatistics>,
    },
}

/// A battle in space or a landing, throw by throw.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fight {
    /// The planet in whose orbit, or on whose ground, they fought.
    pub planet: PlanetId,
    /// Who held the planet when the fight began.
    pub owner: Power,
    /// B6.1: the owner's enemies; in a landing those who land.
    pub attackers: Vec<Force>,
    /// B6.1: the owner and allies with ships in orbit; in a landing only the owner.
    pub defenders: Vec<Force>,
    /// The throws; empty if a side fell without fire.
    pub volleys: Vec<Volley>,
    /// B6.3, B7.2: whether the attackers won; otherwise the owner's side holds.
    pub attackers_win: bool,
}

/// What one power had at the beginning, and what it lost. Units are fighters in space, transporters or land troops in a landing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Force {
    /// Whose force it is.
    pub power: Power,
    /// How many took part, including `lost`.
    pub units: u32,
    /// Transporters beside the fighters in space; they cannot be lost there (B6.5).
    pub transporters: u32,
    /// Units lost in the whole fight.
    pub lost: u32,
}

/// One throw of everybody in the fight.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Volley {
    /// One shot for each power, the attackers' first.
    pub shots: Vec<Shot>,
    /// What the attackers lost in this throw (B6.3, B7.2).
    pub attackers_lost: u32,
    /// What the owner's side lost in this throw.
    pub defenders_lost: u32,
}

/// B6.2, B7.2: one power's dice, and whom they hit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shot {
    /// Who threw.
    pub power: Power,
    /// One die for each unit, including transporters that fire, then the dice of B9.4.
    pub dice: Vec<u32>,
    /// B9.4: how many of `dice`, at their end, the marker added.
    pub morale_dice: u32,
    /// The sum of `dice`.
    pub sum: u32,
    /// A sixth of the sum, rounded as the rulebook says (B6.2, B7.2).
    pub hits: u32,
    /// The units lost, by power; fewer than `hits` if nobody was left.
    pub losses: Vec<Loss>,
}

/// What one shot cost one power.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Loss {
    /// Who was hit.
    pub power: Power,
    /// Units lost; at least 1.
    pub lost: u32,
    /// How many of them a die chose among several powers.
    pub by_die: u32,
}

/// B9.3: the arms that have morale markers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Arm {
    /// Fighters, in space.
    Fighters,
    /// Transporters, when landing.
    Transporters,
    /// Land troops, against a landing.
    Troops,
}

/// A seat's line in the hall of fame.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatStatistics {
    /// Whose line it is.
    pub seat: Seat,
    /// The place in the final table, from 1; equals share a place.
    pub place: u32,
    /// B11.3: points at the end of the game.
    pub points: u32,
    /// Planets held at the end of the game.
    pub planets: u32,
    /// Planets held at the end of each round, the first round first; 0 after the seat is out.
    pub planets_by_turn: Vec<u32>,
    /// Counts over the whole game.
    #[serde(flatten)]
    pub statistics: Statistics,
}
