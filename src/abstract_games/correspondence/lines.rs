//! What each line of a player's email is meant as, before any move is looked at.

use super::nearest::is_like_if_or_then;
use crate::abstract_games::fold;
use crate::engine::nearness::slips;
use crate::engine::reader::{Line, Note, behind_note, is_quote, plain_text, read_note};

/// The kind of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum LineKind {
    Nothing,
    Move(String),
    Plan(String),
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
        found.push((line.clone(), if follows_talk { kind_of_talk(line.raw) } else { kind }));
        at += length;
        if is_unclosed {
            found.extend(lines.iter().skip(at).filter(|line| !line.raw.trim().is_empty()).map(|line| (line.clone(), LineKind::Talk)));
            break;
        }
    }
    found
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
mod tests {
    use super::*;
    use crate::engine::reader;

    #[test]
    fn moves_are_told_from_talk() {
        for text in [
            "e4-e5",
            "2:e4-e5",
            "P@A1 A1-B1=D",
            "e4e5",
            "e4 e5",
            "e4xe5",
            "0:b3-a2;1:a3-b4",
            "E4 – E5",
            "e4 to e5",
            "12. e4-e5",
            "1. ... e4-e5.",
            "* e4-e5",
            "- e4-e5",
            "*e4-e5*",
            "e4-e5!",
        ] {
            assert!(matches!(kind_of(text), LineKind::Move(_)), "{text}");
        }
        for text in ["Hello Bob", "see you at 5", "-- ", "B2B and C3PO like it", "Help is what I need here"] {
            assert!(matches!(kind_of(text), LineKind::Talk | LineKind::Nothing), "{text}: {:?}", kind_of(text));
        }
        for text in ["My move is e4-e5.", "e4-e5, good luck!", "check: e4-e5"] {
            assert_eq!(kind_of(text), LineKind::NearMove("e4-e5".into()), "{text}");
        }
        assert_eq!((kind_of("RESING"), kind_of("swap please")), (LineKind::NearCommand("RESIGN"), LineKind::NearCommand("SWAP")));
        assert_eq!(kind_of("# e4-e5"), LineKind::Nothing);
        for text in ["e4-5", "4-e5", "e4", "eee4-e5"] {
            assert_eq!(kind_of(text), LineKind::NearStep(text.into()), "{text}");
        }
        for text in ["IFF e4-e5 THEN f4-f5", "IF e4-e5 f4-f5", "e4-e5 THEN f4-f5", "IF THEN e4-e5 f4-5", "I e4-e5 f4-f5"] {
            assert!(matches!(kind_of(text), LineKind::NearPlan(_) | LineKind::Plan(_)), "{text}: {:?}", kind_of(text));
        }
        assert_eq!(["Draw?", "I offer a draw.", "take back"].map(kind_of), [Habit::Draw, Habit::Draw, Habit::TakeBack].map(LineKind::Wish));
        for (text, command) in [("RESIGN?", "RESIGN"), ("Resign ?!", "RESIGN"), ("SWAP?", "SWAP"), ("forget plans?", "FORGET")] {
            assert_eq!(kind_of(text), LineKind::NearCommand(command), "{text}");
        }
        assert!(matches!(kind_of("What a nice draw this would be"), LineKind::Talk));
        for text in ["NTOE \"Good game!\"", "\"Good game!\" NOTE"] {
            assert_eq!(kind_of(text), LineKind::NearNote("Good game!".into()), "{text}");
        }
    }

    #[test]
    fn two_fields_with_a_word_for_to_between_them_may_be_a_move() {
        let pairs = "c4 nach d4|c4 auf d4!|c4 => d4|von c4 nach d4|3. from c4 to d4.|From c4 To: d4|c4 \u{27a1} d4|c4 \u{27a1}\u{fe0f} d4|c4 \u{e0} d4";
        for text in pairs.split('|') {
            assert_eq!(kinds_of(text), [LineKind::NearPair("c4 d4".into())], "{text}");
        }
        assert_eq!(kinds_of("2:c4 auf d4"), [LineKind::NearPair("2:c4 d4".into())]);
        let others = "c4 or d4|c4 or d4?|c4 and d4|c4 not d4|c4 oder d4|c4 vs. d4|c4 or rather d4|Both c4 and d4 are strong|c4 nach d4?";
        for text in others.split('|') {
            assert_eq!(kinds_of(text), [LineKind::Talk], "{text}");
        }
        assert_eq!(kinds_of("c4 nach d4\nresign")[1], LineKind::NearCommand("RESIGN"), "what follows is read as it always was");
    }

    fn kinds_of(text: &str) -> Vec<LineKind> {
        kinds(&reader::read(text).lines).into_iter().map(|(_, kind)| kind).filter(|kind| *kind != LineKind::Nothing).collect()
    }

    #[test]
    fn full_width_letters_are_no_move_but_no_talk_either() {
        let wide = "\u{ff11}\u{ff0e}\u{ff45}\u{ff14}\u{ff0d}\u{ff45}\u{ff15}\u{ff01}";
        for text in ["\u{ff45}\u{ff14}\u{ff0d}\u{ff45}\u{ff15}", wide] {
            assert_eq!(kinds_of(text), [LineKind::WideMove("e4-e5".into())], "{text}");
        }
        assert_eq!(kinds_of("\u{ff29}\u{ff26} \u{ff45}4-e5 \u{ff46}4-f5"), [LineKind::NearPlan("IF e4-e5 f4-f5".into())]);
        assert_eq!(kinds_of("\u{ff32}\u{ff25}\u{ff33}\u{ff29}\u{ff27}\u{ff2e}"), [LineKind::NearCommand("RESIGN")]);
        let after_it = kinds_of(&format!("{wide}\nresign"));
        assert_eq!(after_it[1], LineKind::NearCommand("RESIGN"), "what follows is read as it always was");
    }

    #[test]
    fn a_wrapped_sentence_does_not_resign() {
        assert_eq!(kinds_of("If I lose c3 I will have to\nresign."), [LineKind::Talk, LineKind::NearCommand("RESIGN")]);
        assert_eq!(kinds_of("Thanks!\nRESIGN"), [LineKind::Talk, LineKind::Resign]);
        assert_eq!(kinds_of("Thanks!\n\nI resign."), [LineKind::Talk, LineKind::Resign]);
        assert_eq!(kinds_of("I give up.\nQUIT"), [LineKind::NearCommand("RESIGN"), LineKind::NearCommand("RESIGN")]);
    }

    #[test]
    fn conditional_moves_are_joined_where_they_were_wrapped() {
        let whole = LineKind::Plan("IF e4-e5 THEN f4-f5".into());
        assert_eq!(kinds_of("IF e4-e5 THEN\nf4-f5\ng4-g5"), [whole.clone(), LineKind::Move("g4-g5".into())]);
        assert_eq!(kinds_of("IF e4-e5\nTHEN f4-f5"), [whole]);
    }

    #[test]
    fn below_a_quotation_that_is_never_closed_nothing_is_a_move() {
        assert_eq!(kinds_of("NOTE \"a\ne4-e5\nRESIGN"), [LineKind::UnclosedNote, LineKind::Talk, LineKind::Talk]);
    }
}
