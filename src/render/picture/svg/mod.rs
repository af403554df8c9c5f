//! A scene as SVG: one self-contained text without scripts, styles or references.

mod board;
mod captions;
mod cells;
mod markup;
mod pieces;

use self::markup::{coordinate, label};
use super::palette;
use crate::engine::{Drawing, Map, Scene, Shape, Tone};

/// The family name that pictures ask for; [`super::png`] brings it, browsers fall back.
pub const FONT_FAMILY: &str = "DejaVu Sans";

/// Draws a scene. Any text is escaped; coordinates that are no numbers count as 0.
pub fn render(scene: &Scene) -> String {
    match &scene.drawing {
        Drawing::Map(map) => map_drawing(&scene.title, map),
        Drawing::Board(board) => board::drawing(&scene.title, board),
    }
}

fn map_drawing(title: &str, map: &Map) -> String {
    let mut drawn = String::new();
    for (index, shape) in map.shapes.iter().enumerate() {
        drawn.push_str(&element(shape, map.shapes.get(..index).unwrap_or_default()));
        drawn.push('\n');
    }
    markup::document(title, (map.width, map.height), &drawn)
}

fn element(shape: &Shape, below: &[Shape]) -> String {
    match shape {
        Shape::Disc { x, y, radius, fill, ring } => disc((*x, *y), *radius, *fill, *ring),
        Shape::Line { from, to, tone, width, dashed } => line(*from, *to, *tone, *width, *dashed),
        Shape::Text { x, y, size, anchor, tone, bold, text } => {
            let disc = disc_under((*x, *y - size / 3.0), below).map(palette::colour);
            // Ink and paper mean "readable"; on a disc that depends on its colour.
            let is_plain = matches!(tone, Tone::Ink | Tone::Background);
            let colour = disc.filter(|_| is_plain).map_or_else(|| palette::colour(*tone), palette::ink_on);
            let halo =
                if disc.is_none() { label((*x, *y), *size, *anchor, palette::PAPER, size / 4.0, text) + "\n" } else { String::new() };
            halo + &label((*x, *y), *size, *anchor, colour, if *bold { size / 22.0 } else { 0.0 }, text)
        }
    }
}

fn disc((x, y): (f64, f64), radius: f64, fill: Tone, ring: Option<Tone>) -> String {
    let (x, y, size, fill) = (coordinate(x), coordinate(y), coordinate(radius), palette::colour(fill));
    let ring = ring.map_or_else(String::new, |tone| {
        format!(" stroke=\"{}\" stroke-width=\"{}\"", palette::colour(tone), coordinate((radius / 6.0).clamp(0.5, 4.0)))
    });
    format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{size}\" fill=\"{fill}\"{ring}/>")
}

fn line(from: (f64, f64), to: (f64, f64), tone: Tone, width: f64, dashed: bool) -> String {
    let dashes = if dashed { format!(" stroke-dasharray=\"{0} {0}\"", coordinate(width * 4.0)) } else { String::new() };
    format!(
        "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"round\"{dashes}/>",
        coordinate(from.0),
        coordinate(from.1),
        coordinate(to.0),
        coordinate(to.1),
        palette::colour(tone),
        coordinate(width)
    )
}

/// The fill of the topmost disc at a point.
fn disc_under((x, y): (f64, f64), below: &[Shape]) -> Option<Tone> {
    below.iter().rev().find_map(|shape| match shape {
        Shape::Disc { x: at_x, y: at_y, radius, fill, .. } if (at_x - x).hypot(at_y - y) < *radius => Some(*fill),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Anchor;

    fn scene(shapes: Vec<Shape>) -> Scene {
        Scene { title: "A \"map\" <1>".into(), drawing: Drawing::Map(Map { width: 100.0, height: 50.5, shapes }) }
    }

    fn text(text: &str) -> Shape {
        Shape::Text { x: 10.0, y: 10.0, size: 6.0, anchor: Anchor::Middle, tone: Tone::Ink, bold: true, text: text.into() }
    }

    #[test]
    fn what_players_write_cannot_leave_its_place() {
        let drawn = render(&scene(vec![text("</text><script>alert('1 & 2')</script>\u{0}\u{ffff}")]));
        assert!(drawn.contains(">&lt;/text&gt;&lt;script&gt;alert('1 &amp; 2')&lt;/script&gt;</text>"), "{drawn}");
        assert!(drawn.contains("aria-label=\"A &quot;map&quot; &lt;1&gt;\""), "{drawn}");
    }

    #[test]
    fn numbers_that_are_none_do_no_harm() {
        let drawn = render(&scene(vec![
            Shape::Disc { x: f64::NAN, y: -0.001, radius: f64::INFINITY, fill: Tone::Seat(200), ring: Some(Tone::Ink) },
            Shape::Line { from: (1.0 / 3.0, 0.0), to: (1e300, 2.5), tone: Tone::Faint, width: 0.5, dashed: true },
        ]));
        assert!(
            drawn.contains("cx=\"0\" cy=\"0\" r=\"0\"") && drawn.contains("x1=\"0.33\"") && drawn.contains("x2=\"1000000\""),
            "{drawn}"
        );
    }

    #[test]
    fn ink_is_light_on_a_dark_disc() {
        let disc = |fill| Shape::Disc { x: 10.0, y: 8.0, radius: 5.0, fill, ring: None };
        assert!(render(&scene(vec![disc(Tone::Seat(8)), text("8")])).contains(&format!("fill=\"{}\" stroke", palette::PAPER)));
        assert!(render(&scene(vec![disc(Tone::Seat(4)), text("4")])).contains(&format!("fill=\"{}\" stroke", palette::INK)));
    }
}
