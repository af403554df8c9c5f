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
    /// B12: a player's words to everybody.
    Announcement {
        /// Who speaks.
        seat: Seat,
        /// Lines joined by `\n`.
        text: String,
    },
    /// B2.2: what the factory of an opening planet makes.
    FactoryChosen {
        /// The owner, who chose.
        seat: Seat,
        /// Where the factory stands.
        planet: PlanetId,
        /// What it makes from this round on.
        product: Product,
    },
    /// B2.2.
    HangarChosen {
        /// The owner, who chose.
        seat: Seat,
        /// Where the hangar stands.
        planet: PlanetId,
        /// The kind of ship that it serves.
        ship: Ship,
    },
    /// B2.4.
    ForcesStationed {
        /// Whose free forces they are.
        seat: Seat,
        /// In whose orbit they stand from now on.
        planet: PlanetId,
        /// Of these forces, not of all that stand there.
        fighters: u32,
        /// As `fighters`.
        transporters: u32,
    },
    /// B9.1.
    RelationChanged {
        /// Between whom, the lower number first.
        seats: [Seat; 2],
        /// What it was.
        before: Relation,
        /// What it is now.
        relation: Relation,
    },
    /// B3.3: who chose when, and in which order they move.
    OrderOfMovement {
        /// Everybody in the game; the first chooses first.
        choosing: Vec<Seat>,
        /// The same seats; the first moves first.
        moving: Vec<Seat>,
    },
    /// B4.3: by its player, or by the rules after that player lost another.
    HomePlanetNamed {
        /// Whose home planet it is.
        seat: Seat,
        /// The home planet from now on, one of the seat's own.
        planet: PlanetId,
    },
    /// B5.3.
    Built {
        /// Who built.
        seat: Seat,
        /// Where it was built; ships appear in the orbit.
        planet: PlanetId,
        /// One of what was built.
        unit: Unit,
        /// All of this unit that the seat built on the planet in the round, at least 1.
        count: u32,
    },
    /// B5.4.
    Converted {
        /// The owner of the planet.
        seat: Seat,
        /// Where the factory stands.
        planet: PlanetId,
        /// What it made.
        from: Product,
        /// What it makes from now on.
        to: Product,
    },
    /// B6.
    Battle(Fight),
    /// B6.4: to which home planet and space; to nowhere if they are lost.
    Fled {
        /// Whose ships fled. Those of neutral planets and pirates are always lost.
        power: Power,
        /// Where they lost the battle.
        planet: PlanetId,
        /// Those that survived the battle.
        fighters: u32,
        /// Empty and laden; the battle cost none of them (B6.5).
        transporters: u32,
        /// The home planet; `None` if the ships are lost.
        to: Option<PlanetId>,
        /// The number space on which they arrive, 1 to 3; 0 if they are lost.
        space: usize,
    },
    /// B7.
    Landing(Fight),
    /// B9.3, B9.5.
    MoraleTurned {
        /// Whose marker it is.
        seat: Seat,
        /// Where the fight was.
        planet: PlanetId,
        /// Whose units the marker is for.
        arm: Arm,
        /// Whether it is up now; else it was turned down.
        up: bool,
    },
    /// B7.3: by landing or revolt.
    PlanetTaken {
        /// The planet that changed hands.
        planet: PlanetId,
        /// Who owned it.
        from: Power,
        /// Who owns it now; neutral after a revolt.
        to: Power,
    },
    /// B7.3: which of several conquerors, thrown among equals.
    ConquerorThrown {
        /// The planet that was taken.
        planet: PlanetId,
        /// Those with equal claims, seats ascending, at least two.
        among: Vec<Power>,
        /// The one of them that the die chose.
        conqueror: Power,
    },
    /// B5.7.
    FactoryFounded {
        /// The conqueror.
        seat: Seat,
        /// The planet, which nobody had owned before.
        planet: PlanetId,
        /// What the new factory makes.
        product: Product,
    },
    /// B4.4.
    Unloaded {
        /// Whose transporters they are.
        power: Power,
        /// The planet that takes the freight in.
        planet: PlanetId,
        /// The kind of freight.
        cargo: Cargo,
        /// Units of it, at least 1.
        count: u32,
    },
    /// B8.1: the die, and what it had to exceed to save the planet.
    Revolt {
        /// Where the people rose.
        planet: PlanetId,
        /// The seat that owned the planet when the die was thrown.
        owner: Seat,
        /// The people on the planet.
        population: u32,
        /// The land troops on it, fewer than the people.
        troops: u32,
        /// 1 to 6.
        die: u32,
        /// What land troops lacked, and what the rulebook adds; a die of that much or less loses the planet.
        to_exceed: u32,
        /// Whether the planet was lost.
        fell: bool,
    },
    /// B5.5.
    Produced {
        /// Whose warehouse took the goods.
        seat: Seat,
        /// What all factories of the seat made in the round; never nothing at all.
        goods: Goods,
    },
    /// B5.6.
    Grew {
        /// Where there is one more unit of population.
        planet: PlanetId,
        /// What it is now, at most 9.
        population: u32,
    },
    /// B7.4, B10.1: what a neutral planet has now.
    Refitted {
        /// A neutral planet that gained fighters or land troops.
        planet: PlanetId,
        /// In its orbit.
        fighters: u32,
        /// On the ground.
        troops: u32,
    },
    /// B10.2: the dice of column, row and fleet; no planet where the map has none.
    PiratesCame {
        /// The first die, 1 to 6.
        column: u32,
        /// The second die, 1 to 6.
        row: u32,
        /// Where they came; `None` where the map has no planet of the number in the table.
        planet: Option<PlanetId>,
        /// Those for the fleet, as many as the rulebook says.
        dice: Vec<u32>,
        /// The sum of these dice, at most what the box holds; 0 without a planet.
        fighters: u32,
    },
    /// B11.4.
    PlayerOut {
        /// Who has neither a planet nor a transporter left.
        seat: Seat,
    },
    /// B11.2.
    ClosingDice {
        /// As thrown, as many as the rulebook says.
        dice: Vec<u32>,
        /// What they show together.
        sum: u32,
        /// What they had to show at least.
        required: u32,
        /// Whether they ended the game.
        over: bool,
    },
    /// B11.
    GameOver {
        /// The rule that ended the game, and the places.
        outcome: Outcome,
        /// One line for each seat, best place first.
        statistics: Vec<SeatStatistics>,
    },
}

