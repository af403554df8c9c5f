//! The star map as a picture for a phone: the reader's part of the galaxy, what happened there, what flies through it, and a key.

mod content;
mod flight;
mod flights;
mod frame;
mod geometry;
mod key;
mod labels;
mod marks;
mod signs;
#[cfg(test)]
mod tests;
mod words;

use super::{PlannedFlight, Power};
use crate::engine::{Drawing, Map, Scene, Shape, Spot, Tone};
pub use content::{Chart, ChartPlanet, Happened};
pub(crate) use flight::LONGEST_FLIGHT;
pub use flight::{ChartFleet, ChartFlight, Departure};
use flights::FlightArrow;
use frame::MapFrame;
use geometry::{Point, Segment};
use labels::OccupiedArea;
use signs::{Sign, Signs};

impl Chart<'_> {
    /// The picture with its description.
    pub fn scene(&self) -> Scene {
        let viewer = self.viewer.map_or_else(String::new, |seat| format!(" as {} sees it", self.name_of(Power::Seat(seat))));
        let title = format!("Star map after {} {}{viewer}", self.unit, self.turn);
        Scene { title, drawing: Drawing::Map(self.draw()) }
    }

    /// A picture of the flights that a sheet not yet played would begin; `None` if it would begin none.
    pub fn foreseen(mut self, planned: &[PlannedFlight]) -> Option<Scene> {
        if planned.is_empty() {
            return None;
        }
        if let Some(power) = self.viewer.map(Power::Seat) {
            planned.iter().for_each(|flight| self.depart(power, flight));
            let is_there = |fleet: &ChartFleet| fleet.fighters > 0 || fleet.transporters > 0;
            self.planets.iter_mut().for_each(|planet| planet.in_orbit.retain(is_there));
        }
        let name = self.viewer.map_or_else(String::new, |seat| format!(" that {} has ordered", self.name_of(Power::Seat(seat))));
        let title = format!("Star map with the flights{name} for {} {}", self.unit, self.turn.saturating_add(1));
        Some(Scene { title, drawing: Drawing::Map(self.draw()) })
    }

    fn depart(&mut self, power: Power, flight: &PlannedFlight) {
        let left = self.planets.get_mut(flight.from.index()).map(|planet| &mut planet.in_orbit);
        for force in left.into_iter().flatten().filter(|force| force.power == power) {
            force.fighters = force.fighters.saturating_sub(flight.fighters);
            force.transporters = force.transporters.saturating_sub(flight.transporters);
        }
        let PlannedFlight { from, to, fighters, transporters, arrives } = *flight;
        let force = ChartFleet { power, fighters, transporters, is_hostile: false };
        self.flights.push(ChartFlight { force, to, arrives, from: vec![from] });
    }

    /// Ways lie below arrows, arrows below discs, and discs below labels; the key stands under the map.
    fn draw(&self) -> Map {
        let frame = MapFrame::of(self);
        let (mut sheet, mut signs) = (OccupiedArea::new(frame.height), Signs::default());
        let shown: Vec<(&ChartPlanet<'_>, Point)> = frame.shown().map(|(index, at)| (&self.planets[index], at)).collect();
        shown.iter().for_each(|(planet, at)| sheet.has_disc(*at, self.reach(planet)));
        let ways = self.ways(&frame);
        ways.iter().for_each(|way| sheet.has_way(*way));
        let courses = self.courses(&frame);
        courses.iter().flat_map(|course| &course.arrows).for_each(|arrow| sheet.has_arrow(*arrow));
        let discs: Vec<Shape> = shown.iter().flat_map(|(planet, at)| self.disc(planet, *at, &mut sheet, &mut signs)).collect();
        courses.iter().flat_map(FlightArrow::heads).for_each(|head| sheet.has_mark(head));
        self.all_labels(&frame, &courses).iter().for_each(|label| sheet.write(label));
        if !ways.is_empty() {
            signs.add(Sign::Ways);
        }
        let way = |(from, to)| Shape::Line { from, to, tone: Tone::Faint, width: 1.0, dashed: false };
        let ways = ways.into_iter().flat_map(|line| sheet.beside_labels(line)).map(way);
        let arrows: Vec<Shape> = courses.iter().flat_map(|course| course.shapes(&sheet, &mut signs)).collect();
        let mut shapes: Vec<Shape> = ways.chain(arrows).chain(discs).chain(sheet.texts()).collect();
        let height = self.key(&signs, frame.height, &mut shapes);
        let spots = shown.iter().map(|(planet, at)| self.spot(planet, *at)).collect();
        Map { width: Map::PHONE, height, shapes, spots }
    }

    fn spot(&self, planet: &ChartPlanet<'_>, (x, y): Point) -> Spot {
        let label = format!("{} ({}), {}", planet.name, planet.number, self.name_of(planet.owner));
        Spot { name: planet.number.to_string(), label, x, y, radius: planet.radius() }
    }

    /// The ways between planets at distance D, which ships travel within the turn of departure.
    fn ways(&self, frame: &MapFrame) -> Vec<Segment> {
        let mut ways = Vec::new();
        for (from, row) in self.planets.iter().zip(&self.distance.0) {
            let near = self.planets.iter().zip(row).filter(|(_, steps)| **steps == 0);
            ways.extend(near.filter_map(|(to, _)| Some((frame.place(from.number)?, frame.place(to.number)?))));
        }
        ways
    }
}
