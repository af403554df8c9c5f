//! `format=flowed` (RFC 3676): joins lines that a mail program has wrapped.

use super::words::{SIGNATURE, is_marked};

/// How a text flows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Flow {
    /// `DelSp=yes`: the blank at the end of a wrapped line does not belong to the text.
    pub deletes_blank: bool,
}

/// The narrowest column, in letters, at which programs wrap.
pub(super) const NARROWEST: usize = 60;

impl Flow {
    /// The lines as they were written: each without its stuffed blank, wrapped ones joined. Some programs end complete lines with a blank,
    /// too, so a line counts as wrapped only if the next word would not have fitted. Quoted lines stay as they are.
    pub(super) fn join(self, lines: Vec<String>) -> Vec<String> {
        let mut joined: Vec<String> = Vec::new();
        let mut open = None;
        for line in lines {
            let is_whole = is_marked(&line) || line == SIGNATURE || line.trim().is_empty();
            let written = line.strip_prefix(' ').unwrap_or(&line);
            let word = written.split(' ').next().unwrap_or_default();
            match (open, joined.last_mut()) {
                (Some(width), Some(last)) if !is_whole && width + word.chars().count() > NARROWEST => {
                    last.truncate(last.len() - usize::from(self.deletes_blank));
                    last.push_str(written);
                }
                _ => joined.push(written.to_owned()),
            }
            open = (!is_whole && line.ends_with(' ')).then_some(line.chars().count());
        }
        joined
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(deletes_blank: bool, lines: &[&str], expected: &[&str]) {
        assert_eq!(Flow { deletes_blank }.join(lines.iter().map(|line| (*line).to_owned()).collect()), expected, "{lines:?}");
    }

    #[test]
    fn a_wrapped_line_is_joined_and_a_complete_one_is_not() {
        let long = "SEND 3 FI FROM New Earth TO Draken WITH 2 TR AND 7 HC FROM New ";
        check(false, &[long, "Rivet", "BUILD 1"], &[&format!("{long}Rivet"), "BUILD 1"]);
        check(true, &[&format!("{long} "), " Rivet"], &[&format!("{long}Rivet")]);
        check(false, &[long, long, "end"], &[&format!("{long}{long}end")]);
        check(false, &["Прошу прощения за опоздание: ", "BUILD 1 FP ON 1"], &["Прошу прощения за опоздание: ", "BUILD 1 FP ON 1"]);
        check(false, &["BUILD 3 FI ON 1 ", "SEND 2 FI FROM 1 TO 5 ", ""], &["BUILD 3 FI ON 1 ", "SEND 2 FI FROM 1 TO 5 ", ""]);
        for next in ["> Rivet", "-- ", "", " "] {
            check(false, &[long, next], &[long, next.strip_prefix(' ').unwrap_or(next)]);
        }
        check(false, &[&format!("> {long}"), "Rivet", " >x"], &[&format!("> {long}"), "Rivet", ">x"]);
    }
}
