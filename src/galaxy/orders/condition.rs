//! `IF condition THEN order`: an order that is given only if its condition holds in what its sender sees. This is decided when the sheet is read; if
//! the condition does not hold, there is no order.

use std::ops::Range;

use super::{Fault, Names};
use crate::engine::reader::{Number, Word, joined};
use crate::engine::{NameMatch, Seat};
use crate::galaxy::{Footing, PlanetId, Power, Survey};

/// A rulebook's words for the relation of two players.
pub(crate) struct FootingWords {
    /// The spellings that are suggested: for enemies, neutral, friends.
    pub proposed: [&'static str; 3],
    /// Other spellings that are understood.
    pub aliases: &'static [(&'static str, Footing)],
    /// Words of other rulebooks. They lead to a suggestion, but are never understood.
    pub foreign: &'static [(&'static str, Footing)],
}

/// What stands between IF and THEN.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct OrderCondition {
    /// Whether the fact must not hold.
    not: bool,
    fact: Fact,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fact {
    Terms { footing: Footing, with: Seat },
    Owns { owner: Option<Seat>, planet: PlanetId },
    IsNeutral { planet: PlanetId },
    OwnShips { count: u32, are_fighters: bool, planet: PlanetId },
    EnemyShips { planet: PlanetId },
}

/// Words that are no condition, and what should have stood there.
pub(super) struct Misread {
    pub fault: Fault,
    pub wanted: WantedPart,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WantedPart {
    Planet,
    Player,
    Words,
}

impl FootingWords {
    fn spelling(&self, footing: Footing) -> &'static str {
        let [enemies, neutral, friends] = self.proposed;
        match footing {
            Footing::Enemies => enemies,
            Footing::Neutral => neutral,
            Footing::Friends => friends,
        }
    }

    fn all(&self) -> impl Iterator<Item = (&'static str, Footing)> {
        let proposed = self.proposed.into_iter().zip([Footing::Enemies, Footing::Neutral, Footing::Friends]);
        proposed.chain(self.aliases.iter().copied())
    }

    /// What can stand there, in words for players.
    fn expected(&self) -> String {
        let terms: Vec<String> = self.proposed.iter().map(|words| format!("{words} player")).collect();
        format!(
            "a condition: {}, I OWN planet, player OWNS planet, planet IS NEUTRAL, 5 FI AT planet, ENEMY SHIPS AT planet or NO ENEMY SHIPS AT planet",
            terms.join(", ")
        )
    }

    /// Every word of conditions.
    pub(super) fn keywords(&self) -> Vec<&'static str> {
        let fixed = ["OWN", "OWNS", "NEUTRAL", "ENEMY", "SHIPS", "AT", "IS", "NOT", "WITH", "FI", "TR"];
        let mut words: Vec<&str> = self.all().flat_map(|(words, _)| words.split(' ')).chain(fixed).collect();
        words.sort_unstable();
        words.dedup();
        words
    }

    /// The words of another rulebook at the beginning of a condition: how many there are, and what this rulebook says instead.
    pub(super) fn meant(&self, words: &[Word]) -> Option<(usize, &'static str)> {
        let found = self.foreign.iter().find_map(|(foreign, footing)| Some((begins(words, foreign)?, *footing)));
        found.map(|(length, footing)| (length, self.spelling(footing)))
    }
}

/// The number of words in a spelling, if these words begin with it.
fn begins(words: &[Word], spelling: &str) -> Option<usize> {
    let length = spelling.split(' ').count();
    let is_there = words.len() >= length && spelling.split(' ').zip(words).all(|(wanted, word)| word.is(wanted));
    is_there.then_some(length)
}

/// Reads the words `at` of a line as a condition.
pub(super) fn read(words: &[Word], at: Range<usize>, names: &Names, footings: &FootingWords) -> Result<OrderCondition, Misread> {
    ConditionReader { words, names, footings }.condition(at)
}

struct ConditionReader<'r> {
    words: &'r [Word],
    names: &'r Names,
    footings: &'r FootingWords,
}

