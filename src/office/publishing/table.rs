//! What is told of a tournament: its table and its games, with the players as the games know them.

use crate::campaign::config::{Pairing, SeatConfig};
use crate::campaign::local::utc_text;
use crate::campaign::standings::{GameState, Score, Standing, TournamentGame, standings};
use crate::campaign::swiss::Course;
use crate::engine::Seat;
use crate::office::cabinet::tournament::{GameNow, Tournament};
use crate::render::tournament::{ByeFacts, GameFacts, ROUND_WIDTH, SwissFacts, TieBreakFacts, TournamentFacts};

impl Tournament {
    /// What a reader is told; their own games are marked by their name.
    pub fn facts(&self, reader: Option<&str>) -> TournamentFacts {
        let config = &self.config;
        let pairings = config.pairings();
        let names: Vec<String> = (0..config.players().len()).map(|player| self.name_of(player, &pairings)).collect();
        let (cell_width, fits_text) = match config.swiss_rounds() {
            Some(_) => (ROUND_WIDTH, TournamentFacts::fits_rounds(config.rounds.len())),
            None => {
                let cell_width = usize::from(config.tournament.map_or(1, |tournament| tournament.games_each_way)) * 2 + 1;
                (cell_width, TournamentFacts::fits(names.len(), cell_width))
            }
        };
        let standings = self.standings(&names, &pairings);
        TournamentFacts {
            id: config.id.to_string(),
            title: config.title.clone(),
            game_title: config.game.title().to_owned(),
            credit: config.game.credit(),
            games_total: pairings.len(),
            games_over: self.games.iter().filter(|game| game.outcome.is_some()).count(),
            is_over: self.is_over(),
            swiss: self.swiss_facts(&names),
            has_void: self.games.iter().any(|game| self.is_void(game)),
            has_left: self.games.iter().any(|game| self.left_by(game).is_some()),
            has_on_time: self.games.iter().any(|game| matches!(game.state(), GameState::Over { on_time: true, .. })),
            fits_text,
            cell_width,
            tie_break: if self.is_over() { tie_break_of(&standings) } else { None },
            standings,
            games: pairings.iter().zip(&self.games).map(|(pairing, game)| self.game_facts(pairing, game, reader)).collect(),
        }
    }

