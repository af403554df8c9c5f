//! Colours text on a terminal, unless the user does not want that.

use std::io::{IsTerminal, stdout};

use super::common::Common;
use super::world::environment;

/// Whether text for standard output is coloured. A colour never carries meaning alone.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Colours {
    are_on: bool,
}

/// How a piece of text is emphasized.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    Heading,
    /// For what somebody has to do.
    Urgent,
    /// For what nobody waits for.
    Faint,
}

impl Colours {
    /// Colours on a terminal, unless `NO_COLOR` is set or the terminal has none; never in a file, a pipe or JSON.
    pub(super) fn of_output(common: &Common) -> Colours {
        Colours::decided(stdout().is_terminal() && !common.json, &environment)
    }

    fn decided(is_terminal: bool, environment: &dyn Fn(&str) -> Option<String>) -> Colours {
        let is_unwanted = environment("NO_COLOR").is_some_and(|value| !value.is_empty());
        let knows_none = environment("TERM").is_none_or(|terminal| terminal == "dumb");
        Colours { are_on: is_terminal && !is_unwanted && !knows_none }
    }

    /// The text with its colour; unchanged without colours.
    pub(super) fn paint(self, style: Style, text: &str) -> String {
        let code = match style {
            Style::Heading => "1",
            Style::Urgent => "1;31",
            Style::Faint => "2",
        };
        if self.are_on && !text.is_empty() { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
    }

    /// Colours the lines of a table: its head as a heading, and each row in its style.
    pub(super) fn paint_table(self, table: &str, rows: impl IntoIterator<Item = Option<Style>>) -> String {
        let styles = std::iter::once(Some(Style::Heading)).chain(rows).chain(std::iter::repeat(None));
        let painted = |(line, style): (&str, Option<Style>)| style.map_or_else(|| line.to_owned(), |style| self.paint(style, line)) + "\n";
        table.lines().zip(styles).map(painted).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_for_terminals_that_want_them() {
        let painted = |is_terminal: bool, set: &[(&str, &str)]| {
            let environment = |name: &str| set.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
            Colours::decided(is_terminal, &environment).paint(Style::Urgent, "rim-3")
        };
        assert_eq!(painted(true, &[("TERM", "xterm")]), "\u{1b}[1;31mrim-3\u{1b}[0m");
        assert_eq!(painted(true, &[("TERM", "xterm"), ("NO_COLOR", "")]), "\u{1b}[1;31mrim-3\u{1b}[0m");
        for plain in [
            painted(true, &[("TERM", "xterm"), ("NO_COLOR", "1")]),
            painted(true, &[("TERM", "dumb")]),
            painted(true, &[]),
            painted(false, &[("TERM", "xterm")]),
        ] {
            assert_eq!(plain, "rim-3");
        }
    }

    #[test]
    fn a_table_is_painted_by_rows() {
        let colours = Colours { are_on: true };
        assert_eq!(
            colours.paint_table("head\none\ntwo\n", [None, Some(Style::Faint)]),
            "\u{1b}[1mhead\u{1b}[0m\none\n\u{1b}[2mtwo\u{1b}[0m\n"
        );
    }
}
