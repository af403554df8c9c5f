//! Blocks of lines in a player's text: where one begins, and how far it goes.

use std::ops::Range;

use super::commands;
use super::flow::NARROWEST;
use super::words::{END_MARKS, is_marked, may_be_one_of, unmarked};
use crate::engine::reader::{behind_note, is_quote, may_be_wrapped, read_note, without_emphasis};

/// A quotation that is not closed within this many lines has lost its closing mark.
const QUOTED_LINES: usize = 12;

/// The first words of all forms of a line that opens a block, but those behind which any words may stand.
const KEYWORDS: [&str; 10] = ["ANNOUNCE", "BROADCAST", "DIARY", "FOR", "NO", "ORDERS", "PRESS", "ROUND", "STANDING", "TURN"];

/// A block that a line begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Block<'a> {
    /// `ANNOUNCE`: its words belong to the game.
    Announcement,
    /// `GM`: words to the game master, with those on its first line.
    GameMaster { words: &'a str },
    /// `LINE`: moves of both sides that a player thinks through, with those on its first line.
    Line { moves: &'a str },
    /// `TURN 7`: what follows is meant for that turn.
    Turn(u32),
    /// `STANDING`: orders for each turn for which no sheet comes; with `ALWAYS` also before the orders of every sheet.
    Standing { always: bool },
    /// `STANDING OFF`: ends the standing orders.
    StandingOff,
    /// `PRESS TO 2, Bob`: words to other players.
    Press,
    /// `DIARY`: words that nobody reads before the game is over, with those on its first line.
    Diary { words: &'a str },
    /// `BROADCAST`: a block that this program does not carry out.
    Refused,
}

/// The block that a line opens, if it opens one.
pub(super) fn begins(line: &str) -> Option<Block<'_>> {
    let line = unmarked(line);
    let plain = line.trim_end_matches(END_MARKS);
    let first = plain.split_whitespace().next().unwrap_or_default();
    if !may_be_one_of(first, &KEYWORDS) {
        return begins_with_words(line);
    }
    let plain = plain.to_uppercase();
    let words: Vec<&str> = plain.split_whitespace().collect();
    match words[..] {
        ["ANNOUNCE", ..] => Some(Block::Announcement),
        ["PRESS", ..] => Some(Block::Press),
        // This is a command and opens no block.
        ["DIARY", "OFF"] => None,
        ["BROADCAST", ..] => Some(Block::Refused),
        // Without orders below it, it would end the standing orders.
        ["STANDING", ..] | ["NO", "STANDING", "ORDERS"] if commands::is_question(line) => None,
        ["STANDING"] | ["STANDING", "ORDERS"] => Some(Block::Standing { always: false }),
        ["STANDING", "ALWAYS"] | ["STANDING", "ORDERS", "ALWAYS"] => Some(Block::Standing { always: true }),
        ["STANDING", "OFF"] | ["STANDING", "ORDERS", "OFF"] | ["NO", "STANDING", "ORDERS"] => Some(Block::StandingOff),
        ["TURN" | "ROUND", number]
        | ["FOR", "TURN" | "ROUND", number]
        | ["TURN" | "ROUND", number, "ORDERS"]
        | ["ORDERS", "FOR", "TURN" | "ROUND", number] => number.trim_end_matches([':', ',']).parse().ok().map(Block::Turn),
        _ => begins_with_words(line),
    }
}

/// The block that a line opens whose words may stand on that line.
fn begins_with_words(line: &str) -> Option<Block<'_>> {
    // "Diary of a war" may begin a sentence, but sealing that does less harm than showing somebody what was meant for nobody.
    let diary = words_behind("diary", line).map(|words| Block::Diary { words });
    diary
        .or_else(|| words_behind("gm", line).map(|words| Block::GameMaster { words }))
        .or_else(|| line_of_moves(line).map(|moves| Block::Line { moves }))
}

