//! The star map as a picture: planets, the ways between those that are near, and a legend.

use super::{Distances, PlanetId, Ship};
use crate::engine::{Anchor, Drawing, Map, Scene, Seat, Shape, Tone};

/// Units of the picture for a hundredth of a step on the drawn map.
const SCALE: f64 = 1.15;
const MARGIN: f64 = 60.0;
const RADIUS: f64 = 14.0;
const SMALL: f64 = 11.0;
/// In hundredths of a step: planets that are nearer than this write to the side that lies away from each other.
const CROWDED: i64 = 52;

/// What is to be drawn.
pub(crate) struct Chart<'c> {
    /// What a turn is called, such as `Turn`, and how many were played.
    pub unit: &'c str,
    pub turn: u32,
    /// Whose sight it is; nobody's for the public and the game master.
    pub viewer: Option<&'c str>,
    /// The legend: each player with the number that stands beside their planets.
    pub players: Vec<(Seat, &'c str)>,
    /// Lines at the lower left that explain what is written on the map.
    pub key: &'c [&'c str],
    /// In board order.
    pub planets: Vec<ChartPlanet<'c>>,
    pub distance: &'c Distances,
}

/// One planet of the picture.
pub(crate) struct ChartPlanet<'c> {
    pub number: PlanetId,
    pub name: &'c str,
    /// In hundredths of a step.
    pub drawn_at: (i32, i32),
    pub owner: Option<Seat>,
    pub ring: Tone,
    /// What stands below the disc, the first line in bold.
    pub notes: Vec<String>,
}

impl Chart<'_> {
    /// The picture and what it shows.
    pub(crate) fn scene(&self) -> Scene {
        let viewer = self.viewer.map_or_else(String::new, |name| format!(" as {name} sees it"));
        let title = format!("Star map after {} {}{viewer}", self.unit.to_lowercase(), self.turn);
        Scene { title, drawing: Drawing::Map(self.draw()) }
    }

    /// Names and notes lie on top of all discs.
    fn draw(&self) -> Map {
        let frame = Frame::around(&self.planets);
        let mut shapes = self.ways(&frame);
        shapes.extend(self.legend(&frame));
        for planet in &self.planets {
            shapes.extend(planet.draw(frame.place(planet.drawn_at), self.side(planet)));
        }
        // Names stand above the discs of neighbours; what was drawn in order stays in order.
        shapes.sort_by_key(|shape| matches!(shape, Shape::Text { .. }));
        Map { width: frame.width, height: frame.height, shapes }
    }

    /// Planets at distance D, which ships reach in the turn of departure.
    fn ways(&self, frame: &Frame) -> Vec<Shape> {
        let mut ways = Vec::new();
        for (from, row) in self.planets.iter().zip(&self.distance.0) {
            for (to, _) in self.planets.iter().zip(row).filter(|(_, steps)| **steps == 0) {
                let (from, to) = (frame.place(from.drawn_at), frame.place(to.drawn_at));
                ways.push(Shape::Line { from, to, tone: Tone::Faint, width: 1.0, dashed: false });
            }
        }
        ways
    }

    /// To which side of its disc a planet's name and notes lie.
    fn side(&self, planet: &ChartPlanet<'_>) -> Anchor {
        let away = |other: &ChartPlanet<'_>| {
            let [x, y] = [(planet.drawn_at.0, other.drawn_at.0), (planet.drawn_at.1, other.drawn_at.1)]
                .map(|(here, there)| i64::from(there) - i64::from(here));
            (x.saturating_mul(x).saturating_add(y.saturating_mul(y)), x)
        };
        let others = self.planets.iter().filter(|other| other.number != planet.number);
        match others.map(away).min() {
            Some((square, x)) if square < CROWDED * CROWDED && x < 0 => Anchor::Start,
            Some((square, x)) if square < CROWDED * CROWDED && x > 0 => Anchor::End,
            _ => Anchor::Middle,
        }
    }

    fn legend(&self, frame: &Frame) -> Vec<Shape> {
        let text = |x: f64, y: f64, size: f64, bold: bool, text: String| Shape::Text {
            x,
            y,
            size,
            anchor: Anchor::Start,
            tone: Tone::Ink,
            bold,
            text,
        };
        let mut shapes = vec![text(14.0, 26.0, 16.0, true, format!("{} {}", self.unit, self.turn))];
        for (row, (seat, name)) in (1_u8..).zip(&self.players) {
            let y = 26.0 + 18.0 * f64::from(row);
            shapes.push(Shape::Disc { x: 20.0, y: y - 4.0, radius: 6.0, fill: Tone::Seat(seat.0), ring: Some(Tone::Ink) });
            shapes.push(text(32.0, y, SMALL, false, format!("[{seat}] {}", shortened(name))));
        }
        for (row, line) in (0_u8..).zip(self.key.iter().rev()) {
            shapes.push(text(14.0, frame.height - 14.0 - 15.0 * f64::from(row), SMALL, false, (*line).to_owned()));
        }
        shapes
    }
}

