//! The star map that goes with a view.

use super::state::Power;
use super::view::{PlanetView, SpaceView, View};
use crate::engine::{Scene, Tone};
use crate::galaxy::{Chart, ChartPlanet, PlanetId, fleets_note};

/// How to read the lines between planets and the notes below them.
const KEY: [&str; 3] = ["grey line: distance D", "2: ships on number space 2", "no name: ships of the owner"];
/// The rings, which only a player's own planets have.
const KEY_OF_A_PLAYER: [&str; 5] = ["red ring: your home planet", "black ring: your other planets", KEY[0], KEY[1], KEY[2]];

/// Draws owners by colour and number, and all fleets. The viewer's home planet stands out, and the viewer's other
/// planets are ringed in ink.
pub(super) fn draw(view: &View) -> Scene {
    let home = view.home();
    let chart = Chart {
        unit: "Round",
        turn: view.turn,
        viewer: view.me.as_ref().map(|me| me.name.as_str()),
        players: view.players.iter().map(|player| (player.seat, player.name.as_str())).collect(),
        key: if view.me.is_some() { &KEY_OF_A_PLAYER } else { &KEY },
        planets: view.planets.iter().map(|planet| chart_planet(view, planet, home)).collect(),
        distance: &view.distance,
    };
    chart.scene()
}

fn chart_planet<'v>(view: &View, planet: &'v PlanetView, home: Option<PlanetId>) -> ChartPlanet<'v> {
    let is_own = view.me.as_ref().is_some_and(|me| planet.owner == Power::Seat(me.seat));
    let ring = match is_own {
        _ if home == Some(planet.number) => Tone::Highlight,
        true => Tone::Ink,
        false => Tone::Faint,
    };
    ChartPlanet {
        number: planet.number,
        name: &planet.name,
        drawn_at: planet.drawn_at,
        owner: planet.owner.seat(),
        ring,
        notes: planet.track.iter().map(|space| describe_space(planet.owner, space)).collect(),
    }
}

/// Ships in orbit, the owner's without a name; those on a number space behind its number: `2: 5 FI, 3 FI [4]` (B1.1).
fn describe_space(owner: Power, space: &SpaceView) -> String {
    let fleets = space.fleets.iter().map(|fleet| {
        let name = fleet.power.seat().map_or_else(|| fleet.name.clone(), |seat| seat.to_string());
        (if fleet.power == owner { String::new() } else { name }, fleet.fighters, fleet.transporters)
    });
    let place = if space.space == 0 { String::new() } else { format!("{}:", space.label) };
    fleets_note(&place, fleets).trim_start().to_owned()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::engine::{Anchor, Drawing, Seat, Shape, Viewer};
    use crate::games::empire_board::scenario::set_up;
    use crate::games::empire_board::state::Fleet;

    const TWO_STATES: &str = include_str!("../../../scenarios/empire/two-states.toml");

    #[test]
    fn the_map_shows_every_fleet_and_the_viewers_home() {
        let names = BTreeMap::from([(Seat(1), "Ann".to_owned()), (Seat(2), "Bob".to_owned())]);
        let mut state = set_up(toml::from_str(TWO_STATES).unwrap(), &names).unwrap();
        let earth = state.planet_mut(PlanetId(1)).unwrap();
        earth.orbit_mut().add(Power::Pirates, Fleet { fighters: 4, ..Fleet::default() });
        earth.track[2].add(Power::Seat(Seat(2)), Fleet { transporters: 1, ..Fleet::default() });
        let scene = draw(&View::of(&state, Viewer::Seat(Seat(1))));
        assert_eq!(scene.title, "Star map after round 0 as Ann sees it");
        let Drawing::Map(map) = scene.drawing else { panic!("the board is a map") };
        let has_text = |wanted: &str| map.shapes.iter().any(|shape| matches!(shape, Shape::Text { text, .. } if text == wanted));
        let anchor_of = |wanted: &str| {
            map.shapes.iter().find_map(|shape| match shape {
                Shape::Text { text, anchor, .. } if text == wanted => Some(*anchor),
                _ => None,
            })
        };
        let neighbours = ["Landfall", "Stormbringer", "Rivet"].map(anchor_of);
        assert_eq!(neighbours, [Some(Anchor::End), Some(Anchor::Start), Some(Anchor::Middle)]);
        assert!(has_text("10 FI 3 TR, 4 FI [pirates]") && has_text("2: 1 TR [2]") && has_text("[2] Bob"));
        let homes = map.shapes.iter().filter(|shape| matches!(shape, Shape::Disc { ring: Some(Tone::Highlight), .. }));
        assert_eq!(homes.count(), 1);
    }
}
