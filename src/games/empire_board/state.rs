//! The position of a game: everything that decides what can happen next, and nothing else.

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
    /// The preset with what the scenario changes.
    pub rulebook: Rulebook,
    /// B4.1: between the planets of the map.
    pub distance: Distances,
    /// Everybody who began, those who are out included.
    pub players: BTreeMap<Seat, Player>,
    /// B9.1: between each pair of seats, the lower number first.
    pub relations: Relations<Relation>,
    /// In board order: planet `n` has index `n - 1`.
    pub planets: Vec<Planet>,
    /// One record a round, for charts and the hall of fame.
    pub history: Vec<RoundRecord>,
    /// `None` while the game goes on.
    pub outcome: Option<Outcome>,
}

/// What belongs to a player and not to a planet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// As reports call the player.
    pub name: String,
    /// B4.3: the home planet, perhaps lost since the last flights; see [`State::home`].
    pub home: PlanetId,
    /// B1.2: the central warehouse.
    pub warehouse: Goods,
    /// B9.3: the morale markers that are up.
    pub morale: Morale,
    /// B9.1: what this player wants the relation to each other player to be.
    pub stances: BTreeMap<Seat, Relation>,
    /// B5.7: what the factory of a planet is to make once it is conquered.
    pub factory_wishes: BTreeMap<PlanetId, Product>,
    /// B6.2: at whom to fire, wherever `targets_at` says nothing.
    pub target: Option<Seat>,
    /// B6.2: at whom to fire at single planets, whatever `target` says.
    pub targets_at: BTreeMap<PlanetId, Seat>,
    /// B2.4: forces of the opening whose planets this player may still choose; nothing after the first round.
    pub stationed: Vec<Stationed>,
    /// B11.4: out of the game since this round.
    pub out_since: Option<u32>,
    /// Counted since the game began.
    pub statistics: Statistics,
}

/// B2.4: free forces and the planet on which they stand unless another is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stationed {
    /// In whose orbit they stand: one of the player's own planets.
    pub on: PlanetId,
    /// Of these forces, not of all that stand there.
    pub fighters: u32,
    /// As `fighters`.
    pub transporters: u32,
    /// Whether the home planet is no choice.
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

/// B1.1: no planet feeds more.
pub const MOST_POPULATION: u32 = 9;

/// A planet. Its track is written in one way in the position and in another in a view.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Planet<Track = [Space; TRACK_LENGTH]> {
    /// From 1, in board order.
    pub number: PlanetId,
    /// As the map spells it.
    pub name: String,
    /// Its name first, then other spellings that orders may use.
    pub other_names: Vec<String>,
    /// Where it stands on the drawn map, in hundredths of a step; no rule reads it.
    pub drawn_at: (i32, i32),
    /// A seat or neutral; pirates own no planet.
    pub owner: Power,
    /// In units, at most [`MOST_POPULATION`].
    pub population: u32,
    /// B1.1: printed on the board; transport never takes population below it.
    pub printed_population: u32,
    /// The land-troop space.
    pub troops: u32,
    /// B10.1: what it refits to while it is neutral.
    pub garrison: Garrison,
    /// By what each makes, the newest last.
    pub factories: Vec<Product>,
    /// By the kind of ship that each serves, the newest last.
    pub hangars: Vec<Ship>,
    /// B5.7: nobody has conquered it yet.
    pub awaits_factory: bool,
    /// Index 0 is the orbit, the others are the number spaces.
    pub track: Track,
}

/// B2.2, B2.5: what a planet has at the start where nobody owns it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Garrison {
    /// In its orbit.
    pub fighters: u32,
    /// On the ground.
    pub troops: u32,
}

/// What one round left behind.
pub type RoundRecord = TurnRecord<SeatRecord>;

/// Planets held and B11.3 points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatRecord {
    /// Owned at the end of the round.
    pub planets: u32,
    /// At the end of the round.
    pub points: u32,
}

impl State {
    /// The planet of that number; `None` off the map.
    pub fn planet(&self, id: PlanetId) -> Option<&Planet> {
        self.planets.get(id.index())
    }

    /// As [`State::planet`], to change it.
    pub fn planet_mut(&mut self, id: PlanetId) -> Option<&mut Planet> {
        self.planets.get_mut(id.index())
    }

    /// All planets that a seat owns, in board order.
    pub fn planets_of(&self, seat: Seat) -> impl Iterator<Item = &Planet> {
        self.planets.iter().filter(move |planet| planet.owner == Power::Seat(seat))
    }

    /// B6.1, B9.1: neutral planets and pirates are hostile to all others, and every power is its own ally.
    pub fn relation(&self, one: Power, other: Power) -> Relation {
        self.relations.of(one, other, self.rulebook.relation_at_start())
    }

    /// B9.1: what a seat asks for in its relation to another; what it began with until it says something.
    pub fn stance(&self, seat: Seat, other: Seat) -> Relation {
        let stance = self.players.get(&seat).and_then(|player| player.stances.get(&other));
        stance.copied().unwrap_or(self.rulebook.relation_at_start())
    }

    /// B4.3: the named home planet or, if that is no longer owned, what the rulebook says.
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

    /// B11.1: how many planets win at once, with as many as began.
    pub fn planets_to_win(&self) -> u32 {
        match self.players.len() {
            2 => self.rulebook.planets_to_win_of_two,
            _ => self.rulebook.planets_to_win,
        }
    }

    /// The markers of a power; neutral planets and pirates have none.
    pub fn morale(&self, power: Power) -> Morale {
        power.seat().and_then(|seat| self.players.get(&seat)).map_or_else(Morale::default, |player| player.morale)
    }

    /// Puts a fleet onto a space of a planet's track, where it merges with its like.
    pub fn enter(&mut self, power: Power, fleet: Fleet, to: PlanetId, space: usize) {
        if let Some(space) = self.planet_mut(to).and_then(|planet| planet.track.get_mut(space)) {
            space.add(power, fleet);
        }
    }
}

impl<Track> Planet<Track> {
    /// The same planet with another track.
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
    /// The space of the ships that have arrived.
    pub fn orbit(&self) -> &Space {
        &self.track[0]
    }

    /// As [`Planet::orbit`], to change it.
    pub fn orbit_mut(&mut self) -> &mut Space {
        &mut self.track[0]
    }

    /// Factories that make this product.
    pub fn factories_for(&self, product: Product) -> u32 {
        self.factories.iter().filter(|kind| **kind == product).count() as u32
    }

    /// Hangars for this kind of ship.
    pub fn hangars_for(&self, ship: Ship) -> u32 {
        self.hangars.iter().filter(|kind| **kind == ship).count() as u32
    }

    /// B5.5: what each of its factories makes in a round.
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
