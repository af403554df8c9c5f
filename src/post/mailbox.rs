//! Mailboxes: the people that an address field names.
//!
//! They are read exactly as RFC 5322 says and not by mail-parser, which takes a quoted local part for a name.

use std::fmt;

use super::words::{clean_words, decode_text};
use crate::campaign::Address;

/// The most mailboxes that are read from one field.
const MAILBOXES: usize = 100;
/// The most letters of a name that are kept, since a header line must end.
const NAME_LETTERS: usize = 200;
/// How far the end of an encoded word is looked for, in letters; RFC 2047 allows 75.
const ENCODED_WORD_LETTERS: usize = 300;

/// An address with the name that goes with it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mailbox {
    name: String,
    /// Where email reaches them.
    pub address: Address,
}

impl Mailbox {
    /// Keeps the visible letters of the name, on one line, 200 at most.
    pub fn new(name: &str, address: Address) -> Mailbox {
        let name: String = clean_words(name).chars().take(NAME_LETTERS).collect();
        Mailbox { name: name.trim_end().to_owned(), address }
    }

    /// What people see; may be empty. One line, no control characters.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl fmt::Display for Mailbox {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.name.is_empty() { self.address.fmt(out) } else { write!(out, "{} <{}>", self.name, self.address) }
    }
}

/// The content of one address field.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Mailboxes {
    /// The mailboxes that email can be sent to.
    pub usable: Vec<Mailbox>,
    /// How many entries email cannot be sent to: `undisclosed`, `ann@`, `<>`.
    pub unusable: usize,
    /// Whether the field is a group such as `players: ann@x, ben@y;`.
    pub is_group: bool,
}

impl Mailboxes {
    /// Reads the value of an address field.
    pub(super) fn read(value: &str) -> Mailboxes {
        let mut found = Mailboxes::default();
        let mut entry = ListItem::default();
        let mut rest = value;
        while let Some((piece, behind)) = next_piece(rest) {
            rest = behind;
            match piece {
                FieldPiece::Mark(',' | ';') if !entry.is_in_brackets => found.add(std::mem::take(&mut entry)),
                FieldPiece::Mark(':') if !entry.is_in_brackets => {
                    // The text before it is the group's name.
                    found.is_group = true;
                    entry = ListItem::default();
                }
                piece => entry.take(piece),
            }
            if found.usable.len() + found.unusable >= MAILBOXES {
                return found;
            }
        }
        found.add(entry);
        found
    }

    fn add(&mut self, entry: ListItem) {
        match entry.mailbox() {
            Ok(mailbox) => self.usable.extend(mailbox),
            Err(Unusable) => self.unusable += 1,
        }
    }
}

/// A piece of an address field.
#[derive(Debug, Clone, PartialEq, Eq)]
enum FieldPiece {
    Blank,
    Word(String),
    /// The content of a quoted string, with escapes resolved.
    Quoted(String),
    Comment(String),
    /// One of `,;:<>@`.
    Mark(char),
}

/// The text between two commas.
#[derive(Debug, Default)]
struct ListItem {
    /// The pieces outside angle brackets.
    outside: Vec<FieldPiece>,
    /// The pieces inside them.
    inside: Vec<FieldPiece>,
    /// How many pairs of brackets there are.
    brackets: usize,
    is_in_brackets: bool,
    comments: Vec<String>,
}

/// Somebody is named, but no email can be sent there.
struct Unusable;

impl ListItem {
    fn take(&mut self, piece: FieldPiece) {
        match piece {
            FieldPiece::Comment(comment) => self.comments.push(comment),
            FieldPiece::Mark('<') if !self.is_in_brackets => {
                self.is_in_brackets = true;
                self.brackets += 1;
            }
            FieldPiece::Mark('>') if self.is_in_brackets => {
                self.is_in_brackets = false;
                // A name may go on after the address, but an address may not.
                self.outside.push(FieldPiece::Blank);
            }
            piece if self.is_in_brackets => self.inside.push(piece),
            piece => self.outside.push(piece),
        }
    }

