//! Reads a sheet line by line: orders, blocks, announcements, and problems.

use std::collections::BTreeSet;

use super::apart::{Apart, ONE_ORDER_A_LINE, orders_apart};
use super::conditional;
use super::misread::{self, UnreadLine};
use super::statement::{self, PlanetBlock};
use super::{Fault, Grammar, Phrase};
use crate::engine::reader::{self, ANNOUNCEMENT, Line, Text, Word, announcement, is_quote};
use crate::engine::{OrderLine, Problem, Sheet, Unmet};
use crate::galaxy::Survey;

/// The most words of a line that opens a block but lacks its DO: ON and a planet's name.
const LONGEST_OPENER: usize = 3;

/// The most orders that one sheet may have.
pub const MAXIMUM_ORDERS: usize = 500;
/// The most announcements that one sheet may have.
pub(super) const MAXIMUM_ANNOUNCEMENTS: usize = 10;
/// The answer to a player who writes RESIGN.
const NO_RESIGNING: &str =
    "an order: nobody resigns in this game; a side without orders stands still, and the game master may find somebody else for it";
/// The most problems that are listed.
const MAXIMUM_PROBLEMS: usize = 60;

/// Reads a player's text. What the sender sees decides whether conditions hold.
pub(crate) fn parse<G: Grammar>(text: &str, survey: &Survey<'_>, grammar: &G) -> Sheet<G::Order> {
    let Text { lines, problems } = reader::read(text);
    let SheetReader { mut sheet, unread, .. } = SheetReader::of(&lines, survey, grammar);
    misread::suggest(&mut sheet, &unread, &lines, grammar);
    sheet.problems.extend(problems);
    sheet.problems.sort_by_key(|problem| problem.line);
    sheet
}

/// The lines of a text that hold an order, as [`parse`] finds them.
pub(crate) fn order_lines<G: Grammar>(text: &str, survey: &Survey<'_>, grammar: &G) -> BTreeSet<u32> {
    SheetReader::of(&reader::read(text).lines, survey, grammar).sheet.order_lines()
}

struct SheetReader<'r, G: Grammar> {
    survey: &'r Survey<'r>,
    grammar: &'r G,
    lines: &'r [Line<'r>],
    /// Index of the line to read next.
    next: usize,
    block: PlanetBlock,
    /// Whether an ANNOUNCE without END came before, so that lines without an order are its text.
    lost_announcement: bool,
    sheet: Sheet<G::Order>,
    /// Lines without suggestions yet: any line of the sheet may give a planet the name that they use, so suggestions come last.
    unread: Vec<UnreadLine>,
}

impl<'r, G: Grammar> SheetReader<'r, G> {
    /// Reads all lines; what those that cannot be read were meant as is not sought yet.
    fn of(lines: &'r [Line<'r>], survey: &'r Survey<'r>, grammar: &'r G) -> SheetReader<'r, G> {
        let mut reader = SheetReader {
            survey,
            grammar,
            lines,
            next: 0,
            block: PlanetBlock::None,
            lost_announcement: false,
            sheet: Sheet::empty(),
            unread: Vec::new(),
        };
        while let Some(line) = reader.lines.get(reader.next) {
            reader.next += 1;
            reader.line(line);
        }
        reader
    }

    fn line(&mut self, line: &Line<'_>) {
        match line.words.as_slice() {
            [] => {}
            [word] if word.is("DONE") => self.block = PlanetBlock::None,
            [word] if word.is("ANNOUNCE") => self.announcement(line),
            [word] if word.is("RESIGN") && !self.lost_announcement => {
                self.problem(line.problem(word.column, "RESIGN", NO_RESIGNING, Vec::new()))
            }
            [first, ..] if first.is("ON") => self.open_block(line),
            [first, ..] if first.is("ANNOUNCE") && line.unclosed.is_some() => self.wrapped_announcement(line),
            words => self.order(line, words),
        }
        self.orders_in_comment(line);
    }

    /// P3.2: nothing after a `;` is ordered. Players who write a whole order there mistake the mark for a separator, so tell them.
    fn orders_in_comment(&mut self, line: &Line<'_>) {
        let Some(behind) = line.behind_semicolon.filter(|_| !line.words.is_empty()) else { return };
        let column = (line.raw.chars().count() - behind.chars().count()) as u32;
        for piece in behind.split(';').flat_map(|piece| reader::read(piece).lines) {
            let Ok(order) = statement::read(&piece.words, self.grammar, self.block) else { continue };
            let nearest = vec![self.grammar.spelled(&order)];
            let problem = piece.problem(column, ";", format!("{ONE_ORDER_A_LINE}: what stands behind ; is a comment"), nearest);
            self.problem(Problem { line: line.number, ..problem });
        }
    }

