//! The order text of a letter: what the player wrote in the body, then in attached order files.

use std::borrow::Cow;

use super::html;
use super::mime::{Contents, TextPart};
use super::quote::{self, Own};
use crate::engine::{is_invisible, is_plain};

/// What a player wrote, without quotes and signature.
///
/// Lines are counted from 1 in `text`, and the receipt echoes this text, so both mean the same lines.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OrderText {
    /// Lines joined by `\n`, without trailing blanks, tabs, control characters and characters of no width.
    pub text: String,
    /// Where its lines come from, in order and without gaps.
    pub origins: Vec<TextOrigin>,
    /// The lines below the body's signature mark, joined in the same way: they are not read, but what looks like an order in them is
    /// reported.
    pub signature: String,
    /// The lines of what looks like an old email though it may be meant for us, joined in the same way; they are not read either.
    pub old: String,
}

/// A stretch of the order text from one place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextOrigin {
    /// Its first line, from 1.
    pub line: u32,
    /// The attachment's file name; `None` for the body.
    pub attachment: Option<String>,
}

impl OrderText {
    /// The text of a plain order file.
    pub fn of_file(bytes: &[u8], name: Option<&str>) -> OrderText {
        let text = super::mime::plain_text(bytes);
        let part = TextPart { text, is_html: false, flow: None, name: name.map(str::to_owned) };
        let mut order_text = OrderText::default();
        order_text.append(lines_of(&part), part.name);
        order_text
    }

    /// The body first, then the order files in order. `answered` are the addresses that the email went to, in lower case.
    pub(super) fn of_mail(contents: &Contents, answered: &[String]) -> OrderText {
        let mut order_text = OrderText::default();
        for part in &contents.body {
            let own = Own::of(&lines_of(part), answered);
            order_text.append(own.lines, None);
            for (text, lines) in [(&mut order_text.signature, own.signature), (&mut order_text.old, own.old)] {
                lines.iter().for_each(|line| text.extend([line.trim_end(), "\n"]));
            }
        }
        // A file is no reply, so its lines are kept even after a `-- `.
        for part in &contents.order_attachments {
            order_text.append(quote::of_file(lines_of(part)), part.name.clone());
        }
        order_text
    }

    /// How many lines there are.
    pub fn line_count(&self) -> usize {
        self.text.lines().count()
    }

    /// Keeps only the first lines.
    pub(super) fn truncate(&mut self, lines: usize) {
        for text in [&mut self.text, &mut self.signature, &mut self.old] {
            if let Some((end, _)) = text.match_indices('\n').nth(lines.saturating_sub(1)) {
                text.truncate(end + 1);
            }
        }
        self.origins.retain(|origin| origin.line as usize <= lines);
    }

    fn append(&mut self, lines: Vec<String>, attachment: Option<String>) {
        let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
        let Some(first) = lines.iter().position(|line| !line.is_empty()) else { return };
        let end = lines.iter().rposition(|line| !line.is_empty()).map_or(first, |last| last + 1);
        self.origins.push(TextOrigin { line: self.line_count() as u32 + 1, attachment });
        for line in &lines[first..end] {
            self.text.push_str(line);
            self.text.push('\n');
        }
    }
}

/// The lines of a part as its reader would see them, with the trailing blanks that tell a signature.
fn lines_of(part: &TextPart) -> Vec<String> {
    let source = if part.is_html { Cow::Owned(html::to_text(&part.text)) } else { Cow::Borrowed(&part.text) };
    let mut lines = Vec::new();
    for line in source.split('\n') {
        let line = line.strip_suffix('\r').unwrap_or(line);
        match is_plain(line) {
            true => lines.push(line.to_owned()),
            false => lines.extend(line.split(['\r', '\u{85}', '\u{2028}', '\u{2029}']).map(visible)),
        }
    }
    match part.flow.filter(|_| !part.is_html) {
        Some(flow) => flow.join(lines),
        None => lines,
    }
}

fn visible(line: &str) -> String {
    let visible = line.chars().filter(|letter| !is_invisible(*letter));
    visible.filter_map(|letter| if letter.is_whitespace() { Some(' ') } else { (!letter.is_control()).then_some(letter) }).collect()
}
