//! What one viewer may know of a position: the whole board, and the viewer's own wishes.

pub mod payable;
pub mod unrest;

use serde::{Deserialize, Serialize};

use self::payable::Payable;
use self::unrest::{Growth, Shortage, growth_ahead, shortages};
use super::holdings::Holdings;
use super::order::{Cargo, Product};
use super::rulebook::Rulebook;
use super::state::{Goods, Morale, Planet, Player, Power, Relation, SeatRecord, Space, State, Stationed};
use crate::engine::{Outcome, Seat, Viewer};
use crate::galaxy::{self, Distances, PlanetId, Ships, Survey, SurveyedPlanet, Surveyor, record_before};

/// Everything that one viewer may know. Lists are in order of planets and seats. Players' wishes, targets and stances are their own until they show.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct View {
    /// Rounds adjudicated so far. Orders are for the next round.
    pub turn: u32,
    /// The preset, with what the scenario changes.
    pub rulebook: Rulebook,
    /// The viewer's own affairs; `None` for the public and the game master.
    pub me: Option<Me>,
    /// Everybody who began the game, including those who are out.
    pub players: Vec<PlayerView>,
    /// B9.1: the relations between each two seats still in the game.
    pub relations: Vec<RelationView>,
    /// All planets of the map.
    pub planets: Vec<PlanetView>,
    /// B4.1: the distances between all planets.
    pub distance: Distances,
    /// B11.1: how many planets win at once, given how many players began.
    pub planets_to_win: u32,
    /// B11.2: the least sum of the closing dice that ends the game in the coming round; `None` before they are thrown.
    pub closing_sum: Option<u32>,
    /// The viewer's record of the round before the last one; `None` for a viewer who had none.
    #[serde(default)]
    pub before: Option<SeatRecord>,
    /// How the game ended; `None` while it goes on.
    pub outcome: Option<Outcome>,
}

/// The affairs of a viewer with a seat, even one who is out of the game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Me {
    /// The viewer's seat.
    pub seat: Seat,
    /// The viewer's name in reports.
    pub name: String,
    /// B11.4: whether the viewer is out of the game.
    pub out: bool,
    /// B9.1: the terms with each other player still in the game, seats ascending.
    pub terms: Vec<Terms>,
    /// B5.7: what the factories of planets not yet conquered will make.
    pub factory_wishes: Vec<FactoryWish>,
    /// B6.2: whom to aim at, where `targets_at` says nothing; never a player who is out.
    pub target: Option<Seat>,
    /// B6.2: whom to aim at on single planets, in board order; never a player who is out.
    pub targets_at: Vec<TargetAt>,
    /// B5.1: what the warehouse can pay for.
    pub can_pay: Payable,
    /// B2.4: forces that can still be placed elsewhere.
    pub stationed: Vec<Stationed>,
    /// B8.1: own planets that may revolt in the coming round.
    pub shortages: Vec<Shortage>,
    /// B5.6: the next growth of population, if it is near.
    pub growth: Option<Growth>,
}

/// B5.7: what the factory of a planet will make if the viewer is the first to conquer it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FactoryWish {
    /// A planet that nobody has owned yet.
    pub planet: PlanetId,
    /// What its factory will make.
    pub product: Product,
}

/// B6.2: whom to aim at on one planet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TargetAt {
    /// The planet.
    pub planet: PlanetId,
    /// The player to aim at.
    pub seat: Seat,
}

/// B9.1: how the viewer and another player stand to each other, and what the viewer asks for.
pub type Terms = galaxy::Terms<Relation>;

/// B9.1: the relation between two players.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RelationView {
    /// The two players, the lower number first.
    pub seats: [Seat; 2],
    /// How the two stand to each other.
    pub relation: Relation,
}

/// What everybody sees of a player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerView {
    /// The player's seat.
    pub seat: Seat,
    /// The player's name in reports.
    pub name: String,
    /// B11.4: whether the player is out of the game.
    pub out: bool,
    /// B4.3: the home planet; `None` if the player has no planet.
    pub home: Option<PlanetId>,
    /// B1.2: the contents of the central warehouse.
    pub warehouse: Goods,
    /// B9.3: the morale markers that are up.
    pub morale: Morale,
    /// Everything that the player has on all planets and tracks.
    #[serde(flatten)]
    pub holdings: Holdings,
    /// B11.3: what this is worth.
    pub points: u32,
}

/// A planet. Its other names leave out its name, and its track leaves out empty spaces.
pub type PlanetView = Planet<Vec<SpaceView>>;

/// A space of a track with ships on it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpaceView {
    /// Its index; 0 is the orbit.
    pub space: usize,
    /// `I` for the orbit, otherwise the number (B1.1).
    pub label: String,
    /// One fleet for each power: neutral first, then seats ascending, then pirates.
    pub fleets: Vec<FleetView>,
}

/// The ships of one power on one space.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FleetView {
    /// Whose fleet it is.
    pub power: Power,
    /// The power's name in reports.
    pub name: String,
    /// How many fighters.
    pub fighters: u32,
    /// How many transporters, empty and laden together.
    pub transporters: u32,
    /// B4.4: how many of them have freight aboard.
    pub laden: u32,
    /// B4.4: one entry for each unit aboard, sorted.
    pub freight: Vec<Cargo>,
}