    /// `ON planet DO`, alone or with an order and DONE on the same line. It ends the block before it.
    fn open_block(&mut self, line: &Line<'_>) {
        let words = line.words.as_slice();
        let phrase = Phrase::split(words, 1, |_| None);
        let Some(end) = words.iter().position(|word| word.is("DO")) else {
            // "On Friday I am away" opens no block.
            let names_planet = |end| statement::planet_named(&phrase, &(1..end), self.grammar.names()).is_ok();
            let perhaps_talk = words.len() > LONGEST_OPENER && !(2..=words.len()).any(names_planet);
            if !perhaps_talk {
                self.block = PlanetBlock::Unknown { line: line.number };
            }
            return self.unread(
                line.problem(line.end, "", "DO, as in ON planet DO", Vec::new()),
                vec![reader::plain_words(words)],
                perhaps_talk,
            );
        };
        match statement::planet_named(&phrase, &(1..end), self.grammar.names()) {
            Ok(planet) => self.block = PlanetBlock::Planet(planet),
            Err(fault) => {
                self.block = PlanetBlock::Unknown { line: line.number };
                self.unread(located(line, words, &fault), vec![reader::plain_words(&words[..=end])], false);
            }
        }
        if let Some(rest) = words.get(end + 1..).filter(|rest| !rest.is_empty()) {
            self.order(line, rest);
        }
    }

    /// An order on one line, perhaps followed by the DONE of its block.
    fn order(&mut self, line: &Line<'_>, words: &[Word]) {
        let (words, is_done) = match words {
            [words @ .., done] if self.block != PlanetBlock::None && done.is("DONE") => (words, true),
            words => (words, false),
        };
        match statement::read(words, self.grammar, self.block) {
            _ if words.is_empty() => {}
            _ if conditional::begins(words) => self.conditional(line, words),
            _ if line.unclosed.is_some() && G::VERBS.find(words).is_some() => self.unclosed(line),
            Ok(order) => self.enter(line, order),
            Err(_) if let Some((rest, order)) = self.wrapped(words) => {
                self.next += 1;
                self.enter(line, order);
                self.orders_in_comment(rest);
            }
            Err(_) if self.lost_announcement && G::VERBS.find(words).is_none() => {}
            Err(fault) => match orders_apart(words, self.grammar, self.block) {
                Some(Apart { orders, second }) => self.problem(line.problem(second.column, &second.text, ONE_ORDER_A_LINE, orders)),
                None => {
                    let plain = reader::plain_words(words);
                    let perhaps_talk = G::VERBS.find(&plain).is_none();
                    self.unread(located(line, words, &fault), vec![plain], perhaps_talk);
                }
            },
        }
        if is_done {
            self.block = PlanetBlock::None;
        }
    }

    /// An order that a mail program has wrapped: it reads only with the next line, which does not begin as an order does. A lone verb is not
    /// continued, so that no sentence becomes a name. Returns the next line with the order.
    fn wrapped(&self, words: &[Word]) -> Option<(&'r Line<'r>, G::Order)> {
        let begins = words.len() > 1 && G::VERBS.find(words).is_some();
        let line = self.lines.get(self.next).filter(|rest| begins && rest.unclosed.is_none())?;
        let rest = line.words.as_slice();
        let stands_alone =
            rest.is_empty() || G::VERBS.find(rest).is_some() || conditional::begins(rest) || rest.iter().any(|word| word.is("DO"));
        if stands_alone {
            return None;
        }
        Some((line, statement::read(&[words, rest].concat(), self.grammar, self.block).ok()?))
    }

    /// `IF condition THEN order`: takes the order if the condition holds; otherwise notes that it does not.
    fn conditional(&mut self, line: &Line<'_>, words: &[Word]) {
        let perhaps_talk = conditional::is_perhaps_talk(words, self.grammar);
        match conditional::read(words, self.grammar, self.block) {
            _ if line.unclosed.is_some() && !perhaps_talk => self.unclosed(line),
            Ok((condition, order)) if condition.holds(self.survey) => self.enter(line, order),
            Ok((condition, order)) => self.leave(line, conditional::spelled(&condition, &order, self.grammar)),
            Err(_) if self.lost_announcement && perhaps_talk => {}
            Err(fault) => self.unread(located(line, words, &fault), vec![reader::plain_words(words)], perhaps_talk),
        }
    }

    /// Notes an order whose condition does not hold.
    fn leave(&mut self, line: &Line<'_>, text: String) {
        if self.sheet.entries.len() + self.sheet.unmet.len() < MAXIMUM_ORDERS {
            self.sheet.unmet.push(Unmet { line: line.number, text });
        }
    }

