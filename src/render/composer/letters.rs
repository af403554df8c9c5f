//! Bytes as text in a page, in letters that need no escape in HTML.

/// Five of 85 letters for each four bytes, the most significant first, which is a sixteenth shorter than base64. For fewer bytes at the end there is
/// one letter more than bytes.
pub(super) fn letters(bytes: &[u8]) -> String {
    let alphabet = alphabet();
    let mut letters = String::with_capacity(bytes.len() / 4 * 5 + 5);
    for group in bytes.chunks(4) {
        let number = group.iter().chain(&[0; 4]).take(4).fold(0_u32, |number, byte| number << 8 | u32::from(*byte));
        let digit = |place: u32| alphabet[(number / 85_u32.pow(place) % 85) as usize];
        letters.extend((0..5).rev().map(digit).take(group.len() + 1));
    }
    letters
}

fn alphabet() -> Vec<char> {
    ('#'..='~').filter(|letter| !r"&'<>\`".contains(*letter)).collect()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Decodes letters as the page does.
    pub(in super::super) fn bytes(letters: &str) -> Vec<u8> {
        let digits: Vec<u64> = letters.chars().map(|letter| alphabet().iter().position(|known| *known == letter).unwrap() as u64).collect();
        let group = |digits: &[u64]| {
            let number = digits.iter().chain(&[84; 5]).take(5).fold(0, |number, digit| number * 85 + digit);
            u32::try_from(number).unwrap().to_be_bytes().into_iter().take(digits.len() - 1).collect::<Vec<_>>()
        };
        digits.chunks(5).flat_map(group).collect()
    }

    #[test]
    fn bytes_are_five_letters_for_four_and_none_needs_an_escape() {
        assert_eq!(letters(&[]), "");
        assert_eq!(letters(&[0]), "##");
        assert_eq!(letters(&[0xff; 4]), letters(&[0xff; 8])[5..]);
        let all: Vec<u8> = (0..=255).collect();
        let written = letters(&all);
        assert_eq!(written.len(), 320);
        assert!(written.bytes().all(|letter| letter.is_ascii_graphic() && !b"&'<>\\`\"!".contains(&letter)), "{written}");
        for length in 0..all.len() {
            assert_eq!(bytes(&letters(&all[length..])), all[length..]);
        }
    }
}
