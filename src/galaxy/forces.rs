//! Reads forces given by hand: `12 FI 4 TR FM 110 AGAINST 8 FI 20 PDU`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write};

use serde_json::{Value, json};

use super::Power;
use crate::engine::nearness::nearest;
use crate::engine::{MisreadForces, Seat};

/// The words that begin the other side.
const AGAINST: [&str; 4] = ["AGAINST", "VERSUS", "VS", "V"];
/// The word that begins the force of another player on the same side.
const ALLY: &str = "ALLY";
/// Words that are skipped.
const FILLERS: [&str; 4] = ["AND", "WITH", "AT", "THE"];
/// The most words that are read.
const MOST_WORDS: usize = 120;
/// The most forces: one for each seat.
const MOST_FORCES: usize = 8;

/// What the forces of a game may contain.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ForceWords {
    /// Units and values, in canonical order.
    pub words: &'static [ForceWord],
    /// The word after a unit that marks it; empty if the game has none.
    pub flag: &'static str,
    /// An example of forces that read.
    pub example: &'static str,
}

/// A unit or a value.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ForceWord {
    /// Its spellings, the canonical one first.
    pub spellings: &'static [&'static str],
    pub meaning: ForceMeaning,
    /// Whether only the planet's owner can have it, who is the first of the defenders.
    pub is_the_owner_s: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ForceMeaning {
    /// `12 FI`: a count of at most `most`.
    Count { most: u32 },
    /// `FM 110`: a value within a range, with the value that holds if none is given.
    Value { least: u32, most: u32, usual: u32 },
}

/// Both sides, each with at least one force. The first defender owns the planet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ForcesRead {
    pub attackers: Vec<ForceRead>,
    pub defenders: Vec<ForceRead>,
}

/// One player's force.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct ForceRead {
    /// A player made up for this force; players are numbered in reading order.
    pub power: Power,
    words: &'static ForceWords,
    numbers: BTreeMap<&'static str, u32>,
    flagged: BTreeSet<&'static str>,
}

impl ForceRead {
    /// The number given for a word, or the usual one.
    pub(crate) fn number(&self, word: &str) -> u32 {
        let usual = || match self.words.word(word).map(|word| word.meaning) {
            Some(ForceMeaning::Value { usual, .. }) => usual,
            _ => 0,
        };
        self.numbers.get(word).copied().unwrap_or_else(usual)
    }

    /// Whether this unit has the flag.
    pub(crate) fn is_flagged(&self, word: &str) -> bool {
        self.flagged.contains(word)
    }
}

/// Reads both sides.
///
/// # Errors
/// When a word cannot stand where it does; the suggestion is a text that reads.
pub(crate) fn read_forces(text: &str, words: &'static ForceWords) -> Result<ForcesRead, MisreadForces> {
    let tokens = tokens(text);
    read(&tokens, words).map_err(|stop| {
        let found = tokens.get(stop.at).cloned().unwrap_or_default();
        let nearest = if stop.because == "unknown-word" { near(&tokens, stop.at, words) } else { None };
        let words_there = words.words.iter().map(|word| word.spellings[0].to_owned()).collect();
        MisreadForces { found, because: stop.because, words: words_there, range: stop.range, nearest, example: words.example }
    })
}

/// Where reading stopped, and why.
struct Stop {
    at: usize,
    because: &'static str,
    range: Option<(u32, u32)>,
}

impl Stop {
    fn at(at: usize, because: &'static str) -> Stop {
        Stop { at, because, range: None }
    }
}

/// Words and numbers in capitals, without punctuation, percent signs and fillers; `12FI` counts as two.
fn tokens(text: &str) -> Vec<String> {
    let plain: String = text.chars().map(|letter| if letter.is_alphanumeric() || letter == '-' { letter } else { ' ' }).collect();
    let mut tokens = Vec::new();
    for word in plain.split_whitespace() {
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = word.split_at(digits);
        tokens.extend([number, rest].into_iter().filter(|part| !part.is_empty()).map(str::to_uppercase));
    }
    tokens.retain(|token| !FILLERS.contains(&token.as_str()));
    tokens.truncate(MOST_WORDS);
    tokens
}

