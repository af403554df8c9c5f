//! Which part of the galaxy a picture shows, and where its planets are placed on it.

use super::content::{Chart, ChartPlanet};
use super::flight::ChartFlight;
use super::geometry::{Point, RADIUS};
use crate::engine::Map;
use crate::galaxy::PlanetId;

/// The margins left and right, and above and below, in which discs leave room for labels.
const MARGIN: (f64, f64) = (32.0, 30.0);
/// The height of a picture without its key: the most, the height that a part of a galaxy aims at, and the least.
const HIGHEST: f64 = 450.0;
const HIGH: f64 = 390.0;
const LOWEST: f64 = 240.0;
/// The most pixels for a step, so that two planets alone do not fill a page.
const LARGEST_STEP: f64 = 88.0;
/// How much longer a step may be downwards than across. A galaxy is wider than high, and a phone is not.
const STRETCH: f64 = 1.9;
/// How many planets a neighbourhood has, unless more planets concern its reader.
const ROOM: usize = 14;
/// The space between discs, which leaves most of them room for a name.
const GAP: f64 = 7.0;
/// How often planets that stand too close are pushed apart.
const PUSHES: usize = 60;

/// The part of the galaxy that is shown.
pub(super) struct MapFrame {
    pub height: f64,
    /// A place for each planet of the chart, in its order; `None` if the planet is not shown.
    places: Vec<Option<Point>>,
    view: MapView,
}

/// How the drawn map is placed on the picture: its middle, and the pixels of a step across and down.
struct MapView {
    middle: Point,
    step: Point,
    height: f64,
}

impl MapFrame {
    pub(super) fn of(chart: &Chart<'_>) -> MapFrame {
        let part = chart.neighbourhood();
        let high = if part.len() == chart.planets.len() { HIGHEST } else { HIGH };
        let view = MapView::of(part.into_iter().map(|index| at(&chart.planets[index])).collect(), high);
        let place = |planet: &ChartPlanet<'_>| Some(view.place(at(planet))).filter(|point| view.has(*point));
        let mut frame = MapFrame { height: view.height, places: chart.planets.iter().map(place).collect(), view };
        let radii: Vec<f64> = chart.planets.iter().map(ChartPlanet::radius).collect();
        for _ in 0..PUSHES {
            if !frame.push_apart(&radii) {
                break;
            }
        }
        frame
    }

    /// The place of a planet; `None` if it is not shown.
    pub(super) fn place(&self, planet: PlanetId) -> Option<Point> {
        *self.places.get(planet.index())?
    }

    /// The place of a planet, even if it lies off the picture.
    pub(super) fn direction(&self, planet: &ChartPlanet<'_>) -> Point {
        self.place(planet.number).unwrap_or_else(|| self.view.place(at(planet)))
    }

    /// All shown planets, by index in the list of planets.
    pub(super) fn shown(&self) -> impl Iterator<Item = (usize, Point)> {
        self.places.iter().enumerate().filter_map(|(index, place)| Some((index, (*place)?)))
    }

    /// Pushes discs with these radii apart. Returns whether any two were too close.
    fn push_apart(&mut self, radii: &[f64]) -> bool {
        let shown: Vec<(usize, Point)> = self.shown().collect();
        let mut moved = false;
        for (number, (one, _)) in shown.iter().enumerate() {
            for (other, _) in &shown[..number] {
                let (Some(here), Some(there)) = (self.places[*one], self.places[*other]) else { continue };
                let least = radii[*one] + radii[*other] + GAP;
                let (along, down) = (here.0 - there.0, here.1 - there.1);
                let distance = (along * along + down * down).sqrt();
                if distance >= least {
                    continue;
                }
                // Two discs on one spot part sideways.
                let (along, down) = if distance > 0.0 { (along / distance, down / distance) } else { (1.0, 0.0) };
                let half = (least - distance) / 2.0 + 0.01;
                self.places[*one] = Some(self.inside((here.0 + along * half, here.1 + down * half)));
                self.places[*other] = Some(self.inside((there.0 - along * half, there.1 - down * half)));
                moved = true;
            }
        }
        moved
    }

