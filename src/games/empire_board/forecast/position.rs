//! The position as one player knows it, for the phases that can be foreseen.

use std::collections::BTreeMap;

use crate::engine::Seat;
use crate::galaxy::{PlanetId, RelationBetween, Relations};
use crate::games::empire_board::state::{Fleet, Planet, Player, Relation, State, Statistics};
use crate::games::empire_board::view::{FleetView, Me, PlanetView, PlayerView, View};

/// The board is open, so only the wishes of other players are missing.
pub(super) fn of(view: &View) -> State {
    State {
        turn: view.turn,
        rulebook: view.rulebook.clone(),
        distance: view.distance.clone(),
        players: view.players.iter().map(|player| (player.seat, known_player(player, view))).collect(),
        relations: Relations(view.relations.iter().map(|known| between(known.seats, known.relation)).collect()),
        planets: view.planets.iter().map(known_planet).collect(),
        // Nothing that can be foreseen depends on it.
        history: Vec::new(),
        outcome: view.outcome.clone(),
    }
}

fn between([low, high]: [Seat; 2], relation: Relation) -> RelationBetween<Relation> {
    RelationBetween { low, high, relation }
}

fn known_player(player: &PlayerView, view: &View) -> Player {
    let me = view.me.as_ref().filter(|me| me.seat == player.seat);
    let stances = |me: &Me| me.terms.iter().map(|terms| (terms.seat, terms.stance)).collect();
    let factory_wishes = |me: &Me| me.factory_wishes.iter().map(|wish| (wish.planet, wish.product)).collect();
    let targets_at = |me: &Me| me.targets_at.iter().map(|target| (target.planet, target.seat)).collect();
    Player {
        name: player.name.clone(),
        // A player without a planet has no home; no planet has number 0.
        home: player.home.unwrap_or(PlanetId(0)),
        warehouse: player.warehouse,
        morale: player.morale,
        stances: me.map_or_else(BTreeMap::new, stances),
        factory_wishes: me.map_or_else(BTreeMap::new, factory_wishes),
        target: me.and_then(|me| me.target),
        targets_at: me.map_or_else(BTreeMap::new, targets_at),
        stationed: me.map_or_else(Vec::new, |me| me.stationed.clone()),
        out_since: player.out.then_some(view.turn),
        statistics: Statistics::default(),
    }
}

fn known_planet(planet: &PlanetView) -> Planet {
    let mut known: Planet = planet.with_track(Default::default());
    for seen in &planet.track {
        if let Some(space) = known.track.get_mut(seen.space) {
            seen.fleets.iter().for_each(|fleet| space.add(fleet.power, known_fleet(fleet)));
        }
    }
    known
}

fn known_fleet(fleet: &FleetView) -> Fleet {
    Fleet { fighters: fleet.fighters, transporters: fleet.transporters, freight: fleet.freight.clone() }
}
