//! A turn's words below the picture of a film.

use std::fmt::Write;

use handlebars::html_escape;

use super::frame::Frame;

/// The letters of a line below the picture.
const LETTERS: usize = 58;

/// Where the lines stand, in hundredths of the film's width from the bottom of its picture.
const LINES: [f64; 3] = [9.4, 13.3, 17.2];

/// A turn's label, and below it as much of its story as fits, in hundredths of the film's width and from the bottom of its picture.
pub(super) fn caption(frame: &Frame) -> String {
    let mut words = format!("<text x=\"3\" y=\"4.8\" font-size=\"3.6\" font-weight=\"bold\">{}</text>", html_escape(&frame.label));
    for (y, line) in LINES.iter().zip(told(frame)) {
        // Writing into a string does not fail.
        let _ = write!(words, "<text x=\"3\" y=\"{y}\">{}</text>", html_escape(&line));
    }
    words
}

/// The sentences of a turn that fit whole, in lines. If not even the first fits, it is cut.
fn told(frame: &Frame) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for sentence in &frame.sentences {
        let mut with = lines.clone();
        match with.last_mut() {
            Some(line) if letters(line) + 1 + letters(sentence) <= LETTERS => {
                line.push(' ');
                line.push_str(sentence);
            }
            _ => with.extend(filled(sentence)),
        }
        if with.len() <= LINES.len() {
            lines = with;
            continue;
        }
        if lines.is_empty() {
            lines = with;
            lines.truncate(LINES.len());
            lines.iter_mut().last().into_iter().for_each(|last| last.push('…'));
        }
        break;
    }
    lines
}

fn filled(sentence: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in sentence.split_whitespace() {
        match lines.last_mut() {
            Some(line) if letters(line) + 1 + letters(word) <= LETTERS => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn letters(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
pub(super) mod tests {
    use chrono::DateTime;

    use super::*;

    pub(in crate::render::site) fn frame(turn: u32, sentences: &[&str]) -> Frame {
        Frame {
            turn,
            id: String::new(),
            at: DateTime::UNIX_EPOCH,
            headline: String::new(),
            sentences: sentences.iter().map(|sentence| (*sentence).to_owned()).collect(),
            label: format!("Turn {turn}"),
            moves_html: String::new(),
        }
    }

    #[test]
    fn as_many_sentences_are_told_as_fit() {
        let short = "Ann took Rivet (19), which was neutral.";
        let long = "word ".repeat(60);
        assert_eq!(told(&frame(1, &["A b.", "C d."])), ["A b. C d."]);
        assert_eq!(told(&frame(1, &[short, short, short, short])), [short, short, short]);
        assert_eq!(told(&frame(1, &[short, &long])), [short]);
        let cut = told(&frame(1, &[&long]));
        assert!(cut.len() == 3 && cut[2].ends_with('…') && cut.iter().all(|line| letters(line) <= LETTERS + 1), "{cut:?}");
        assert_eq!(told(&frame(1, &[])), Vec::<String>::new());
    }
}
