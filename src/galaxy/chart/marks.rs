//! The disc of a planet with its marks: who holds it, who held it, who fought there, and who is in its orbit.

use super::content::{Chart, ChartPlanet};
use super::geometry::{Area, Point, RADIUS, TYPE};
use super::labels::OccupiedArea;
use super::signs::{Sign, Signs};
use crate::engine::{Anchor, Shape, Tone, lettering};
use crate::galaxy::Power;

/// Rings around a disc: the distance from its edge to the ring's middle, and the ring's width.
pub(super) const OWN: (f64, f64) = (0.6, 3.0);
pub(super) const HOME: (f64, f64) = (4.0, 1.2);
pub(super) const SIEGE: (f64, f64) = (6.0, 2.0);
pub(super) const STAR: f64 = 7.0;
/// The width of an arrow's line.
pub(super) const ARROW: f64 = 1.6;

impl ChartPlanet<'_> {
    /// Large enough for the planet's number.
    pub(super) fn radius(&self) -> f64 {
        RADIUS.max(lettering::width(&self.number.to_string()) * TYPE / 2.0 + 2.0)
    }

    pub(super) fn is_besieged(&self) -> bool {
        self.in_orbit.iter().any(|force| force.is_hostile && force.fighters > 0)
    }
}

/// The tone of what a power holds.
pub(super) fn tone_of(power: Power) -> Tone {
    power.seat().map_or(Tone::Neutral, |seat| Tone::Seat(seat.0))
}

impl Chart<'_> {
    /// Whether a siege is shown: to a viewer with a seat only sieges of their own planets, to everybody else all of them.
    pub(super) fn shows_siege(&self, planet: &ChartPlanet<'_>) -> bool {
        planet.is_besieged() && (self.viewer.is_none() || self.is_viewer(planet.owner))
    }

    /// The radius of its disc, rings included.
    pub(super) fn reach(&self, planet: &ChartPlanet<'_>) -> f64 {
        let (off, width) = match () {
            () if self.shows_siege(planet) => SIEGE,
            () if planet.is_home => HOME,
            () => (0.6, 2.0),
        };
        planet.radius() + off + width / 2.0
    }

    /// A planet's disc with its rings, its number, and the star of a battle where the star covers nothing.
    pub(super) fn disc(&self, planet: &ChartPlanet<'_>, (x, y): Point, sheet: &mut OccupiedArea, signs: &mut Signs) -> Vec<Shape> {
        let radius = planet.radius();
        let ring = |(off, width): (f64, f64), tone, dashed| Shape::Ring { x, y, radius: radius + off, tone, width, dashed };
        signs.add(Sign::Owner(planet.owner));
        let was = planet.happened.taken_from.filter(|was| *was != planet.owner);
        if let Some(was) = was {
            signs.add(Sign::Owner(was));
            signs.add(Sign::Taken);
        }
        let mut shapes =
            vec![Shape::Disc { x, y, radius, fill: tone_of(planet.owner), ring: Some(Tone::Faint), stripes: was.map(tone_of) }];
        if self.is_viewer(planet.owner) {
            shapes.push(ring(OWN, Tone::Ink, false));
        }
        if planet.is_home {
            signs.add(Sign::Home);
            shapes.push(ring(HOME, Tone::Ink, false));
        }
        if self.shows_siege(planet) {
            signs.add(Sign::Siege);
            shapes.push(ring(SIEGE, Tone::Highlight, true));
        }
        shapes.push(Shape::Text {
            x,
            y: y + TYPE * 0.365,
            size: TYPE,
            anchor: Anchor::Middle,
            tone: Tone::Ink,
            bold: true,
            text: planet.number.to_string(),
        });
        if planet.happened.battle {
            signs.add(Sign::Battle);
            let at = star_beside((x, y), radius, sheet);
            sheet.has_mark(Area::new(at, (0.0, 0.0)).grown(STAR));
            shapes.push(Shape::Star { x: at.0, y: at.1, radius: STAR, tone: Tone::Highlight });
        }
        shapes
    }
}

/// The place of a star: at the upper right of the disc, unless another disc is there.
fn star_beside((x, y): Point, radius: f64, sheet: &OccupiedArea) -> Point {
    let off = (radius + STAR) * 0.62;
    let corners = [(1.0, -1.0), (-1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(right, down)| (x + right * off, y + down * off));
    let is_clear = |at: &&Point| sheet.is_clear_of_others(Area::new(**at, (0.0, 0.0)).grown(STAR), (x, y));
    corners.iter().find(is_clear).copied().unwrap_or(corners[0])
}