impl View {
    /// What this viewer may know of a position.
    pub fn of(state: &State, viewer: Viewer) -> View {
        let seat = viewer.seat();
        View {
            turn: state.turn,
            rulebook: state.rulebook.clone(),
            me: seat.and_then(|seat| see_myself(state, seat)),
            players: state.players.iter().map(|(seat, player)| see_player(state, *seat, player)).collect(),
            relations: see_relations(state),
            planets: state.planets.iter().map(|planet| see_planet(state, planet)).collect(),
            distance: state.distance.clone(),
            planets_to_win: state.planets_to_win(),
            closing_sum: state.rulebook.closing.required(state.turn.saturating_add(1)),
            before: seat.and_then(|seat| record_before(&state.history, state.turn, seat)),
            outcome: state.outcome.clone(),
        }
    }

    /// The viewer's home planet.
    pub fn home(&self) -> Option<PlanetId> {
        let me = self.me.as_ref()?;
        self.players.iter().find(|player| player.seat == me.seat)?.home
    }

    /// What this view shares with the other game's view.
    pub(super) fn survey(&self) -> Survey<'_> {
        let ships = |fleet: &FleetView| Ships { power: fleet.power, fighters: fleet.fighters, transporters: fleet.transporters };
        let planets = self.planets.iter().map(|planet| SurveyedPlanet {
            number: planet.number,
            name: &planet.name,
            other_names: &planet.other_names,
            drawn_at: planet.drawn_at,
            owner: planet.owner,
            track: planet.track.iter().map(|seen| (seen.space as u32, seen.fleets.iter().map(ships).collect())).collect(),
        });
        Survey {
            turn: self.turn,
            me: self.me.as_ref().map(|me| Surveyor::new(me.seat, me.out, self.home(), &me.terms)),
            players: self.players.iter().map(|player| (player.seat, player.name.as_str())).collect(),
            planets: planets.collect(),
            distance: &self.distance,
            outcome: self.outcome.as_ref(),
        }
    }
}

fn see_myself(state: &State, seat: Seat) -> Option<Me> {
    let player = state.players.get(&seat)?;
    let plays = |other: &Seat| state.players.get(other).is_some_and(|player| player.out_since.is_none());
    let others = state.players.iter().filter(|(other, _)| **other != seat && plays(other));
    let terms = others.map(|(other, their)| Terms {
        seat: *other,
        name: their.name.clone(),
        relation: state.relation(Power::Seat(seat), Power::Seat(*other)),
        stance: state.stance(seat, *other),
    });
    Some(Me {
        seat,
        name: player.name.clone(),
        out: player.out_since.is_some(),
        terms: terms.collect(),
        factory_wishes: player.factory_wishes.iter().map(|(planet, product)| FactoryWish { planet: *planet, product: *product }).collect(),
        target: player.target.filter(plays),
        targets_at: player
            .targets_at
            .iter()
            .filter(|(_, seat)| plays(seat))
            .map(|(planet, seat)| TargetAt { planet: *planet, seat: *seat })
            .collect(),
        can_pay: Payable::from(player.warehouse, &state.rulebook),
        stationed: player.stationed.clone(),
        shortages: shortages(state, seat),
        growth: growth_ahead(state, seat),
    })
}

fn see_player(state: &State, seat: Seat, player: &Player) -> PlayerView {
    let holdings = state.holdings(seat);
    PlayerView {
        seat,
        name: player.name.clone(),
        out: player.out_since.is_some(),
        home: state.home(seat),
        warehouse: player.warehouse,
        morale: player.morale,
        holdings,
        points: holdings.points(&state.rulebook.points),
    }
}

fn see_relations(state: &State) -> Vec<RelationView> {
    let plays = |seat: Seat| state.seats_in_play().any(|other| other == seat);
    let known = state.relations.0.iter().filter(|between| plays(between.low) && plays(between.high));
    known.map(|between| RelationView { seats: [between.low, between.high], relation: between.relation }).collect()
}

fn see_planet(state: &State, planet: &Planet) -> PlanetView {
    let spaces = planet.track.iter().enumerate().filter(|(_, space)| !space.0.is_empty());
    let mut seen = planet.with_track(spaces.map(|(index, space)| see_space(state, index, space)).collect());
    seen.other_names.retain(|other| *other != planet.name);
    seen
}

fn see_space(state: &State, index: usize, space: &Space) -> SpaceView {
    let fleets = space.iter().map(|(power, fleet)| FleetView {
        power,
        name: name_of(state, power),
        fighters: fleet.fighters,
        transporters: fleet.transporters,
        laden: fleet.laden(state.rulebook.shipload),
        freight: fleet.freight.clone(),
    });
    let label = if index == 0 { "I".to_owned() } else { index.to_string() };
    SpaceView { space: index, label, fleets: fleets.collect() }
}

fn name_of(state: &State, power: Power) -> String {
    power.name(|seat| state.players.get(&seat).map(|player| player.name.clone()))
}
