//! Cleans what a player writes for others to read.

use super::token::{Token, folded};
use crate::engine::reader::harmless;

/// Replaces a reply token.
const NO_TOKEN: &str = "****";

/// The words without control sequences for terminals, without surrounding blank lines and without these reply tokens; empty if nothing is
/// left.
pub(super) fn cleaned(words: &str, tokens: &[Token]) -> String {
    let text = harmless(&words.replace('\t', " "));
    let text = without_tokens(text.trim_matches('\n').trim_end(), tokens);
    if text.trim().is_empty() { String::new() } else { text }
}

/// The text with its reply tokens replaced, however they are spaced: a report that is passed on has one.
pub fn without_tokens(text: &str, tokens: &[Token]) -> String {
    let places = text.bytes().enumerate().filter(|(_, letter)| letter.is_ascii_alphanumeric() || *letter == b'|');
    let (places, letters): (Vec<usize>, Vec<u8>) = places.map(|(at, letter)| (at, folded(letter))).unzip();
    let mut cuts: Vec<(usize, usize)> = Vec::new();
    for token in tokens.iter().map(Token::folded) {
        let length = token.letters().len();
        let found = letters.windows(length).enumerate().filter(|(_, window)| *window == token.letters());
        cuts.extend(found.map(|(at, _)| (places[at], places[at + length - 1] + 1)));
    }
    cuts.sort_unstable();
    let (mut kept, mut end) = (String::new(), 0);
    for (from, to) in cuts {
        if from >= end {
            kept.push_str(&text[end..from]);
            kept.push_str(NO_TOKEN);
        }
        end = end.max(to);
    }
    kept + &text[end..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_token_is_passed_on_however_it_is_written() {
        let tokens = ["ABCDEFGHIJKLMNOP", "QRSTUVWXYZ234567"].map(|token| Token::read(token).unwrap());
        for text in
            ["x [rim-3 ABCDEFGHIJKLMNOP] y", "x abcd-efgh 1jkl MN0P y", "x\nABCDEFGH\nIJKLMNOP\ny", "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"]
        {
            let kept = without_tokens(text, &tokens);
            assert!(kept.contains(NO_TOKEN) && !kept.to_uppercase().contains("EFGH") && !kept.contains("STUV"), "{text}: {kept}");
        }
        assert_eq!(without_tokens("Zürich (ABCDEFGHIJKLMNO)", &tokens), "Zürich (ABCDEFGHIJKLMNO)");
    }
}
