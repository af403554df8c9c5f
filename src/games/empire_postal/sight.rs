//! P11: makes a view from the state. Nothing else decides what a viewer may know.

use super::order::Cargo;
use super::raid::raids;
use super::state::{GnpRow, Planet, Player, Position, Power, Relation, State};
use super::view::{CargoView, FleetView, FullPlanet, Me, PlanetView, PlayerView, PositionView, Terms, TurnView, View};
use crate::engine::{Seat, Viewer};
use crate::galaxy::record_before;

/// The names of a track's positions.
const LABELS: [&str; 5] = ["I", "D", "D+1", "D+2", "D+3"];

impl View {
    /// What this viewer may know of a position. A seat without a player sees as much as the public.
    pub fn of(state: &State, viewer: Viewer) -> View {
        let seat = viewer.seat();
        View {
            turn: state.turn,
            rounds: state.rounds,
            voting: state.turn == 0 && state.rounds.is_none(),
            me: seat.and_then(|seat| see_myself(state, seat)),
            players: state.players.iter().map(|(seat, player)| see_player(state, *seat, player)).collect(),
            planets: state.planets.iter().map(|planet| see_planet(state, planet, viewer)).collect(),
            distance: state.distance.clone(),
            raids: seat.filter(|_| state.turn == 0).map_or_else(Vec::new, |seat| raids(state, seat)),
            before: seat.and_then(|seat| record_before(&state.history, state.turn, seat)),
            outcome: state.outcome.clone(),
        }
    }
}

/// P11.1: the player's own affairs, and terms with everybody still in the game.
fn see_myself(state: &State, seat: Seat) -> Option<Me> {
    let player = state.players.get(&seat)?;
    let others = state.players.iter().filter(|(other, their)| **other != seat && their.out_since.is_none());
    let terms = others.map(|(other, their)| Terms {
        seat: *other,
        name: their.name.clone(),
        relation: state.relation(Power::Seat(seat), Power::Seat(*other)),
        stance: state.stance(seat, *other),
    });
    Some(Me {
        seat,
        name: player.name.clone(),
        home: state.home(seat),
        out: player.out_since.is_some(),
        political_points: player.political_points,
        fighter_morale: player.fighter_morale,
        transporter_morale: player.transporter_morale,
        terms: terms.collect(),
        gnp: state.gnp.get(&seat).copied(),
    })
}

/// P11.3: the ranks but not the values.
fn see_player(state: &State, seat: Seat, player: &Player) -> PlayerView {
    let row = state.gnp.get(&seat);
    PlayerView {
        seat,
        name: player.name.clone(),
        out: player.out_since.is_some(),
        planets: state.planets.iter().filter(|planet| planet.owner == Power::Seat(seat)).count() as u32,
        ranks: row.map_or_else(Vec::new, |row| row.ranks.to_vec()),
        gnp_hundredths: row.map(GnpRow::gnp_hundredths),
    }
}

fn see_planet(state: &State, planet: &Planet, viewer: Viewer) -> PlanetView {
    let sight = Sight::on(state, planet, viewer);
    let positions = planet.track.iter().enumerate().filter_map(|(index, position)| see_position(state, index, position, sight));
    PlanetView {
        number: planet.number,
        name: planet.name.clone(),
        other_names: planet.other_names.iter().filter(|other| **other != planet.name).cloned().collect(),
        drawn_at: planet.drawn_at,
        owner: planet.owner,
        cargo_ships: planet.track.iter().map(Position::cargo_count).fold(0, u32::saturating_add),
        full: (sight == Sight::Everything).then(|| see_works(planet, viewer)),
        track: positions.collect(),
    }
}

/// How much a viewer sees around a planet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sight {
    /// P11.1: everything, for the owner and the game master.
    Everything,
    /// P11.1, P11.2: own fleets, and positions with more ships than `crowd`.
    OwnFleets {
        me: Power,
        crowd: u64,
    },
    Nothing,
}

impl Sight {
    fn on(state: &State, planet: &Planet, viewer: Viewer) -> Sight {
        let me = match viewer {
            Viewer::GameMaster => return Sight::Everything,
            Viewer::Public => return Sight::Nothing,
            Viewer::Seat(seat) if !state.players.contains_key(&seat) => return Sight::Nothing,
            Viewer::Seat(seat) => Power::Seat(seat),
        };
        let is_ally = state.relation(me, planet.owner) == Relation::Peace;
        // P11.2: an ally sees positions with more than 2 * turn + 9 ships.
        let crowd = if is_ally { 2 * u64::from(state.turn) + 9 } else { u64::MAX };
        if planet.owner == me { Sight::Everything } else { Sight::OwnFleets { me, crowd } }
    }
}

fn see_position(state: &State, index: usize, position: &Position, sight: Sight) -> Option<PositionView> {
    let sees_fleet = |power: Power| match sight {
        Sight::Everything => true,
        Sight::OwnFleets { me, crowd } => power == me || u64::from(position.ship_count()) > crowd,
        Sight::Nothing => false,
    };
    let seen = position.fleets.iter().filter(|(power, _)| sees_fleet(*power));
    let fleets: Vec<FleetView> = seen
        .map(|(power, fleet)| FleetView { power, name: name_of(state, power), fighters: fleet.fighters, transporters: fleet.transporters })
        .collect();
    let cargo = position.cargo.iter().filter(|_| sight == Sight::Everything).map(|(cargo, shiploads)| see_cargo(*cargo, *shiploads));
    let cargo: Vec<CargoView> = cargo.collect();
    let is_empty = fleets.is_empty() && cargo.is_empty();
    let label = || LABELS.get(index).copied().unwrap_or_default().to_owned();
    (!is_empty).then(|| PositionView { position: index, label: label(), fleets, cargo })
}

fn see_cargo(cargo: Cargo, shiploads: u32) -> CargoView {
    CargoView { cargo, code: cargo.code().to_owned(), shiploads }
}

fn name_of(state: &State, power: Power) -> String {
    power.name(|seat| state.players.get(&seat).map(|player| player.name.clone()))
}

fn see_works(planet: &Planet, viewer: Viewer) -> FullPlanet {
    FullPlanet {
        workforce: planet.workforce,
        production_rate: planet.production_rate,
        pdu: planet.pdu,
        home_defence: planet.home_defence(),
        fuel_plants: planet.fuel_plants,
        ore_plants: planet.ore_plants,
        rare_plants: planet.rare_plants,
        fighter_yards: planet.fighter_yards,
        transporter_yards: planet.transporter_yards,
        stock: planet.stock,
        stockpile: planet.stockpile(),
        industrial_product: planet.industrial_product(),
        morale: planet.morale,
        temper: planet.temper.filter(|_| viewer == Viewer::GameMaster),
    }
}

/// P11.3: the public records of all turns; their battles and landings only at the end (P10.5).
pub(super) fn history(state: &State, viewer: Viewer) -> impl ExactSizeIterator<Item = TurnView> {
    let sees_fights = state.outcome.is_some() || viewer == Viewer::GameMaster;
    state.history.iter().map(move |record| TurnView {
        turn: record.turn,
        revolts: record.revolts,
        battles: sees_fights.then_some(record.battles),
        landings: sees_fights.then_some(record.landings),
        seats: record.seats.clone(),
    })
}
