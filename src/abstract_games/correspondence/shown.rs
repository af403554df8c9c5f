//! The part of a view that follows from the state alone, as templates and programs read it.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::state::{Ended, ScoreEntry, State};
use crate::abstract_games::{AbstractGame, Side};
use crate::engine::{Decision, Seat, Viewer};

/// The name of a side.
pub(super) type Name = Cow<'static, str>;

/// Everything but the legal moves and the board's captions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Shown {
    pub game: Cow<'static, str>,
    pub credit: Cow<'static, str>,
    /// The sides, beginning with the one that moves first.
    pub sides: Vec<SideView>,
    /// The viewer; `None` for all but players.
    pub me: Option<Me>,
    /// The side to move; `None` once the game is over.
    pub to_move: Option<SideView>,
    /// The position in the notation of the rules.
    pub position: String,
    /// The position that the game began with.
    pub opening: String,
    pub moves_played: usize,
    pub score: Vec<Row>,
    /// C6: whether the player to move may take over the first move instead.
    pub may_swap: bool,
    /// C6: whether the scenario has this rule.
    pub swap: bool,
    pub ended: Option<EndedView>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct SideView {
    pub seat: Seat,
    pub name: String,
    pub side: Name,
    pub letter: char,
    pub to_move: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Me {
    pub seat: Seat,
    pub side: Name,
    pub opponent: String,
    pub to_move: bool,
    /// Conditional moves that still stand.
    pub plans: Vec<String>,
}

/// A row of the score.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Row {
    pub number: usize,
    pub first: String,
    pub second: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct EndedView {
    #[serde(flatten)]
    pub ended: Ended,
    /// The winner's name; `None` for a draw.
    pub winner_name: Option<String>,
    pub winner_side: Option<Name>,
    /// C8: whether the game brings no points and is not rated.
    pub void: bool,
}

impl Shown {
    pub(super) fn of<G: AbstractGame>(state: &State<G>, viewer: Viewer) -> Shown {
        let sides: Vec<SideView> = Side::BOTH.into_iter().map(|side| side_view(state, side)).collect();
        Shown {
            game: G::ID.into(),
            credit: G::CREDIT.into(),
            me: viewer.seat().and_then(|seat| me(state, seat)),
            to_move: sides.iter().find(|side| side.to_move).cloned(),
            sides,
            position: state.game.position.to_string(),
            opening: state.opening.clone(),
            moves_played: state.score.len(),
            score: rows(&state.score),
            may_swap: state.to_move().is_some() && state.game.may_swap(),
            swap: state.game.swap,
            ended: state.ended.clone().map(|ended| EndedView {
                winner_name: ended.winner.map(|seat| state.name(seat)),
                winner_side: ended.winner.and_then(|seat| state.game.side(seat)).map(|side| G::look(side).name.into()),
                void: state.decision() == Decision::Void,
                ended,
            }),
        }
    }

    /// Who holds each side, the one that begins first; `None` unless there are two.
    pub(super) fn holders(&self) -> Option<[Seat; 2]> {
        let seats: Vec<Seat> = self.sides.iter().map(|side| side.seat).collect();
        seats.try_into().ok()
    }
}

fn side_view<G: AbstractGame>(state: &State<G>, side: Side) -> SideView {
    let seat = state.game.holder(side);
    let look = G::look(side);
    SideView { seat, name: state.name(seat), side: look.name.into(), letter: look.letter, to_move: state.to_move() == Some(seat) }
}

fn me<G: AbstractGame>(state: &State<G>, seat: Seat) -> Option<Me> {
    let side = state.game.side(seat)?;
    let plans = state.plans.get(&seat).map(Vec::as_slice).unwrap_or_default();
    Some(Me {
        seat,
        side: G::look(side).name.into(),
        opponent: state.name(state.opponent(seat)),
        to_move: state.to_move() == Some(seat),
        plans: plans.iter().map(ToString::to_string).collect(),
    })
}

/// The score in numbered rows. A dash stands for a side that was skipped (C2).
pub(super) fn rows(score: &[ScoreEntry]) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for played in score {
        let number = rows.len() + 1;
        let open = rows.last_mut().filter(|row| row.second.is_empty());
        match (played.side, open) {
            (_, Some(row)) if played.text == "SWAP" => row.first.push_str(" (SWAP)"),
            (Side::First, open) => {
                if let Some(row) = open {
                    row.second.push('-');
                }
                rows.push(Row { number, first: played.text.clone(), second: String::new() });
            }
            (Side::Second, Some(row)) => row.second.clone_from(&played.text),
            (Side::Second, None) => rows.push(Row { number, first: "-".to_owned(), second: played.text.clone() }),
        }
    }
    rows
}
