//! P11: what one viewer may know of a position.

use serde::{Deserialize, Serialize};

use std::collections::BTreeMap;

use super::order::Cargo;
pub use super::raid::Raid;
use super::state::{GnpRow, Power, Relation, SeatRecord, Stock, Temper};
use crate::engine::{Outcome, Seat};
use crate::galaxy::{self, Distances, PlanetId, Ships, Survey, SurveyedPlanet, Surveyor};

/// Everything that one viewer may know, and nothing else. Lists are in order of planets and seats.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct View {
    /// Turns adjudicated so far. Orders are for the next turn.
    pub turn: u32,
    /// P1.7: the last turn of the game; `None` until the votes of turn 1 are counted.
    pub rounds: Option<u32>,
    /// Whether `VOTE` counts with the next orders (P1.7).
    pub voting: bool,
    /// The viewer's own affairs; `None` for the public and the game master.
    pub me: Option<Me>,
    /// Everybody who began the game, including those who are out.
    pub players: Vec<PlayerView>,
    /// All planets of the map.
    pub planets: Vec<PlanetView>,
    /// The distances between all planets.
    pub distance: Distances,
    /// With the first orders: flights of the viewer's that are certain to take a neutral planet.
    pub raids: Vec<Raid>,
    /// The viewer's record of the turn before the last one; `None` for a viewer who had none.
    #[serde(default)]
    pub before: Option<SeatRecord>,
    /// P10.3, P10.4: how the game ended; `None` while it goes on.
    pub outcome: Option<Outcome>,
}

/// P11.1: the viewer's own affairs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Me {
    /// The viewer's seat.
    pub seat: Seat,
    /// The viewer's present name.
    pub name: String,
    /// P5.6: where fighters flee to; `None` if the viewer has no planet.
    pub home: Option<PlanetId>,
    /// P10.2: whether the viewer is out of the game.
    pub out: bool,
    /// PP; may be below 0.
    pub political_points: i32,
    /// FM in per cent, 50 to 150.
    pub fighter_morale: i32,
    /// TM in per cent, 50 to 150.
    pub transporter_morale: i32,
    /// The terms with each other player in the game, seats ascending.
    pub terms: Vec<Terms>,
    /// P10.1: the viewer's own values and ranks; `None` before the first turn, and for a viewer who is out.
    pub gnp: Option<GnpRow>,
}

/// How the viewer stands to another player, and what the viewer asks for (P4.1).
pub type Terms = galaxy::Terms<Relation>;

/// What everybody knows about a player (P11.3).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerView {
    /// The player's seat.
    pub seat: Seat,
    /// The player's present name.
    pub name: String,
    /// P10.2: whether the player is out of the game.
    pub out: bool,
    /// How many planets the player holds now.
    pub planets: u32,
    /// P11.3: the ranks in the twelve categories of P10.1; empty before the first turn, and for a player who is out.
    pub ranks: Vec<u32>,
    /// GNP in hundredths, rounded half up; `None` if there are no ranks.
    pub gnp_hundredths: Option<u32>,
}

/// A planet as the viewer knows it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PlanetView {
    /// Its number on the board, from 1.
    pub number: PlanetId,
    /// Its present name.
    pub name: String,
    /// Other names that orders may use.
    pub other_names: Vec<String>,
    /// Its place on the drawn map, in hundredths of a step; no rule uses it.
    pub drawn_at: (i32, i32),
    /// Who holds it; everybody knows this (P11.3).
    pub owner: Power,
    /// P11.3: the number of cargo ships on its track, with any cargo.
    pub cargo_ships: u32,
    /// The whole planet, for its owner and the game master.
    pub full: Option<FullPlanet>,
    /// The positions of its track where the viewer sees something, the orbit first.
    pub track: Vec<PositionView>,
}

/// What is on a planet, for those who see all of it (P11.1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FullPlanet {
    /// WF.
    pub workforce: u32,
    /// PR in thousandths.
    pub production_rate: u32,
    /// Planetary defence units.
    pub pdu: u32,
    /// HD (P2.1).
    pub home_defence: u32,
    /// FP.
    pub fuel_plants: u32,
    /// OP.
    pub ore_plants: u32,
    /// RP.
    pub rare_plants: u32,
    /// FY.
    pub fighter_yards: u32,
    /// TY.
    pub transporter_yards: u32,
    /// The goods stored there.
    pub stock: Stock,
    /// SP, all stored goods (P2.2).
    pub stockpile: u32,
    /// GIP (P2.2).
    pub industrial_product: u32,
    /// PM in per cent.
    pub morale: u32,
    /// The temper of a neutral planet; only the game master sees it.
    pub temper: Option<Temper>,
}

/// A position of a planet's track, as far as the viewer sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PositionView {
    /// Its index; 0 is the orbit.
    pub position: usize,
    /// `I`, `D`, `D+1`, `D+2` or `D+3`.
    pub label: String,
    /// The fleets that the viewer sees, at most one for each power (P11.1, P11.2).
    pub fleets: Vec<FleetView>,
    /// Cargo by kind, for the planet's owner and the game master.
    pub cargo: Vec<CargoView>,
}

/// Ships of one power at one position.
#[allow(missing_docs, reason = "the counts are what they are called")]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FleetView {
    /// Whose they are.
    pub power: Power,
    /// The player's name, or `neutral`.
    pub name: String,
    pub fighters: u32,
    pub transporters: u32,
}

/// Cargo ships with one kind of cargo at one position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CargoView {
    /// What they carry.
    pub cargo: Cargo,
    /// The code, `C0` to `C9`.
    pub code: String,
    /// How many ships, each with one shipload (P12).
    pub shiploads: u32,
}

/// The public record of one turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnView {
    /// Its number, from 1.
    pub turn: u32,
    /// Revolt tries on all planets, successful or not (P7.1).
    pub revolts: u32,
    /// Battles on all planets. P11.3 does not make the number public, P10.5 does at the end; the game master always sees it.
    pub battles: Option<u32>,
    /// Landings on all planets; `None` when `battles` is.
    pub landings: Option<u32>,
    /// The planets held and the GNP rank sum, by seat.
    pub seats: BTreeMap<Seat, SeatRecord>,
}

impl View {
    /// What this view shares with the other game's view.
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
            me: self.me.as_ref().map(|me| Surveyor::new(me.seat, me.out, me.home, &me.terms)),
            players: self.players.iter().map(|player| (player.seat, player.name.as_str())).collect(),
            planets: planets.collect(),
            distance: &self.distance,
            outcome: self.outcome.as_ref(),
        }
    }
}
