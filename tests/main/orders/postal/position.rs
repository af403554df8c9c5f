//! What the sender of a test sheet sees: the opening of the map with two or more seats, and changes.

use std::collections::BTreeMap;

use ashpost::engine::Seat;
use ashpost::galaxy::{GalaxyMap, MapPlanet};
use ashpost::games::empire_postal::state::{Power, Relation, Stock};
use ashpost::games::empire_postal::view::{FleetView, FullPlanet, Me, PlanetView, PlayerView, PositionView, Terms, View};
use serde::Deserialize;

/// What a case changes; all of it may be left out.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Position {
    turn: u32,
    rounds: Option<u32>,
    seat: u8,
    players: Vec<String>,
    /// Seats that are out of the game.
    out: Vec<u8>,
    points: i32,
    fighter_morale: i32,
    transporter_morale: i32,
    /// By planet number.
    planet: BTreeMap<String, Change>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct Change {
    name: Option<String>,
    other_names: Option<Vec<String>>,
    owner: Option<u8>,
    workforce: Option<u32>,
    pdu: Option<u32>,
    plants: Option<u32>,
    yards: Option<u32>,
    /// The stock of each material.
    stock: Option<u32>,
    /// `[fighters, transporters]` of each seat in orbit.
    orbit: Option<BTreeMap<String, [u32; 2]>>,
}

impl Default for Position {
    fn default() -> Position {
        Position {
            turn: 3,
            rounds: None,
            seat: 1,
            players: ["Ann", "Bob", "Annabel Lee"].map(str::to_owned).to_vec(),
            out: Vec::new(),
            points: 10,
            fighter_morale: 100,
            transporter_morale: 100,
            planet: BTreeMap::new(),
        }
    }
}

impl Position {
    pub(super) fn read(text: &str) -> Position {
        toml::from_str(text).unwrap()
    }

    pub(super) fn view(&self) -> View {
        let map = GalaxyMap::named("ashes-of-empire").unwrap();
        let planets: Vec<PlanetView> = map.planets.iter().map(|planet| self.planet(planet)).collect();
        View {
            turn: self.turn,
            rounds: self.rounds.or((self.turn > 0).then_some(20)),
            voting: self.turn == 0 && self.rounds.is_none(),
            me: Some(self.me(&planets)),
            players: self.seats().map(|(seat, name)| self.player(seat, name)).collect(),
            planets,
            distance: map.distance,
            raids: Vec::new(),
            before: None,
            outcome: None,
        }
    }

    fn seats(&self) -> impl Iterator<Item = (Seat, &String)> {
        (1..).map(Seat).zip(&self.players)
    }

    fn name(&self, seat: u8) -> String {
        self.seats().find(|(known, _)| known.0 == seat).map_or_else(|| "neutral".to_owned(), |(_, name)| name.clone())
    }

    fn me(&self, planets: &[PlanetView]) -> Me {
        let seat = Seat(self.seat);
        let relation = Relation::Neutral;
        let terms = self.seats().filter(|(other, _)| *other != seat);
        Me {
            seat,
            name: self.name(self.seat),
            home: planets.iter().find(|planet| planet.owner == Power::Seat(seat)).map(|planet| planet.number),
            out: self.out.contains(&self.seat),
            political_points: self.points,
            fighter_morale: self.fighter_morale,
            transporter_morale: self.transporter_morale,
            terms: terms.map(|(seat, name)| Terms { seat, name: name.clone(), relation, stance: relation }).collect(),
            gnp: None,
        }
    }

    fn player(&self, seat: Seat, name: &str) -> PlayerView {
        let out = self.out.contains(&seat.0);
        PlayerView { seat, name: name.to_owned(), out, planets: 2, ranks: Vec::new(), gnp_hundredths: None }
    }

    fn planet(&self, planet: &MapPlanet) -> PlanetView {
        let nothing = Change::default();
        let change = self.planet.get(&planet.number.to_string()).unwrap_or(&nothing);
        let opening = planet.postal;
        let owner = change.owner.unwrap_or(if usize::from(opening.seat) > self.players.len() { 0 } else { opening.seat });
        let orbit = change.orbit.clone().unwrap_or_else(|| [(owner.to_string(), [opening.fighters, opening.transporters])].into());
        let fleet = |(seat, ships): (&String, &[u32; 2])| {
            let seat: u8 = seat.parse().unwrap();
            FleetView { power: Power::from(seat), name: self.name(seat), fighters: ships[0], transporters: ships[1] }
        };
        // P11.1: at another player's planet, the senders see only their own ships.
        let seen = orbit.iter().filter(|(seat, _)| owner == self.seat || **seat == self.seat.to_string());
        let fleets = seen.map(fleet).collect();
        PlanetView {
            number: planet.number,
            name: change.name.clone().unwrap_or_else(|| planet.name.clone()),
            other_names: change.other_names.clone().unwrap_or_else(|| planet.aka.clone()),
            drawn_at: (0, 0),
            owner: Power::from(owner),
            cargo_ships: 0,
            full: (owner == self.seat).then(|| full(planet, change)),
            track: vec![PositionView { position: 0, label: "I".to_owned(), fleets, cargo: Vec::new() }],
        }
    }
}

/// The planets of P1.2, with the changes of a case.
fn full(planet: &MapPlanet, change: &Change) -> FullPlanet {
    let (stock, plants) = (change.stock.unwrap_or(30), change.plants.unwrap_or(3));
    let workforce = change.workforce.unwrap_or(planet.postal.workforce);
    FullPlanet {
        workforce,
        production_rate: planet.postal.production_rate,
        pdu: change.pdu.unwrap_or(planet.postal.pdu),
        home_defence: if workforce == 0 { 0 } else { (workforce - 1) / 40 + 1 },
        fuel_plants: plants,
        ore_plants: plants,
        rare_plants: plants,
        fighter_yards: change.yards.unwrap_or(6),
        transporter_yards: change.yards.unwrap_or(3),
        stock: Stock { fuel: stock, ore: stock, rare: stock },
        stockpile: 3 * stock,
        industrial_product: 9,
        morale: 100,
        temper: None,
    }
}
