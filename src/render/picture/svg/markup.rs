//! SVG's own words: a document, a text, a number, and what must be escaped.

use std::fmt::Write;

use super::FONT_FAMILY;
use crate::engine::{Anchor, Tone};
use crate::render::picture::palette;

/// A picture on paper of `width` by `height` units; the title is what readers hear who cannot see it.
pub fn document(title: &str, (width, height): (f64, f64), body: &str) -> String {
    let (width, height, title) = (coordinate(width), coordinate(height), escape(title));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{title}\" \
         font-family=\"{FONT_FAMILY}, Verdana, sans-serif\">\n<title>{title}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n{body}</svg>\n",
        palette::colour(Tone::Background)
    )
}

/// `stroke` makes letters fatter in any renderer: bold without a second font, or a halo that keeps lines off a text.
pub fn label((x, y): (f64, f64), size: f64, anchor: Anchor, colour: &str, stroke: f64, text: &str) -> String {
    let anchor = match anchor {
        Anchor::Start => "start",
        Anchor::Middle => "middle",
        Anchor::End => "end",
    };
    let mut drawn = format!(
        "<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"{anchor}\" fill=\"{colour}\"",
        coordinate(x),
        coordinate(y),
        coordinate(size)
    );
    if stroke > 0.0 {
        let _ = write!(drawn, " stroke=\"{colour}\" stroke-width=\"{}\" stroke-linejoin=\"round\"", coordinate(stroke));
    }
    drawn + ">" + &escape(text) + "</text>"
}

/// A number with at most two decimals, as short as it can be.
pub fn coordinate(value: f64) -> String {
    let value = if value.is_finite() { value.clamp(-1e6, 1e6) } else { 0.0 };
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Text for XML; characters that XML cannot hold are left out.
pub fn escape(text: &str) -> String {
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
