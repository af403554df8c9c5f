//! Why an order falls short; templates put it into words.

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
        /// Owned by somebody else, or not on the map.
        planet: PlanetId,
    },
    /// B7.1: nobody lands on an own planet.
    YourOwnPlanet {
        /// Where the order was to land.
        planet: PlanetId,
    },
    /// From a planet to itself.
    SamePlanet {
        /// Both ends of the flight.
        planet: PlanetId,
    },
    /// B4.1, B4.4, B7.1: so many such ships were there for it, and not yet spoken for.
    TooFewShips {
        /// The kind of which there are too few.
        ship: Ship,
        /// In whose orbit they would have to stand.
        planet: PlanetId,
        /// How many the order could have at most.
        available: u32,
    },
    /// B4.4: so much of it can be loaded there.
    TooLittleFreight {
        /// What is short.
        cargo: Cargo,
        /// Where it was to be loaded.
        planet: PlanetId,
        /// In units.
        available: u32,
    },
    /// B3.2: so much of it was in the warehouse.
    ShortOf {
        /// What the plan asked too much of.
        product: Product,
        /// In units, as the plan was drawn up.
        available: u32,
    },
    /// B5.2.
    NoHangar {
        /// The kind of ship that was to be built.
        ship: Ship,
        /// Where no such hangar stands.
        planet: PlanetId,
    },
    /// B5.2: so many places for it were free.
    NoPlace {
        /// Where a factory or hangar was to stand.
        planet: PlanetId,
        /// Fewer than the order asked for.
        available: u32,
    },
    /// B1.3: so many were left in the box.
    BoxIsEmpty {
        /// Units of what was asked for; 0 for a choice of the opening or a conversion.
        available: u32,
    },
    /// B5.4: the planet has no such factory left to convert.
    NoSuchFactory {
        /// What such a factory makes.
        product: Product,
        /// Where it would have to stand.
        planet: PlanetId,
    },
    /// The setting of this name is off.
    NotInTheseRules {
        /// As rulebooks spell it: `politics`, `freight`, `carries_hangars`, `builds_works`.
        setting: String,
    },
    /// B2.2, B2.4: choices of the opening come with the first orders.
    OpeningOver,
    /// B2.2: no hangar of the opening stands there.
    NoOpeningHangar {
        /// An own planet without any hangar.
        planet: PlanetId,
    },
    /// B2.4: all free forces have a planet, or these may not stand there.
    NoFreeForces {
        /// Where they were to stand, one of the sender's own.
        planet: PlanetId,
    },
    /// B5.7: somebody owns or has owned it, so that no first conquest is to come.
    NoFactoryToCome {
        /// What the wish was for: a planet that somebody owns or has owned.
        planet: PlanetId,
    },
    /// B7.1: foreseen, never a fate: so many empty transporters come later.
    StillOnTheWay {
        /// Where they are to land.
        planet: PlanetId,
        /// Those that arrive next.
        transporters: u32,
        /// In which they reach the orbit.
        round: u32,
    },
    /// B7.1: its owner is no enemy.
    NotHostile {
        /// Where the order was to land.
        planet: PlanetId,
        /// To the owner: neutral or allied.
        relation: Relation,
    },
    /// B7.1: the owner's side holds the orbit.
    OrbitHeld {
        /// Where the order was to land.
        planet: PlanetId,
    },
    /// B3.3: the place that was got instead.
    PlaceTaken {
        /// From 1, which moves first.
        place: u32,
    },
    /// B3.3: only so many players move, so that there is no such place.
    NoSuchPlace {
        /// How many places there are, numbered from 1.
        places: u32,
    },
    /// DECLARE or TARGET oneself.
    Yourself,
    /// B11.4: that player is out of the game.
    PlayerOut {
        /// Whom the order named, or who sent it.
        seat: Seat,
    },
    /// A later line of the same sheet says otherwise.
    Overruled,
    /// Nothing was asked for, or nothing was there to do.
    Nothing,
    /// B11: the game has ended.
    GameOver,
}
