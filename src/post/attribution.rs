//! Finds the line in which an email program says whose words it quotes, in any language: `On Fri, 15 Jan 2027 at 20:10, Ann <ann@…>
//! wrote:`.
//!
//! It ends with a colon or, as Zoho writes it, between rulers, as no order does, and says when or from which address.

use super::blocks;
use super::commands;
use super::old_mail::{holds_moment, is_letter};
use super::words::is_marked;

/// The most lines over which an attribution is wrapped.
const LINES: usize = 3;
/// What an attribution ends with.
const CLOSING: [char; 3] = [':', '\u{ff1a}', '-'];
/// What a program that names neither time nor address writes before the colon or before a name.
const VERBS: [&str; 12] =
    ["wrote", "writes", "said", "schrieb", "a écrit", "escribió", "escribio", "ha scritto", "scrive", "schreef", "escreveu", "skrev"];

/// Where the attribution at the end of these lines begins; `None` if they do not end with one.
pub(super) fn start(lines: &[String]) -> Option<usize> {
    let last = lines.last().filter(|line| announces(line))?;
    let whole = starts(lines).find(|start| is_whole(&paragraph(lines, *start)));
    let is_alone = holds_moment(last) || last.contains('@') || ends_with_verb(last);
    let is_wrapped = |start: &usize| holds_moment(&paragraph(lines, *start)) && holds_verb(&paragraph(lines, *start));
    whole.or_else(|| if is_alone { Some(lines.len() - 1) } else { starts(lines).find(is_wrapped) })
}

/// Where an attribution begins below which everything is quoted without marks: it names one of the addresses that the email answers as that of a
/// writer, or one of our letters follows, and the writer's own words come before it. Writers who leave an attribution and write below it have no
/// words of their own above it. "What I sent to games@… at 20:10:" is no attribution.
pub(super) fn above_unmarked(lines: &[String], answered: &[String]) -> Option<usize> {
    let first_own = lines.iter().position(|line| !line.trim().is_empty() && !is_marked(line))?;
    (first_own + 2..=lines.len()).find_map(|end| {
        let start = start(&lines[..end]).filter(|start| *start > first_own)?;
        let text = paragraph(&lines[..end], start).to_lowercase();
        let is_named = |address: &String| text.contains(address.as_str()) && (names_writer(&text, address) || is_letter(&lines[end..]));
        let is_ours = is_whole(&text) && answered.iter().any(is_named);
        let below = lines[end..].iter().find(|line| !line.trim().is_empty());
        (is_ours && !below.is_some_and(|line| is_marked(line))).then_some(start)
    })
}

/// Whether an attribution in lower case names this address as email programs name a writer's: `<games@…>`, `games@… wrote:`.
fn names_writer(text: &str, address: &str) -> bool {
    text.match_indices(address).any(|(at, _)| {
        let (before, behind) = (text[..at].trim_end(), text[at + address.len()..].trim_start());
        let words = behind.trim_end_matches(|letter: char| CLOSING.contains(&letter) || letter.is_whitespace());
        before.ends_with(['<', '(', '[']) || behind.starts_with(['>', ')', ']']) || VERBS.contains(&words)
    })
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
    announces(text) && text.contains('@') && holds_moment(text)
}

/// Whether a text ends as an attribution does: with a colon, or with a ruler behind its words.
fn announces(text: &str) -> bool {
    let text = text.trim_end();
    let words = text.trim_end_matches('-');
    text.ends_with([':', '\u{ff1a}']) || text.len() >= words.len() + 2 && words.ends_with(' ') && words.contains(char::is_alphabetic)
}

/// `Ann wrote:`.
fn ends_with_verb(line: &str) -> bool {
    let line = line.to_lowercase();
    let phrase = line.trim().trim_end_matches(CLOSING).trim_end();
    VERBS.iter().any(|verb| phrase.ends_with(verb))
}

/// `Am 03.04.26 um 12:00 schrieb Ann:`.
fn holds_verb(text: &str) -> bool {
    let text = text.to_lowercase();
    VERBS.iter().any(|verb| text.contains(&format!(" {verb}")))
}
