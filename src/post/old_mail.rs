//! Finds the beginning of an old email that a program quotes without marks.

use unicode_normalization::char::is_combining_mark;

use super::words::begins;

/// The fewest lines of an old header: From, the date, and To or the subject.
const LEAST_HEADER_LINES: usize = 3;
/// The most lines of it that are read: To, copies and the subject may follow.
const HEADER_LINES: usize = 6;
/// The most letters in the label of a line of an old header.
const LABEL_LENGTH: usize = 20;
/// The columns of the rulers above and below the title of a report.
const RULER: usize = 78;
/// The most lines between these rulers.
const TITLE_LINES: usize = 6;
/// Every letter of ours with more lines than this has one of its marks among them.
const LETTER_LINES: usize = 60;

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
    let has_moment = values.iter().any(|value| holds_moment(value));
    let is_ours = values.iter().any(|value| is_ours(value, answered));
    // The head of a memo may have the same labels: "FROM: Admiral Ann", "TO: Imperial Command", "DATE: turn 1".
    let is_mail = || has_moment || is_ours || values.iter().any(|value| value.contains('@')) || is_letter(lines);
    values.len() >= LEAST_HEADER_LINES && has_moment && is_ours
        || has_known_labels(behind_ruler().map(|line| line.trim().trim_matches('*'))) && is_mail()
}

/// Whether a text holds a time of day or a date in digits: `20:10`, `20.10`, `15/01/2027`.
pub(super) fn holds_moment(text: &str) -> bool {
    let is_moment = |four: &[u8]| matches!(four, [hour, b':' | b'.' | b'/' | b'-' | b'h', ten, one] if [hour, ten, one].into_iter().all(u8::is_ascii_digit));
    text.as_bytes().windows(4).any(is_moment)
}

/// Whether these lines begin with the title of one of our reports, between two rulers: no program quotes so little of it, and nobody writes that.
pub(super) fn is_report(lines: &[String]) -> bool {
    is_ruler(&lines[0]) && lines.iter().skip(2).take(TITLE_LINES).any(|line| is_ruler(line))
}

/// Whether one of our letters is in these lines: a report's ruler, a heading in capitals with its own ruler, or a fence.
pub(super) fn is_letter(lines: &[String]) -> bool {
    let is_heading = |pair: &[String]| {
        let (heading, below) = (pair[0].trim_end(), pair[1].trim_end());
        let is_underlined = below.len() >= 4 && below.bytes().all(|byte| byte == b'-') && heading.chars().count() == below.len();
        is_underlined && heading.contains(char::is_alphabetic) && heading == heading.to_uppercase()
    };
    let lines = &lines[..lines.len().min(LETTER_LINES)];
    lines.windows(2).any(is_heading) || lines.iter().any(|line| is_ruler(line) || line.trim_start().starts_with("| "))
}

fn is_ruler(line: &str) -> bool {
    let line = line.trim();
    line.len() == RULER && line.bytes().all(|byte| byte == b'=')
}

/// Whether the header begins with the sender and a date follows soon.
fn has_known_labels<'a>(mut header: impl Iterator<Item = &'a str>) -> bool {
    let dates = ["sent:", "date:", "gesendet:", "datum:", "envoyé", "date :", "enviado", "fecha:", "inviato:", "verzonden:"];
    let is_from = header.next().is_some_and(|line| begins(line, &["from:", "von:", "de :", "de:", "da:", "van:"]));
    is_from && header.take(3).any(|line| begins(line, &dates))
}

/// The value of a line such as `Gesendet: Freitag`; asterisks may surround the label.
fn labelled(line: &str) -> Option<&str> {
    // Hardly any line has one, and a single letter is sought many times as fast as one of two.
    let colons = [':', '\u{ff1a}'].into_iter().filter_map(|colon: char| line.split_once(colon));
    let (label, value) = colons.min_by_key(|(label, _)| label.len())?;
    let label = label.trim().trim_matches('*').trim_end();
    let is_label = (1..=LABEL_LENGTH).contains(&label.chars().count()) && label.chars().all(is_of_label);
    let value = value.trim_matches(|letter: char| letter.is_whitespace() || letter == '*');
    (is_label && !value.is_empty()).then_some(value)
}

/// The vowel signs of Thai and Hindi are marks, not letters.
fn is_of_label(letter: char) -> bool {
    letter.is_alphabetic() || is_combining_mark(letter) || letter == ' '
}

/// Whether what looks like an old email quotes one of our letters.
pub(super) fn names_us(lines: &[String], answered: &[String]) -> bool {
    let header = lines.iter().filter(|line| !line.trim().is_empty()).take(HEADER_LINES + 2);
    header.map(|line| labelled(line).unwrap_or(line)).any(|value| is_ours(value, answered))
}

/// Whether a line of a header names the address that is answered, or ends with our tag, which has two words: `[rim-3 4F7K…]`.
fn is_ours(value: &str, answered: &[String]) -> bool {
    let tag = value.strip_suffix(']').and_then(|value| value.rsplit_once('['));
    tag.is_some_and(|(_, tag)| tag.trim().contains(' ')) || answered.iter().any(|address| value.to_lowercase().contains(address.as_str()))
}
