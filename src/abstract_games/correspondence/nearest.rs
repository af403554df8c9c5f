//! What a player may have meant by a move or by conditional moves that cannot be played.
//!
//! In a line of conditional moves IF and THEN say whose turn it is, but so does the position. So the search looks only for the moves, in their order
//! or with two neighbouring words exchanged, and writes the keywords anew.

use std::collections::BTreeMap;

use super::position::goes_on;
use super::{Plan, PlannedTurn, Ply, SeatedPosition};
use crate::abstract_games::{AbstractGame, find_step, near_steps};
use crate::engine::Seat;
use crate::engine::nearness::{Cost, EXCHANGED, FARTHEST, MARGIN, SLIP, WORD_TOO_MANY, best, slips};

/// The cost of the last step missing from a turn, if any of a few would do.
const ANY: Cost = 5 * SLIP / 2;
/// At most this many steps are all suggested if one is missing.
const FEW: usize = 3;
/// How many steps are followed from each position.
const MOST_FOLLOWED: usize = 4;
/// In how many positions steps are compared for one line.
const MOST_COMPARED: usize = 40;
/// The most words of a step's notation: a placement and a movement.
const LONGEST_PLY: usize = 2;
/// A line of more words is no line of moves.
const MOST_WORDS: usize = 60;

impl<G: AbstractGame> SeatedPosition<G> {
    /// The whole turns of the side to move that `text` may have meant: best first, at most three.
    pub fn near_plies(&self, text: &str) -> Vec<String> {
        let mut search = Search::new();
        search.nearest(said_once(text).unwrap_or(text), |search, words, cost| {
            let found = search.plies(self, "", &words.join(" "), cost);
            let found = found.into_iter().map(|(cost, ply)| (cost, ply.to_string()));
            found.filter(|(_, text)| self.read_ply(text).is_ok()).collect()
        })
    }

    /// The conditional moves of `seat` from here on that `text` may have meant: best first, at most three.
    pub fn near_plans(&self, seat: Seat, text: &str) -> Vec<String> {
        let mut search = Search::new();
        search.nearest(text, |search, words, cost| {
            let moves: Vec<&str> = words.iter().copied().filter(|word| !is_like_if_or_then(word)).collect();
            let found = search.plans(self, seat, &moves, cost, &[]).into_iter().map(|(cost, links)| (cost, Plan { links }.to_string()));
            found.filter(|(_, text)| self.read_plan(seat, text).is_ok()).collect()
        })
    }
}

/// The turns that some words may mean in a position, with their costs.
type Plies<S> = Vec<(Cost, Ply<S>)>;

/// A search for the turns that a line may mean.
struct Search<G: AbstractGame> {
    /// The highest cost of interest.
    reach: Cost,
    /// In how many positions steps were compared so far.
    compared: usize,
    /// Turns already found, by the moves before them and their words.
    known: BTreeMap<(String, String), Plies<G::Step>>,
}

impl<G: AbstractGame> Search<G> {
    fn new() -> Search<G> {
        Search { reach: FARTHEST, compared: 0, known: BTreeMap::new() }
    }

    /// The best that `find` finds for the words of a text, in their order or with two neighbouring words exchanged.
    fn nearest(&mut self, text: &str, find: impl Fn(&mut Self, &[&str], Cost) -> Vec<(Cost, String)>) -> Vec<String> {
        let words: Vec<&str> = text.split_whitespace().take(MOST_WORDS).collect();
        let mut found = find(self, &words, 0);
        for at in 1..words.len() {
            let mut exchanged = words.clone();
            exchanged.swap(at - 1, at);
            self.reach = found.iter().map(|(cost, _)| cost + MARGIN).min().unwrap_or(FARTHEST);
            if EXCHANGED <= self.reach {
                found.extend(find(self, &exchanged, EXCHANGED));
            }
        }
        let nearest = found.iter().map(|(cost, _)| *cost).min().unwrap_or(0);
        best(found.into_iter().filter(|(cost, _)| *cost <= nearest + MARGIN).collect())
    }