    fn inside(&self, (x, y): Point) -> Point {
        (x.clamp(MapView::EDGE, Map::PHONE - MapView::EDGE), y.clamp(MapView::EDGE, self.height - MapView::EDGE))
    }
}

impl MapView {
    /// The least distance of a disc's centre from the edge.
    const EDGE: f64 = 2.0 * RADIUS;

    /// The closest view of all these points, about as high as asked for, without stretching it too much or leaving a point out.
    fn of(points: Vec<Point>, high: f64) -> MapView {
        let span = |coordinate: fn(&Point) -> f64| {
            let all = points.iter().map(coordinate);
            let (low, high) = all.fold((f64::MAX, f64::MIN), |(low, high), at| (low.min(at), high.max(at)));
            if low <= high { ((low + high) / 2.0, (high - low).max(0.01)) } else { (0.0, 0.01) }
        };
        let ((x, wide), (y, tall)) = (span(|point| point.0), span(|point| point.1));
        let across = (Map::PHONE - 2.0 * MARGIN.0) / wide;
        let across = across.min(LARGEST_STEP).min((HIGHEST - 2.0 * MARGIN.1) / tall);
        let down = ((high - 2.0 * MARGIN.1) / tall).clamp(across, across * STRETCH).min(LARGEST_STEP);
        let height = (tall * down + 2.0 * MARGIN.1).clamp(LOWEST, HIGHEST);
        MapView { middle: (x, y), step: (across, down), height }
    }

    fn place(&self, (x, y): Point) -> Point {
        (Map::PHONE / 2.0 + (x - self.middle.0) * self.step.0, self.height / 2.0 + (y - self.middle.1) * self.step.1)
    }

    fn has(&self, (x, y): Point) -> bool {
        let is_within = |at: f64, end: f64| (MapView::EDGE..=end - MapView::EDGE).contains(&at);
        is_within(x, Map::PHONE) && is_within(y, self.height)
    }
}

impl Chart<'_> {
    /// The planets that concern the viewer, then those at most two turns from one of them, the nearest first; all planets for a viewer who has no
    /// seat, or whom no planet concerns.
    fn neighbourhood(&self) -> Vec<usize> {
        let is_near = |index: &usize| self.viewer.is_some() && self.concerns_viewer(&self.planets[*index]);
        let (own, others): (Vec<usize>, Vec<usize>) = (0..self.planets.len()).partition(is_near);
        if own.is_empty() {
            return others;
        }
        let to_own = |index: usize| {
            let from = &self.planets[index];
            let steps = |to: &usize| self.distance.steps(from.number, self.planets[*to].number);
            let square = |to: &usize| {
                (((at(from).0 - at(&self.planets[*to]).0).powi(2) + (at(from).1 - at(&self.planets[*to]).1).powi(2)) * 1e4) as i64
            };
            own.iter().filter_map(|to| Some((steps(to)?, square(to)))).min()
        };
        let mut near: Vec<_> = others.into_iter().filter_map(|index| Some((to_own(index)?, index))).collect();
        near.retain(|((steps, _), _)| *steps <= 1);
        near.sort_unstable();
        let room = ROOM.saturating_sub(own.len());
        own.iter().copied().chain(near.into_iter().take(room).map(|(_, index)| index)).collect()
    }

    /// Whether a planet is or was the viewer's, has their ships, or is where they fly or fought.
    fn concerns_viewer(&self, planet: &ChartPlanet<'_>) -> bool {
        let is_own = |power| self.is_viewer(power);
        let is_end = |flight: &ChartFlight| flight.to == planet.number || flight.from.contains(&planet.number);
        is_own(planet.owner)
            || planet.happened.taken_from.is_some_and(is_own)
            || planet.happened.concerns_viewer
            || planet.in_orbit.iter().any(|force| is_own(force.power))
            || self.flights.iter().any(|flight| is_own(flight.force.power) && is_end(flight))
    }
}

/// A planet's place on the drawn map, in steps.
fn at(planet: &ChartPlanet<'_>) -> Point {
    (f64::from(planet.drawn_at.0) / 100.0, f64::from(planet.drawn_at.1) / 100.0)
}