fn read(tokens: &[String], words: &'static ForceWords) -> Result<ForcesRead, Stop> {
    let mut seats = 0;
    let mut next = || {
        seats += 1;
        ForceRead { power: Power::Seat(Seat(seats)), words, numbers: BTreeMap::new(), flagged: BTreeSet::new() }
    };
    let mut sides: Vec<Vec<ForceRead>> = vec![vec![next()]];
    let mut unit: Option<&'static str> = None;
    let mut at = 0;
    while let Some(token) = tokens.get(at).map(String::as_str) {
        let is_owner = sides.len() == 2 && sides[1].len() == 1;
        let is_first_side = sides.len() == 1;
        let Some(side) = sides.last_mut() else { break };
        let is_full = side.len() == MOST_FORCES;
        let Some(force) = side.last_mut() else { break };
        if AGAINST.contains(&token) || token == ALLY {
            if force.numbers.is_empty() {
                return Err(Stop::at(at, "nothing-before"));
            }
            match token == ALLY {
                true if is_full => return Err(Stop::at(at, "too-many")),
                true => side.push(next()),
                false if is_first_side => sides.push(vec![next()]),
                false => return Err(Stop::at(at, "third-side")),
            }
            (unit, at) = (None, at + 1);
            continue;
        }
        if !words.flag.is_empty() && token == words.flag {
            let flagged = unit.ok_or_else(|| Stop::at(at, "no-unit-before"))?;
            force.flagged.insert(flagged);
            at += 1;
            continue;
        }
        let (word, number) = pair(tokens, at, words)?;
        let name = word.spellings[0];
        let (least, most) = word.meaning.range();
        match number.parse::<u32>().ok().filter(|number| (least..=most).contains(number)) {
            _ if word.is_the_owner_s && !is_owner => return Err(Stop::at(at, "owners-alone")),
            None => return Err(Stop { range: Some((least, most)), ..Stop::at(at, "out-of-range") }),
            Some(number) => {
                if force.numbers.insert(name, number).is_some() {
                    return Err(Stop::at(at, "twice"));
                }
            }
        }
        unit = matches!(word.meaning, ForceMeaning::Count { .. }).then_some(name);
        at += 2;
    }
    let mut sides = sides.into_iter();
    match (sides.next(), sides.next()) {
        (Some(attackers), Some(defenders)) if defenders.iter().all(|force| !force.numbers.is_empty()) => {
            Ok(ForcesRead { attackers, defenders })
        }
        (_, None) => Err(Stop::at(tokens.len(), "no-other-side")),
        _ => Err(Stop::at(tokens.len(), "nothing-behind")),
    }
}

/// A word and its number: `12 FI`, `FM 110` or `110 FM`.
fn pair<'t>(tokens: &'t [String], at: usize, words: &'static ForceWords) -> Result<(&'static ForceWord, &'t str), Stop> {
    let is_number = |token: &str| token.bytes().all(|byte| byte.is_ascii_digit());
    let (first, second) = (tokens[at].as_str(), tokens.get(at + 1).map(String::as_str));
    if is_number(first) {
        let Some(second) = second else { return Err(Stop::at(at, "number-alone")) };
        let word = words.word(second).ok_or_else(|| Stop::at(at + 1, "unknown-word"))?;
        return Ok((word, first));
    }
    let word = words.word(first).ok_or_else(|| Stop::at(at, "unknown-word"))?;
    match (word.meaning, second.filter(|second| is_number(second))) {
        (ForceMeaning::Value { .. }, Some(number)) => Ok((word, number)),
        _ => Err(Stop::at(at, "no-number")),
    }
}

/// The text with its unknown word replaced by the nearest known one, if that reads.
fn near(tokens: &[String], at: usize, words: &'static ForceWords) -> Option<String> {
    let spellings = words.words.iter().flat_map(|word| word.spellings.iter().copied());
    let known = spellings.chain(AGAINST).chain([ALLY, words.flag]).filter(|word| !word.is_empty());
    nearest(&tokens[at], known).into_iter().find_map(|word| {
        let mut meant = tokens.to_vec();
        word.clone_into(&mut meant[at]);
        read(&meant, words).ok().map(|forces| forces.to_string())
    })
}

impl ForceWords {
    fn word(&self, spelling: &str) -> Option<&'static ForceWord> {
        self.words.iter().find(|word| word.spellings.contains(&spelling))
    }
}

impl ForceMeaning {
    fn range(self) -> (u32, u32) {
        match self {
            ForceMeaning::Count { most } => (0, most),
            ForceMeaning::Value { least, most, .. } => (least, most),
        }
    }
}

impl ForcesRead {
    /// What a template uses as a view: who fights, with the first attacker named A1 and the first defender D1.
    pub(crate) fn view(&self) -> Value {
        let named = |letter: char, side: &[ForceRead]| {
            let players = (1..).zip(powers(side)).map(|(number, power)| json!({ "seat": power, "name": format!("{letter}{number}") }));
            players.collect::<Vec<_>>()
        };
        let players = [named('A', &self.attackers), named('D', &self.defenders)].concat();
        json!({ "players": players, "planets": [] })
    }
}

/// The powers of one side.
pub(crate) fn powers(side: &[ForceRead]) -> Vec<Power> {
    side.iter().map(|force| force.power).collect()
}

impl fmt::Display for ForcesRead {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |forces: &[ForceRead]| forces.iter().map(ToString::to_string).collect::<Vec<_>>().join(&format!(" {ALLY} "));
        write!(out, "{} {} {}", side(&self.attackers), AGAINST[0], side(&self.defenders))
    }
}

impl fmt::Display for ForceRead {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        for word in self.words.words {
            let name = word.spellings[0];
            let Some(number) = self.numbers.get(name) else { continue };
            match word.meaning {
                ForceMeaning::Count { .. } => write!(text, " {number} {name}")?,
                ForceMeaning::Value { .. } => write!(text, " {name} {number}")?,
            }
            if self.flagged.contains(name) {
                write!(text, " {}", self.words.flag)?;
            }
        }
        out.write_str(text.trim_start())
    }
}

impl fmt::Debug for ForceRead {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}