/// How many lines the block at the head of `lines` has, its END included.
///
/// A proclamation without END is one line, and the game says what is missing. A block for another turn, for all turns, for the game master,
/// or for a later version of this program goes on to the end of the text, so that nothing in it is taken for an order of this turn. What begins
/// on the line of DIARY or GM, and has no END, ends with that line, or if an email program has wrapped it, with its paragraph.
pub(super) fn length(block: Block<'_>, lines: &[&str]) -> usize {
    let is_quoted = lines[0].contains(is_quote);
    match block {
        Block::StandingOff => 1,
        // `ANNOUNCE "text"` is complete on its line; if it is not, the game says what is missing.
        Block::Announcement if is_quoted => 1,
        Block::Press | Block::Refused if is_quoted => quotation(lines).unwrap_or_else(|| up_to_end_or_one(lines)),
        Block::Diary { words } | Block::GameMaster { words } if words.starts_with(is_quote) => {
            quotation(lines).unwrap_or_else(|| up_to_end_or_one(lines))
        }
        Block::Announcement => up_to_end_or_one(lines),
        Block::Diary { words } | Block::GameMaster { words } if !words.is_empty() => {
            let length = up_to_end_or_wrapped(lines);
            // The END of `ON Earth DO` belongs to its orders, which are no words.
            if lines[1..length].iter().any(|line| begins_orders(line)) { 1 } else { length }
        }
        // Moves that were only thought through must not be played.
        Block::Line { .. } => wrapped(lines),
        Block::Turn(_) => {
            let next = (1..lines.len()).find(|at| matches!(begins(lines[*at]), Some(Block::Turn(_)))).unwrap_or(lines.len());
            end(&lines[..next]).map_or(next, |end| end + 1)
        }
        Block::Press | Block::Diary { .. } | Block::Refused | Block::Standing { .. } | Block::GameMaster { .. } => {
            end(lines).map_or(lines.len(), |end| end + 1)
        }
    }
}

/// The block at the head of `lines`, and how many lines it has. A note is no block, but no line of it is read as a command.
pub(super) fn first<'a>(lines: &[&'a str]) -> (Option<Block<'a>>, usize) {
    match (behind_note(lines[0]), begins(lines[0])) {
        (Some(note), _) => (None, read_note(note, &lines[1..]).lines()),
        // Orders below the greeting would vanish in a block that has no END.
        (None, Some(Block::GameMaster { words: "" })) if is_greeting(lines[0]) && !is_closed(lines) => (None, 1),
        (None, Some(block)) => (Some(block), length(block, lines)),
        (None, None) => (None, 1),
    }
}

/// Whether a line greets the game master, `GM,` or `GM:`, if no END below it makes it a block.
pub(super) fn is_greeting(line: &str) -> bool {
    let line = unmarked(line).trim_end();
    line.ends_with(END_MARKS) && line.trim_end_matches(END_MARKS).trim_end().eq_ignore_ascii_case("gm")
}

/// A block with its END, or a quotation that is closed.
pub(super) struct Closed {
    pub lines: Range<usize>,
    /// Whether its content is for people to read and holds no orders.
    pub is_words: bool,
}

/// The blocks that end, in order. A quoted line never ends one.
pub(super) fn closed(lines: &[&str]) -> Vec<Closed> {
    let mut closed = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let (block, length) = first(&lines[at..]);
        let of_block = &lines[at..at + length];
        let is_words = matches!(
            block,
            None | Some(Block::Press | Block::Diary { .. } | Block::GameMaster { .. } | Block::Announcement | Block::Refused)
        );
        let ends = || block.is_none() || ends(of_block);
        if length > 1 && !is_marked(of_block[length - 1]) && ends() {
            closed.push(Closed { lines: at..at + length, is_words });
        }
        at += length;
    }
    closed
}

/// How many lines the quotation has that begins on the first of these, since email programs wrap long lines. `None` if no line ends with
/// the closing mark before an empty line, a block or a command.
fn quotation(lines: &[&str]) -> Option<usize> {
    let stops = |line: &&str| line.trim().is_empty() || is_end(line) || begins(line).is_some() || commands::read(line).is_some();
    let marks = |line: &str| line.chars().filter(|letter| is_quote(*letter)).count();
    let (mut open, mut length) = (marks(lines[0]), 1);
    for line in lines[1..].iter().take(QUOTED_LINES).take_while(|line| !stops(line)) {
        if open.is_multiple_of(2) {
            break;
        }
        open += marks(line);
        length += 1;
    }
    let is_closed = open.is_multiple_of(2) && (length == 1 || closes(lines[length - 1]));
    // `7"` at the end of a line may mean seven inches.
    if is_closed { Some(length) } else { (marks(lines[0]) > 1 && closes(lines[0])).then_some(1) }
}

/// Whether a line ends with a quotation mark.
fn closes(line: &str) -> bool {
    line.trim_end().trim_end_matches(END_MARKS).ends_with(is_quote)
}

/// How many lines there are up to the next END; 1 if another block begins before it.
fn up_to_end_or_one(lines: &[&str]) -> usize {
    match lines.iter().skip(1).position(|line| is_end(line) || begins(line).is_some()) {
        Some(at) if is_end(lines[at + 1]) => at + 2,
        _ => 1,
    }
}

/// The same, but without an END a first line that an email program has wrapped goes on. What is told to one reader, or to none, must not be
/// read as an order and shown to others because of its length.
fn up_to_end_or_wrapped(lines: &[&str]) -> usize {
    let next = lines.get(1).copied().unwrap_or_default();
    match up_to_end_or_one(lines) {
        1 if may_be_wrapped(lines[0], next, NARROWEST) => wrapped(lines),
        length => length,
    }
}

