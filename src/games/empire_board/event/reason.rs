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
    NotYourPlanet {
        planet: PlanetId,
    },
    YourOwnPlanet {
        planet: PlanetId,
    },
    /// From a planet to itself.
    SamePlanet {
        planet: PlanetId,
    },
    /// B4.1, B4.4, B7.1: so many such ships stood in orbit since the round began, empty and not yet spoken for.
    TooFewShips {
        ship: Ship,
        planet: PlanetId,
        available: u32,
    },
    /// B4.4: so much of it can be loaded there.
    TooLittleFreight {
        cargo: Cargo,
        planet: PlanetId,
        available: u32,
    },
    /// B3.2: so much of it was in the warehouse.
    ShortOf {
        product: Product,
        available: u32,
    },
    /// B5.2.
    NoHangar {
        ship: Ship,
        planet: PlanetId,
    },
    /// B5.2: so many places for it were free.
    NoPlace {
        planet: PlanetId,
        available: u32,
    },
    /// B1.3: so many were left in the box.
    BoxIsEmpty {
        available: u32,
    },
    /// B5.4: the planet has no such factory left to convert.
    NoSuchFactory {
        product: Product,
        planet: PlanetId,
    },
    /// The setting of this name is off.
    NotInTheseRules {
        setting: String,
    },
    /// B2.2, B2.4: choices of the opening come with the first orders.
    OpeningOver,
    /// B2.2: no hangar of the opening stands there.
    NoOpeningHangar {
        planet: PlanetId,
    },
    /// B2.4: all free forces have a planet, or these may not stand there.
    NoFreeForces {
        planet: PlanetId,
    },
    /// B5.7: its first conquest is over.
    NoFactoryToCome {
        planet: PlanetId,
    },
    /// B7.1: foreseen, never a fate: so many empty transporters come later.
    StillOnTheWay {
        planet: PlanetId,
        transporters: u32,
        round: u32,
    },
    /// B7.1: its owner is no enemy.
    NotHostile {
        planet: PlanetId,
        relation: Relation,
    },
    /// B7.1: the owner's side holds the orbit.
    OrbitHeld {
        planet: PlanetId,
    },
    /// B3.3: the place that was got instead.
    PlaceTaken {
        place: u32,
    },
    /// B3.3: only so many players move, so that there is no such place.
    NoSuchPlace {
        places: u32,
    },
    /// DECLARE or TARGET oneself.
    Yourself,
    /// B11.4: that player is out of the game.
    PlayerOut {
        seat: Seat,
    },
    /// A later line of the same sheet says otherwise.
    Overruled,
    /// Nothing was asked for, or nothing was there to do.
    Nothing,
    /// B11: the game has ended.
    GameOver,
}
