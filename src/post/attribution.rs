//! Finds the line in which an email program says whose words it quotes, in any language: `On Fri, 15 Jan 2027 at 20:10, Ann <ann@…>
//! wrote:`.
//!
//! It ends with a colon, as no order does, and says when or from which address.

use super::blocks;
use super::commands;
use super::words::is_marked;

/// The most lines over which an attribution is wrapped.
const LINES: usize = 3;
/// What a program that names neither time nor address writes before the colon or before a name.
const VERBS: [&str; 12] =
    ["wrote", "writes", "said", "schrieb", "a écrit", "escribió", "escribio", "ha scritto", "scrive", "schreef", "escreveu", "skrev"];

/// Where the attribution at the end of these lines begins; `None` if they do not end with one.
pub(super) fn start(lines: &[String]) -> Option<usize> {
    let last = lines.last().filter(|line| ends_with_colon(line))?;
    let whole = starts(lines).find(|start| is_whole(&paragraph(lines, *start)));
    let is_alone = holds_moment(last) || last.contains('@') || ends_with_verb(last);
    let is_wrapped = |start: &usize| holds_moment(&paragraph(lines, *start)) && holds_verb(&paragraph(lines, *start));
    whole.or_else(|| if is_alone { Some(lines.len() - 1) } else { starts(lines).find(is_wrapped) })
}

/// Where an attribution begins below which everything is quoted without marks: it names one of the addresses that the email answers, and
/// the writer's own words come before it. Writers who leave an attribution and write below it have no words of their own above it.
pub(super) fn above_unmarked(lines: &[String], answered: &[String]) -> Option<usize> {
    let first_own = lines.iter().position(|line| !line.trim().is_empty() && !is_marked(line))?;
    (first_own + 2..=lines.len()).find_map(|end| {
        let start = start(&lines[..end]).filter(|start| *start > first_own)?;
        let text = paragraph(&lines[..end], start).to_lowercase();
        let is_ours = is_whole(&text) && answered.iter().any(|address| text.contains(address.as_str()));
        let below = lines[end..].iter().find(|line| !line.trim().is_empty());
        (is_ours && !below.is_some_and(|line| is_marked(line))).then_some(start)
    })
}

/// Whether a text holds a time of day or a date in digits: `20:10`, `20.10`, `15/01/2027`.
pub(super) fn holds_moment(text: &str) -> bool {
    let is_moment = |four: &[u8]| matches!(four, [hour, b':' | b'.' | b'/' | b'-' | b'h', ten, one] if [hour, ten, one].into_iter().all(u8::is_ascii_digit));
    text.as_bytes().windows(4).any(is_moment)
}

/// The lines with which it may begin, the nearest first. An attribution never contains an empty line, a quoted one or a command.
fn starts(lines: &[String]) -> impl Iterator<Item = usize> {
    let may_belong =
        |line: &str| !line.trim().is_empty() && !is_marked(line) && commands::read(line).is_none() && blocks::begins(line).is_none();
    (0..lines.len()).rev().take(LINES).take_while(move |start| may_belong(&lines[*start]))
}

fn paragraph(lines: &[String], start: usize) -> String {
    lines[start..].join(" ")
}

fn is_whole(text: &str) -> bool {
    ends_with_colon(text) && text.contains('@') && holds_moment(text)
}

fn ends_with_colon(text: &str) -> bool {
    text.trim_end().ends_with([':', '\u{ff1a}'])
}

/// `Ann wrote:`.
fn ends_with_verb(line: &str) -> bool {
    let line = line.to_lowercase();
    let phrase = line.trim().trim_end_matches(':').trim_end();
    VERBS.iter().any(|verb| phrase.ends_with(verb))
}

/// `Am 03.04.26 um 12:00 schrieb Ann:`.
fn holds_verb(text: &str) -> bool {
    let text = text.to_lowercase();
    VERBS.iter().any(|verb| text.contains(&format!(" {verb}")))
}