impl ConditionReader<'_> {
    fn condition(&self, at: Range<usize>) -> Result<OrderCondition, Misread> {
        let starts = |from: usize, keywords: &[&str]| keywords.iter().zip(from..).all(|(keyword, at)| self.is(at, keyword));
        let (mut start, end) = (at.start, at.end);
        let mut not = false;
        if starts(start, &["I", "AM"]) {
            start += 2;
        }
        if self.is(start, "NOT") {
            (not, start) = (true, start + 1);
        }
        let find = |keywords: &[&str]| (start..end).find(|at| keywords.iter().any(|keyword| self.is(*at, keyword)));
        if let Some(verb) = find(&["OWN", "OWNS"]) {
            let denied = verb >= start + 2 && self.is(verb - 1, "NOT") && (self.is(verb - 2, "DO") || self.is(verb - 2, "DOES"));
            let owner = start..if denied { verb - 2 } else { verb };
            let is_me = owner.len() == 1 && self.is(owner.start, "I");
            let owner = if is_me { None } else { Some(self.player(owner)?) };
            return Ok(OrderCondition { not: not != denied, fact: Fact::Owns { owner, planet: self.planet(verb + 1..end)? } });
        }
        if let Some(verb) = find(&["IS"]) {
            let denied = self.is(verb + 1, "NOT");
            let what = verb + 1 + usize::from(denied);
            let is_mine = self.is(what, "MINE");
            if !(is_mine || self.is(what, "NEUTRAL")) || what + 1 != end {
                return Err(self.misread(what.min(end)..end, "NEUTRAL or MINE", WantedPart::Words));
            }
            let planet = self.planet(start..verb)?;
            let fact = if is_mine { Fact::Owns { owner: None, planet } } else { Fact::IsNeutral { planet } };
            return Ok(OrderCondition { not: not != denied, fact });
        }
        let denied = self.is(start, "NO");
        let counted = start + usize::from(denied);
        if self.is(counted, "ENEMY") || self.is(counted, "ENEMIES") {
            let place = self.place(counted..end)?;
            return Ok(OrderCondition { not: not != denied, fact: Fact::EnemyShips { planet: self.planet(place)? } });
        }
        if let Some(Number::Good(count)) = self.words.get(start).filter(|_| start < end).map(Word::number) {
            let are_fighters = match self.words.get(start + 1).filter(|_| start + 1 < end) {
                Some(ship) if ship.is_any(&["FI", "FIGHTER", "FIGHTERS"]) => true,
                Some(ship) if ship.is_any(&["TR", "TRANSPORTER", "TRANSPORTERS"]) => false,
                _ => return Err(self.misread((start + 1).min(end)..end, "FI or TR, as in 5 FI AT planet", WantedPart::Words)),
            };
            let place = self.place(start + 1..end)?;
            return Ok(OrderCondition { not, fact: Fact::OwnShips { count, are_fighters, planet: self.planet(place)? } });
        }
        let known = self.footings.all().find_map(|(words, footing)| Some((begins(self.words.get(start..end)?, words)?, footing)));
        let Some((length, footing)) = known else {
            return Err(self.misread(at, &self.footings.expected(), WantedPart::Words));
        };
        Ok(OrderCondition { not, fact: Fact::Terms { footing, with: self.player(start + length..end)? } })
    }

    /// The words after AT.
    fn place(&self, at: Range<usize>) -> Result<Range<usize>, Misread> {
        let keyword = at.clone().find(|at| ["AT", "IN", "ON"].iter().any(|keyword| self.is(*at, keyword)));
        let keyword = keyword.filter(|keyword| keyword - at.start <= 2);
        keyword.map(|keyword| keyword + 1..at.end).ok_or_else(|| self.misread(at.end..at.end, "AT and a planet", WantedPart::Words))
    }

    fn planet(&self, at: Range<usize>) -> Result<PlanetId, Misread> {
        match self.names.planet(&self.text(&at)) {
            NameMatch::One(planet) if !at.is_empty() => Ok(planet),
            NameMatch::Several => Err(self.misread(at, "a planet by number or name; several begin like that", WantedPart::Planet)),
            _ => Err(self.misread(at, "a planet by number or name", WantedPart::Planet)),
        }
    }

    fn player(&self, at: Range<usize>) -> Result<Seat, Misread> {
        match self.names.player(&self.text(&at)) {
            NameMatch::One(seat) if !at.is_empty() => Ok(seat),
            NameMatch::Several => Err(self.misread(at, "a player by number or name; several begin like that", WantedPart::Player)),
            _ => Err(self.misread(at, "a player by number or name", WantedPart::Player)),
        }
    }

    fn is(&self, at: usize, keyword: &str) -> bool {
        self.words.get(at).is_some_and(|word| word.is(keyword))
    }

    fn text(&self, at: &Range<usize>) -> String {
        joined(self.words.get(at.clone()).unwrap_or_default())
    }

    fn misread(&self, at: Range<usize>, expected: &str, wanted: WantedPart) -> Misread {
        Misread { fault: Fault::new(at, expected), wanted }
    }
}