    /// The table; `names` are in the order of the players.
    fn standings(&self, names: &[String], pairings: &[Pairing<'_>]) -> Vec<Standing> {
        if self.config.swiss_rounds().is_some() {
            return Course { players: &self.numbers(), rounds: &self.config.rounds, games: &self.states() }.table(names);
        }
        let results = pairings.iter().zip(&self.games).map(|(pairing, game)| TournamentGame {
            first: pairing.indices.0,
            second: pairing.indices.1,
            state: game.state(),
        });
        standings(names, &results.collect::<Vec<_>>())
    }

    /// Who has left a game before each side had moved; `None` in a round robin, where that brings nobody a point.
    fn left_by(&self, game: &GameNow) -> Option<Seat> {
        let GameState::Void { left_by } = game.state() else { return None };
        left_by.filter(|_| self.config.swiss_rounds().is_some())
    }

    /// Whether a game is over and gives neither player a point.
    fn is_void(&self, game: &GameNow) -> bool {
        matches!(game.state(), GameState::Void { .. }) && self.left_by(game).is_none()
    }

    fn swiss_facts(&self, names: &[String]) -> Option<SwissFacts> {
        let rounds_total = self.config.swiss_rounds()?;
        let numbers = self.numbers();
        let name = |number| numbers.iter().position(|known| *known == number).and_then(|at| names.get(at)).cloned();
        let byes = (1..).zip(&self.config.rounds).filter_map(|(round, drawn)| Some(ByeFacts { round, name: name(drawn.bye?)? }));
        Some(SwissFacts { rounds_total, rounds_drawn: self.config.rounds.len(), byes: byes.collect() })
    }

    /// The player of a place as the last of its games knows them, or else as the file does.
    pub fn player_now(&self, number: Seat) -> Option<&SeatConfig> {
        let of_games = self.config.pairings().into_iter().zip(&self.games).rev().find_map(|(pairing, game)| {
            let [first, second] = game.players.as_ref()?;
            match number {
                number if number == pairing.first.number => Some(first),
                number if number == pairing.second.number => Some(second),
                _ => None,
            }
        });
        of_games.or_else(|| self.config.seat(number))
    }

    /// The name in the table of a place, which several people may hold one after the other: the one in most of the place's games that
    /// go on, or of all its games once none does; if several are in as many, the one in the last of those.
    fn name_of(&self, player: usize, pairings: &[Pairing<'_>]) -> String {
        let of_place = |is_wanted: &dyn Fn(&GameNow) -> bool| -> Vec<&str> {
            let games = pairings.iter().zip(&self.games).filter(|(_, game)| is_wanted(game));
            let holders = games.flat_map(|(pairing, game)| {
                let [first, second] = holders(pairing, game);
                [(pairing.indices.0, first), (pairing.indices.1, second)]
            });
            holders.filter(|(index, _)| *index == player).map(|(_, holder)| holder.name.as_str()).collect()
        };
        let going_on = of_place(&|game| game.outcome.is_none());
        let names = if going_on.is_empty() { of_place(&|_| true) } else { going_on };
        let count = |name: &str| names.iter().filter(|known| **known == name).count();
        // The last of those with the most, which `max_by_key` finds.
        let of_file = || self.config.players().get(player).map(|player| player.name.clone());
        names.iter().max_by_key(|name| count(name)).map(|name| (*name).to_owned()).or_else(of_file).unwrap_or_default()
    }

    fn game_facts(&self, pairing: &Pairing<'_>, game: &GameNow, reader: Option<&str>) -> GameFacts {
        let [first_player, second_player] = holders(pairing, game);
        let (first, second) = (&first_player.name, &second_player.name);
        let to_move = game.to_move.map(|seat| if seat == Seat(1) { first } else { second }).filter(|_| game.outcome.is_none());
        let own_zone = [first_player, second_player].into_iter().find(|player| reader == Some(player.name.as_str()));
        let zone = own_zone.and_then(|player| player.zone.as_ref()).unwrap_or(&self.config.schedule.zone);
        GameFacts {
            number: pairing.number,
            round: pairing.round,
            id: self.config.game_id(pairing.number),
            first: first.clone(),
            second: second.clone(),
            own: reader.is_some_and(|reader| reader == first || reader == second),
            own_move: reader.is_some() && to_move.map(String::as_str) == reader,
            result: score_of(game.state()).or_else(|| self.left_by(game).map(|left| if left == Seat(1) { "-:+" } else { "+:-" })),
            on_time: matches!(game.state(), GameState::Over { on_time: true, .. }),
            is_void: self.is_void(game),
            turns_played: game.turns_played,
            to_move: to_move.cloned(),
            deadline_utc: game.limits.map(|limits| utc_text(limits.deadline_at)),
            deadline_local: game.limits.map(|limits| zone.text(limits.deadline_at)),
            closes_local: game.limits.filter(|limits| limits.closes_at > limits.deadline_at).map(|limits| zone.text(limits.closes_at)),
            zone: game.limits.map(|_| zone.clone()),
            path: format!("game-{}/index.html", pairing.number),
        }
    }
}

/// Who plays a game: by its own roster once it has begun.
fn holders<'a>(pairing: &Pairing<'a>, game: &'a GameNow) -> [&'a SeatConfig; 2] {
    match &game.players {
        Some([first, second]) => [first, second],
        None => [pairing.first, pairing.second],
    }
}

/// What has decided the first place of the final table, if several have as many points; `None` too if they share it.
fn tie_break_of(standings: &[Standing]) -> Option<TieBreakFacts> {
    let [first, second, ..] = standings else { return None };
    if first.points != second.points || second.place == first.place {
        return None;
    }
    let by = match () {
        () if first.buchholz != second.buchholz => "buchholz",
        () if first.tie_break != second.tie_break => "sonneborn-berger",
        () => "won",
    };
    let level = standings.iter().filter(|row| row.points == first.points).map(|row| row.name.clone());
    Some(TieBreakFacts { by, points: first.points.clone(), level: level.collect() })
}

/// The result as chess players write it; absent while the game goes on, and of a game that counts for nothing.
fn score_of(state: GameState) -> Option<&'static str> {
    let GameState::Over { score, .. } = state else { return None };
    Some(match score {
        Score { first: 2, .. } => "1-0",
        Score { second: 2, .. } => "0-1",
        Score { .. } => "½-½",
    })
}