/// How many lines there are up to the next empty one, END, block or command, since email programs wrap long lines; an END is included.
fn wrapped(lines: &[&str]) -> usize {
    let ends = |line: &&str| {
        line.trim().is_empty() || is_end(line) || begins(line).is_some() || commands::read(line).is_some() || begins_orders(line)
    };
    lines.iter().skip(1).position(ends).map_or(lines.len(), |at| at + 1 + usize::from(is_end(lines[at + 1])))
}

/// Whether a line begins orders that have an END of their own: `ON Earth DO`.
fn begins_orders(line: &str) -> bool {
    line.split_whitespace().next_back().is_some_and(|word| word.eq_ignore_ascii_case("do"))
}

/// The lines of a block after its first one and before its END. The END of a block inside it stays.
pub(super) fn inside<'a, 'b>(lines: &'a [&'b str]) -> &'a [&'b str] {
    let behind = end(lines).unwrap_or(lines.len());
    lines.get(1..behind).unwrap_or_default()
}

/// Whether a block has its own END.
pub(super) fn is_closed(lines: &[&str]) -> bool {
    end(lines).is_some()
}

/// Whether it is certain where a block of words ends: it has its END, or its quotation is closed.
pub(super) fn ends(lines: &[&str]) -> bool {
    is_closed(lines) || lines[0].contains(is_quote) && quotation(lines).is_some()
}

/// Whether a line ends a block.
pub(super) fn is_end(line: &str) -> bool {
    without_emphasis(line).trim_end_matches('.').eq_ignore_ascii_case("end")
}

/// The index of the line with the END of a block, not that of a block inside it.
fn end(lines: &[&str]) -> Option<usize> {
    let mut inside = 0_u32;
    for (at, line) in lines.iter().enumerate().skip(1) {
        if is_end(line) {
            if inside == 0 {
                return Some(at);
            }
            inside -= 1;
        } else if opens(line) {
            inside += 1;
        }
    }
    None
}

/// Whether a line opens a block that needs an END.
fn opens(line: &str) -> bool {
    match begins(line) {
        Some(Block::Announcement | Block::Refused) => !line.contains(is_quote),
        Some(Block::Standing { .. }) => true,
        // "Press the attack!" may be a sentence in a letter.
        Some(Block::Press) => {
            !line.contains(is_quote) && line.split_whitespace().nth(1).is_some_and(|word| word.eq_ignore_ascii_case("to"))
        }
        Some(Block::GameMaster { words } | Block::Diary { words }) => words.is_empty(),
        Some(Block::Turn(_) | Block::StandingOff | Block::Line { .. }) | None => false,
    }
}

/// The moves of `LINE a1-b2 b3-b4`, also after `CHECK`. Without two cells it is talk: "Line 4 was wrong".
fn line_of_moves(line: &str) -> Option<&str> {
    let behind = |text: &'_ str, keyword: &str| {
        let head = text.get(..keyword.len()).filter(|head| head.eq_ignore_ascii_case(keyword))?;
        let rest = &text[head.len()..];
        rest.starts_with([':', ' ', '\t']).then_some(rest.len())
    };
    let cut = |text, keyword| behind(text, keyword).map(|length| text[text.len() - length..].trim_start_matches([':', ' ', '\t']));
    let moves = cut(cut(line, "CHECK").unwrap_or(line), "LINE")?;
    let is_cell = |pair: &&[u8]| matches!(pair, [file, rank] if file.is_ascii_alphabetic() && rank.is_ascii_digit());
    let cells = moves.split(char::is_whitespace).map(|word| word.as_bytes().windows(2).filter(is_cell).count());
    (cells.sum::<usize>() >= 2).then(|| moves.trim_end())
}

/// The words after a keyword: `GM`, `GM: could we …`; `None` if the line begins with another word.
fn words_behind<'a>(keyword: &str, line: &'a str) -> Option<&'a str> {
    const MARKS: [char; 6] = [':', ',', '.', '-', ';', '!'];
    let head = line.get(..keyword.len()).filter(|head| head.eq_ignore_ascii_case(keyword))?;
    let rest = &line[head.len()..];
    let is_word = rest.is_empty() || rest.starts_with(MARKS) || rest.starts_with(char::is_whitespace);
    is_word.then(|| rest.trim_start_matches(|letter: char| MARKS.contains(&letter) || letter.is_whitespace()).trim())
}

/// Whether a line begins with the word DIARY, whatever marks surround it.
pub(super) fn may_be_of_diary(line: &str) -> bool {
    let mut words = line.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    words.next().is_some_and(|word| word.eq_ignore_ascii_case("diary"))
}

#[cfg(test)]
mod tests;
