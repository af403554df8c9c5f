//! Flights on the map: where they come from, if known, and where and when they arrive.

use super::content::Chart;
use super::flight::ChartFlight;
use super::frame::MapFrame;
use super::geometry::{Area, Point, Segment, aside, distance, length, nearer};
use super::labels::OccupiedArea;
use super::marks::ARROW;
use super::signs::{Sign, Signs};
use crate::engine::{Map, Shape, Tone};
use crate::galaxy::PlanetId;

/// The length of the arrow of a flight of unknown origin.
const STUB: f64 = 34.0;
/// The size of an arrow's head.
const HEAD: f64 = 9.0;
/// The distance between an arrow and the discs at its ends.
const CLEARANCE: f64 = 3.0;
/// How far to its right an arrow is shifted, so that two opposite flights are seen as two.
const ASIDE: f64 = 3.0;

/// All flights of one power to one planet: an arrow from each origin, and one label.
pub(super) struct FlightArrow<'c> {
    /// In order of arrival.
    pub flights: Vec<&'c ChartFlight>,
    pub is_own: bool,
    /// Whether they are enemies on their way to the viewer.
    pub is_attack: bool,
    /// From tail to point; at least one.
    pub arrows: Vec<Segment>,
}

impl Chart<'_> {
    /// The viewer's flights and those of others to the viewer's planets, if they end on the picture; everybody's flights for a viewer without a seat.
    pub(super) fn courses(&self, frame: &MapFrame) -> Vec<FlightArrow<'_>> {
        let mut courses: Vec<FlightArrow<'_>> = Vec::new();
        let mut flights: Vec<&ChartFlight> = self.flights.iter().filter(|flight| self.is_told(flight)).collect();
        flights.sort_by_key(|flight| (flight.to, flight.force.power, flight.arrives));
        for group in flights.chunk_by(|one, other| (one.to, one.force.power) == (other.to, other.force.power)) {
            let Some(at) = group.first().and_then(|flight| frame.place(flight.to)) else { continue };
            let mut from: Vec<PlanetId> = group.iter().flat_map(|flight| flight.from.iter().copied()).collect();
            from.sort_unstable();
            from.dedup();
            let to = group[0].to;
            let mut arrows: Vec<Segment> = from.into_iter().filter_map(|from| self.arrow(frame, from, to)).collect();
            if arrows.is_empty() {
                arrows.push(self.stub(frame, to, at));
            }
            let is_own = self.is_viewer(group[0].force.power);
            let is_attack = self.viewer.is_some() && !is_own && group[0].force.is_hostile;
            courses.push(FlightArrow { flights: group.to_vec(), is_own, is_attack, arrows });
        }
        courses
    }

    fn is_told(&self, flight: &ChartFlight) -> bool {
        let to_viewer = self.planet(flight.to).is_some_and(|planet| self.is_viewer(planet.owner));
        self.viewer.is_none() || to_viewer || self.is_viewer(flight.force.power)
    }

    fn arrow(&self, frame: &MapFrame, from: PlanetId, to: PlanetId) -> Option<Segment> {
        let (begin, end) = (self.planet(from)?, self.planet(to)?);
        let (tail, point) = (frame.direction(begin), frame.place(to)?);
        let keep = (self.reach(begin) + CLEARANCE, self.reach(end) + CLEARANCE);
        let (tail, point) = aside((nearer(tail, point, keep.0), nearer(point, tail, keep.1)), ASIDE);
        Area::new((0.0, 0.0), (Map::PHONE, frame.height)).part((tail, point))
    }

    /// A short arrow from the side where it disturbs least.
    fn stub(&self, frame: &MapFrame, to: PlanetId, at: Point) -> Segment {
        let reach = self.planet(to).map_or(0.0, |planet| self.reach(planet)) + CLEARANCE;
        let arrow = |(x, y): Point| ((at.0 + x * (reach + STUB), at.1 + y * (reach + STUB)), (at.0 + x * reach, at.1 + y * reach));
        let cost = |side: &Point| {
            let arrow = arrow(*side);
            let is_outside = !(0.0..=Map::PHONE).contains(&arrow.0.0) || !(0.0..=frame.height).contains(&arrow.0.1);
            let discs = frame.shown().filter(|(index, _)| self.planets[*index].number != to);
            usize::from(is_outside) * 9 + discs.filter(|(index, disc)| distance(arrow, *disc) < self.reach(&self.planets[*index])).count()
        };
        arrow(SIDES.into_iter().min_by_key(cost).unwrap_or_default())
    }
}

/// The sides from which an arrow of unknown origin may come, best first.
const SIDES: [Point; 8] =
    [(-0.707, -0.707), (0.707, -0.707), (0.707, 0.707), (-0.707, 0.707), (-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0)];

impl FlightArrow<'_> {
    /// The arrows where labels leave them free. For other players' ships, an arrow without a label is left out, as it says nothing.
    pub(super) fn shapes(&self, sheet: &OccupiedArea, signs: &mut Signs) -> Vec<Shape> {
        if !self.is_own && !sheet.tells_of(self.longest()) {
            return Vec::new();
        }
        signs.add(self.sign());
        let (tone, dashed) = (self.tone(), self.is_own);
        let mut shapes = Vec::new();
        for arrow in &self.arrows {
            let mut pieces = sheet.beside_labels(*arrow);
            let (from, to) = pieces.pop().unwrap_or(*arrow);
            shapes.extend(pieces.into_iter().map(|(from, to)| Shape::Line { from, to, tone, width: ARROW, dashed }));
            shapes.push(Shape::Arrow { from, to, tone, width: ARROW, dashed });
        }
        shapes
    }

    /// The areas of its arrowheads.
    pub(super) fn heads(&self) -> impl Iterator<Item = Area> {
        self.arrows.iter().map(|(from, to)| Area::new(nearer(*to, *from, HEAD / 2.0), (0.0, 0.0)).grown(HEAD / 2.0))
    }

    pub(super) fn tone(&self) -> Tone {
        if self.is_attack { Tone::Highlight } else { Tone::Ink }
    }

    fn sign(&self) -> Sign {
        match () {
            () if self.is_own => Sign::Flight,
            () if self.is_attack => Sign::Attack,
            () => Sign::Approach,
        }
    }

    /// The arrow with the most room for a label.
    pub(super) fn longest(&self) -> Segment {
        self.arrows.iter().copied().max_by(|one, other| length(*one).total_cmp(&length(*other))).unwrap_or_default()
    }
}
