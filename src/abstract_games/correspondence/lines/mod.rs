//! What each line of a player's email is meant as, before any move is looked at.

use super::nearest::is_like_if_or_then;
use crate::abstract_games::fold;
use crate::engine::nearness::slips;
use crate::engine::reader::{Line, Note, behind_note, is_quote, may_be_wrapped, plain_text, read_note};

/// The kind of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum LineKind {
    Nothing,
    Move(String),
    Plan(String),
    /// The same on a line so long that a mail program may have wrapped it before the IF of the next line, or on that next line. On one line they go
    /// on from each other, on two they are alternatives.
    DoubtfulPlan(String),
    Forget,
    Resign,
    Note(String),
    /// A note whose quotation never closes, so that nobody knows which lines below it belong to the note.
    UnclosedNote,
    /// A line with a move and other words.
    NearMove(String),
    /// A line with moves and other words that may be meant as IF or THEN.
    NearPlan(String),
    /// Two fields with a word for "to" between them that no notation has, such as `c4 nach d4`; here the two alone.
    NearPair(String),
    /// A short line with a number, which may be a misspelt move.
    NearStep(String),
    /// A move with a question mark behind it.
    AskedMove(String),
    /// A move in full-width letters, here in its plain form.
    WideMove(String),
    /// A quoted text with a word that may be meant as NOTE.
    NearNote(String),
    /// A line that begins like this command.
    NearCommand(&'static str),
    /// A request for something that correspondence does not have.
    Wish(Habit),
    Talk,
}

/// What players are used to from other games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Habit {
    Draw,
    TakeBack,
}

/// Words that are commands if they stand alone on a line. The host's own commands are read elsewhere.
const COMMANDS: [&str; 3] = ["RESIGN", "SWAP", "FORGET"];

/// The most words of a line that is meant as a command.
const COMMAND_WORDS: usize = 3;

/// The most words of a line that is meant as two fields with a word between them.
const PAIR_WORDS: usize = 4;

/// The column at which mail programs wrap at the earliest.
const WRAPPED_AT: usize = 72;

/// What players write for "to" between two fields: in some languages, and as arrows.
const TO: [&str; 15] = ["to", "nach", "auf", "zu", "naar", "till", "til", "vers", "\u{e0}", "na", "do", "=>", "->", "\u{27a1}", "\u{21d2}"];

/// The most words of a line that is meant as a move.
pub(super) const MOVE_WORDS: usize = 2;

/// Every line with its kind, without lines that belong to a note or to conditional moves begun earlier.
pub(super) fn kinds<'a>(lines: &[Line<'a>]) -> Vec<(Line<'a>, LineKind)> {
    let mut found = Vec::new();
    let (mut at, mut follows_talk) = (0, false);
    while let Some(line) = lines.get(at) {
        let following: Vec<&str> = lines.iter().skip(at + 1).map(|line| line.raw).collect();
        let (kind, length) = match behind_note(line.raw) {
            Some(first) => match read_note(first, &following) {
                Note::Whole { text, lines } => (LineKind::Note(text), lines),
                Note::Unclosed => (LineKind::UnclosedNote, 1),
            },
            None => match kind_of(line.raw) {
                LineKind::Plan(text) => with_rest(text, &following),
                LineKind::Resign if follows_talk && !line.raw.contains("RESIGN") => (LineKind::NearCommand("RESIGN"), 1),
                kind => (kind, 1),
            },
        };
        let is_unclosed = kind == LineKind::UnclosedNote;
        // In running text a resignation may be a wrapped sentence, so there it counts only in capitals.
        follows_talk = kind == LineKind::Talk;
        let last = at.checked_sub(1).and_then(|last| lines.get(last));
        let is_wrapped = last.is_some_and(|last| may_be_wrapped(last.raw, line.raw, WRAPPED_AT));
        let kind = if is_wrapped { with_doubt(kind, found.last_mut().map(|(_, before)| before)) } else { kind };
        found.push((line.clone(), if follows_talk { kind_of_talk(line.raw) } else { kind }));
        at += length;
        if is_unclosed {
            found.extend(lines.iter().skip(at).filter(|line| !line.raw.trim().is_empty()).map(|line| (line.clone(), LineKind::Talk)));
            break;
        }
    }
    found
}

/// Conditional moves are in doubt, with those on the line before them, if a mail program may have put them on two lines.
fn with_doubt(kind: LineKind, before: Option<&mut LineKind>) -> LineKind {
    match (kind, before) {
        (LineKind::Plan(text), Some(LineKind::DoubtfulPlan(_))) => LineKind::DoubtfulPlan(text),
        (LineKind::Plan(text), Some(before @ LineKind::Plan(_))) => {
            if let LineKind::Plan(long) = before {
                *before = LineKind::DoubtfulPlan(std::mem::take(long));
            }
            LineKind::DoubtfulPlan(text)
        }
        (kind, _) => kind,
    }
}

