//! P11: what one viewer may know of a position.

use serde::{Deserialize, Serialize};

use std::collections::BTreeMap;

use super::order::Cargo;
pub use super::raid::Raid;
use super::state::{GnpRow, Power, Relation, SeatRecord, Stock, Temper};
use crate::engine::{Outcome, Seat};
use crate::galaxy::{self, Distances, PlanetId, Ships, Survey, SurveyedPlanet, Surveyor};

/// Everything that one viewer may know, and nothing else; in board and seat order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct View {
    /// Turns adjudicated so far; orders are being written for the next.
    pub turn: u32,
    pub rounds: Option<u32>,
    /// Whether `VOTE` counts with the next orders (P1.7).
    pub voting: bool,
    /// The viewer's own affairs; absent for the public and the game master.
    pub me: Option<Me>,
    pub players: Vec<PlayerView>,
    pub planets: Vec<PlanetView>,
    pub distance: Distances,
    /// With the first orders: flights of the viewer's that take a neutral planet.
    pub raids: Vec<Raid>,
    pub history: Vec<TurnView>,
    pub outcome: Option<Outcome>,
}

/// P11.1: the viewer's own terms and points.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Me {
    pub seat: Seat,
    pub name: String,
    pub home: Option<PlanetId>,
    pub out: bool,
    pub political_points: i32,
    pub fighter_morale: i32,
    pub transporter_morale: i32,
    /// With each other player, seats ascending.
    pub terms: Vec<Terms>,
    /// P10.1: the viewer's own values and ranks in the twelve categories, once a turn was played.
    pub gnp: Option<GnpRow>,
}

pub type Terms = galaxy::Terms<Relation>;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerView {
    pub seat: Seat,
    pub name: String,
    pub out: bool,
    pub planets: u32,
    /// P11.3: the ranks in the twelve categories of P10.1; empty before the first turn.
    pub ranks: Vec<u32>,
    /// GNP in hundredths, rounded half up.
    pub gnp_hundredths: Option<u32>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PlanetView {
    pub number: PlanetId,
    pub name: String,
    pub other_names: Vec<String>,
    pub drawn_at: (i32, i32),
    pub owner: Power,
    /// P11.3: cargo ships on its track, whatever they carry.
    pub cargo_ships: u32,
    /// Own planets in full.
    pub full: Option<FullPlanet>,
    /// The positions of its track that the viewer sees something on, orbit first.
    pub track: Vec<PositionView>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FullPlanet {
    pub workforce: u32,
    pub production_rate: u32,
    pub pdu: u32,
    pub home_defence: u32,
    pub fuel_plants: u32,
    pub ore_plants: u32,
    pub rare_plants: u32,
    pub fighter_yards: u32,
    pub transporter_yards: u32,
    pub stock: Stock,
    pub stockpile: u32,
    pub industrial_product: u32,
    pub morale: u32,
    /// Of a neutral planet; the game master alone sees it.
    pub temper: Option<Temper>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PositionView {
    /// 0 is the orbit.
    pub position: usize,
    /// `I`, `D`, `D+1`, `D+2` or `D+3`.
    pub label: String,
    pub fleets: Vec<FleetView>,
    /// Cargo by kind, where the viewer owns the planet.
    pub cargo: Vec<CargoView>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FleetView {
    pub power: Power,
    pub name: String,
    pub fighters: u32,
    pub transporters: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CargoView {
    pub cargo: Cargo,
    /// `C0` to `C9`.
    pub code: String,
    pub shiploads: u32,
}

/// What one turn left behind, as far as it is public.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnView {
    pub turn: u32,
    pub revolts: u32,
    /// P11.3 does not make these public; P10.5 does at the end.
    pub battles: Option<u32>,
    pub landings: Option<u32>,
    /// Planets held and GNP rank sum, by seat.
    pub seats: BTreeMap<Seat, SeatRecord>,
}

impl View {
    /// What it has in common with the view of the other game.
    pub(super) fn survey(&self) -> Survey<'_> {
        let ships = |fleet: &FleetView| Ships { power: fleet.power, fighters: fleet.fighters, transporters: fleet.transporters };
        let planets = self.planets.iter().map(|planet| SurveyedPlanet {
            number: planet.number,
            name: &planet.name,
            other_names: &planet.other_names,
            drawn_at: planet.drawn_at,
            owner: planet.owner,
            track: planet.track.iter().map(|seen| (seen.position as u32, seen.fleets.iter().map(ships).collect())).collect(),
        });
        Survey {
            turn: self.turn,
            me: self.me.as_ref().map(|me| Surveyor::new(me.seat, me.home, &me.terms)),
            players: self.players.iter().map(|player| (player.seat, player.name.as_str())).collect(),
            planets: planets.collect(),
            distance: &self.distance,
        }
    }
}
