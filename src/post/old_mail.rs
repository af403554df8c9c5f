//! Finds the beginning of an old email that a program quotes without marks.

use super::attribution;
use super::words::begins;

/// The fewest lines of an old header: From, the date, and To or the subject.
const LEAST_HEADER_LINES: usize = 3;
/// The most lines of it that are read: To, copies and the subject may follow.
const HEADER_LINES: usize = 6;
/// The most letters in the label of a line of an old header.
const LABEL_LENGTH: usize = 20;

/// `-----Original Message-----` in some languages, and Gmail's line above what is forwarded.
pub(super) fn is_quoted_tail(line: &str) -> bool {
    let line = line.trim();
    if !(line.starts_with("--") && line.ends_with("--")) {
        return false;
    }
    let words = line.trim_matches('-').trim().to_lowercase();
    let known = [
        "original message",
        "original appointment",
        "forwarded message",
        "ursprüngliche nachricht",
        "originalnachricht",
        "original-nachricht",
        "weitergeleitete nachricht",
        "message d'origine",
        "message original",
        "message transféré",
        "mensaje original",
        "mensaje reenviado",
        "messaggio originale",
        "oorspronkelijk bericht",
    ];
    known.contains(&words.replace('\u{2019}', "'").as_str())
}

/// Whether these lines begin with what Outlook and similar programs put above an old email that they do not mark: a ruler of underscores or
/// nothing, then the old header, line by line. If its labels are in an unknown language, its content identifies it: at least three labelled
/// lines with a time or a date, and either the address that is answered or our tag at the end of the subject.
pub(super) fn is_old_header(lines: &[String], answered: &[String]) -> bool {
    let first = lines[0].trim();
    let is_ruler = first.len() >= 10 && first.bytes().all(|byte| byte == b'_');
    let behind_ruler = || lines.iter().skip(usize::from(is_ruler)).skip_while(|line| is_ruler && line.trim().is_empty());
    let values: Vec<&str> = behind_ruler().map_while(|line| labelled(line)).take(HEADER_LINES).collect();
    let is_shaped = values.len() >= LEAST_HEADER_LINES && values.iter().any(|value| attribution::holds_moment(value));
    is_shaped && values.iter().any(|value| is_ours(value, answered))
        || has_known_labels(behind_ruler().map(|line| line.trim().trim_matches('*')))
}

/// Whether the header begins with the sender and a date follows soon.
fn has_known_labels<'a>(mut header: impl Iterator<Item = &'a str>) -> bool {
    let dates = ["sent:", "date:", "gesendet:", "datum:", "envoyé", "date :", "enviado", "fecha:", "inviato:", "verzonden:"];
    let is_from = header.next().is_some_and(|line| begins(line, &["from:", "von:", "de :", "de:", "da:", "van:"]));
    is_from && header.take(3).any(|line| begins(line, &dates))
}

/// The value of a line such as `Gesendet: Freitag`; asterisks may surround the label.
fn labelled(line: &str) -> Option<&str> {
    let (label, value) = line.split_once([':', '\u{ff1a}'])?;
    let label = label.trim().trim_matches('*').trim_end();
    let is_label =
        (1..=LABEL_LENGTH).contains(&label.chars().count()) && label.chars().all(|letter| letter.is_alphabetic() || letter == ' ');
    let value = value.trim_matches(|letter: char| letter.is_whitespace() || letter == '*');
    (is_label && !value.is_empty()).then_some(value)
}

/// Whether what looks like an old email quotes one of our letters.
pub(super) fn names_us(lines: &[String], answered: &[String]) -> bool {
    let header = lines.iter().filter(|line| !line.trim().is_empty()).take(HEADER_LINES + 2);
    header.map(|line| labelled(line).unwrap_or(line)).any(|value| is_ours(value, answered))
}

/// Whether a line of a header names the address that is answered, or ends with our tag.
fn is_ours(value: &str, answered: &[String]) -> bool {
    value.ends_with(']') || answered.iter().any(|address| value.to_lowercase().contains(address.as_str()))
}
