//! What one viewer may know: everything but the other player's conditional moves.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::position::goes_on;
use super::shown::Shown;
use super::state::State;
use super::stored::{Last, StoredLast, StoredMatch};
use super::{Order, Ply, SeatedPosition};
use crate::abstract_games::{AbstractGame, Side, written};
use crate::engine::{Caption, Drawing, IllegalStep, Prospect, Scene, Seat, Sheet, Viewer};

/// With more legal steps than this, a view has only their number.
const MOST_LISTED: usize = 1_000;

/// A view of the game.
#[derive(Debug, Clone, PartialEq)]
pub struct View<G: AbstractGame> {
    shown: Shown,
    rulebook: G::Rulebook,
    game: SeatedPosition<G>,
    last: Option<Last<G::Step>>,
}

/// A view as templates and programs read it.
#[derive(Serialize)]
struct ViewPage<'a, R> {
    #[serde(flatten)]
    shown: &'a Shown,
    /// The rulebook, without which no position can be read.
    rulebook: &'a R,
    /// The turn that led to the position; `None` before the first.
    last: Option<StoredLast>,
    captions: Vec<CaptionView>,
    /// How many legal steps the side to move has.
    legal_count: usize,
    /// One legal step; `None` if there is none.
    example: Option<String>,
    /// All legal steps, sorted; `None` if there are very many.
    legal: Option<Vec<String>>,
}

impl<G: AbstractGame> Serialize for View<G> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let position = &self.game.position;
        // After a resignation nobody moves, even if there are legal steps.
        let steps: Vec<G::Step> = if self.shown.to_move.is_some() { position.steps().collect() } else { Vec::new() };
        ViewPage {
            shown: &self.shown,
            rulebook: &self.rulebook,
            last: self.last.as_ref().map(StoredLast::of),
            captions: position.draw(&[]).captions.into_iter().map(caption_view::<G>).collect(),
            legal_count: steps.len(),
            example: steps.get(steps.len() / 2).map(ToString::to_string),
            legal: (steps.len() <= MOST_LISTED).then(|| written(&steps)),
        }
        .serialize(serializer)
    }
}

/// The part of a page from which the rest follows.
#[derive(Deserialize)]
struct PageFacts<R> {
    #[serde(flatten)]
    shown: Shown,
    rulebook: R,
    last: Option<StoredLast>,
}

impl<'de, G: AbstractGame> Deserialize<'de> for View<G> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<View<G>, D::Error> {
        let PageFacts::<G::Rulebook> { shown, rulebook, last } = PageFacts::deserialize(deserializer)?;
        let holders = shown.holders().ok_or_else(|| D::Error::custom("two players play it"))?;
        let Shown { opening, position, swap, .. } = &shown;
        let game = StoredMatch { opening, position, holders, swap: *swap, plies: shown.moves_played as u32 };
        let game = game.read(&rulebook).map_err(D::Error::custom)?;
        let last = last.map(|last| last.read::<G>(&rulebook, holders)).transpose().map_err(D::Error::custom)?.flatten();
        Ok(View { shown, rulebook, game, last })
    }
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct CaptionView {
    side: Option<&'static str>,
    label: String,
    value: String,
}

/// What a sheet leads to.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Forecast {
    /// The move of the sheet, if there is one.
    played: Option<String>,
    /// The position after it.
    position: Option<String>,
    /// Who wins if the game ends there: a side, or `draw`; `None` if the game goes on.
    ends: Option<String>,
    /// The rule under which it ends, such as `A4`.
    ends_by: Option<&'static str>,
    /// The side that will be skipped after the move.
    passed_over: Option<&'static str>,
    /// How many lines of conditional moves will stand.
    plans: usize,
    resigns: bool,
    /// The board then.
    #[serde(skip)]
    ahead: Option<Scene>,
}

impl Forecast {
    pub(super) fn prospect(&self) -> Prospect {
        Prospect { resigns: self.resigns, ends_game: self.ends.is_some(), ahead: self.ahead.clone() }
    }
}

impl<G: AbstractGame> View<G> {
    pub(super) fn of(state: &State<G>, viewer: Viewer) -> View<G> {
        View { shown: Shown::of(state, viewer), rulebook: state.rulebook.clone(), game: state.game.clone(), last: state.last.clone() }
    }

    /// The position, with who holds its sides.
    pub(super) fn game(&self) -> &SeatedPosition<G> {
        &self.game
    }

    /// The viewer's seat; `None` for all but players.
    pub(super) fn seat(&self) -> Option<Seat> {
        self.shown.me.as_ref().map(|me| me.seat)
    }

    /// Whose move it is; `None` once the game is over.
    pub(super) fn to_move(&self) -> Option<Seat> {
        self.game.to_move().filter(|_| !self.is_over())
    }

    /// The steps that led to the position.
    pub(super) fn last_steps(&self) -> &[G::Step] {
        self.last.as_ref().map(|last| last.steps.as_slice()).unwrap_or_default()
    }

    /// Whether the game has ended, on the board or off it.
    pub(super) fn is_over(&self) -> bool {
        self.shown.ended.is_some()
    }

    /// The player's name.
    pub(super) fn name(&self, seat: Seat) -> String {
        self.shown.sides.iter().find(|side| side.seat == seat).map(|side| side.name.clone()).unwrap_or_default()
    }

    /// The viewer's seat, and a copy of the game to think ahead in; `None` for all but players, and once the game is over.
    pub(super) fn seat_and_match(&self) -> Option<(Seat, SeatedPosition<G>)> {
        let me = self.shown.me.as_ref()?;
        self.shown.ended.is_none().then(|| (me.seat, self.game.clone()))
    }

