//! Text as letters of the font that the program carries, each with its place on the line.

use std::sync::LazyLock;

use ttf_parser::{Face, GlyphId, OutlineBuilder};
use zeno::{Command, PathBuilder};

use crate::engine::Anchor;

static FONT: LazyLock<Option<Face<'static>>> =
    LazyLock::new(|| Face::parse(include_bytes!("../../../../templates/fonts/DejaVuSans.ttf"), 0).ok());

/// A letter, by its number in the font.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Glyph(u16);

/// The letters of a text, with their distances from the text's anchor, in units of `size`. Letters that the font lacks are boxes.
pub(super) fn line(text: &str, anchor: Anchor, size: f64) -> Vec<(Glyph, f64)> {
    let Some(font) = FONT.as_ref() else { return Vec::new() };
    let scale = size / f64::from(font.units_per_em());
    let mut letters = Vec::new();
    let mut along = 0.0;
    let mut before = None;
    for letter in in_order_of_sight(text) {
        let letter = font.glyph_index(letter).unwrap_or_default();
        along += before.map_or(0.0, |before| f64::from(kerning(font, before, letter)) * scale);
        letters.push((Glyph(letter.0), along));
        along += f64::from(font.glyph_hor_advance(letter).unwrap_or(0)) * scale;
        before = Some(letter);
    }
    let left = match anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => along / 2.0,
        Anchor::End => along,
    };
    letters.into_iter().map(|(letter, along)| (letter, along - left)).collect()
}

/// How much two letters are moved apart (closer if negative), in units of the font.
fn kerning(font: &Face<'_>, left: GlyphId, right: GlyphId) -> i16 {
    let tables = font.tables().kern.into_iter().flat_map(|kern| kern.subtables);
    tables.filter(|table| table.horizontal && !table.variable).find_map(|table| table.glyphs_kerning(left, right)).unwrap_or(0)
}

/// The letters from left to right; right-to-left words are reversed.
fn in_order_of_sight(text: &str) -> Vec<char> {
    let mut letters: Vec<char> = text.chars().filter(|letter| !letter.is_control()).collect();
    let is_neutral = |letter: &char| !letter.is_alphanumeric();
    let is_leftward = |letter: &char| matches!(letter, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}');
    for run in letters.chunk_by_mut(|one, other| [one, other].map(|letter| is_neutral(letter) || is_leftward(letter)) == [true; 2]) {
        let words = run.iter().position(is_leftward).zip(run.iter().rposition(is_leftward));
        if let Some((first, last)) = words {
            run[first..=last].reverse();
        }
    }
    letters
}

impl Glyph {
    /// The outline around the letter's origin; empty for a blank.
    pub(super) fn outline(self, size: f32) -> Vec<Command> {
        let Some(font) = FONT.as_ref() else { return Vec::new() };
        let mut pen = Pen { path: Vec::new(), scale: size / f32::from(font.units_per_em()) };
        font.outline_glyph(GlyphId(self.0), &mut pen);
        pen.path
    }
}

/// Records a letter's outline, in pixels.
struct Pen {
    path: Vec<Command>,
    scale: f32,
}

impl Pen {
    /// In a font, up is positive.
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (x * self.scale, -y * self.scale)
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        let to = self.at(x, y);
        self.path.move_to(to);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let to = self.at(x, y);
        self.path.line_to(to);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (control, to) = (self.at(x1, y1), self.at(x, y));
        self.path.quad_to(control, to);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let (first, second, to) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.path.curve_to(first, second, to);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::lettering;

    #[test]
    fn words_from_right_to_left_are_turned_round_where_they_stand() {
        for (written, seen) in [("Rim 3", "Rim 3"), ("[1] שלום עולם, ok", "[1] םלוע םולש, ok"), ("אב\u{7}", "בא"), ("", "")]
        {
            assert_eq!(in_order_of_sight(written).into_iter().collect::<String>(), seen);
        }
    }

    /// Text has room wherever [`lettering`] has laid it out.
    #[test]
    fn no_text_is_wider_than_layouts_take_it_to_be() {
        let font = FONT.as_ref().unwrap();
        let characters = (' '..='\u{ffff}').filter(|letter| font.glyph_index(*letter).is_some());
        let wider = characters.filter(|letter| {
            let advance = font.glyph_index(*letter).and_then(|glyph| font.glyph_hor_advance(glyph)).unwrap_or(0);
            f64::from(advance) / f64::from(font.units_per_em()) > lettering::width(&letter.to_string()) + 1e-9
        });
        assert_eq!(wider.collect::<String>(), "");
    }

    #[test]
    fn a_line_is_as_long_as_its_letters_and_nearer_where_they_fit() {
        let end = |text: &str| line(text, Anchor::Start, 100.0).last().map_or(0.0, |(_, along)| *along);
        assert!((end("II") - 29.5).abs() < 0.1, "{}", end("II"));
        assert!(end("AV") < end("AH"));
        let middle = line("II", Anchor::Middle, 100.0);
        assert!((middle[0].1 + end("II")).abs() < 1e-9 && middle[1].1.abs() < 1e-9);
    }
}
