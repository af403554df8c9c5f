//! What a player writes for others to read, as it is kept.

use crate::engine::reader::harmless;

/// Stands where a reply token stood.
const NO_TOKEN: &str = "****";

/// The words without what a terminal would obey, without blank lines around them and without these reply tokens; empty if nothing is left.
pub(super) fn cleaned(words: &str, tokens: &[String]) -> String {
    let text = harmless(&words.replace('\t', " "));
    let text = without_tokens(text.trim_matches('\n').trim_end(), tokens);
    if text.trim().is_empty() { String::new() } else { text }
}

/// The text without the reply tokens that stand in it, however they are spaced: a report that is passed on has one.
fn without_tokens(text: &str, tokens: &[String]) -> String {
    let mut letters: Vec<(usize, char)> = Vec::new();
    for (at, letter) in text.char_indices().filter(|(_, letter)| letter.is_ascii_alphanumeric() || *letter == '|') {
        letters.push((at, folded(letter)));
    }
    let plain: Vec<char> = letters.iter().map(|(_, letter)| *letter).collect();
    let mut cuts: Vec<(usize, usize)> = Vec::new();
    for token in tokens.iter().map(|token| token.chars().map(folded).collect::<Vec<char>>()).filter(|token| !token.is_empty()) {
        let places = plain.windows(token.len()).enumerate().filter(|(_, window)| **window == token[..]);
        cuts.extend(places.map(|(at, _)| (letters[at].0, letters[at + token.len() - 1].0 + 1)));
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

/// A letter as tokens are compared, see `post::tag::fold_token`.
fn folded(letter: char) -> char {
    match letter.to_ascii_uppercase() {
        '0' => 'O',
        '1' | 'L' | '|' => 'I',
        '8' => 'B',
        letter => letter,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_token_is_passed_on_however_it_is_written() {
        let tokens = ["ABCDEFGHIJKLMNOP".to_owned(), "QRSTUVWXYZ234567".to_owned()];
        for text in
            ["x [rim-3 ABCDEFGHIJKLMNOP] y", "x abcd-efgh 1jkl MN0P y", "x\nABCDEFGH\nIJKLMNOP\ny", "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"]
        {
            let kept = without_tokens(text, &tokens);
            assert!(kept.contains(NO_TOKEN) && !kept.to_uppercase().contains("EFGH") && !kept.contains("STUV"), "{text}: {kept}");
        }
        assert_eq!(without_tokens("Zürich (ABCDEFGHIJKLMNO)", &tokens), "Zürich (ABCDEFGHIJKLMNO)");
    }
}