    /// Reads a move of the viewer.
    ///
    /// # Errors
    /// When it is not the viewer's turn, or the move is not legal.
    pub(super) fn my_move(&self, text: &str) -> Result<Ply<G::Step>, IllegalStep> {
        let refused = |expected: String| IllegalStep::expecting(text, expected);
        let opponent = self.shown.me.as_ref().map_or("", |me| me.opponent.as_str());
        match self.seat_and_match() {
            None => Err(refused("nothing: the game is over, or you do not play in it".to_owned())),
            Some((seat, game)) if game.to_move() != Some(seat) => {
                if let Some(ply) = self.played_already(seat, text) {
                    return Err(IllegalStep::expecting("", format!("nothing more: {ply} is played, and now it is {opponent}'s move")));
                }
                Err(refused(format!("your opponent's move first, because it is {opponent}'s move; send your answer as IF move THEN move")))
            }
            Some((_, game)) => game.read_ply(text).map_err(|wrong| {
                // People write the number of a move before it, as the subjects of reports do: "Move 2: c4-d4".
                let behind = text.split_once(':').map(|(_, behind)| game.near_plies(behind));
                let near = Some(game.near_plies(text)).filter(|near| !near.is_empty()).or(behind);
                IllegalStep { nearest: near.unwrap_or_default(), ..wrong }
            }),
        }
    }

    /// The viewer's conditional moves that still stand.
    pub(super) fn plans(&self) -> Vec<String> {
        self.shown.me.as_ref().map(|me| me.plans.clone()).unwrap_or_default()
    }

    /// A move that the viewer can send as it stands. The page has a step for an example, which in some games may only begin a move.
    pub(super) fn whole_move(&self) -> Option<Ply<G::Step>> {
        let (seat, game) = self.seat_and_match()?;
        let mut position = Some(game.position).filter(|_| self.shown.to_move.is_some() && self.to_move() == Some(seat))?;
        let mut steps = Vec::new();
        while steps.is_empty() || goes_on(&position) {
            let legal: Vec<G::Step> = position.steps().collect();
            let step = *legal.get(legal.len() / 2)?;
            position.play(step);
            steps.push(step);
        }
        Some(Ply::Steps(steps))
    }

    /// The move that led to the position, if the viewer made it and this text spells it.
    fn played_already(&self, seat: Seat, text: &str) -> Option<Ply<G::Step>> {
        let last = self.last.as_ref()?;
        let Shown { opening, swap, moves_played, .. } = &self.shown;
        let before = StoredMatch { opening, position: &last.before, holders: self.game.holders, swap: *swap, plies: *moves_played as u32 };
        let before = before.read::<G>(&self.rulebook).ok().filter(|before| before.to_move() == Some(seat))?;
        before.read_ply(text).ok().filter(|ply| *ply == Ply::Steps(last.steps.clone()))
    }

    pub(super) fn forecast(&self, sheet: &Sheet<Order<G::Step>>) -> Forecast {
        let ahead = self.after(sheet);
        let played = sheet.orders().find(|order| matches!(order, Order::Move(_))).map(ToString::to_string);
        let side_name = |side: Side| G::look(side).name;
        let after = ahead.as_ref().map(|(game, _)| &game.position);
        let finish = after.and_then(G::finish);
        Forecast {
            position: after.map(G::to_string),
            ends: finish.map(|finish| finish.winner.map_or("draw", side_name).to_owned()),
            ends_by: finish.map(|finish| finish.rule),
            passed_over: ahead.as_ref().and_then(|(game, swapped)| {
                let still = self.game.position.to_move().filter(|side| game.position.to_move() == Some(*side) && !swapped);
                still.map(|side| side_name(side.other()))
            }),
            played,
            plans: sheet.orders().filter(|order| matches!(order, Order::Plan(_))).count(),
            resigns: sheet.orders().any(|order| *order == Order::Resign),
            ahead: after.map(|position| scene_after::<G>(position, sheet)),
        }
    }

    /// The position after the move of a sheet, and whether that was a swap.
    fn after(&self, sheet: &Sheet<Order<G::Step>>) -> Option<(SeatedPosition<G>, bool)> {
        sheet.orders().find_map(|order| match order {
            Order::Move(ply) => {
                let mut ahead = self.game.clone();
                ahead.play(ply);
                Some((ahead, *ply == Ply::Swap))
            }
            _ => None,
        })
    }

    pub(super) fn scene(&self) -> Scene {
        let moves = self.shown.moves_played;
        let stands = match (&self.shown.ended, &self.shown.to_move) {
            (Some(ended), _) => ended.winner_side.as_ref().map_or("a draw".to_owned(), |side| format!("{side} has won")),
            (None, Some(mover)) => format!("{} to move", mover.side),
            (None, None) => "over".to_owned(),
        };
        let title = match moves {
            0 => format!("{}, the opening: {stands}", G::TITLE),
            1 => format!("{} after 1 move: {stands}", G::TITLE),
            _ => format!("{} after {moves} moves: {stands}", G::TITLE),
        };
        Scene { title, drawing: Drawing::Board(self.game.position.draw(self.last_steps())) }
    }
}

/// The board after the move of a sheet, with the move marked.
fn scene_after<G: AbstractGame>(position: &G, sheet: &Sheet<Order<G::Step>>) -> Scene {
    let steps = sheet.orders().find_map(|order| match order {
        Order::Move(Ply::Steps(steps)) => Some(steps.as_slice()),
        _ => None,
    });
    Scene { title: format!("{} after your move", G::TITLE), drawing: Drawing::Board(position.draw(steps.unwrap_or_default())) }
}

fn caption_view<G: AbstractGame>(caption: Caption) -> CaptionView {
    let side = caption.side.and_then(|side| G::SIDES.get(side)).map(|look| look.name);
    CaptionView { side, label: caption.label, value: caption.value }
}
