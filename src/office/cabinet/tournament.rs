//! A tournament, as the campaigns of its games know it: its file, and how its games stand.

use crate::campaign::CampaignId;
use crate::campaign::clock::Limits;
use crate::campaign::config::{CampaignConfig, SeatConfig};
use crate::campaign::standings::{GameState, Score};
use crate::campaign::swiss::{Course, Entrant, SwissRound, next_round};
use crate::engine::{Decision, Outcome, Seat};

/// A tournament and how its games stand.
#[derive(Debug, Clone)]
pub struct Tournament {
    /// What its file says, with the rounds of a Swiss that have been drawn. Who plays in a round robin, and how many games, is what it said when the
    /// first game began.
    pub config: CampaignConfig,
    /// Its games in the order of their numbers, which begin at 1.
    pub games: Vec<GameNow>,
    /// Whether a game has begun by a file with other players or another number of games, which pairs them otherwise. No other game may begin then.
    pub has_changed: bool,
}

/// How one of its games stands.
#[derive(Debug, Clone, Default)]
pub struct GameNow {
    /// Who holds seat 1 and seat 2; nobody before it begins, when the file says who will.
    pub players: Option<[SeatConfig; 2]>,
    /// How many of its turns have been played; 0 before it begins.
    pub turns_played: u32,
    /// How it ended; `None` before it begins and while it goes on.
    pub outcome: Option<Outcome>,
    /// How its end counts.
    pub decision: Decision,
    /// The seat whose player has left, if the game is void because one of the two did.
    pub left_by: Option<Seat>,
    /// The seat whose move its position waits for; `None` before it begins.
    pub to_move: Option<Seat>,
    /// Until when that move is waited for; `None` before it begins and once it is over.
    pub limits: Option<Limits>,
}

impl GameNow {
    /// What it counts for in the table.
    pub fn state(&self) -> GameState {
        match (&self.outcome, self.decision) {
            (None, _) => GameState::Open,
            (Some(_), Decision::Void) => GameState::Void { left_by: self.left_by },
            (Some(outcome), decision) => GameState::Over { score: Score::of(outcome), on_time: decision == Decision::OnTime },
        }
    }
}

impl Tournament {
    /// Whether no game of it goes on, and none will begin.
    pub fn is_over(&self) -> bool {
        self.is_settled() && !self.has_next_round()
    }

    /// Whether all games are over; those of a Swiss as far as rounds have been drawn.
    pub fn is_settled(&self) -> bool {
        self.games.iter().all(|game| game.outcome.is_some())
    }

    /// Whether another round of a Swiss is to come.
    pub fn has_next_round(&self) -> bool {
        let is_left = self.config.swiss_rounds().is_some_and(|rounds| self.config.rounds.len() < rounds);
        is_left && self.config.seats.iter().filter(|player| !player.withdrawn).nth(1).is_some()
    }

    /// The next round of a Swiss; `None` as long as games go on, and once all rounds have been drawn or fewer than two players are left.
    pub fn next_round(&self) -> Option<SwissRound> {
        if !self.is_settled() || !self.has_next_round() {
            return None;
        }
        let (players, games) = (self.numbers(), self.states());
        let course = Course { players: &players, rounds: &self.config.rounds, games: &games };
        let left = self.config.players().into_iter().filter(|player| !player.withdrawn);
        let entrants = left.map(|player| Entrant { number: player.number, half_points: course.half_points(player.number) });
        next_round(&entrants.collect::<Vec<_>>(), &self.config.rounds)
    }

    /// The tournament with another round, which has just been drawn.
    pub fn with(mut self, round: SwissRound) -> Tournament {
        self.games.extend(round.pairs.iter().map(|_| GameNow::default()));
        self.config.rounds.push(round);
        self
    }

    /// The numbers of its players, in their order.
    pub fn numbers(&self) -> Vec<Seat> {
        self.config.players().iter().map(|player| player.number).collect()
    }

    /// What its games count for, in their order.
    pub fn states(&self) -> Vec<GameState> {
        self.games.iter().map(GameNow::state).collect()
    }

    /// The ids of its games.
    pub fn game_ids(&self) -> Vec<CampaignId> {
        self.config.game_ids()
    }

    /// Notes how a game stands now.
    pub fn note(&mut self, number: u32, now: GameNow) {
        if let Some(game) = self.games.get_mut(number.saturating_sub(1) as usize) {
            *game = now;
        }
    }
}
