//! What a star map of a small galaxy shows, and to whom.

use super::*;
use crate::engine::{Drawing, Seat};
use crate::galaxy::{Distances, PlanetId, Ship};

const ANN: Power = Power::Seat(Seat(1));
const BOB: Power = Power::Seat(Seat(2));

/// Eight planets in a row, a step apart, with neighbours at distance D. Ann has the first, Bob the last.
struct Galaxy {
    distance: Distances,
    planets: Vec<ChartPlanet<'static>>,
    flights: Vec<ChartFlight>,
}

impl Galaxy {
    fn new() -> Galaxy {
        let names = ["Alpha", "Beta", "Gamma", "Delta", "Epsilon", "Zeta", "Eta", "Theta"];
        let distance = Distances((0..8_usize).map(|from| (0..from).map(|to| (from - to - 1).min(3) as u8).collect()).collect());
        let planet = |(index, name): (usize, &'static str)| ChartPlanet {
            number: PlanetId(index as u16 + 1),
            name,
            drawn_at: (100 * index as i32, 20 * (index as i32 % 2)),
            owner: [ANN, Power::Neutral, BOB][usize::from(index > 0) + usize::from(index == 7)],
            is_home: index == 0,
            happened: Happened::default(),
            in_orbit: Vec::new(),
        };
        Galaxy { distance, planets: names.into_iter().enumerate().map(planet).collect(), flights: Vec::new() }
    }

    fn planet(&mut self, number: u16) -> &mut ChartPlanet<'static> {
        &mut self.planets[usize::from(number) - 1]
    }

    fn map(self, viewer: Option<Seat>) -> Map {
        self.drawn(viewer, |chart| chart.scene())
    }

    fn drawn(self, viewer: Option<Seat>, draw: impl Fn(Chart<'_>) -> Scene) -> Map {
        let chart = Chart {
            unit: "turn",
            turn: 7,
            viewer,
            players: vec![(Seat(1), "Ann"), (Seat(2), "Bob the Extraordinarily Long-Named")],
            planets: self.planets,
            flights: self.flights,
            distance: &self.distance,
        };
        match draw(chart).drawing {
            Drawing::Map(map) => map,
            Drawing::Board(_) => unreachable!("a galaxy is a map"),
        }
    }

    /// As Ann sees it.
    fn for_ann(self) -> Map {
        self.map(Some(Seat(1)))
    }
}

fn force(power: Power, fighters: u32, is_hostile: bool) -> ChartFleet {
    ChartFleet { power, fighters, transporters: 0, is_hostile }
}

fn texts(map: &Map) -> Vec<&str> {
    map.shapes.iter().filter_map(|shape| if let Shape::Text { text, .. } = shape { Some(text.as_str()) } else { None }).collect()
}

fn has(map: &Map, wanted: &str) -> bool {
    texts(map).contains(&wanted)
}

/// The tone of a text on the map.
fn tone_of(map: &Map, wanted: &str) -> Option<Tone> {
    map.shapes.iter().find_map(|shape| match shape {
        Shape::Text { text, tone, .. } if text == wanted => Some(*tone),
        _ => None,
    })
}

fn count(map: &Map, is_meant: fn(&Shape) -> bool) -> usize {
    map.shapes.iter().filter(|shape| is_meant(shape)).count()
}

fn is_siege(shape: &Shape) -> bool {
    matches!(shape, Shape::Ring { dashed: true, .. })
}

#[test]
fn players_see_their_neighbourhood_and_others_the_whole_galaxy() {
    let map = Galaxy::new().for_ann();
    assert!(has(&map, "Alpha") && has(&map, "Gamma") && !has(&map, "Theta"), "{:?}", texts(&map));
    let map = Galaxy::new().map(None);
    assert!(has(&map, "Alpha") && has(&map, "Theta") && has(&map, "Bob the Extraor…"), "{:?}", texts(&map));
    let map = Galaxy::new().map(Some(Seat(3)));
    assert!(has(&map, "Alpha") && has(&map, "Theta"), "who has nothing sees everything");
}

#[test]
fn what_concerns_a_player_is_shown_however_far_it_is() {
    let mut galaxy = Galaxy::new();
    galaxy.planet(7).in_orbit = vec![force(ANN, 4, true)];
    let map = galaxy.for_ann();
    assert!(has(&map, "you 4 FI") && has(&map, "Theta") && has(&map, "Alpha"), "{:?}", texts(&map));
    let mut galaxy = Galaxy::new();
    galaxy.planet(8).happened.concerns_viewer = true;
    assert!(has(&galaxy.for_ann(), "Theta"));
}

#[test]
fn an_own_flight_is_an_arrow_from_where_it_began_with_its_turn() {
    let mut galaxy = Galaxy::new();
    let departures = [(1, 8), (2, 9)].map(|(from, arrives)| Departure { from: PlanetId(from), to: PlanetId(3), arrives });
    let ships = ChartFleet { power: ANN, fighters: 6, transporters: 2, is_hostile: true };
    galaxy.flights =
        vec![ChartFlight::new(ships, PlanetId(3), 8, &departures), ChartFlight::new(force(ANN, 1, true), PlanetId(3), 9, &departures)];
    assert_eq!(galaxy.flights.iter().map(|flight| flight.from.clone()).collect::<Vec<_>>(), [vec![PlanetId(1)], vec![PlanetId(2)]]);
    let map = galaxy.for_ann();
    assert!(has(&map, "6 FI 2 TR, turn 8") && has(&map, "1 FI, turn 9") && has(&map, "your ships under way"), "{:?}", texts(&map));
    // Two arrows on the map and one in the key.
    assert_eq!(count(&map, |shape| matches!(shape, Shape::Arrow { dashed: true, tone: Tone::Ink, .. })), 3);
}

