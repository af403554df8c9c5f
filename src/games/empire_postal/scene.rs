//! The star map that goes with a view.

use super::view::{PlanetView, PositionView, View};
use crate::engine::{Anchor, Scene, Shape, Tone};

/// Units of the scene for a hundredth of a step on the drawn map.
const SCALE: f64 = 1.6;
const MARGIN: f64 = 70.0;
const RADIUS: f64 = 13.0;
const SMALL: f64 = 9.0;

/// Draws what the viewer may know: owners by colour, and the fleets that he sees.
pub(super) fn draw(view: &View) -> Scene {
    let frame = Frame::around(&view.planets);
    let home = view.me.as_ref().and_then(|me| me.home);
    let mut shapes = vec![Shape::Text {
        x: MARGIN / 4.0,
        y: MARGIN / 3.0,
        size: 14.0,
        anchor: Anchor::Start,
        tone: Tone::Ink,
        bold: true,
        text: format!("Turn {}", view.turn),
    }];
    for planet in &view.planets {
        shapes.extend(draw_planet(planet, frame.place(planet.drawn_at), home == Some(planet.number)));
    }
    Scene { title: describe(view), width: frame.width, height: frame.height, shapes }
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
    let fill = planet.owner.seat().map_or(Tone::Neutral, |seat| Tone::Seat(seat.0));
    let ring = match (is_home, &planet.full) {
        (true, _) => Some(Tone::Highlight),
        (false, Some(_)) => Some(Tone::Ink),
        (false, None) => None,
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
    shapes.push(text(SMALL / 2.0, 11.0, Tone::Background, true, planet.number.to_string()));
    shapes.push(text(-RADIUS - 3.0, SMALL, Tone::Ink, false, planet.name.clone()));
    let ships = planet.track.iter().map(describe_position).filter(|ships| !ships.is_empty());
    for (row, ships) in (1_u8..).zip(ships) {
        shapes.push(text(RADIUS + f64::from(row) * (SMALL + 1.0), SMALL, Tone::Ink, row == 1, ships));
    }
    shapes
}

/// `I 12 FI 3 TR` or `D+1 5 FI (2)`, the seat in brackets where several fleets may be seen.
fn describe_position(position: &PositionView) -> String {
    let ships = |count: u32, code: &str| if count > 0 { format!(" {count} {code}") } else { String::new() };
    let fleets = position.fleets.iter().map(|fleet| {
        let owner = fleet.power.seat().map_or_else(|| "neutral".to_owned(), |seat| seat.to_string());
        format!("{}{} ({owner})", ships(fleet.fighters, "FI"), ships(fleet.transporters, "TR"))
    });
    let fleets: Vec<String> = fleets.collect();
    if fleets.is_empty() { String::new() } else { format!("{}{}", position.label, fleets.join(",")) }
}

fn describe(view: &View) -> String {
    let viewer = view.me.as_ref().map_or_else(String::new, |me| format!(" as {} sees it", me.name));
    format!("Star map after turn {}{viewer}", view.turn)
}
