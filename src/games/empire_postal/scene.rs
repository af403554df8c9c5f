//! The star map that goes with a view.

use super::view::{PlanetView, PositionView, View};
use crate::engine::{Anchor, Drawing, Map, Scene, Seat, Shape, Tone};

/// Units of the scene for a hundredth of a step on the drawn map.
const SCALE: f64 = 1.15;
const MARGIN: f64 = 60.0;
const RADIUS: f64 = 14.0;
const SMALL: f64 = 11.0;

/// Draws what the viewer may know: owners by colour and number, and the fleets that he sees.
pub(super) fn draw(view: &View) -> Scene {
    let frame = Frame::around(&view.planets);
    let home = view.me.as_ref().and_then(|me| me.home);
    let mut shapes = ways(view, &frame);
    shapes.extend(legend(view));
    for planet in &view.planets {
        shapes.extend(draw_planet(planet, frame.place(planet.drawn_at), home == Some(planet.number)));
    }
    // Names stand above the discs of neighbours; what was drawn in order stays in order.
    shapes.sort_by_key(|shape| matches!(shape, Shape::Text { .. }));
    Scene { title: describe(view), drawing: Drawing::Map(Map { width: frame.width, height: frame.height, shapes }) }
}

/// Planets at distance D, which ships reach in the turn of departure.
fn ways(view: &View, frame: &Frame) -> Vec<Shape> {
    let mut ways = Vec::new();
    for (from, row) in view.planets.iter().zip(&view.distance) {
        for (to, _) in view.planets.iter().zip(row).filter(|(_, steps)| **steps == 0) {
            let (from, to) = (frame.place(from.drawn_at), frame.place(to.drawn_at));
            ways.push(Shape::Line { from, to, tone: Tone::Faint, width: 1.0, dashed: false });
        }
    }
    ways
}

/// Turn and players, each with the number that stands beside his planets.
fn legend(view: &View) -> Vec<Shape> {
    let text = |x: f64, y: f64, size: f64, bold: bool, text: String| Shape::Text {
        x,
        y,
        size,
        anchor: Anchor::Start,
        tone: Tone::Ink,
        bold,
        text,
    };
    let mut shapes = vec![text(14.0, 26.0, 16.0, true, format!("Turn {}", view.turn))];
    for (row, player) in (1_u8..).zip(&view.players) {
        let y = 26.0 + 18.0 * f64::from(row);
        shapes.push(Shape::Disc { x: 20.0, y: y - 4.0, radius: 6.0, fill: tone_of(player.seat), ring: Some(Tone::Ink) });
        shapes.push(text(32.0, y, SMALL, false, format!("[{}] {}", player.seat, shortened(&player.name))));
    }
    shapes
}

fn tone_of(seat: Seat) -> Tone {
    Tone::Seat(seat.0)
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
    fn around(planets: &[PlanetView]) -> Frame {
        let span = |coordinate: fn(&PlanetView) -> i32| {
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

fn draw_planet(planet: &PlanetView, (x, y): (f64, f64), is_home: bool) -> Vec<Shape> {
    let fill = planet.owner.seat().map_or(Tone::Neutral, tone_of);
    let ring = match (is_home, &planet.full) {
        (true, _) => Some(Tone::Highlight),
        (false, Some(_)) => Some(Tone::Ink),
        (false, None) => Some(Tone::Faint),
    };
    let text = |below: f64, size: f64, tone: Tone, bold: bool, text: String| Shape::Text {
        x,
        y: y + below,
        size,
        anchor: Anchor::Middle,
        tone,
        bold,
        text,
    };
    let mut shapes = vec![Shape::Disc { x, y, radius: RADIUS, fill, ring }];
    shapes.push(text(4.5, 13.0, Tone::Ink, true, planet.number.to_string()));
    let owner = planet.owner.seat().map_or_else(String::new, |seat| format!(" [{seat}]"));
    shapes.push(text(-RADIUS - 4.0, SMALL, Tone::Ink, false, format!("{}{owner}", shortened(&planet.name))));
    let ships = planet.track.iter().map(describe_position).filter(|ships| !ships.is_empty());
    for (row, ships) in (1_u8..).zip(ships) {
        shapes.push(text(RADIUS + 1.0 + f64::from(row) * (SMALL + 1.0), SMALL, Tone::Ink, row == 1, ships));
    }
    shapes
}

/// `I 12 FI 3 TR [1], 5 FI [2]`: the seat in brackets, as in the legend.
fn describe_position(position: &PositionView) -> String {
    let ships = |count: u32, code: &str| if count > 0 { format!(" {count} {code}") } else { String::new() };
    let fleets = position.fleets.iter().map(|fleet| {
        let owner = fleet.power.seat().map_or_else(|| "neutral".to_owned(), |seat| seat.to_string());
        format!("{}{} [{owner}]", ships(fleet.fighters, "FI"), ships(fleet.transporters, "TR"))
    });
    let fleets: Vec<String> = fleets.collect();
    if fleets.is_empty() { String::new() } else { format!("{}{}", position.label, fleets.join(",")) }
}

fn describe(view: &View) -> String {
    let viewer = view.me.as_ref().map_or_else(String::new, |me| format!(" as {} sees it", me.name));
    format!("Star map after turn {}{viewer}", view.turn)
}