    /// The turns that all these words may mean after the moves `before`.
    fn plies(&mut self, game: &SeatedPosition<G>, before: &str, text: &str, base: Cost) -> Plies<G::Step> {
        let key = (before.to_owned(), text.to_owned());
        if !self.known.contains_key(&key) {
            let swap = slips(text, "SWAP").filter(|_| game.may_swap()).map(|cost| (cost, Ply::Swap));
            let parts: Vec<&str> = text.split(';').map(str::trim).filter(|part| !part.is_empty()).collect();
            let steps = self.steps(&game.position, &parts, 0, &[]).into_iter().map(|(cost, steps)| (cost, Ply::Steps(steps)));
            let mut found: Plies<G::Step> = swap.into_iter().chain(steps).collect();
            found.sort_by_key(|(cost, _)| *cost);
            self.known.insert(key.clone(), found);
        }
        let found = self.known.get(&key).into_iter().flatten().map(|(cost, ply)| (base + cost, ply.clone()));
        found.filter(|(cost, _)| *cost <= self.reach).take(MOST_FOLLOWED).collect()
    }

    /// The steps that all these parts of a turn may mean, after the steps `before`.
    fn steps(&mut self, position: &G, parts: &[&str], base: Cost, before: &[G::Step]) -> Vec<(Cost, Vec<G::Step>)> {
        let next: Vec<(Cost, G::Step)> = match parts.first() {
            _ if !before.is_empty() && !goes_on(position) => {
                let cost = base + WORD_TOO_MANY * parts.len() as Cost;
                return if cost > FARTHEST { Vec::new() } else { vec![(cost, before.to_vec())] };
            }
            Some(part) => self.near(position, part),
            None if before.is_empty() => return Vec::new(),
            None => {
                let missing: Vec<G::Step> = position.steps().collect();
                if missing.len() > FEW { Vec::new() } else { missing.into_iter().map(|step| (ANY, step)).collect() }
            }
        };
        let mut found = Vec::new();
        for (cost, step) in next.into_iter().filter(|(cost, _)| base + cost <= FARTHEST) {
            let mut after = position.clone();
            after.play(step);
            let steps: Vec<G::Step> = before.iter().copied().chain([step]).collect();
            found.extend(self.steps(&after, parts.get(1..).unwrap_or_default(), base + cost, &steps));
        }
        found
    }

    /// The step that `text` spells, or else the steps near it.
    fn near(&mut self, position: &G, text: &str) -> Vec<(Cost, G::Step)> {
        if let Ok(step) = find_step(position, text) {
            return vec![(0, step)];
        }
        if self.compared == MOST_COMPARED {
            return Vec::new();
        }
        self.compared += 1;
        near_steps(position, text).into_iter().take(MOST_FOLLOWED).collect()
    }

    /// The lines of moves that these words may mean, each ending with a turn of `seat`.
    fn plans(
        &mut self,
        ahead: &SeatedPosition<G>,
        seat: Seat,
        words: &[&str],
        base: Cost,
        before: &[PlannedTurn],
    ) -> Vec<(Cost, Vec<PlannedTurn>)> {
        if words.is_empty() {
            let is_whole = before.last().is_some_and(|link| link.own);
            return if is_whole { vec![(base, before.to_vec())] } else { Vec::new() };
        }
        let Some(mover) = ahead.to_move() else { return Vec::new() };
        let played = before.iter().map(|link| link.ply.as_str()).collect::<Vec<_>>().join(" ");
        let mut found = Vec::new();
        for length in 1..=LONGEST_PLY.min(words.len()) {
            let (text, rest) = words.split_at(length);
            for (cost, ply) in self.plies(ahead, &played, &text.join(" "), base) {
                let mut next = ahead.clone();
                next.play(&ply);
                let link = PlannedTurn { own: mover == seat, ply: ply.to_string() };
                let links: Vec<PlannedTurn> = before.iter().cloned().chain([link]).collect();
                found.extend(self.plans(&next, seat, rest, cost, &links));
            }
        }
        if found.is_empty() && base + WORD_TOO_MANY <= self.reach {
            found = self.plans(ahead, seat, &words[1..], base + WORD_TOO_MANY, before);
        }
        found
    }
}

/// The first half of a text that says the same twice: `a1-a2 a1-a2`.
fn said_once(text: &str) -> Option<&str> {
    let (first, second) = text.trim().split_at_checked(text.trim().len() / 2)?;
    (second.starts_with(char::is_whitespace) && first == second.trim_start()).then_some(first)
}

/// Whether a word is IF or THEN, or was meant as one of them.
pub(super) fn is_like_if_or_then(word: &str) -> bool {
    let is_word = word.chars().all(char::is_alphabetic);
    is_word && (slips(word, "IF").is_some() || slips(word, "THEN").is_some())
}
