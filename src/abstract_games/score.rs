//! The words of a score: moves, their numbers, and what stands between them.

/// What a score has in place of the move of a side that was skipped (C2).
pub const PASSED_OVER: &str = "-";

/// The steps of a score, which blanks, new lines or semicolons separate. Leaves out `#` comments, move numbers such as `12.`, and the brackets around
/// SWAP. A placement such as `P@A1` is the first half of the step after it.
pub fn steps_in(text: &str) -> Vec<String> {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default());
    let words = lines.flat_map(|line| line.split(|letter: char| letter.is_whitespace() || letter == ';')).map(without_number);
    let words = words.map(|word| word.trim_matches(['(', ')']));
    let mut steps: Vec<String> = Vec::new();
    let mut half_written = false;
    for word in words.filter(|word| !word.is_empty()) {
        match steps.last_mut() {
            Some(first_half) if half_written => *first_half = format!("{first_half} {word}"),
            _ => steps.push(word.to_owned()),
        }
        half_written = word.contains('@');
    }
    steps
}

/// A word without its move number: `a4-a5` for `12.a4-a5` and `12...a4-a5`, nothing for `12.`
fn without_number(word: &str) -> &str {
    let behind = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if behind.len() < word.len() && behind.starts_with('.') { behind.trim_start_matches('.') } else { word }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_told_from_comments_numbers_and_halves() {
        for (text, steps) in [
            ("1. a1-a2 b1-b2\n2. a2-a3", vec!["a1-a2", "b1-b2", "a2-a3"]),
            ("# a game\n  a1-a2 # well played\r\n\r\n12...b1-b2", vec!["a1-a2", "b1-b2"]),
            ("0:b3-a2;0:b4-a3 ; 2:g4-f4", vec!["0:b3-a2", "0:b4-a3", "2:g4-f4"]),
            ("P@A1 A1-B1=D C1-C2=Q P@A6\n A6-A5=P", vec!["P@A1 A1-B1=D", "C1-C2=Q", "P@A6 A6-A5=P"]),
            ("P@A1", vec!["P@A1"]),
            ("   1.  a1-a2 (SWAP)   b1-b2\n   2.  -   b2-a2", vec!["a1-a2", "SWAP", "b1-b2", "-", "b2-a2"]),
            (" ; \n#", vec![]),
        ] {
            assert_eq!(steps_in(text), steps, "{text}");
        }
    }
}
