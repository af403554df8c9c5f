//! The state of a game: everything that decides what can happen next.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use super::goods::Goods;
use super::rulebook::{NewHome, Rulebook};
use super::things::Product;
pub use super::things::Relation;
pub use super::track::{Fleet, Space, TRACK_LENGTH, ships_for};
use crate::engine::{Outcome, Seat};
use crate::galaxy::{Distances, PlanetId, Relations, Ship, TurnRecord};
pub use crate::galaxy::{Power, Statistics};

/// The whole position after a round.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// Rounds adjudicated so far; 0 at set-up.
    pub turn: u32,
    /// The preset, with what the scenario changes.
    pub rulebook: Rulebook,
    /// B4.1: the distances between all planets.
    pub distance: Distances,
    /// Everybody who began the game, including those who are out.
    pub players: BTreeMap<Seat, Player>,
    /// B9.1: the relations between each two seats.
    pub relations: Relations<Relation>,
    /// In board order: planet `n` has index `n - 1`.
    pub planets: Vec<Planet>,
    /// One record for each round, for charts and the hall of fame.
    pub history: Vec<RoundRecord>,
    /// How the game ended; `None` while it goes on.
    pub outcome: Option<Outcome>,
}

/// What belongs to a player rather than to a planet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// The player's name in reports.
    pub name: String,
    /// B4.3: the home planet, which may have been lost since the last flights; see [`State::home`].
    pub home: PlanetId,
    /// B1.2: the contents of the central warehouse.
    pub warehouse: Goods,
    /// B9.3: the morale markers that are up.
    pub morale: Morale,
    /// B9.1: the relation that this player asks for with each other player.
    pub stances: BTreeMap<Seat, Relation>,
    /// B5.7: what the factory of a planet will make once this player conquers it.
    pub factory_wishes: BTreeMap<PlanetId, Product>,
    /// B6.2: whom to aim at, where `targets_at` says nothing.
    pub target: Option<Seat>,
    /// B6.2: whom to aim at on single planets.
    pub targets_at: BTreeMap<PlanetId, Seat>,
    /// B2.4: forces of the opening that this player may still place elsewhere; empty after the first round.
    pub stationed: Vec<Stationed>,
    /// B11.4: the round in which the player left the game.
    pub out_since: Option<u32>,
    /// Counts over the whole game.
    pub statistics: Statistics,
}

/// B2.4: free forces, and the planet where they are unless another is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stationed {
    /// The planet in whose orbit they are, owned by the player.
    pub on: PlanetId,
    /// Fighters among these forces, not all that are there.
    pub fighters: u32,
    /// Transporters among these forces.
    pub transporters: u32,
    /// Whether the home planet is excluded.
    pub colony: bool,
}

/// B9.3: one marker for each arm.
#[allow(missing_docs, reason = "the marker of each arm is up or not")]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Morale {
    pub fighters: bool,
    pub transporters: bool,
    pub troops: bool,
}

/// B1.1: the most people on a planet.
pub const MOST_POPULATION: u32 = 9;

/// A planet. Its track has one form in the state and another in a view.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Planet<Track = [Space; TRACK_LENGTH]> {
    /// Its number on the board, from 1.
    pub number: PlanetId,
    /// Its name on the map.
    pub name: String,
    /// Its name, then other names that orders may use.
    pub other_names: Vec<String>,
    /// Its place on the drawn map, in hundredths of a step; no rule uses it.
    pub drawn_at: (i32, i32),
    /// A seat or neutral; pirates hold no planets.
    pub owner: Power,
    /// The people, in units; at most [`MOST_POPULATION`].
    pub population: u32,
    /// B1.1: the population printed on the board; transport never takes the population below it.
    pub printed_population: u32,
    /// Land troops.
    pub troops: u32,
    /// B10.1: what it refits to while neutral.
    pub garrison: Garrison,
    /// The product of each factory, the newest last.
    pub factories: Vec<Product>,
    /// The kind of ship that each hangar serves, the newest last.
    pub hangars: Vec<Ship>,
    /// B5.7: whether nobody has conquered it yet.
    pub awaits_factory: bool,
    /// The spaces of its track: index 0 is the orbit, the others are the number spaces.
    pub track: Track,
}

/// B2.2, B2.5: what a planet has at the start if nobody owns it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Garrison {
    /// Fighters in its orbit.
    pub fighters: u32,
    /// Land troops.
    pub troops: u32,
}

/// The record of one round.
pub type RoundRecord = TurnRecord<SeatRecord>;