#[test]
fn a_sheet_is_foreseen_as_flights_of_ships_that_have_left() {
    let mut galaxy = Galaxy::new();
    galaxy.planet(1).in_orbit = vec![ChartFleet { power: ANN, fighters: 6, transporters: 2, is_hostile: false }];
    galaxy.planet(2).in_orbit = vec![force(ANN, 3, false)];
    let mut plan = crate::galaxy::FlightPlan::default();
    for (from, ship, count) in
        [(1, Ship::Fighter, 3), (1, Ship::Transporter, 2), (1, Ship::Fighter, 1), (2, Ship::Fighter, 3), (8, Ship::Fighter, 0)]
    {
        plan.send((PlanetId(from), PlanetId(3)), ship, count);
    }
    let planned = plan.flights(8, &galaxy.distance);
    let told: Vec<_> = planned.iter().map(|flight| (flight.from.0, flight.fighters, flight.transporters, flight.arrives)).collect();
    assert_eq!(told, [(2, 3, 0, 8), (1, 4, 2, 9)]);
    let map = galaxy.drawn(Some(Seat(1)), |chart| chart.foreseen(&planned).unwrap());
    let shown = texts(&map);
    assert!(has(&map, "3 FI, turn 8") && has(&map, "4 FI 2 TR, turn 9") && has(&map, "2 FI") && !has(&map, "6 FI 2 TR"), "{shown:?}");
}

#[test]
fn ships_of_others_are_told_to_whom_they_come_and_enemies_stand_out() {
    let mut galaxy = Galaxy::new();
    galaxy.flights = vec![
        ChartFlight::new(force(BOB, 5, true), PlanetId(1), 8, &[]),
        ChartFlight::new(force(Power::Neutral, 3, false), PlanetId(1), 9, &[]),
        ChartFlight::new(force(BOB, 9, true), PlanetId(3), 8, &[]),
    ];
    let map = galaxy.for_ann();
    assert_eq!(
        (tone_of(&map, "Bob the … 5 FI"), tone_of(&map, "neutral 3 FI")),
        (Some(Tone::Highlight), Some(Tone::Ink)),
        "{:?}",
        texts(&map)
    );
    assert!(has(&map, "enemies under way") && has(&map, "others under way") && !texts(&map).iter().any(|text| text.contains("9 FI")));
}

#[test]
fn a_siege_is_shown_to_the_besieged_and_to_the_public() {
    let besieged = || {
        let mut galaxy = Galaxy::new();
        galaxy.planet(1).in_orbit = vec![force(BOB, 12, true), force(ANN, 1, false)];
        galaxy.planet(2).in_orbit = vec![force(ANN, 2, true)];
        galaxy
    };
    let map = besieged().for_ann();
    assert_eq!((count(&map, is_siege), tone_of(&map, "Bob the … 12 FI")), (2, Some(Tone::Highlight)), "one, and its sample in the key");
    assert_eq!(count(&besieged().map(None), is_siege), 3);
    let mut galaxy = besieged();
    galaxy.planet(1).in_orbit[0].fighters = 0;
    assert_eq!(count(&galaxy.for_ann(), is_siege), 0, "transporters besiege nobody");
}

#[test]
fn a_battle_has_a_star_and_a_planet_that_changed_hands_stripes() {
    let mut galaxy = Galaxy::new();
    galaxy.planet(1).happened.taken_from = Some(BOB);
    galaxy.planet(2).happened = Happened { taken_from: Some(ANN), battle: true, ..Happened::default() };
    let map = galaxy.for_ann();
    let stripes: Vec<Tone> =
        map.shapes.iter().filter_map(|shape| if let Shape::Disc { stripes, .. } = shape { *stripes } else { None }).collect();
    assert_eq!(stripes, [Tone::Seat(2), Tone::Seat(1), Tone::Ink], "of who had it, and a sample in the key");
    assert_eq!(count(&map, |shape| matches!(shape, Shape::Star { .. })), 2);
    for words in ["taken", "lost", "battle in turn 7", "changed hands in turn 7", "Bob the Extraor…"] {
        assert!(has(&map, words), "{words}: {:?}", texts(&map));
    }
}

#[test]
fn more_than_three_forces_are_counted() {
    let mut galaxy = Galaxy::new();
    galaxy.planet(1).in_orbit = (1..=5).map(|seat| force(Power::Seat(Seat(seat)), 10 + u32::from(seat), seat == 5)).collect();
    let map = galaxy.for_ann();
    let told: Vec<&str> = texts(&map).into_iter().filter(|text| text.contains(" FI") || text.contains("more")).collect();
    assert_eq!(told, ["11 FI", " 15 FI", "and 3 more"], "own ships, then enemies, then the largest");
}

#[test]
fn planets_on_one_spot_are_drawn_side_by_side() {
    let mut galaxy = Galaxy::new();
    galaxy.planets.iter_mut().for_each(|planet| planet.drawn_at = (5, 5));
    let map = galaxy.map(None);
    let discs: Vec<(f64, f64)> = map
        .shapes
        .iter()
        .filter_map(
            |shape| if let Shape::Disc { x, y, radius, .. } = shape { (*radius >= geometry::RADIUS).then_some((*x, *y)) } else { None },
        )
        .collect();
    assert_eq!(discs.len(), 8);
    for (index, one) in discs.iter().enumerate() {
        assert!(discs[..index].iter().all(|other| geometry::length((*one, *other)) > 2.0 * geometry::RADIUS), "{discs:?}");
    }
}
