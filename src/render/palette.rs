//! What tones look like: colours that the colour-blind can tell apart, on paper and on screen.
//!
//! Seats have the eight colours of Okabe and Ito ("Color Universal Design", 2008), which stay apart
//! for all common kinds of colour blindness; in print without colour the numbers beside them do.

use crate::engine::Tone;

/// Seat 1 first.
const SEATS: [&str; 8] = ["#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7", "#333333"];

pub const PAPER: &str = "#fffdf8";
pub const INK: &str = "#1d1d1b";

/// The colour of a tone as `#rrggbb`. More than eight seats share colours.
pub fn colour(tone: Tone) -> &'static str {
    match tone {
        Tone::Background => PAPER,
        Tone::Ink => INK,
        Tone::Faint => "#b9b3a3",
        Tone::Neutral => "#e3dfd3",
        Tone::Highlight => "#b3004f",
        Tone::Seat(number) => SEATS[usize::from(number.saturating_sub(1)) % SEATS.len()],
    }
}

/// Ink or paper, whichever reads better on that colour.
pub fn ink_on(colour: &str) -> &'static str {
    if luminance(colour) > 0.18 { INK } else { PAPER }
}

/// Relative luminance as WCAG 2 defines it, from 0 to 1.
fn luminance(colour: &str) -> f64 {
    let channel = |range| colour.get(range).and_then(|digits| u8::from_str_radix(digits, 16).ok()).map_or(1.0, linear);
    0.2126 * channel(1..3) + 0.7152 * channel(3..5) + 0.0722 * channel(5..7)
}

fn linear(channel: u8) -> f64 {
    let share = f64::from(channel) / 255.0;
    if share <= 0.040_45 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_on_any_seat_s_colour_can_be_read() {
        for number in 0..=255 {
            let (paint, ink) = (luminance(colour(Tone::Seat(number))), luminance(ink_on(colour(Tone::Seat(number)))));
            let contrast = (paint.max(ink) + 0.05) / (paint.min(ink) + 0.05);
            assert!(contrast > 4.0, "seat {number}: {contrast}");
        }
        assert_eq!((luminance("#ffffff"), luminance("#000000"), luminance("white")), (1.0, 0.0, 1.0));
    }
}
