//! How much room text takes in a picture. These are upper bounds, so that a layout based on them never overlaps.

/// The widths of the characters from space to tilde, in hundredths of the font size: those of DejaVu Sans, which pictures ask for, rounded up.
const ASCII: [u8; 95] = [
    32, 41, 46, 84, 64, 96, 78, 28, 40, 40, 50, 84, 32, 37, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 34, 34, 84, 84, 84, 54, 100,
    69, 69, 70, 78, 64, 58, 78, 76, 30, 30, 66, 56, 87, 75, 79, 61, 79, 70, 64, 62, 74, 69, 99, 69, 62, 69, 40, 34, 40, 84, 50, 50, 62, 64,
    55, 64, 62, 36, 64, 64, 28, 28, 58, 28, 98, 64, 62, 64, 64, 42, 53, 40, 64, 60, 82, 60, 60, 53, 64, 34, 64, 84,
];

/// How far letters of size 1 reach above and below the baseline.
pub const ABOVE: f64 = 0.78;
/// As [`ABOVE`], but below the baseline.
pub const BELOW: f64 = 0.24;

/// The greatest width of a text of size 1, as the PNG draws it and as browsers do that have this font or a narrower one.
pub fn width(text: &str) -> f64 {
    text.chars().map(width_of).sum()
}

fn width_of(letter: char) -> f64 {
    let code = letter as usize;
    match letter {
        ' '..='~' => ASCII.get(code - ' ' as usize).map_or(1.0, |width| f64::from(*width) / 100.0),
        '\u{300}'..='\u{36f}' => 0.0,
        'æ' | 'œ' | 'ŉ' | 'ŵ' => 1.05,
        'à'..='ÿ' if letter.is_alphabetic() => 0.64,
        '\u{a0}'..='\u{17f}' if letter.is_lowercase() => 0.9,
        '\u{a0}'..='\u{17f}' => 1.1,
        '\u{370}'..='\u{52f}' => 1.2,
        _ => 1.75,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_as_wide_as_its_letters() {
        assert_eq!((width(""), width("II"), width("i\u{301}")), (0.0, 0.6, 0.28));
        assert!(width("Wilderness") > width("Rivet") && width("星") > width("A"));
    }
}