    /// The mailbox of the entry; `None` if nobody is named.
    fn mailbox(self) -> Result<Option<Mailbox>, Unusable> {
        let is_empty = |pieces: &[FieldPiece]| pieces.iter().all(|piece| *piece == FieldPiece::Blank);
        if self.brackets == 0 && is_empty(&self.outside) {
            return if self.comments.is_empty() { Ok(None) } else { Err(Unusable) };
        }
        if self.is_in_brackets || self.brackets > 1 {
            return Err(Unusable);
        }
        let (spec, phrase) = if self.brackets == 0 { (&self.outside, String::new()) } else { (&self.inside, phrase(&self.outside)) };
        let address = address(spec).ok_or(Unusable)?;
        let comment = decode_text(&self.comments.join(" "));
        let name = match (phrase.is_empty(), comment.is_empty()) {
            (false, false) => format!("{phrase} ({comment})"),
            (false, true) => phrase,
            (true, _) => comment,
        };
        Ok(Some(Mailbox::new(&name, address)))
    }
}

/// The name beside an address in brackets.
fn phrase(pieces: &[FieldPiece]) -> String {
    let text = pieces.iter().fold(String::new(), |mut text, piece| {
        match piece {
            FieldPiece::Blank => text.push(' '),
            FieldPiece::Word(word) | FieldPiece::Quoted(word) | FieldPiece::Comment(word) => text.push_str(word),
            FieldPiece::Mark(mark) => text.push(*mark),
        }
        text
    });
    decode_text(text.trim())
}

/// Reads `local@host`; if a piece before the `@` is quoted, the whole local part is.
fn address(pieces: &[FieldPiece]) -> Option<Address> {
    let is_blank = |piece: &FieldPiece| *piece == FieldPiece::Blank;
    let start = pieces.iter().position(|piece| !is_blank(piece))?;
    let end = pieces.iter().rposition(|piece| !is_blank(piece))?;
    let mut sides = pieces[start..=end].split(|piece| *piece == FieldPiece::Mark('@'));
    let (local, host) = (sides.next()?, sides.next()?);
    let (None, [FieldPiece::Word(host)]) = (sides.next(), host) else { return None };
    let local = match local {
        [FieldPiece::Word(word)] => word.clone(),
        pieces => format!("\"{}\"", with_quotes(pieces)?.replace('\\', "\\\\").replace('"', "\\\"")),
    };
    Address::new(&format!("{local}@{host}")).ok()
}

/// A partly quoted local part, without its quotes. Only a dot may separate a quoted piece from an unquoted one.
fn with_quotes(pieces: &[FieldPiece]) -> Option<String> {
    let is_parted = |pair: &[FieldPiece]| match pair {
        [FieldPiece::Word(word), FieldPiece::Quoted(_)] => word.ends_with('.'),
        [FieldPiece::Quoted(_), FieldPiece::Word(word)] => word.starts_with('.'),
        _ => false,
    };
    let texts = pieces.iter().map(|piece| match piece {
        FieldPiece::Word(text) | FieldPiece::Quoted(text) => Some(text.as_str()),
        FieldPiece::Blank | FieldPiece::Comment(_) | FieldPiece::Mark(_) => None,
    });
    if pieces.windows(2).all(is_parted) { texts.collect() } else { None }
}

/// The first piece of a text, and what follows it; `None` at its end.
fn next_piece(text: &str) -> Option<(FieldPiece, &str)> {
    let first = text.chars().next()?;
    let behind = &text[first.len_utf8()..];
    Some(match first {
        ',' | ';' | ':' | '<' | '>' | '@' => (FieldPiece::Mark(first), behind),
        '"' => {
            let (inside, behind) = quoted(behind);
            (FieldPiece::Quoted(inside), behind)
        }
        '(' => {
            let (inside, behind) = comment(behind);
            (FieldPiece::Comment(inside), behind)
        }
        blank if blank.is_whitespace() => (FieldPiece::Blank, text.trim_start()),
        _ => {
            let end = encoded_word(text).unwrap_or_else(|| text.find(ends_word).unwrap_or(text.len()));
            (FieldPiece::Word(text[..end].to_owned()), &text[end..])
        }
    })
}

fn ends_word(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, ',' | ';' | ':' | '<' | '>' | '@' | '"' | '(')
}

/// The text up to the closing quote, or to the end, and what follows it.
fn quoted(text: &str) -> (String, &str) {
    let mut inside = String::new();
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return (inside, &text[at + 1..]),
            '\\' => inside.extend(letters.next().map(|(_, escaped)| escaped)),
            letter => inside.push(letter),
        }
    }
    (inside, "")
}

/// The text up to the closing parenthesis, or to the end, and what follows it; comments may be nested.
fn comment(text: &str) -> (String, &str) {
    let mut inside = String::new();
    let mut depth = 1;
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        match letter {
            _ if depth == 0 => return (inside, &text[at + 1..]),
            '\\' => inside.extend(letters.next().map(|(_, escaped)| escaped)),
            letter => inside.push(letter),
        }
    }
    (inside, "")
}

