//! The line in which an email program says whose words it quotes, in whatever language: `On Fri, 15 Jan 2027 at 20:10, Ann <ann@…> wrote:`.
//!
//! It ends with a colon, as no order does, and says when or from which address.

/// An attribution is wrapped over at most so many lines.
const LINES: usize = 3;
/// What the line of a program that names neither time nor address ends with.
const VERBS: [&str; 12] =
    ["wrote", "writes", "said", "schrieb", "a écrit", "escribió", "escribio", "ha scritto", "scrive", "schreef", "escreveu", "skrev"];

/// Where the attribution begins that these lines end with.
pub(super) fn start(lines: &[String]) -> Option<usize> {
    let last = lines.last().filter(|line| ends_with_colon(line))?;
    let says_when = |start: &usize| holds_moment(&paragraph(lines, *start));
    let whole = starts(lines).find(|start| is_whole(&paragraph(lines, *start)));
    let is_alone = holds_moment(last) || last.contains('@') || ends_with_verb(last);
    whole.or_else(|| if is_alone { Some(lines.len() - 1) } else { starts(lines).find(says_when) })
}

/// Where an attribution begins under which an email is quoted without marks, to the end.
pub(super) fn above_unmarked(lines: &[String]) -> Option<usize> {
    (1..=lines.len()).find_map(|end| {
        let names_sender =
            |start: &usize| is_whole(&paragraph(&lines[..end], *start)) && holds_bracketed_address(&paragraph(&lines[..end], *start));
        let start = start(&lines[..end]).filter(names_sender)?;
        let below = lines[end..].iter().map(|line| line.trim_start()).find(|line| !line.is_empty());
        (!below.is_some_and(|line| line.starts_with('>'))).then_some(start)
    })
}

/// Whether a text holds a time of day or a date in digits: `20:10`, `20.10`, `15/01/2027`.
pub(super) fn holds_moment(text: &str) -> bool {
    let is_moment = |four: &[u8]| matches!(four, [hour, b':' | b'.' | b'/' | b'-' | b'h', ten, one] if [hour, ten, one].into_iter().all(u8::is_ascii_digit));
    text.as_bytes().windows(4).any(is_moment)
}

/// The first lines that it may have, the nearest first; it never reaches over an empty line.
fn starts(lines: &[String]) -> impl Iterator<Item = usize> {
    (0..lines.len()).rev().take(LINES).take_while(|start| !lines[*start].trim().is_empty())
}

fn paragraph(lines: &[String], start: usize) -> String {
    lines[start..].join(" ")
}

fn is_whole(text: &str) -> bool {
    ends_with_colon(text) && text.contains('@') && holds_moment(text)
}

/// `<ann@player.example>`, as programs write the sender, and people do not in a sentence.
fn holds_bracketed_address(text: &str) -> bool {
    text.split(['<', '(']).skip(1).filter_map(|rest| rest.split_once(['>', ')'])).any(|(inside, _)| inside.contains('@'))
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