impl ChartPlanet<'_> {
    fn draw(&self, (x, y): (f64, f64), side: Anchor) -> Vec<Shape> {
        let fill = self.owner.map_or(Tone::Neutral, |seat| Tone::Seat(seat.0));
        let at_side = match side {
            Anchor::Start => x - RADIUS,
            Anchor::Middle => x,
            Anchor::End => x + RADIUS,
        };
        let text = |(x, anchor), below: f64, size: f64, bold: bool, text: String| Shape::Text {
            x,
            y: y + below,
            size,
            anchor,
            tone: Tone::Ink,
            bold,
            text,
        };
        let mut shapes = vec![Shape::Disc { x, y, radius: RADIUS, fill, ring: Some(self.ring) }];
        shapes.push(text((x, Anchor::Middle), 4.5, 13.0, true, self.number.to_string()));
        let owner = self.owner.map_or_else(String::new, |seat| format!(" [{seat}]"));
        shapes.push(text((at_side, side), -RADIUS - 4.0, SMALL, false, format!("{}{owner}", shortened(self.name))));
        for (row, note) in (1_u8..).zip(&self.notes) {
            shapes.push(text((at_side, side), RADIUS + 1.0 + f64::from(row) * (SMALL + 1.0), SMALL, row == 1, note.clone()));
        }
        shapes
    }
}

/// Who is where, and with what: `I 12 FI 3 TR [1], 5 FI [2]`, the seat in brackets as in the legend; an owner without a name gets none.
///
/// Empty if nobody is.
pub(crate) fn fleets_note(place: &str, fleets: impl Iterator<Item = (String, u32, u32)>) -> String {
    let ships = |count: u32, code: &str| if count > 0 { format!(" {count} {code}") } else { String::new() };
    let fleets: Vec<String> = fleets
        .map(|(owner, fighters, transporters)| {
            let owner = if owner.is_empty() { owner } else { format!(" [{owner}]") };
            format!("{}{}{owner}", ships(fighters, Ship::Fighter.code()), ships(transporters, Ship::Transporter.code()))
        })
        .collect();
    if fleets.is_empty() { String::new() } else { format!("{place}{}", fleets.join(",")) }
}

/// A name that leaves the map its room.
fn shortened(name: &str) -> String {
    if name.chars().count() <= 16 { name.to_owned() } else { name.chars().take(15).chain(['…']).collect() }
}

/// Where the drawn map lies on the sheet.
struct Frame {
    left: i32,
    top: i32,
    width: f64,
    height: f64,
}

impl Frame {
    fn around(planets: &[ChartPlanet<'_>]) -> Frame {
        let span = |coordinate: fn(&ChartPlanet<'_>) -> i32| {
            let low = planets.iter().map(coordinate).min().unwrap_or(0);
            let high = planets.iter().map(coordinate).max().unwrap_or(0);
            (low, f64::from(high.saturating_sub(low)) * SCALE + 2.0 * MARGIN)
        };
        let (left, width) = span(|planet| planet.drawn_at.0);
        let (top, height) = span(|planet| planet.drawn_at.1);
        Frame { left, top, width, height }
    }

    fn place(&self, (x, y): (i32, i32)) -> (f64, f64) {
        let along = |coordinate: i32, from: i32| f64::from(coordinate.saturating_sub(from)) * SCALE + MARGIN;
        (along(x, self.left), along(y, self.top))
    }
}