    /// ANNOUNCE alone on a line: the text is the following lines up to END.
    fn announcement(&mut self, line: &Line<'_>) {
        let following = self.lines.get(self.next..).unwrap_or_default();
        let is_keyword = |line: &Line<'_>, word: &str| line.raw.trim().eq_ignore_ascii_case(word);
        let end = following.iter().position(|line| is_keyword(line, "END") || is_keyword(line, "ANNOUNCE"));
        let Some(length) = end.filter(|end| following.get(*end).is_some_and(|line| is_keyword(line, "END"))) else {
            // The following lines may be orders, which must never be published, so there is no text.
            self.lost_announcement = true;
            let expected = "a line END after the text; without it nothing is announced";
            return self.problem(line.problem(line.end, "", expected, Vec::new()));
        };
        let text = following.get(..length).unwrap_or_default().iter().map(|line| line.raw).collect::<Vec<_>>().join("\n");
        self.next += length + 1;
        self.announce(line, &text);
    }

    /// A quoted text that a mail program broke into lines. The quotation must close at the end of a line.
    fn wrapped_announcement(&mut self, line: &Line<'_>) {
        let following = self.lines.get(self.next..).unwrap_or_default();
        let last = following.iter().position(|line| line.words.is_empty() || line.raw.contains(is_quote));
        let closing = last.and_then(|last| following.get(last)).map(|line| line.raw.trim_end().trim_end_matches(['.', ',', ';', '!']));
        let begin = line.words.get(1).filter(|word| word.quoted && line.words.len() == 2);
        let (Some(last), Some(closing), Some(begin)) = (last, closing.and_then(|line| line.strip_suffix(is_quote)), begin) else {
            return self.unclosed(line);
        };
        if closing.contains(is_quote) {
            return self.unclosed(line);
        }
        let between = following.get(..last).unwrap_or_default().iter().map(|line| line.raw.trim());
        let text = [begin.text.trim()].into_iter().chain(between).chain([closing.trim()]).collect::<Vec<_>>().join("\n");
        self.next += last + 1;
        self.announce(line, &text);
    }

    fn announce(&mut self, line: &Line<'_>, text: &str) {
        match announcement(text) {
            Some(text) => self.enter(line, G::announce(text)),
            None => self.problem(line.problem(line.end, "", ANNOUNCEMENT, Vec::new())),
        }
    }

    fn unclosed(&mut self, line: &Line<'_>) {
        let found = line.words.iter().find(|word| Some(word.column) == line.unclosed).map_or("", |word| word.text.as_str());
        let problem = line.problem(line.unclosed.unwrap_or(1), found, "a closing quotation mark", Vec::new());
        // The missing mark may belong at the end of the line or anywhere before.
        let apart = |word: &Word| word.text.split_whitespace().map(Word::made_up).collect::<Vec<Word>>();
        let is_open = |word: &Word| Some(word.column) == line.unclosed;
        let open = line.words.iter().flat_map(|word| if is_open(word) { apart(word) } else { vec![word.clone()] }).collect();
        self.unread(problem, vec![line.words.clone(), open], false);
    }

    fn enter(&mut self, line: &Line<'_>, order: G::Order) {
        let is_announcement = |order: &G::Order| G::announced(order).is_some();
        let announcements = self.sheet.orders().filter(|order| is_announcement(order)).count();
        if self.sheet.entries.len() >= MAXIMUM_ORDERS {
            self.problem(line.problem(1, "", format!("at most {MAXIMUM_ORDERS} orders; this one does not stand"), Vec::new()));
        } else if is_announcement(&order) && announcements >= MAXIMUM_ANNOUNCEMENTS {
            let expected = format!("at most {MAXIMUM_ANNOUNCEMENTS} announcements; this one does not stand");
            self.problem(line.problem(1, "", expected, Vec::new()));
        } else {
            self.sheet.entries.push(OrderLine { line: line.number, order });
        }
    }

    fn is_full(&self) -> bool {
        self.sheet.problems.len() >= MAXIMUM_PROBLEMS
    }

    /// Adds the problem of a line that may have been meant as another.
    fn unread(&mut self, problem: Problem, versions: Vec<Vec<Word>>, perhaps_talk: bool) {
        if !self.is_full() {
            self.unread.push(UnreadLine { problem: self.sheet.problems.len(), versions, block: self.block, perhaps_talk });
        }
        self.problem(problem);
    }

    fn problem(&mut self, mut problem: Problem) {
        if self.sheet.problems.len() > MAXIMUM_PROBLEMS {
            return;
        }
        if self.is_full() {
            problem.expected = format!("fewer mistakes: the first {MAXIMUM_PROBLEMS} are listed, this and later ones are not");
        }
        self.sheet.problems.push(problem);
    }
}

/// A fault as a problem with its place in the player's text.
fn located(line: &Line<'_>, words: &[Word], fault: &Fault) -> Problem {
    let found = fault.found(words);
    let column = words.get(fault.at.start).map_or(line.end, |word| word.column);
    line.problem(column, &found, fault.expected.clone(), Vec::new())
}
