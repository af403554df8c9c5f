//! The whole state of a game by correspondence, and how it is stored.

use std::collections::BTreeMap;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::stored::{Last, StoredLast, StoredMatch};
use super::{Plan, SeatedPosition};
use crate::abstract_games::{AbstractGame, Scenario, Side, open};
use crate::engine::{Decision, Outcome, Place, Seat, SetupError};

/// A game in progress or over.
#[derive(Debug, Clone, PartialEq)]
pub struct State<G: AbstractGame> {
    /// Board, variant and rulings, as the scenario set them.
    pub rulebook: G::Rulebook,
    /// Both seats, with their players' names.
    pub players: BTreeMap<Seat, String>,
    /// The position that the game began with.
    pub opening: String,
    /// The position, and who holds its sides.
    pub game: SeatedPosition<G>,
    /// The last turn that moved a piece, for drawing.
    pub last: Option<Last<G::Step>>,
    /// Every turn played, in order.
    pub score: Vec<ScoreEntry>,
    /// C3: conditional moves from the present position on. Only their owners may know them.
    pub plans: BTreeMap<Seat, Vec<Plan>>,
    /// Turns adjudicated; one turn may have several moves.
    pub turn: u32,
    /// How the game ended; `None` while it goes on.
    pub ended: Option<Ended>,
}

/// One entry of the score.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScoreEntry {
    /// Who played it.
    pub seat: Seat,
    /// The side that this player held then.
    pub side: Side,
    /// The move: `e5-e6`, steps joined by `;`, or `SWAP`.
    pub text: String,
    /// The turn of the campaign in which it was played.
    pub turn: u32,
    /// C3: whether it was a conditional move.
    pub planned: bool,
}

/// How the game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ended {
    /// The winner; `None` for a draw.
    pub winner: Option<Seat>,
    /// The rule that ended it, such as `A4` or `C5`.
    pub rule: String,
    /// Whether it was decided on the board.
    pub how: How,
}

/// How a game was decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum How {
    /// On the board.
    Played,
    /// C5: by resignation.
    Resigned,
    /// C7: no move came in time.
    Overstepped,
}

/// The state as JSON, with positions and moves in their notations.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored<R> {
    turn: u32,
    rulebook: R,
    players: BTreeMap<Seat, String>,
    holders: [Seat; 2],
    swap: bool,
    opening: String,
    position: String,
    last: Option<StoredLast>,
    score: Vec<ScoreEntry>,
    plans: BTreeMap<Seat, Vec<String>>,
    ended: Option<Ended>,
}

impl<G: AbstractGame> State<G> {
    /// The opening of a scenario.
    ///
    /// # Errors
    /// When the position does not read, or there are not two players.
    pub fn open(scenario: Scenario<G::Rulebook>, names: &BTreeMap<Seat, String>) -> Result<State<G>, SetupError> {
        let seats: Vec<Seat> = names.keys().copied().collect();
        let seats = <[Seat; 2]>::try_from(seats)
            .map_err(|seats| SetupError::Impossible(format!("two players play {}, not {}", G::TITLE, seats.len())))?;
        if scenario.seats != 2 {
            return Err(SetupError::Impossible(format!("two players play {}: `seats` is always 2", G::TITLE)));
        }
        let position = open::<G>(&scenario.rulebook, scenario.position.as_deref())?;
        // C1: the lower seat has the side that begins.
        let began = position.to_move().unwrap_or(Side::First);
        let holders = if began == Side::First { seats } else { [seats[1], seats[0]] };
        let ended = position.finish().map(|finish| Ended {
            winner: finish.winner.map(|side| holders[side.index()]),
            rule: finish.rule.to_owned(),
            how: How::Played,
        });
        Ok(State {
            opening: position.to_string(),
            game: SeatedPosition { position, holders, plies: 0, swap: scenario.swap, began },
            rulebook: scenario.rulebook,
            players: names.clone(),
            last: None,
            score: Vec::new(),
            plans: BTreeMap::new(),
            turn: 0,
            ended,
        })
    }

    /// Whose move it is; `None` once the game is over.
    pub fn to_move(&self) -> Option<Seat> {
        self.game.to_move().filter(|_| self.ended.is_none())
    }

    /// The player's name; empty for a seat that does not play.
    pub fn name(&self, seat: Seat) -> String {
        self.players.get(&seat).cloned().unwrap_or_default()
    }

    /// The other player.
    pub fn opponent(&self, seat: Seat) -> Seat {
        let [first, second] = self.game.holders;
        if seat == first { second } else { first }
    }

    /// C8: a game that ends by resignation or time before each side has moved is void. A swap counts as a move.
    pub fn decision(&self) -> Decision {
        let has_moved = |seat: &Seat| self.score.iter().any(|played| played.seat == *seat);
        match self.ended.as_ref().map(|ended| ended.how) {
            None | Some(How::Played) => Decision::Played,
            Some(_) if !self.players.keys().all(has_moved) => Decision::Void,
            Some(How::Overstepped) => Decision::OnTime,
            Some(How::Resigned) => Decision::Played,
        }
    }

    /// The places once the game is over: first and second, or both first in a draw.
    pub fn outcome(&self) -> Option<Outcome> {
        let ended = self.ended.as_ref()?;
        let place = |seat: Seat| Place { seat, place: if ended.winner.is_none_or(|winner| winner == seat) { 1 } else { 2 } };
        let mut places: Vec<Place> = self.players.keys().map(|seat| place(*seat)).collect();
        places.sort_by_key(|place| (place.place, place.seat));
        Some(Outcome { rule: ended.rule.clone(), places })
    }
}

impl<G: AbstractGame> Serialize for State<G> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let texts = |plans: &Vec<Plan>| plans.iter().map(ToString::to_string).collect();
        Stored {
            turn: self.turn,
            rulebook: self.rulebook.clone(),
            players: self.players.clone(),
            holders: self.game.holders,
            swap: self.game.swap,
            opening: self.opening.clone(),
            position: self.game.position.to_string(),
            last: self.last.as_ref().map(StoredLast::of),
            score: self.score.clone(),
            plans: self.plans.iter().map(|(seat, plans)| (*seat, texts(plans))).collect(),
            ended: self.ended.clone(),
        }
        .serialize(serializer)
    }
}

impl<'de, G: AbstractGame> Deserialize<'de> for State<G> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<State<G>, D::Error> {
        let stored = Stored::<G::Rulebook>::deserialize(deserializer)?;
        let game = StoredMatch {
            opening: &stored.opening,
            position: &stored.position,
            holders: stored.holders,
            swap: stored.swap,
            plies: stored.score.len() as u32,
        };
        let game = game.read(&stored.rulebook).map_err(D::Error::custom)?;
        let last = stored.last.as_ref().map(|last| last.read::<G>(&stored.rulebook, stored.holders)).transpose();
        let last = last.map_err(D::Error::custom)?.flatten();
        let plans = stored.plans.iter().map(|(seat, texts)| (*seat, texts.iter().map(|text| Plan::of_text(text)).collect())).collect();
        Ok(State {
            last,
            rulebook: stored.rulebook,
            players: stored.players,
            opening: stored.opening,
            game,
            score: stored.score,
            plans,
            turn: stored.turn,
            ended: stored.ended,
        })
    }
}
