//! The look of tones: colours that colour-blind readers can tell apart, on paper and on screen.
//!
//! Seats have the eight colours of Okabe and Ito ("Color Universal Design", 2008), which stay distinct for all common kinds of colour blindness; in
//! print without colour, the numbers beside them do.

use crate::engine::{Paint, Tone};

/// The colours of the seats, seat 1 first.
pub const SEATS: [&str; 8] = ["#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7", "#333333"];

/// The background of all pictures.
pub const PAPER: &str = "#fffdf8";
/// Lines and letters on paper.
pub const INK: &str = "#1d1d1b";
const FAINT: &str = "#b9b3a3";
const NEUTRAL: &str = "#e3dfd3";
const HIGHLIGHT: &str = "#b3004f";

/// The digits on discs of seats, whose colours are the same by day and by night.
const DARK_DIGIT: &str = "#161616";
const LIGHT_DIGIT: &str = "#ffffff";

/// The colours of maps that change for readers who want them dark: by day, and by night.
pub const NIGHT: [(&str, &str); 6] =
    [(PAPER, "#191b1e"), (INK, "#ece8de"), (FAINT, "#5d6066"), (NEUTRAL, "#42464c"), (HIGHLIGHT, "#ff86b0"), (SEATS[7], "#0a0a0b")];

/// The light cells of a board.
pub const CELL: &str = "#f6f1e4";
/// Every other cell of a chequered board.
pub const CELL_DARK: &str = "#e6dec9";
/// The cells marked as the centre.
pub const CELL_CENTRE: &str = "#e0d6bd";
/// The cells that the last move left and reached.
pub const CELL_MOVED: &str = "#f8dfe8";
/// The lines between cells.
pub const CELL_EDGE: &str = "#bfb59c";
/// Small signs and names on bare cells.
pub const CELL_SIGN: &str = "#807657";
/// The outline of the cells of the last move.
pub const MOVED: &str = "#b3004f";

/// The look of a side's pieces. One side is light with a ring, the other dark without one, so that print without colour shows the difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lacquer {
    /// The colour of a piece from above.
    pub face: &'static str,
    /// The colour of a piece from the side.
    pub wall: &'static str,
    /// The colour of lines between and around pieces.
    pub edge: &'static str,
    /// The colour of the rim of the face, if it has one.
    pub ring: Option<&'static str>,
}

/// The look of a side's checkers; neutral for a side without a colour of its own.
pub fn lacquer(paint: Paint) -> Lacquer {
    match paint {
        Paint::White => Lacquer { face: "#ffffff", wall: "#ece7da", edge: INK, ring: Some("#a39b86") },
        Paint::Black => Lacquer { face: "#2b2b2b", wall: "#2b2b2b", edge: "#d8d2c4", ring: None },
        Paint::Red => Lacquer { face: "#f9b5a0", wall: "#ea8f76", edge: "#5c1208", ring: Some("#b3261e") },
        Paint::Blue => Lacquer { face: "#17427f", wall: "#17427f", edge: "#cfdcf0", ring: None },
        Paint::ByPiece => Lacquer { face: "#cfc8b6", wall: "#cfc8b6", edge: INK, ring: None },
    }
}

/// The colours of Looney Pyramids by name; neutral for any other name. Pyramids also show their letters.
pub fn pyramid(name: &str) -> &'static str {
    PYRAMIDS.iter().find(|(known, _)| *known == name).map_or("#cfc8b6", |(_, colour)| colour)
}

const PYRAMIDS: [(&str, &str); 10] = [
    ("green", "#3fae6b"),
    ("yellow", "#f5e04a"),
    ("red", "#b5172f"),
    ("blue", "#1b5fa8"),
    ("black", "#2b2b2b"),
    ("clear", "#dcebf0"),
    ("white", "#ffffff"),
    ("orange", "#ee9b23"),
    ("cyan", "#63cbe8"),
    ("purple", "#7d3f98"),
];

