//! The places of planets, players, new names and texts.

use super::{ANY, FORM, UNQUOTED, best};
use crate::engine::nearness::{Fit, LinePlace, SLIP, Spelling, slips};
use crate::engine::reader::{Word, joined};
use crate::engine::{MAXIMUM_NAME_LENGTH, NameMatch, clean_name, is_reserved_name};
use crate::galaxy::PlanetId;
use crate::galaxy::orders::Names;
use crate::galaxy::orders::names::NewNames;
use crate::galaxy::orders::phrase::is_clause_word;

/// A planet, by any name that the sender knows or gives on the same sheet.
pub(crate) struct Planet<'g> {
    pub names: &'g Names,
    pub new_names: &'g NewNames,
    /// The planet to suggest if none is written.
    pub example: Option<PlanetId>,
}

impl LinePlace for Planet<'_> {
    fn fits(&self, words: &[Word]) -> Vec<Fit> {
        let Some(written) = name_of(words) else { return Vec::new() };
        if let NameMatch::One(planet) = self.names.planet(&written) {
            return vec![Fit::new(0, planet.to_string())];
        }
        let spelling = Spelling::of(&written);
        let new = self.new_names.iter().filter_map(|(name, planet)| Some((spelling.closeness(&Spelling::of(name))? + FORM, *planet)));
        let near = self.names.planets_near(&written).into_iter().chain(new);
        best(near.map(|(cost, planet)| Fit::new(cost, planet.to_string())).collect())
    }

    fn longest(&self) -> usize {
        self.names.most_words() + 1
    }

    fn missing(&self) -> Vec<Fit> {
        self.example.map(|planet| Fit::new(ANY, planet.to_string())).into_iter().collect()
    }
}

/// A player.
pub(crate) struct NamedPlayer<'g> {
    pub names: &'g Names,
    /// Whether NONE is allowed.
    pub none: bool,
}

impl LinePlace for NamedPlayer<'_> {
    fn fits(&self, words: &[Word]) -> Vec<Fit> {
        let Some(written) = name_of(words) else { return Vec::new() };
        let nobody = self.none.then(|| slips(&written, "NONE").map(|cost| Fit::new(cost, "NONE"))).flatten();
        if let NameMatch::One(seat) = self.names.player(&written) {
            return vec![Fit::new(0, seat.to_string())];
        }
        best(
            nobody
                .into_iter()
                .chain(self.names.players_near(&written).into_iter().map(|(cost, seat)| Fit::new(cost, seat.to_string())))
                .collect(),
        )
    }

    fn longest(&self) -> usize {
        self.names.most_words() + 1
    }
}

/// The name that these words may be. Unquoted words of the grammar are never part of a name.
fn name_of(words: &[Word]) -> Option<String> {
    let has_keyword = words.iter().any(|word| !word.quoted && is_clause_word(&word.text));
    (!has_keyword).then(|| joined(words))
}

/// A new name for a planet or a player.
pub(crate) struct NewName {
    pub is_quoted: bool,
}

impl LinePlace for NewName {
    fn fits(&self, words: &[Word]) -> Vec<Fit> {
        let cost = match words {
            [word] if word.quoted => 0,
            // An unquoted ON or TO is never meant as part of a name.
            words if self.is_quoted || words.iter().any(|word| word.quoted || is_clause_word(&word.text)) => return Vec::new(),
            _ => UNQUOTED,
        };
        let written = joined(words);
        let quoted = |name: String| format!("\"{name}\"");
        let sound = clean_name(&written).map(|name| Fit::new(cost, quoted(name)));
        sound.or_else(|| nearest_name(&written).map(|name| Fit::new(cost + SLIP, quoted(name)))).into_iter().collect()
    }

    fn longest(&self) -> usize {
        6
    }
}

/// A text to publish.
pub(crate) struct PublishedText {
    pub is_quoted: bool,
}

impl LinePlace for PublishedText {
    fn fits(&self, words: &[Word]) -> Vec<Fit> {
        let is_quoted = matches!(words, [word] if word.quoted);
        let text = || format!("\"{}\"", joined(words).replace('"', "'"));
        let is_sound = is_quoted || !self.is_quoted;
        is_sound.then(|| Fit::new(if is_quoted { 0 } else { UNQUOTED }, text())).into_iter().collect()
    }

    fn longest(&self) -> usize {
        usize::MAX
    }
}

/// P3.2: the part of a name that can be kept.
fn nearest_name(written: &str) -> Option<String> {
    let kept: String = written.chars().filter(|letter| !"\"<>#;()".contains(*letter)).take(MAXIMUM_NAME_LENGTH).collect();
    if is_reserved_name(&kept) { Some(format!("{}s", kept.trim())) } else { clean_name(&kept) }
}