/// Conditional moves that a mail program has wrapped: a line that ends in IF or THEN goes on, and no new line begins with THEN.
fn with_rest(text: String, following: &[&str]) -> (LineKind, usize) {
    let keyword =
        |word: Option<&str>, keywords: &[&str]| word.is_some_and(|word| keywords.iter().any(|key| word.eq_ignore_ascii_case(key)));
    let mut whole = text;
    let mut length = 1;
    for line in following {
        let goes_on = keyword(whole.split_whitespace().next_back(), &["IF", "THEN"]);
        if !(goes_on || keyword(line.split_whitespace().next(), &["THEN"])) || line.trim().is_empty() {
            break;
        }
        whole = format!("{whole} {}", plain(line));
        length += 1;
    }
    (LineKind::Plan(whole), length)
}

fn kind_of(raw: &str) -> LineKind {
    let text = plain(raw);
    let words: Vec<&str> = text.split_whitespace().collect();
    let folded: Vec<String> = words.iter().map(|word| fold(word)).collect();
    // A question gives nothing up: "RESIGN?" asks what would happen.
    let does = !is_question(raw);
    match folded.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => LineKind::Nothing,
        ["resign"] | ["i", "resign"] if does => LineKind::Resign,
        ["forget"] | ["forget", "plan" | "plans"] if does => LineKind::Forget,
        ["swap"] if does => LineKind::Move("SWAP".to_owned()),
        ["i", "swap"] => LineKind::NearCommand("SWAP"),
        ["quit" | "surrender"] | ["i", "quit" | "surrender"] | ["i", "give", "up"] => LineKind::NearCommand("RESIGN"),
        ["draw"] | ["a" | "offer", "draw"] | ["draw", "offer"] | ["offer", "a", "draw"] | ["i", "offer", "a", "draw"] => {
            LineKind::Wish(Habit::Draw)
        }
        ["takeback" | "undo"] | ["take", "back"] | ["take", "it" | "that", "back"] | ["undo", "move"] => LineKind::Wish(Habit::TakeBack),
        ["if" | "then", ..] if folded.iter().any(|word| word == "then" || word == "swap" || is_move_like(word)) => LineKind::Plan(text),
        _ if is_near_plan(&words) => LineKind::NearPlan(text),
        ["move" | "play", _, ..] if is_move_like(&fold(&words[1..].join(" "))) => moves_or_asks(words[1..].join(" "), does),
        _ if is_move_like(&fold(&text)) => moves_or_asks(text, does),
        _ => near_kind(&text, &words),
    }
}

/// A move cannot be taken back by its player alone, so a question mark behind it plays nothing, as it does nothing behind a command.
fn moves_or_asks(text: String, does: bool) -> LineKind {
    if does { LineKind::Move(text) } else { LineKind::AskedMove(text) }
}

/// Whether some word may be meant as IF or THEN, and at least two words as moves.
fn is_near_plan(words: &[&str]) -> bool {
    let has_two_cells = |word: &&&str| word.chars().filter(char::is_ascii_digit).count() >= 2;
    words.iter().any(|word| is_like_if_or_then(word)) && words.iter().filter(has_two_cells).count() >= 2
}

fn has_number(word: &str) -> bool {
    word.contains(|letter: char| letter.is_ascii_digit())
}

/// What a line that is talk as it was written may be meant as all the same.
fn kind_of_talk(raw: &str) -> LineKind {
    let wide = if raw.is_ascii() { LineKind::Talk } else { wide_kind(raw) };
    let pair = if wide == LineKind::Talk { near_pair(raw) } else { None };
    pair.map_or(wide, LineKind::NearPair)
}

/// Two fields with a word for "to" between them, in a line that has hardly any other and asks nothing: `c4 nach d4`, `from 2:c4 => d4`.
fn near_pair(raw: &str) -> Option<String> {
    let text = plain(raw);
    let words: Vec<&str> = text.split_whitespace().map(without_marks).collect();
    if words.len() > PAIR_WORDS || is_question(raw) {
        return None;
    }
    let is_field = |word: &str| is_cell(fold(word).rsplit(':').next().unwrap_or_default());
    let is_to = |word: &str| TO.contains(&word.trim_end_matches([':', '\u{fe0f}']).to_lowercase().as_str());
    let pair = words.windows(3).find(|three| is_field(three[0]) && is_to(three[1]) && is_field(three[2]))?;
    Some(format!("{} {}", pair[0], pair[2]))
}

