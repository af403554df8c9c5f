//! A tournament, as the campaigns of its games know it: its file, and how its games stand.

use crate::campaign::clock::Limits;
use crate::campaign::config::{CampaignConfig, SeatConfig};
use crate::campaign::standings::{GameState, Score};
use crate::engine::{Decision, Outcome, Seat};

/// A tournament and how its games stand.
#[derive(Debug, Clone)]
pub struct Tournament {
    pub config: CampaignConfig,
    pub games: Vec<GameNow>,
    /// A game has begun by a file with other players or other numbers of games, which pairs them otherwise.
    pub has_changed: bool,
}

/// How one of its games stands.
#[derive(Debug, Clone, Default)]
pub struct GameNow {
    /// Who holds seat 1 and seat 2; nobody before it begins, when the file says who will.
    pub players: Option<[SeatConfig; 2]>,
    pub turns_played: u32,
    pub outcome: Option<Outcome>,
    pub decision: Decision,
    pub to_move: Option<Seat>,
    pub limits: Option<Limits>,
}

impl GameNow {
    /// What it counts for in the table.
    pub fn state(&self) -> GameState {
        match (&self.outcome, self.decision) {
            (None, _) => GameState::Open,
            (Some(_), Decision::Void) => GameState::Void,
            (Some(outcome), decision) => GameState::Over { score: Score::of(outcome), on_time: decision == Decision::OnTime },
        }
    }
}

impl Tournament {
    /// Whether no game more may begin, since the file pairs the players otherwise than when the first ones began.
    pub fn has_changed(&self) -> bool {
        self.has_changed
    }

    /// The ids of its games.
    pub fn game_ids(&self) -> Vec<String> {
        self.config.game_ids().iter().map(ToString::to_string).collect()
    }

    /// Notes how a game stands now.
    pub fn note(&mut self, number: u32, now: GameNow) {
        if let Some(game) = self.games.get_mut(number.saturating_sub(1) as usize) {
            *game = now;
        }
    }
}
