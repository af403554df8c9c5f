//! A seat's player: `[[seat]]` of a campaign's file, and a row of the roster once the game has begun.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::campaign::Address;
use crate::campaign::daily::Daily;
use crate::campaign::local::Zone;
use crate::engine::{Seat, clean_name, is_reserved_name, is_same_name};

/// More people than that do not play a seat together.
const MOST_OTHER_ADDRESSES: usize = 5;

/// `[[seat]]`: a player. Once the game has begun the roster holds, and the file is only compared with it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct SeatConfig {
    /// From 1. In a tournament it numbers the player, since each game has its own seats 1 and 2.
    pub number: Seat,
    /// What everybody calls the player: 1 to 24 characters, a letter among them, and the name of nobody else in the campaign.
    pub name: String,
    /// Where letters to the player go.
    pub address: Address,
    /// Other addresses of the same player: email from them counts as from that one. Letters go to the first alone …
    #[serde(default)]
    pub also: Vec<Address>,
    /// … unless several people play the seat together: then all letters go to all of them.
    #[serde(default)]
    pub copies: bool,
    /// The player's own time zone, for deadlines in their emails; the schedule's if absent.
    pub zone: Option<Zone>,
    /// Whether emails to the player bring HTML; by default they do.
    #[serde(default)]
    pub format: Format,
    /// The characters of boards in text; Unicode by default.
    #[serde(default)]
    pub diagrams: Diagrams,
    /// What reports bring along as files; nothing by default.
    #[serde(default)]
    pub attachments: Attachments,
    /// Whether the player is reminded of deadlines.
    #[serde(default = "wanted")]
    pub reminders: bool,
    /// When the player gets an email each day about all their games on this host: a time of day, or `off`.
    #[serde(default)]
    pub digest: Daily,
    /// Of a player of a Swiss: not paired any more.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub withdrawn: bool,
}

fn wanted() -> bool {
    true
}

/// How a player's report is sent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// As text alone.
    Text,
    /// As text, and beside it as HTML with a picture.
    #[default]
    Both,
}

/// The characters of a player's board diagrams.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Diagrams {
    /// Symbols such as `○` and `●`.
    #[default]
    Unicode,
    /// For email programs that show no other characters, or show them in other widths.
    Ascii,
}

/// What a player's reports bring along besides text and HTML.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Attachments {
    /// Nothing.
    #[default]
    None,
    /// The deadline, for a calendar.
    Calendar,
    /// That, the report as JSON, for programs, and the order form as a file.
    All,
}

impl Attachments {
    /// Each of them, the least first.
    pub const ALL: [Attachments; 3] = [Attachments::None, Attachments::Calendar, Attachments::All];

    /// Its spelling in files and commands.
    pub fn code(self) -> &'static str {
        match self {
            Attachments::None => "none",
            Attachments::Calendar => "calendar",
            Attachments::All => "all",
        }
    }
}

impl Format {
    /// Each of them, the least first.
    pub const ALL: [Format; 2] = [Format::Text, Format::Both];

    /// Its spelling in files and commands.
    pub fn code(self) -> &'static str {
        match self {
            Format::Text => "text",
            Format::Both => "both",
        }
    }
}

impl Diagrams {
    /// Each of them, the usual one first.
    pub const ALL: [Diagrams; 2] = [Diagrams::Unicode, Diagrams::Ascii];

    /// Its spelling in files and commands.
    pub fn code(self) -> &'static str {
        match self {
            Diagrams::Unicode => "unicode",
            Diagrams::Ascii => "ascii",
        }
    }
}

impl FromStr for Format {
    type Err = String;

    /// HTML alone is never sent, so a player who asks for it gets both.
    fn from_str(text: &str) -> Result<Format, String> {
        if text.eq_ignore_ascii_case("html") { Ok(Format::Both) } else { of_code(&Format::ALL, Format::code, text) }
    }
}

impl FromStr for Diagrams {
    type Err = String;

    fn from_str(text: &str) -> Result<Diagrams, String> {
        of_code(&Diagrams::ALL, Diagrams::code, text)
    }
}

impl FromStr for Attachments {
    type Err = String;

    fn from_str(text: &str) -> Result<Attachments, String> {
        of_code(&Attachments::ALL, Attachments::code, text)
    }
}

/// Whether a player asks for reminders, by a word.
///
/// # Errors
/// With what was expected.
pub fn reminders(text: &str) -> Result<bool, String> {
    match text.to_lowercase().as_str() {
        "yes" => Ok(true),
        "no" => Ok(false),
        word => of_code(&[true, false], |is_on| if is_on { "on" } else { "off" }, word),
    }
}

/// What goes by that word, in any letter case; else the words that there are.
fn of_code<T: Copy>(all: &[T], code: impl Fn(T) -> &'static str, text: &str) -> Result<T, String> {
    let known = all.iter().copied().find(|one| code(*one).eq_ignore_ascii_case(text));
    known.ok_or_else(|| format!("expected {}", all.iter().map(|one| code(*one)).collect::<Vec<_>>().join(" or ")))
}

impl SeatConfig {
    /// A player of whom nothing is known but a name and an address.
    pub fn new(number: Seat, name: String, address: Address) -> SeatConfig {
        let (format, diagrams, attachments, digest) = Default::default();
        SeatConfig {
            number,
            name,
            address,
            also: Vec::new(),
            copies: false,
            zone: None,
            format,
            diagrams,
            attachments,
            reminders: true,
            digest,
            withdrawn: false,
        }
    }

    /// What cannot be about a player, each with the key that says it.
    pub fn mistakes(&self) -> Vec<(&'static str, String)> {
        let mut mistakes = Vec::new();
        let mut wrong = |key, what| mistakes.push((key, what));
        if self.number.0 == 0 {
            wrong("number", "seats are numbered from 1".to_owned());
        }
        if clean_name(&self.name).as_ref() != Some(&self.name) {
            let why = match is_reserved_name(&self.name) {
                true => "reports call so what is nobody's",
                false => "it needs 1 to 24 characters, one of them a letter, without quotes, brackets, # and ;",
            };
            wrong("name", format!("`{}` is no name: {why}", self.name));
        }
        if self.also.len() > MOST_OTHER_ADDRESSES {
            wrong("also", format!("a seat has at most {MOST_OTHER_ADDRESSES} other addresses"));
        }
        if let Some(again) = self.also.iter().enumerate().find(|(at, other)| **other == self.address || self.also[..*at].contains(other)) {
            wrong("also", format!("{} is named twice", again.1));
        }
        if self.copies && self.also.is_empty() {
            wrong("copies", "there is no other address in `also` that copies could go to".to_owned());
        }
        mistakes
    }

    /// Whether an address is one of the player's.
    pub fn has_address(&self, address: &Address) -> bool {
        self.address == *address || self.also.contains(address)
    }

    /// The addresses that copies of letters to the player go to.
    pub fn copied(&self) -> &[Address] {
        if self.copies { &self.also } else { &[] }
    }

    /// Whether the player goes by this name, as far as orders could tell.
    pub fn has_name(&self, name: &str) -> bool {
        is_same_name(&self.name, name)
    }
}