/// A seat's planets and B11.3 points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatRecord {
    /// Planets held at the end of the round.
    pub planets: u32,
    /// Points at the end of the round.
    pub points: u32,
}

impl State {
    /// The planet with this number; `None` off the map.
    pub fn planet(&self, id: PlanetId) -> Option<&Planet> {
        self.planets.get(id.index())
    }

    /// As [`State::planet`], mutable.
    pub fn planet_mut(&mut self, id: PlanetId) -> Option<&mut Planet> {
        self.planets.get_mut(id.index())
    }

    /// All planets that a seat holds, in board order.
    pub fn planets_of(&self, seat: Seat) -> impl Iterator<Item = &Planet> {
        self.planets.iter().filter(move |planet| planet.owner == Power::Seat(seat))
    }

    /// B6.1, B9.1: neutral planets and pirates are everybody's enemies, and every power is its own ally.
    pub fn relation(&self, one: Power, other: Power) -> Relation {
        self.relations.of(one, other, self.rulebook.relation_at_start())
    }

    /// B9.1: the relation that a seat asks for with another: the one at the start until it declares something.
    pub fn stance(&self, seat: Seat, other: Seat) -> Relation {
        let stance = self.players.get(&seat).and_then(|player| player.stances.get(&other));
        stance.copied().unwrap_or(self.rulebook.relation_at_start())
    }

    /// B4.3: the named home planet, or what the rulebook says if that is lost.
    pub fn home(&self, seat: Seat) -> Option<PlanetId> {
        let named = self.players.get(&seat)?.home;
        let own: Vec<&Planet> = self.planets_of(seat).collect();
        let next = || match self.rulebook.new_home {
            NewHome::LowestNumber => own.first(),
            NewHome::MostPopulous => own.iter().max_by_key(|planet| (planet.population, Reverse(planet.number))),
        };
        own.iter().find(|planet| planet.number == named).or_else(next).map(|planet| planet.number)
    }

    /// The seats that still play.
    pub fn seats_in_play(&self) -> impl Iterator<Item = Seat> + '_ {
        self.players.iter().filter(|(_, player)| player.out_since.is_none()).map(|(seat, _)| *seat)
    }

    /// B11.1: how many planets win at once, given how many players began.
    pub fn planets_to_win(&self) -> u32 {
        match self.players.len() {
            2 => self.rulebook.planets_to_win_of_two,
            _ => self.rulebook.planets_to_win,
        }
    }

    /// A power's markers; neutral planets and pirates have none.
    pub fn morale(&self, power: Power) -> Morale {
        power.seat().and_then(|seat| self.players.get(&seat)).map_or_else(Morale::default, |player| player.morale)
    }

    /// Puts a fleet onto a space of a planet's track, where it merges with that power's ships.
    pub fn enter(&mut self, power: Power, fleet: Fleet, to: PlanetId, space: usize) {
        if let Some(space) = self.planet_mut(to).and_then(|planet| planet.track.get_mut(space)) {
            space.add(power, fleet);
        }
    }
}

impl<Track> Planet<Track> {
    /// The planet with another form of its track.
    pub fn with_track<Other>(&self, track: Other) -> Planet<Other> {
        Planet {
            number: self.number,
            name: self.name.clone(),
            other_names: self.other_names.clone(),
            drawn_at: self.drawn_at,
            owner: self.owner,
            population: self.population,
            printed_population: self.printed_population,
            troops: self.troops,
            garrison: self.garrison,
            factories: self.factories.clone(),
            hangars: self.hangars.clone(),
            awaits_factory: self.awaits_factory,
            track,
        }
    }
}

impl Planet {
    /// The fleets in orbit.
    pub fn orbit(&self) -> &Space {
        &self.track[0]
    }

    /// As [`Planet::orbit`], mutable.
    pub fn orbit_mut(&mut self) -> &mut Space {
        &mut self.track[0]
    }

    /// How many factories make this product.
    pub fn factories_for(&self, product: Product) -> u32 {
        self.factories.iter().filter(|kind| **kind == product).count() as u32
    }

    /// How many hangars serve this kind of ship.
    pub fn hangars_for(&self, ship: Ship) -> u32 {
        self.hangars.iter().filter(|kind| **kind == ship).count() as u32
    }

    /// B5.5: how much each of its factories makes in a round.
    pub fn yield_of_factory(&self) -> u32 {
        match self.population {
            0 => 0,
            1..=3 => 1,
            4..=6 => 2,
            7..=8 => 3,
            _ => 4,
        }
    }
}
