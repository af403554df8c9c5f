//! Why an order falls short. Templates put it into words.

use serde::{Deserialize, Serialize};

use crate::engine::Seat;
use crate::galaxy::PlanetId;
use crate::games::empire_board::order::{Cargo, Product, Ship};
use crate::games::empire_board::state::Relation;

/// Why an order was not or will not be carried out in full.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
pub enum Reason {
    /// The order needs an own planet.
    NotYourPlanet {
        /// The planet, which another owns or which is not on the map.
        planet: PlanetId,
    },
    /// B7.1: nobody lands on their own planet.
    YourOwnPlanet {
        /// Where the order was to land.
        planet: PlanetId,
    },
    /// The flight would end where it begins.
    SamePlanet {
        /// Both ends of the flight.
        planet: PlanetId,
    },
    /// B4.1, B4.4, B7.1: too few ships were there and not yet used by an earlier line.
    TooFewShips {
        /// The kind of ship.
        ship: Ship,
        /// The planet in whose orbit they would have to be.
        planet: PlanetId,
        /// The most that the order could have.
        available: u32,
    },
    /// B4.4: there was too little freight to load.
    TooLittleFreight {
        /// The kind of freight.
        cargo: Cargo,
        /// Where it was to be loaded.
        planet: PlanetId,
        /// How many units could be loaded.
        available: u32,
    },
    /// B3.2: the warehouse had too little.
    ShortOf {
        /// The product that the plan needs too much of.
        product: Product,
        /// Units in the warehouse when the plan was drawn up.
        available: u32,
    },
    /// B5.2: the planet has no hangar for such ships.
    NoHangar {
        /// The kind of ship that was to be built.
        ship: Ship,
        /// The planet.
        planet: PlanetId,
    },
    /// B5.2: the planet has too few free places.
    NoPlace {
        /// The planet of the factory or hangar.
        planet: PlanetId,
        /// How many places are free, fewer than the order needs.
        available: u32,
    },
    /// B1.3: the box holds too few.
    BoxIsEmpty {
        /// Units left; 0 for a choice of the opening or a conversion.
        available: u32,
    },
    /// B5.4: the planet has no such factory left to convert.
    NoSuchFactory {
        /// What the factory would make.
        product: Product,
        /// The planet.
        planet: PlanetId,
    },
    /// The rulebook does not allow this.
    NotInTheseRules {
        /// The setting that is off, as rulebooks spell it: `politics`, `freight`, `carries_hangars`, `builds_works`.
        setting: String,
    },
    /// B2.2, B2.4: choices of the opening count only with the first orders.
    OpeningOver,
    /// B2.2: the planet has no hangar of the opening.
    NoOpeningHangar {
        /// An own planet without any hangar.
        planet: PlanetId,
    },
    /// B2.4: all free forces are placed, or these may not be placed here.
    NoFreeForces {
        /// The planet, owned by the sender.
        planet: PlanetId,
    },
    /// B5.7: somebody owns or has owned the planet, so no first conquest can come.
    NoFactoryToCome {
        /// The planet of the wish.
        planet: PlanetId,
    },
    /// B7.1: there are no empty transporters yet, but some are on their way. Only a doubt, never a fate.
    StillOnTheWay {
        /// Where they are to land.
        planet: PlanetId,
        /// How many arrive next.
        transporters: u32,
        /// The round in which they reach the orbit.
        round: u32,
    },
    /// B7.1: the owner is no enemy.
    NotHostile {
        /// Where the order was to land.
        planet: PlanetId,
        /// The relation to the owner: neutral or allied.
        relation: Relation,
    },
    /// B7.1: the owner's side holds the orbit.
    OrbitHeld {
        /// Where the order was to land.
        planet: PlanetId,
    },
    /// B3.3: the place is taken; the order got another.
    PlaceTaken {
        /// The place that it got, from 1.
        place: u32,
    },
    /// B3.3: there is no such place, since fewer players move.
    NoSuchPlace {
        /// How many places there are.
        places: u32,
    },
    /// DECLARE or TARGET names the sender.
    Yourself,
    /// B11.4: that player is out of the game.
    PlayerOut {
        /// The player that the order names, or its sender.
        seat: Seat,
    },
    /// A later line of the same sheet overrules this one.
    Overruled,
    /// Nothing was asked for, or there was nothing to do.
    Nothing,
    /// B11: the game has ended.
    GameOver,
}
