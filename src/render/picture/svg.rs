//! A picture as SVG: one self-contained text without scripts or references.

use std::fmt::Write;

use super::figures::{Canvas, Figure, FigureForm, Lights, bounded};
use super::palette;
use crate::engine::{Anchor, Scene};

/// The font that pictures ask for. [`super::png`] carries it; browsers may fall back to another.
const FONT_FAMILY: &str = "DejaVu Sans";

/// A scene as SVG. All text is escaped, and coordinates that are not numbers count as 0.
pub fn render(scene: &Scene) -> String {
    drawn(&Canvas::of(scene))
}

/// A scene that has already been laid out, as SVG.
pub fn drawn(picture: &Canvas) -> String {
    let (width, height, title) = (coordinate(picture.width), coordinate(picture.height), escape(&picture.title));
    let mut drawn = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\"{} viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{title}\" \
         font-family=\"{FONT_FAMILY}, Verdana, sans-serif\">\n<title>{title}</title>\n\
         {}<rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n",
        if picture.lights == Lights::Day { "" } else { " class=\"map\"" },
        night(picture),
        palette::PAPER
    );
    for figure in &picture.figures {
        drawn.push_str(&element(figure));
        drawn.push('\n');
    }
    drawn + "</svg>\n"
}

/// The style of a map for readers who want it dark; empty for other pictures. Its rules affect only this picture.
fn night(picture: &Canvas) -> String {
    if picture.lights == Lights::Day {
        return String::new();
    }
    let rule = |(day, night): (&str, &str)| format!(".map [fill=\"{day}\"]{{fill:{night}}}.map [stroke=\"{day}\"]{{stroke:{night}}}");
    let rules: String = palette::NIGHT.into_iter().map(rule).collect();
    format!("<style>@media (prefers-color-scheme:dark){{{rules}}}</style>\n")
}

fn element(figure: &Figure) -> String {
    let colours = colours(figure);
    match &figure.form {
        FigureForm::Circle { middle, radius } => {
            let [x, y, radius] = [middle.0, middle.1, *radius].map(coordinate);
            format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"{colours}/>")
        }
        FigureForm::Ellipse { middle, radii } => {
            let [x, y, wide, tall] = [middle.0, middle.1, radii.0, radii.1].map(coordinate);
            format!("<ellipse cx=\"{x}\" cy=\"{y}\" rx=\"{wide}\" ry=\"{tall}\"{colours}/>")
        }
        FigureForm::Line { from, to } => {
            let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(coordinate);
            format!("<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"{colours}/>")
        }
        FigureForm::Polygon { corners } => {
            let points: Vec<String> = corners.iter().map(|(x, y)| format!("{},{}", coordinate(*x), coordinate(*y))).collect();
            format!("<polygon points=\"{}\"{colours}/>", points.join(" "))
        }
        FigureForm::Wall { x, upper, lower, radii: (wide, tall) } => {
            let arc = format!("A{} {} 0 0 0", coordinate(*wide), coordinate(*tall));
            let [left, right, upper, lower] = [x - wide, x + wide, *upper, *lower].map(coordinate);
            format!("<path d=\"M{left} {upper}V{lower}{arc} {right} {lower}V{upper}{arc} {left} {upper}Z\"{colours}/>")
        }
        FigureForm::Text { at, size, anchor, text, .. } => {
            let [x, y, size] = [at.0, at.1, *size].map(coordinate);
            let anchor = match anchor {
                Anchor::Start => "start",
                Anchor::Middle => "middle",
                Anchor::End => "end",
            };
            format!("<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"{anchor}\"{colours}>{}</text>", escape(text))
        }
    }
}

/// The attributes for a form's colours, each after a blank.
fn colours(figure: &Figure) -> String {
    let mut drawn = String::new();
    if !matches!(figure.form, FigureForm::Line { .. }) {
        let _ = write!(drawn, " fill=\"{}\"", figure.fill.unwrap_or("none"));
    }
    if let (FigureForm::Text { weight, .. }, Some(fill)) = (&figure.form, figure.fill)
        && *weight > 0.0
    {
        let _ = write!(drawn, " stroke=\"{fill}\" stroke-width=\"{}\" stroke-linejoin=\"round\"", coordinate(*weight));
    }
    let Some(edge) = figure.edge else { return drawn };
    let _ = write!(drawn, " stroke=\"{}\" stroke-width=\"{}\"", edge.colour, coordinate(edge.weight));
    if edge.is_round {
        drawn.push_str(if matches!(figure.form, FigureForm::Line { .. }) {
            " stroke-linecap=\"round\""
        } else {
            " stroke-linejoin=\"round\""
        });
    }
    if let Some(dash) = edge.dash {
        let _ = write!(drawn, " stroke-dasharray=\"{0} {0}\"", coordinate(dash));
    }
    drawn
}

/// A number with at most two decimals, as short as possible.
fn coordinate(value: f64) -> String {
    let text = format!("{:.2}", bounded(value));
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Text for XML, without characters that XML cannot hold.
fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\t' | '\n' => safe.push(' '),
            '\u{fffe}' | '\u{ffff}' => {}
            other if other.is_control() => {}
            other => safe.push(other),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Drawing, Map, Shape, Tone};

    fn scene(shapes: Vec<Shape>) -> Scene {
        Scene { title: "A \"map\" <1>".into(), drawing: Drawing::Map(Map { width: 100.0, height: 50.5, shapes, spots: Vec::new() }) }
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
            Shape::Disc { x: f64::NAN, y: -0.001, radius: f64::INFINITY, fill: Tone::Seat(200), ring: Some(Tone::Ink), stripes: None },
            Shape::Line { from: (1.0 / 3.0, 0.0), to: (1e300, 2.5), tone: Tone::Faint, width: 0.5, dashed: true },
        ]));
        assert!(
            drawn.contains("cx=\"0\" cy=\"0\" r=\"0\"") && drawn.contains("x1=\"0.33\"") && drawn.contains("x2=\"1000000\""),
            "{drawn}"
        );
    }

    #[test]
    fn ink_is_light_on_a_dark_disc() {
        let disc = |fill| Shape::Disc { x: 10.0, y: 8.0, radius: 5.0, fill, ring: None, stripes: None };
        for fill in [Tone::Seat(8), Tone::Seat(4), Tone::Neutral] {
            let drawn = render(&scene(vec![disc(fill), text("8")]));
            assert!(drawn.contains(&format!("fill=\"{0}\" stroke=\"{0}\"", palette::ink_on_disc(fill))), "{drawn}");
        }
        assert_ne!(palette::ink_on_disc(Tone::Seat(8)), palette::ink_on_disc(Tone::Seat(4)));
    }

    #[test]
    fn a_map_turns_dark_for_who_wants_it_and_reaches_for_nothing_else() {
        let drawn = render(&scene(vec![text("Rivet")]));
        let style = drawn.split_once("<style>").and_then(|(_, rest)| rest.split_once("</style>")).unwrap().0;
        assert!(
            style.starts_with("@media (prefers-color-scheme:dark){.map [")
                && drawn.contains("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"map\"")
        );
        let selectors = style.split(['{', '}']).filter(|part| part.contains('['));
        assert!(
            selectors.clone().count() == 2 * palette::NIGHT.len() && selectors.into_iter().all(|selector| selector.starts_with(".map ["))
        );
    }
}
