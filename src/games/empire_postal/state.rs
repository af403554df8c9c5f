//! The state of a game: everything that decides what can happen next.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use super::things::{Price, Relation};
use super::track::saturated;
pub use super::track::{Fleet, Position, TRACK_LENGTH};
use crate::engine::{Outcome, Seat, Seed};
use crate::galaxy::{self, Distances, PlanetId, Relations};
pub use crate::galaxy::{Power, Statistics};

/// The whole position after a turn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// Turns adjudicated so far; 0 at set-up.
    pub turn: u32,
    /// The distances between all planets; they never change.
    pub distance: Distances,
    /// P1.6: the tempers that neutral planets draw from.
    pub tempers: Vec<Temper>,
    /// The seed of dice that must stay hidden when a turn's seed is published: those for the tempers of planets that fall to neutral (P7.1). No view
    /// holds it.
    pub hidden_seed: Seed,
    /// P1.7: the last turn of the game; `None` until the votes of turn 1 are counted.
    pub rounds: Option<u32>,
    /// Everybody who began the game, including those who are out.
    pub players: BTreeMap<Seat, Player>,
    /// P4.1: the relations between each two seats.
    pub relations: Relations<Relation>,
    /// In board order: planet `n` has index `n - 1`.
    pub planets: Vec<Planet>,
    /// P10.1: the GNP table at the end of the last turn; empty at set-up.
    pub gnp: BTreeMap<Seat, GnpRow>,
    /// One record for each turn, for charts and the hall of fame (P10.5).
    pub history: Vec<TurnRecord>,
    /// P10.3, P10.4: how the game ended; `None` while it goes on.
    pub outcome: Option<Outcome>,
}

/// P1.4, P4.1: what belongs to a player rather than to a planet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// The player's present name; PLAYERNAME changes it (P4.1).
    pub name: String,
    /// The named home planet, which may be lost; see [`State::home`].
    pub home: PlanetId,
    /// PP; below 0, all planets of the player try to revolt (P4.6).
    pub political_points: i32,
    /// FM in per cent, from 50 to 150 (P5.5).
    pub fighter_morale: i32,
    /// TM in per cent, from 50 to 150 (P6.3).
    pub transporter_morale: i32,
    /// The relation that this player asks for with each other player.
    pub stances: BTreeMap<Seat, Relation>,
    /// P10.2: the turn in which the player left the game.
    pub out_since: Option<u32>,
    /// P10.5: counts over the whole game, for the hall of fame.
    pub statistics: Statistics,
}

/// P1.6, P8: how a neutral planet behaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Temper {
    /// Sends with a probability of 60 % a turn (P8.2).
    Aggressive,
    /// Sends with a probability of 30 % a turn (P8.2).
    Moderate,
    /// Never sends, but builds (P8.2, P8.3).
    Passive,
    /// Never sends and never builds (P1.6).
    Inert,
}

/// A planet, with everything on it, in its orbit and on its track.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Planet {
    /// Its number on the board, from 1.
    pub number: PlanetId,
    /// Its present name; PLANETNAME changes it (P4.1).
    pub name: String,
    /// Its name on the map, then other names. Orders may use them whatever its name is now.
    pub other_names: Vec<String>,
    /// Its place on the drawn map, in hundredths of a step; no rule uses it.
    pub drawn_at: (i32, i32),
    /// Who holds it.
    pub owner: Power,
    /// The temper of a neutral planet; `None` if it is owned.
    pub temper: Option<Temper>,
    /// WF.
    pub workforce: u32,
    /// PR in thousandths.
    pub production_rate: u32,
    /// Planetary defence units.
    pub pdu: u32,
    /// FP, which produce fuel (P4.7) and store 10 each (P2.3).
    pub fuel_plants: u32,
    /// OP, which produce ore (P4.7) and store 10 each (P2.3).
    pub ore_plants: u32,
    /// RP, which produce rare (P4.7) and store 10 each (P2.3).
    pub rare_plants: u32,
    /// FY, each of which serves one fighter a turn (P4.5).
    pub fighter_yards: u32,
    /// TY, each of which serves one transporter a turn (P4.5).
    pub transporter_yards: u32,
    /// The goods stored there (P2.3).
    pub stock: Stock,
    /// PM in per cent.
    pub morale: u32,
    /// The positions of its track: index 0 is the orbit, 1 is `D`.
    pub track: [Position; TRACK_LENGTH],
}

/// Goods by kind, in units.
#[allow(missing_docs, reason = "the three kinds are what they are called")]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stock {
    pub fuel: u32,
    pub ore: u32,
    pub rare: u32,
}

