//! The player of a seat: `[[seat]]` of a campaign's file, and a row of the roster once the game has begun.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::campaign::Address;
use crate::campaign::daily::Daily;
use crate::campaign::local::Zone;
use crate::engine::{Seat, clean_name, is_reserved_name, is_same_name};

/// The most other addresses of a seat, since no more people play one together.
const MOST_OTHER_ADDRESSES: usize = 5;

/// `[[seat]]`: a player. Once the game has begun the roster counts, and the file is only compared with it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct SeatConfig {
    /// From 1. In a tournament this is the player's number, since each game has its own seats 1 and 2.
    pub number: Seat,
    /// The player's name: 1 to 24 characters with at least one letter, unique in the campaign.
    pub name: String,
    /// The address for letters to the player.
    pub address: Address,
    /// Other addresses of the player: email from them counts as from the first. Letters go only to the first …
    #[serde(default)]
    pub also: Vec<Address>,
    /// … unless this is true, because several people play the seat: then all letters go to all addresses.
    #[serde(default)]
    pub copies: bool,
    /// The player's time zone, for deadlines in their emails; that of the schedule if absent.
    pub zone: Option<Zone>,
    /// Whether emails to the player have HTML; by default they do.
    #[serde(default)]
    pub format: Format,
    /// The characters of board diagrams in text; Unicode by default.
    #[serde(default)]
    pub diagrams: Diagrams,
    /// The files that come with reports; none by default.
    #[serde(default)]
    pub attachments: Attachments,
    /// Whether the player is reminded of deadlines.
    #[serde(default = "wanted")]
    pub reminders: bool,
    /// When the player gets a daily email about all their games on this host: a time of day, or `off`.
    #[serde(default)]
    pub digest: Daily,
    /// Whether the player has left a Swiss and is no longer paired.
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
    /// As text only.
    Text,
    /// As text, and as HTML with a picture.
    #[default]
    Both,
}

/// The characters of board diagrams.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Diagrams {
    /// Symbols such as `○` and `●`.
    #[default]
    Unicode,
    /// ASCII, for email programs that lack other characters or show them in other widths.
    Ascii,
}

/// The files that come with a player's reports.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Attachments {
    /// Nothing.
    #[default]
    None,
    /// The deadline as a calendar file.
    Calendar,
    /// The deadline, the report as JSON for programs, and the order form as a file.
    All,
}

impl Attachments {
    /// All of them, the smallest first.
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
    /// All of them, the smallest first.
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
    /// All of them, the usual one first.
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

/// Reads whether a player wants reminders: `on` or `yes`, `off` or `no`.
///
/// # Errors
/// When it is none of these; says what was expected.
pub fn reminders(text: &str) -> Result<bool, String> {
    match text.to_lowercase().as_str() {
        "yes" => Ok(true),
        "no" => Ok(false),
        word => of_code(&[true, false], |is_on| if is_on { "on" } else { "off" }, word),
    }
}

/// The value with this code, in upper or lower case; else the codes that there are.
fn of_code<T: Copy>(all: &[T], code: impl Fn(T) -> &'static str, text: &str) -> Result<T, String> {
    let known = all.iter().copied().find(|one| code(*one).eq_ignore_ascii_case(text));
    known.ok_or_else(|| format!("expected {}", all.iter().map(|one| code(*one)).collect::<Vec<_>>().join(" or ")))
}

impl SeatConfig {
    /// A player with only a name and an address, and defaults for the rest.
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

    /// What is wrong with a player's entry, each with its key.
    pub fn mistakes(&self) -> Vec<(&'static str, String)> {
        let mut mistakes = Vec::new();
        let mut wrong = |key, what| mistakes.push((key, what));
        if self.number.0 == 0 {
            wrong("number", "seats are numbered from 1".to_owned());
        }
        if clean_name(&self.name).as_ref() != Some(&self.name) {
            let why = match is_reserved_name(&self.name) {
                true => "reports use this word for what belongs to nobody",
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

    /// All addresses of the player; letters go to the first.
    pub fn addresses(&self) -> impl Iterator<Item = &Address> {
        std::iter::once(&self.address).chain(&self.also)
    }

    /// Whether an address is one of the player's.
    pub fn has_address(&self, address: &Address) -> bool {
        self.address == *address || self.also.contains(address)
    }

    /// The addresses that get copies of letters to the player.
    pub fn copied(&self) -> &[Address] {
        if self.copies { &self.also } else { &[] }
    }

    /// Whether letters to the player go to this address, as a copy or not.
    pub fn is_written_to_at(&self, address: &Address) -> bool {
        self.address == *address || self.copied().contains(address)
    }

    /// Whether orders could mean the player by this name.
    pub fn has_name(&self, name: &str) -> bool {
        is_same_name(&self.name, name)
    }
}
