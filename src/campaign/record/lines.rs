//! The spelling of a record: lines that emails leave unchanged, texts between marks, and values of settings.

use serde_json::Value;

/// The most letters of a line, so that emails leave it unchanged.
pub(super) const WIDTH: usize = 74;

/// A line that is broken at blanks if it is too long. A word that is too long is broken after a mark, or anywhere, with a joint before the
/// break.
pub(super) fn broken(line: &str, marks: &[char], joint: &str) -> String {
    const INDENT: &str = "     ";
    let line = line.trim_end();
    if line.chars().count() <= WIDTH {
        return format!("{line}\n");
    }
    let mut lines = vec![line[..line.len() - line.trim_start().len()].to_owned()];
    for word in line.split_whitespace() {
        let mut joined = "";
        for piece in pieces(word, WIDTH - INDENT.len() - 2, marks) {
            let last = lines.last_mut().map(|last| (last.chars().count(), last));
            match last {
                Some((length, last)) if joined.is_empty() && length + piece.chars().count() + 2 <= WIDTH => {
                    *last = format!("{last}{}{piece}", if last.trim().is_empty() { "" } else { " " });
                }
                Some((_, last)) => {
                    last.push_str(joined);
                    lines.push(format!("{INDENT}{piece}"));
                }
                None => {}
            }
            joined = if joint.is_empty() { " " } else { joint };
        }
    }
    lines.iter().fold(String::new(), |text, line| text + line.trim_end() + "\n")
}

/// A word that is cut after the last of these marks that fits, or else where nothing more fits.
fn pieces<'a>(word: &'a str, most: usize, marks: &[char]) -> Vec<&'a str> {
    let mut pieces = Vec::new();
    let mut rest = word;
    while rest.chars().count() > most {
        let fits = rest.char_indices().nth(most).map_or(rest.len(), |(at, _)| at);
        let at = rest[..fits].rfind(marks).map_or(fits, |at| at + 1);
        pieces.push(&rest[..at]);
        rest = &rest[at..];
    }
    pieces.push(rest);
    pieces
}

/// The text between two quotation marks, and what follows it. `\"` and `\\` stand for a mark and a backslash, and a backslash at the end of
/// a line joins a broken word.
pub(super) fn quoted(text: &str) -> Option<(String, &str)> {
    let mut rest = text.strip_prefix('"')?;
    let mut value = String::new();
    loop {
        let (text, mark) = rest.split_at(rest.find(['"', '\\'])?);
        value.push_str(text);
        if let Some(behind) = mark.strip_prefix('"') {
            return Some((value, behind));
        }
        let sign = mark.chars().nth(1)?;
        rest = &mark[1 + sign.len_utf8()..];
        if sign == '\n' || sign == '\r' {
            rest = rest.trim_start();
        } else {
            value.push(sign);
        }
    }
}

/// The text with one blank between words, since lines are broken at blanks.
pub(super) fn flat(value: &str) -> String {
    value.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A setting as people write it: text without marks, unless it would then be read as something else.
pub(super) fn bare(value: &Value) -> String {
    match value {
        Value::String(text) if serde_json::from_str::<Value>(text).is_err() => text.clone(),
        other => other.to_string(),
    }
}

pub(super) fn read_bare(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.to_owned()))
}