/// A battle in space or on the ground, throw by throw.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fight {
    /// In whose orbit, or on whose ground, they fought.
    pub planet: PlanetId,
    /// Who owned the planet when the fight began.
    pub owner: Power,
    /// B6.1: the owner's enemies; on the ground those who landed.
    pub attackers: Vec<Force>,
    /// B6.1: the owner and allies with ships in the orbit; on the ground the owner alone.
    pub defenders: Vec<Force>,
    /// Empty where a side fell without fire.
    pub volleys: Vec<Volley>,
    /// B6.3, B7.2: whether the attackers won; else the owner's side holds.
    pub attackers_win: bool,
}

/// What one power had at the beginning, and what it lost. Units are fighters in space, transporters and land troops in a landing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Force {
    /// Whose force it is.
    pub power: Power,
    /// How many took part, `lost` included.
    pub units: u32,
    /// In space: they do not suffer there (B6.5).
    pub transporters: u32,
    /// Units shot down in the whole fight.
    pub lost: u32,
}

/// One throw of everybody in the fight.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Volley {
    /// One for each power in the fight, the attackers' first.
    pub shots: Vec<Shot>,
    /// Losses of both sides in this throw (B6.3, B7.2).
    pub attackers_lost: u32,
    /// As `attackers_lost`, of the owner's side.
    pub defenders_lost: u32,
}

/// B6.2, B7.2: one power's dice and whom they hit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shot {
    /// Who threw.
    pub power: Power,
    /// One die for each unit, those of transporters that fire among them, then those of B9.4.
    pub dice: Vec<u32>,
    /// B9.4: how many of `dice` the marker added; they are the last ones.
    pub morale_dice: u32,
    /// What all of `dice` show together.
    pub sum: u32,
    /// A sixth of the sum, rounded as the rulebook says (B6.2, B7.2).
    pub hits: u32,
    /// Each unit shot down, by power; fewer than `hits` if nobody was left.
    pub losses: Vec<Loss>,
}

/// What one shot cost one power.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Loss {
    /// Who was hit.
    pub power: Power,
    /// Units shot down, at least 1.
    pub lost: u32,
    /// How many of these a die chose among several powers.
    pub by_die: u32,
}

/// B9.3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Arm {
    /// In space.
    Fighters,
    /// Of those who land.
    Transporters,
    /// Land troops, against those who land.
    Troops,
}

/// A seat's line in the hall of fame.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatStatistics {
    /// Whose line it is.
    pub seat: Seat,
    /// In the final table, from 1; equals share a place.
    pub place: u32,
    /// B11.3: at the end of the game.
    pub points: u32,
    /// Owned at the end of the game.
    pub planets: u32,
    /// Owned at the end of each round, from the first; 0 once the seat is out.
    pub planets_by_turn: Vec<u32>,
    /// Counted over the whole game.
    #[serde(flatten)]
    pub statistics: Statistics,
}