/// The length of the encoded word with which a text begins. Some programs leave commas and `@` unencoded in it, but it stays one word.
fn encoded_word(text: &str) -> Option<usize> {
    let window = text.char_indices().nth(ENCODED_WORD_LETTERS).map_or(text, |(end, _)| &text[..end]);
    let mut parts = window.strip_prefix("=?")?.splitn(3, '?');
    let (charset, encoding, rest) = (parts.next()?, parts.next()?, parts.next()?);
    let content = &rest[..rest.find("?=")?];
    let is_word = encoding.len() == 1 && ![charset, content].iter().any(|part| part.contains(char::is_whitespace));
    is_word.then_some("=?".len() + charset.len() + 1 + encoding.len() + 1 + content.len() + "?=".len())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The mailboxes, `-` for one that cannot be used, `group:` before those of a group.
    fn read(value: &str) -> String {
        let found = Mailboxes::read(value);
        let usable = found.usable.iter().map(ToString::to_string);
        let all = usable.chain(std::iter::repeat_n("-".to_owned(), found.unusable)).collect::<Vec<_>>().join(" | ");
        if found.is_group { format!("group: {all}") } else { all }
    }

    #[test]
    fn every_way_to_write_a_mailbox_is_read() {
        for (value, expected) in [
            ("ann@player.example", "ann@player.example"),
            ("<ann@player.example>", "ann@player.example"),
            ("Ann Player <ann@player.example>", "Ann Player <ann@player.example>"),
            ("\"Player, Ann\" <ann@player.example>", "Player, Ann <ann@player.example>"),
            (r#""Ann \"the\" Player"<ann@player.example>"#, "Ann \"the\" Player <ann@player.example>"),
            ("ann@player.example (Ann (not Bob) Player)", "Ann (not Bob) Player <ann@player.example>"),
            ("Ann <ann@player.example> (home)", "Ann (home) <ann@player.example>"),
            ("=?utf-8?q?J=C3=BCrgen?= =?utf-8?q?_B?= <j@player.example>", "Jürgen B <j@player.example>"),
            ("=?utf-8?q?J@home,_B?= <j@player.example>", "J@home, B <j@player.example>"),
            ("taro..yamada@docomo.example", "\"taro..yamada\"@docomo.example"),
            ("Taro <taro.@docomo.example>", "Taro <\"taro.\"@docomo.example>"),
            ("\"taro..yamada\"@docomo.example", "\"taro..yamada\"@docomo.example"),
            ("<\"taro..yamada\"@docomo.example>", "\"taro..yamada\"@docomo.example"),
            (r#"Ann <"a\"b, c"@player.example>"#, r#"Ann <"a\"b, c"@player.example>"#),
            ("\"ann\".b@player.example", "ann.b@player.example"),
            ("ann(comment)@player.example", "comment <ann@player.example>"),
            ("ann@player.example, , ben@player.example,", "ann@player.example | ben@player.example"),
            ("players: ann@player.example, Ben <ben@player.example>;", "group: ann@player.example | Ben <ben@player.example>"),
            ("undisclosed-recipients:;", "group: "),
            ("ann@player.example, undisclosed", "ann@player.example | -"),
            ("", ""),
        ] {
            assert_eq!(read(value), expected, "{value}");
        }
    }

    #[test]
    fn what_could_be_read_as_two_people_is_nobody() {
        for value in [
            "Ann",
            "<>",
            "(ann@player.example)",
            "<ann@player.example",
            "ann@player.example <",
            "<ann@player.example> <ben@player.example>",
            "ann@player.example <ben@player.example> <>",
            "a@b@player.example",
            "ann @ player.example",
            "ann bee@player.example",
            "<@relay.example:ann@player.example>",
            "\"ann@player.example",
            "a\"b\"@player.example",
            "jürgen@player.example",
            "ann@[192.0.2.1]",
            "=?utf-8?q?ann=40player.example?=",
        ] {
            assert_eq!(read(value), "-", "{value}");
        }
    }

    #[test]
    fn a_name_is_one_line_of_what_can_be_seen() {
        let address = Address::new("ann@player.example").unwrap();
        assert_eq!(Mailbox::new("x\r\nBcc: \u{202e}ben", address.clone()).name(), "x Bcc: ben");
        assert_eq!(Mailbox::new(&"ä".repeat(1_000), address).name().chars().count(), NAME_LETTERS);
        assert_eq!(Mailboxes::read(&"a@b, ".repeat(10_000)).usable.len(), MAILBOXES);
    }
}