/// The colour of a tone as `#rrggbb`. With more than eight seats some share colours.
pub fn colour(tone: Tone) -> &'static str {
    match tone {
        Tone::Background => PAPER,
        Tone::Ink => INK,
        Tone::Faint => FAINT,
        Tone::Neutral => NEUTRAL,
        Tone::Highlight => HIGHLIGHT,
        Tone::Seat(number) => SEATS[usize::from(number.saturating_sub(1)) % SEATS.len()],
    }
}

/// Ink or paper, whichever reads better on this colour.
pub fn ink_on(colour: &str) -> &'static str {
    if luminance(colour) > 0.18 { INK } else { PAPER }
}

/// The colour that can be read on a disc of this tone, by day and by night.
pub fn ink_on_disc(fill: Tone) -> &'static str {
    match fill {
        Tone::Seat(_) if ink_on(colour(fill)) == INK => DARK_DIGIT,
        Tone::Seat(_) => LIGHT_DIGIT,
        _ => ink_on(colour(fill)),
    }
}

/// Red, green and blue of a colour written as `#rrggbb`; white if it cannot be read.
pub fn channels(colour: &str) -> [u8; 3] {
    [1..3, 3..5, 5..7].map(|range| colour.get(range).and_then(|digits| u8::from_str_radix(digits, 16).ok()).unwrap_or(255))
}

/// Relative luminance as defined by WCAG 2, from 0 to 1.
fn luminance(colour: &str) -> f64 {
    let [red, green, blue] = channels(colour).map(linear);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

fn linear(channel: u8) -> f64 {
    let share = f64::from(channel) / 255.0;
    if share <= 0.040_45 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contrast(one: &str, other: &str) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[test]
    fn a_number_on_any_seat_s_colour_can_be_read() {
        for number in 0..=255 {
            let paint = colour(Tone::Seat(number));
            assert!(contrast(paint, ink_on(paint)) > 4.0, "seat {number}");
        }
        assert_eq!((luminance("#ffffff"), luminance("#000000"), luminance("white")), (1.0, 0.0, 1.0));
    }

    #[test]
    fn what_stands_on_a_map_can_be_read_by_day_and_by_night() {
        let by_night = |colour: &'static str| NIGHT.iter().find(|(day, _)| *day == colour).map_or(colour, |(_, night)| *night);
        let looks: [&dyn Fn(&'static str) -> &'static str; 2] = [&|colour| colour, &by_night];
        for look in looks {
            let paper = look(PAPER);
            assert!(contrast(look(INK), paper) > 12.0 && contrast(look(HIGHLIGHT), paper) > 6.0 && contrast(look(FAINT), paper) > 2.0);
            for number in 1..=8 {
                let disc = look(colour(Tone::Seat(number)));
                assert!(contrast(disc, look(ink_on_disc(Tone::Seat(number)))) > 4.0, "seat {number}");
            }
            assert!(contrast(look(NEUTRAL), look(ink_on_disc(Tone::Neutral))) > 7.0);
        }
    }

    #[test]
    fn what_stands_on_pieces_and_cells_can_be_read() {
        let faces = [Paint::White, Paint::Black, Paint::Red, Paint::Blue, Paint::ByPiece].map(|paint| lacquer(paint).face);
        for paint in faces.into_iter().chain(PYRAMIDS.map(|(_, paint)| paint)).chain([pyramid("mauve")]) {
            assert!(contrast(paint, ink_on(paint)) > 4.5, "{paint}");
        }
        for cell in [CELL, CELL_DARK, CELL_CENTRE, CELL_MOVED] {
            assert!(contrast(cell, MOVED) > 4.5 && contrast(cell, CELL_SIGN) > 3.0, "{cell}");
        }
    }

    #[test]
    fn sides_stay_apart_in_print_without_colour() {
        for [light, dark] in [[Paint::White, Paint::Black], [Paint::Red, Paint::Blue]].map(|sides| sides.map(lacquer)) {
            assert!(contrast(light.face, dark.face) > 4.5 && light.ring.is_some() && dark.ring.is_none());
            assert!(contrast(light.wall, dark.wall) > 3.5 && contrast(dark.edge, dark.wall) > 4.5);
        }
    }
}