/// P10.1: a seat's rank in each category, 1 being best, and their sum. GNP is the sum divided by 12.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct GnpRow {
    /// The values in the order of P10.1: planets, FP, OP, RP, FY, TY, PDU, SP, FI, TR, GIP, PP.
    pub values: [i64; 12],
    /// The ranks in the same order, from 1; equal values share a rank.
    pub ranks: [u32; 12],
    /// The sum of all ranks; smaller is better.
    pub rank_sum: u32,
}

/// The record of one turn.
pub type TurnRecord = galaxy::TurnRecord<SeatRecord>;

/// A seat's planets and GNP rank sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatRecord {
    /// Planets held at the end of the turn.
    pub planets: u32,
    /// The rank sum of its [`GnpRow`].
    pub rank_sum: u32,
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

    /// P1.5, P8.1: neutrals are at war with everybody, and everybody is at peace with themselves.
    pub fn relation(&self, one: Power, other: Power) -> Relation {
        self.relations.of(one, other, Relation::Neutral)
    }

    /// P4.1: the relation that a seat asks for with another; an offer stands until withdrawn.
    pub fn stance(&self, seat: Seat, other: Seat) -> Relation {
        let stance = self.players.get(&seat).and_then(|player| player.stances.get(&other));
        stance.copied().unwrap_or(Relation::Neutral)
    }

    /// P5.6: the named home planet, or the owned planet with the lowest number if the named one is lost.
    pub fn home(&self, seat: Seat) -> Option<PlanetId> {
        let named = self.players.get(&seat)?.home;
        let is_own = |planet: &&Planet| planet.owner == Power::Seat(seat);
        let home = self.planet(named).filter(is_own).or_else(|| self.planets.iter().find(is_own));
        home.map(|planet| planet.number)
    }

    /// FM of a power; 100 for neutrals (P8.1).
    pub fn fighter_morale(&self, power: Power) -> u32 {
        self.player_of(power).map_or(100, |player| player.fighter_morale.unsigned_abs())
    }

    /// TM of a power; 100 for neutrals, as FM.
    pub fn transporter_morale(&self, power: Power) -> u32 {
        self.player_of(power).map_or(100, |player| player.transporter_morale.unsigned_abs())
    }

    fn player_of(&self, power: Power) -> Option<&Player> {
        self.players.get(&power.seat()?)
    }

    /// The seats that still play.
    pub fn seats_in_play(&self) -> impl Iterator<Item = Seat> + '_ {
        self.players.iter().filter(|(_, player)| player.out_since.is_none()).map(|(seat, _)| *seat)
    }

    /// Moves a fleet out of an orbit onto another planet's track; the fleet must be there.
    pub fn launch(&mut self, power: Power, fleet: Fleet, from: PlanetId, (to, position): (PlanetId, usize)) {
        if let Some(orbit) = self.planet_mut(from).map(Planet::orbit_mut) {
            let left = orbit.fleets.of(power).less(fleet);
            orbit.fleets.set(power, left);
        }
        if let Some(track) = self.planet_mut(to).and_then(|planet| planet.track.get_mut(position)) {
            track.fleets.add(power, fleet);
        }
    }
}

/// P2.1: HD of a planet with this workforce.
pub fn home_defence(workforce: u32) -> u32 {
    if workforce == 0 { 0 } else { (workforce - 1) / 40 + 1 }
}

impl Planet {
    /// P2.1: home defence.
    pub fn home_defence(&self) -> u32 {
        home_defence(self.workforce)
    }

    /// P2.2: SP, all stored goods.
    pub fn stockpile(&self) -> u32 {
        self.stock.fuel.saturating_add(self.stock.ore).saturating_add(self.stock.rare)
    }

    /// P2.2: GIP.
    pub fn industrial_product(&self) -> u32 {
        let plants = u64::from(self.fuel_plants) + u64::from(self.ore_plants) + u64::from(self.rare_plants);
        let work = u64::from(self.workforce) * u64::from(self.production_rate) / 20_000;
        saturated(plants.saturating_add(work).saturating_add(u64::from(self.stockpile() / 10)))
    }

    /// P2.3: stores goods up to ten for each plant of their kind; returns the rest, which is lost.
    pub fn store(&mut self, delivery: Stock) -> Stock {
        let fill = |held: &mut u32, more: u32, plants: u32| {
            let stored = more.min(plants.saturating_mul(10).saturating_sub(*held));
            *held += stored;
            more - stored
        };
        Stock {
            fuel: fill(&mut self.stock.fuel, delivery.fuel, self.fuel_plants),
            ore: fill(&mut self.stock.ore, delivery.ore, self.ore_plants),
            rare: fill(&mut self.stock.rare, delivery.rare, self.rare_plants),
        }
    }

    /// Position 0 of the track.
    pub fn orbit(&self) -> &Position {
        &self.track[0]
    }

    /// As [`Planet::orbit`], mutable.
    pub fn orbit_mut(&mut self) -> &mut Position {
        &mut self.track[0]
    }
}
