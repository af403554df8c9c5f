//! The star map that goes with a view.

use super::view::{PlanetView, PositionView, View};
use crate::engine::{Scene, Tone};
use crate::galaxy::{Chart, ChartPlanet, fleets_note};

/// Draws what the viewer may know: owners by colour and number, and visible fleets.
pub(super) fn draw(view: &View) -> Scene {
    let home = view.me.as_ref().and_then(|me| me.home);
    let chart = Chart {
        unit: "Turn",
        turn: view.turn,
        viewer: view.me.as_ref().map(|me| me.name.as_str()),
        players: view.players.iter().map(|player| (player.seat, player.name.as_str())).collect(),
        key: &[],
        planets: view.planets.iter().map(|planet| chart_planet(planet, home == Some(planet.number))).collect(),
        distance: &view.distance,
    };
    chart.scene()
}

fn chart_planet(planet: &PlanetView, is_home: bool) -> ChartPlanet<'_> {
    let ring = match (is_home, &planet.full) {
        (true, _) => Tone::Highlight,
        (false, Some(_)) => Tone::Ink,
        (false, None) => Tone::Faint,
    };
    ChartPlanet {
        number: planet.number,
        name: &planet.name,
        drawn_at: planet.drawn_at,
        owner: planet.owner.seat(),
        ring,
        notes: planet.track.iter().map(describe_position).filter(|ships| !ships.is_empty()).collect(),
    }
}

fn describe_position(position: &PositionView) -> String {
    let fleets = position.fleets.iter().map(|fleet| {
        let owner = fleet.power.seat().map_or_else(|| "neutral".to_owned(), |seat| seat.to_string());
        (owner, fleet.fighters, fleet.transporters)
    });
    fleets_note(&position.label, fleets)
}
