//! The key below the map: exactly the owners and marks that are on the map.

use super::content::Chart;
use super::geometry::TYPE;
use super::labels::shortened;
use super::marks::{ARROW, HOME, OWN, SIEGE, STAR, tone_of};
use super::signs::{Sign, Signs};
use crate::engine::{Anchor, Map, Shape, Tone, lettering};
use crate::galaxy::Power;

const MARGIN: f64 = 12.0;
/// The height of a row.
const ROW: f64 = 19.0;
/// The radius of a sample disc, and the width of a sample line.
const SAMPLE: f64 = 6.5;
const LONG: f64 = 24.0;
/// The radius of a sample disc with rings around it.
const RINGED: f64 = 4.5;
/// The space between a sample and its words, and between two entries.
const TO_WORDS: f64 = 4.0;
const BETWEEN: f64 = 11.0;
const LONGEST_NAME: usize = 16;

impl Sign {
    fn sample_width(self) -> f64 {
        match self {
            Sign::Flight | Sign::Attack | Sign::Approach | Sign::Ways => LONG,
            Sign::Owner(_) | Sign::Taken | Sign::Battle => 2.0 * SAMPLE + 2.0,
            Sign::Home | Sign::Siege => 2.0 * SAMPLE + 6.0,
        }
    }
}

impl Chart<'_> {
    /// Writes the key below `top`; returns the y coordinate where the picture ends.
    pub(super) fn key(&self, signs: &Signs, top: f64, shapes: &mut Vec<Shape>) -> f64 {
        let (mut x, mut y) = (MARGIN, top + ROW / 2.0);
        for sign in self.in_order(signs) {
            let words = self.words(sign);
            let bold = matches!(sign, Sign::Owner(owner) if self.is_viewer(owner));
            let sample = sign.sample_width();
            let width = sample + TO_WORDS + lettering::width(&words) * TYPE;
            if x > MARGIN && x + width > Map::PHONE - MARGIN {
                (x, y) = (MARGIN, y + ROW);
            }
            shapes.extend(self.sample(sign, (x + sample / 2.0, y)));
            let (at, baseline) = (x + sample + TO_WORDS, y + TYPE * 0.365);
            shapes.push(Shape::Text { x: at, y: baseline, size: TYPE, anchor: Anchor::Start, tone: Tone::Ink, bold, text: words });
            x += width + BETWEEN;
        }
        y + ROW / 2.0 + MARGIN / 2.0
    }

    /// The signs in the order of the key: among owners the viewer first, then the other players, then nobody.
    fn in_order(&self, signs: &Signs) -> Vec<Sign> {
        let mut signs: Vec<Sign> = signs.all().iter().copied().collect();
        signs.sort_by_key(|sign| match sign {
            Sign::Owner(owner) if self.is_viewer(*owner) => 0,
            Sign::Owner(Power::Seat(_)) => 1,
            Sign::Owner(_) => 2,
            _ => 3,
        });
        signs
    }

    fn words(&self, sign: Sign) -> String {
        match sign {
            Sign::Owner(owner) if self.is_viewer(owner) => "you".to_owned(),
            Sign::Owner(owner) => shortened(&self.name_of(owner), LONGEST_NAME),
            Sign::Home => "your home".to_owned(),
            Sign::Taken => format!("changed hands in {} {}", self.unit, self.turn),
            Sign::Battle => format!("battle in {} {}", self.unit, self.turn),
            Sign::Siege => "besieged".to_owned(),
            Sign::Flight => "your ships under way".to_owned(),
            Sign::Attack => "enemies under way".to_owned(),
            Sign::Approach => if self.viewer.is_some() { "others under way" } else { "ships under way" }.to_owned(),
            Sign::Ways => "distance D".to_owned(),
        }
    }

    fn sample(&self, sign: Sign, (x, y): (f64, f64)) -> Vec<Shape> {
        let disc = |radius: f64, fill: Tone, stripes: Option<Tone>| Shape::Disc { x, y, radius, fill, ring: Some(Tone::Faint), stripes };
        let ring = |radius: f64, (off, width): (f64, f64), tone: Tone, dashed: bool| Shape::Ring {
            x,
            y,
            radius: radius + off * 0.8,
            tone,
            width: width * 0.8,
            dashed,
        };
        let ends = ((x - LONG / 2.0, y), (x + LONG / 2.0, y));
        let arrow = |tone: Tone, dashed: bool| Shape::Arrow { from: ends.0, to: ends.1, tone, width: ARROW, dashed };
        let own = self.viewer.map_or(Tone::Neutral, |seat| Tone::Seat(seat.0));
        match sign {
            Sign::Owner(owner) if self.is_viewer(owner) => vec![disc(SAMPLE, own, None), ring(SAMPLE, OWN, Tone::Ink, false)],
            Sign::Owner(owner) => vec![disc(SAMPLE, tone_of(owner), None)],
            Sign::Home => vec![disc(RINGED, own, None), ring(RINGED, OWN, Tone::Ink, false), ring(RINGED, HOME, Tone::Ink, false)],
            Sign::Taken => vec![disc(SAMPLE, Tone::Background, Some(Tone::Ink))],
            Sign::Siege => vec![disc(RINGED, Tone::Background, None), ring(RINGED, SIEGE, Tone::Highlight, true)],
            Sign::Battle => vec![Shape::Star { x, y, radius: STAR, tone: Tone::Highlight }],
            Sign::Flight => vec![arrow(Tone::Ink, true)],
            Sign::Attack => vec![arrow(Tone::Highlight, false)],
            Sign::Approach => vec![arrow(Tone::Ink, false)],
            Sign::Ways => vec![Shape::Line { from: ends.0, to: ends.1, tone: Tone::Faint, width: 1.0, dashed: false }],
        }
    }
}