impl OrderCondition {
    /// Whether the condition holds in what its sender sees.
    pub(super) fn holds(&self, survey: &Survey<'_>) -> bool {
        let orbit = |planet: PlanetId| survey.planets.iter().filter(move |seen| seen.number == planet).flat_map(|seen| seen.orbit());
        let owner = |planet: PlanetId| survey.planets.iter().find(|seen| seen.number == planet).map(|seen| seen.owner);
        let me = survey.me.as_ref().map(|me| Power::Seat(me.seat));
        let is_so = match self.fact {
            Fact::Terms { footing, with } => survey.me.as_ref().is_some_and(|me| me.terms.contains(&(with, footing))),
            Fact::Owns { owner: who, planet } => {
                let who = who.map_or(me, |seat| Some(Power::Seat(seat)));
                who.is_some() && owner(planet) == who
            }
            Fact::IsNeutral { planet } => owner(planet) == Some(Power::Neutral),
            Fact::OwnShips { count, are_fighters, planet } => {
                let own = orbit(planet).filter(|ships| Some(ships.power) == me);
                let there: u64 = own.map(|ships| u64::from(if are_fighters { ships.fighters } else { ships.transporters })).sum();
                there >= u64::from(count)
            }
            Fact::EnemyShips { planet } => {
                orbit(planet).any(|ships| is_enemy(survey, ships.power) && (ships.fighters > 0 || ships.transporters > 0))
            }
        };
        is_so != self.not
    }

    /// The condition in a spelling for people, which reads back as the same.
    pub(super) fn spelled(&self, names: &Names, footings: &FootingWords) -> String {
        let not = |word: &'static str| if self.not { word } else { "" };
        let place = |planet: PlanetId| names.planet_spelled(planet);
        match self.fact {
            Fact::Terms { footing, with } => format!("{}{} {}", not("NOT "), footings.spelling(footing), names.player_spelled(with)),
            Fact::Owns { owner: None, planet } => format!("I {}OWN {}", not("DO NOT "), place(planet)),
            Fact::Owns { owner: Some(seat), planet } => {
                let verb = if self.not { "DOES NOT OWN" } else { "OWNS" };
                format!("{} {verb} {}", names.player_spelled(seat), place(planet))
            }
            Fact::IsNeutral { planet } => format!("{} IS {}NEUTRAL", place(planet), not("NOT ")),
            Fact::OwnShips { count, are_fighters, planet } => {
                format!("{}{count} {} AT {}", not("NOT "), if are_fighters { "FI" } else { "TR" }, place(planet))
            }
            Fact::EnemyShips { planet } => format!("{}ENEMY SHIPS AT {}", not("NO "), place(planet)),
        }
    }
}

/// Whether a power is an enemy: a player at war with the viewer or without terms, or pirates; not the natives of a neutral planet.
fn is_enemy(survey: &Survey<'_>, power: Power) -> bool {
    power != Power::Neutral && survey.me.as_ref().is_none_or(|me| me.footing(power) == Footing::Enemies)
}