/// The kind of a line that is talk as it was written, but perhaps not without its full-width letters.
fn wide_kind(raw: &str) -> LineKind {
    let text = plain(&plain_text(raw));
    let words: Vec<&str> = text.split_whitespace().collect();
    match () {
        () if is_move_like(&fold(&text)) => LineKind::WideMove(text),
        () if is_near_plan(&words) => LineKind::NearPlan(text),
        () => near_kind(&text, &words),
    }
}

/// The nearest kind of a line that is of no other kind.
fn near_kind(text: &str, words: &[&str]) -> LineKind {
    let move_like = words.iter().map(|word| without_marks(word)).find(|word| is_move_like(&fold(word)));
    if let Some(word) = move_like {
        return LineKind::NearMove(word.to_owned());
    }
    if let Some(note) = near_note(text) {
        return LineKind::NearNote(note);
    }
    if let Some(command) = near_command(words) {
        return LineKind::NearCommand(command);
    }
    let is_short = words.len() <= MOVE_WORDS && words.iter().any(|word| has_number(word));
    if is_short { LineKind::NearStep(text.to_owned()) } else { LineKind::Talk }
}

/// The text of a note such as `NTOE "Good game!"` or `"Good game!" NOTE`.
fn near_note(text: &str) -> Option<String> {
    let (first, last) = (text.find(is_quote)?, text.rfind(is_quote)?);
    let inside = text.get(first..last)?.trim_start_matches(is_quote);
    let around: Vec<&str> = [text.get(..first)?, text.get(last..)?.trim_start_matches(is_quote)].into_iter().map(str::trim).collect();
    let keyword: Vec<&str> = around.into_iter().filter(|word| !word.is_empty()).collect();
    let is_note = matches!(keyword.as_slice(), [word] if slips(word.trim_end_matches(':'), "NOTE").is_some());
    (is_note && !inside.trim().is_empty()).then(|| inside.replace(is_quote, "'"))
}

/// A line without comment, bullet, move number, emphasis and final punctuation.
fn plain(raw: &str) -> String {
    let text = without_marks(raw.split('#').next().unwrap_or_default());
    let bare = text.trim_start_matches(['*', '\u{2022}']).trim_start();
    let bare = ["- ", "\u{2013} ", "\u{2014} "].iter().find_map(|dash| bare.strip_prefix(dash)).unwrap_or(bare).trim_start();
    let digits = bare.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let is_number = digits.len() < bare.len() && digits.starts_with(['.', ')']);
    if is_number { digits.trim_start_matches(['.', ')', ' ', '\u{2026}']).to_owned() } else { bare.to_owned() }
}

fn without_marks(text: &str) -> &str {
    text.trim().trim_end_matches(['.', '!', ',', '?']).trim_matches(['*', '_', '`', '(', ')']).trim()
}

/// Whether a line, without its comment, ends with a question mark.
pub(super) fn is_question(raw: &str) -> bool {
    raw.split('#').next().is_some_and(|text| text.trim_end_matches(['!', '.', ' ', '*', '_']).ends_with('?'))
}

/// The command that a short line begins like.
fn near_command(words: &[&str]) -> Option<&'static str> {
    let first = words.first().filter(|_| words.len() <= COMMAND_WORDS)?;
    COMMANDS.into_iter().filter_map(|command| Some((slips(first, command)?, command))).min().map(|(_, command)| command)
}

/// Whether a folded text is only the name of a cell, such as `b4`.
pub(super) fn is_cell(folded: &str) -> bool {
    let digits = folded.trim_start_matches(|letter: char| letter.is_ascii_lowercase());
    folded.len() == digits.len() + 1 && matches!(digits.len(), 1 | 2) && digits.bytes().all(|digit| digit.is_ascii_digit())
}

/// Whether a word looks like a move: two cells, a mark between them, and nothing that no move has: `2:e4-e5`, `P@A1 A1-B1=D`, `e4xe5`.
pub(super) fn is_move_like(folded: &str) -> bool {
    let has_only = folded.chars().all(|letter| letter.is_ascii_alphanumeric() || "-:;=@/".contains(letter));
    let is_cell = |pair: &&[u8]| matches!(pair, [file, rank] if file.is_ascii_lowercase() && rank.is_ascii_digit());
    let letters_in_a_row = folded.split(|letter: char| !letter.is_ascii_lowercase()).map(str::len).max().unwrap_or(0);
    has_only && letters_in_a_row <= 2 && folded.as_bytes().windows(2).filter(is_cell).count() >= 2
}

#[cfg(test)]
mod tests;
