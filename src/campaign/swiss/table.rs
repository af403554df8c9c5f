//! The standings of a Swiss: points, then Buchholz, then Sonneborn-Berger, then games won.

use std::cmp::Reverse;

use super::SwissRound;
use crate::campaign::standings::{GameState, RoundResult, Standing, decimal, sign};
use crate::engine::Seat;

/// A Swiss up to now.
#[derive(Debug, Clone, Copy)]
pub struct Course<'a> {
    /// The numbers of all players, in their order.
    pub players: &'a [Seat],
    /// The rounds drawn so far, the first one first.
    pub rounds: &'a [SwissRound],
    /// The states of the games, in the order in which they were drawn.
    pub games: &'a [GameState],
}

/// What a player did in a round.
#[derive(Debug, Clone, Copy)]
enum RoundPart {
    /// Not paired: not there yet, or withdrawn.
    Absent,
    Bye,
    Game {
        opponent: Seat,
        is_first: bool,
        state: GameState,
    },
}

impl Course<'_> {
    /// Whether all games drawn so far are over.
    pub fn is_settled(&self) -> bool {
        self.games.iter().all(|state| *state != GameState::Open)
    }

    /// Twice the points of a player, from games and byes.
    pub fn half_points(&self, player: Seat) -> u32 {
        self.parts(player).map(RoundPart::half_points).sum()
    }

    /// The table, best first; `names` are in the order of the players. Players who are equal in everything share a place, and are ordered
    /// by number.
    pub fn table(&self, names: &[String]) -> Vec<Standing> {
        let merit = |player: Seat| (self.half_points(player), self.buchholz(player), self.sonneborn_berger(player), self.won(player));
        let mut order: Vec<(Seat, &String)> = self.players.iter().copied().zip(names).collect();
        order.sort_by_key(|(player, _)| (Reverse(merit(*player)), *player));
        let row = |(player, name): &(Seat, &String)| Standing {
            place: order.iter().filter(|(other, _)| merit(*other) > merit(*player)).count() as u32 + 1,
            name: (*name).clone(),
            number: Some(*player),
            played: self.with(*player, None),
            won: self.won(*player),
            drawn: self.with(*player, Some(1)),
            lost: self.with(*player, Some(0)),
            points: decimal(self.half_points(*player) * 50),
            buchholz: Some(decimal(self.buchholz(*player) * 50)),
            tie_break: decimal(self.sonneborn_berger(*player) * 25),
            cells: Vec::new(),
            results: self.parts(*player).map(RoundPart::told).collect(),
        };
        order.iter().map(row).collect()
    }

    fn parts(&self, player: Seat) -> impl Iterator<Item = RoundPart> {
        let mut games = self.games.iter();
        self.rounds.iter().map(move |round| {
            // Every game takes a state, whoever plays it, because one list has those of all rounds.
            let own = round.pairs.iter().map(|pair| (pair, games.next().copied().unwrap_or(GameState::Open)));
            let own: Vec<RoundPart> = own.filter_map(|([first, second], state)| RoundPart::of(player, (*first, *second), state)).collect();
            let bye = if round.bye == Some(player) { RoundPart::Bye } else { RoundPart::Absent };
            own.first().copied().unwrap_or(bye)
        })
    }

    /// Buchholz: twice the points of all opponents. A bye or a void game counts as a game against somebody with the player's own points.
    fn buchholz(&self, player: Seat) -> u32 {
        let of_part = |part| match part {
            RoundPart::Game { opponent, state: GameState::Over { .. }, .. } => self.half_points(opponent),
            RoundPart::Bye | RoundPart::Game { state: GameState::Void { .. }, .. } => self.half_points(player),
            RoundPart::Absent | RoundPart::Game { state: GameState::Open, .. } => 0,
        };
        self.parts(player).map(of_part).sum()
    }

    /// Sonneborn-Berger, in quarters of a point: the points of the opponents, weighted by the result against each. A bye, and a game that
    /// the other left before each side had moved, counts as a win over somebody with the player's own points.
    fn sonneborn_berger(&self, player: Seat) -> u32 {
        let of_part = |part: RoundPart| match part {
            RoundPart::Game { opponent, state: GameState::Over { .. } | GameState::Open, .. } => {
                part.half_points() * self.half_points(opponent)
            }
            RoundPart::Bye | RoundPart::Game { state: GameState::Void { .. }, .. } => part.half_points() * self.half_points(player),
            RoundPart::Absent => 0,
        };
        self.parts(player).map(of_part).sum()
    }

    /// How many games were won, without byes.
    fn won(&self, player: Seat) -> u32 {
        self.with(player, Some(2))
    }

    /// How many games with a result brought this many half points, or any number for `None`.
    fn with(&self, player: Seat, half_points: Option<u32>) -> u32 {
        let counts = |part: &RoundPart| {
            let is_over = matches!(part, RoundPart::Game { state: GameState::Over { .. }, .. });
            is_over && half_points.is_none_or(|half_points| part.half_points() == half_points)
        };
        self.parts(player).filter(counts).count() as u32
    }
}

impl RoundPart {
    /// What a game was for a player; `None` for those who did not play it.
    fn of(player: Seat, (first, second): (Seat, Seat), state: GameState) -> Option<RoundPart> {
        match () {
            () if first == player => Some(RoundPart::Game { opponent: second, is_first: true, state }),
            () if second == player => Some(RoundPart::Game { opponent: first, is_first: false, state }),
            () => None,
        }
    }

    fn half_points(self) -> u32 {
        match self {
            RoundPart::Bye => 2,
            RoundPart::Game { is_first: true, state: GameState::Over { score, .. }, .. } => score.first,
            RoundPart::Game { is_first: false, state: GameState::Over { score, .. }, .. } => score.second,
            RoundPart::Game { is_first, state: GameState::Void { left_by: Some(left) }, .. } => u32::from(has_stayed(is_first, left)) * 2,
            RoundPart::Absent | RoundPart::Game { .. } => 0,
        }
    }

    fn told(self) -> RoundResult {
        match self {
            RoundPart::Absent => RoundResult::default(),
            RoundPart::Bye => RoundResult { is_bye: true, ..RoundResult::default() },
            RoundPart::Game { opponent, is_first, state } => {
                let sign = match state {
                    GameState::Open => '*',
                    GameState::Void { left_by: None } => 'v',
                    GameState::Void { left_by: Some(left) } if has_stayed(is_first, left) => '+',
                    GameState::Void { left_by: Some(_) } => '-',
                    GameState::Over { on_time, .. } => sign(self.half_points(), on_time),
                };
                RoundResult { opponent: Some(opponent), begins: is_first, sign: sign.to_string(), is_bye: false }
            }
        }
    }
}

fn has_stayed(is_first: bool, left: Seat) -> bool {
    is_first != (left == Seat(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::standings::Score;

    fn over(first: u32, second: u32) -> GameState {
        GameState::Over { score: Score { first, second }, on_time: false }
    }

    fn round(pairs: &[(u8, u8)], bye: Option<u8>) -> SwissRound {
        SwissRound { pairs: pairs.iter().map(|(first, second)| [Seat(*first), Seat(*second)]).collect(), bye: bye.map(Seat) }
    }

    fn lines(players: u8, rounds: &[SwissRound], games: &[GameState]) -> Vec<String> {
        let numbers: Vec<Seat> = (1..=players).map(Seat).collect();
        let names: Vec<String> = numbers.iter().map(|number| format!("P{number}")).collect();
        let result = |result: RoundResult| match (result.opponent, result.is_bye) {
            (Some(opponent), _) => format!("{opponent}{}{}", if result.begins { ":" } else { "." }, result.sign),
            (None, true) => "bye".to_owned(),
            (None, false) => ".".to_owned(),
        };
        let line = |row: Standing| {
            let results: Vec<String> = row.results.into_iter().map(result).collect();
            let Standing { place, name, played, won, drawn, lost, points, buchholz, tie_break, .. } = row;
            format!("{place} {name} {played} +{won} ={drawn} -{lost} {points} {} {tie_break} {}", buchholz.unwrap(), results.join(" "))
        };
        Course { players: &numbers, rounds, games }.table(&names).into_iter().map(line).collect()
    }

    #[test]
    fn points_then_buchholz_then_sonneborn_berger() {
        let rounds = [round(&[(1, 3), (4, 2)], None), round(&[(2, 1), (3, 4)], None)];
        let games = [over(2, 0), over(0, 2), over(0, 2), over(2, 0)];
        // 2 and 3 are equal in everything.
        assert_eq!(
            lines(4, &rounds, &games),
            [
                "1 P1 2 +2 =0 -0 2 2 2 3:1 2.1",
                "2 P2 2 +1 =0 -1 1 2 0 4.1 1:0",
                "2 P3 2 +1 =0 -1 1 2 0 1.0 4:1",
                "4 P4 2 +0 =0 -2 0 2 0 2:0 3.0"
            ]
        );
    }

    #[test]
    fn with_equally_many_points_who_has_met_better_opponents_stands_higher() {
        let rounds = [round(&[(1, 4), (2, 3)], None), round(&[(4, 2), (3, 1)], None)];
        let games = [over(2, 0), over(0, 2), over(0, 2), over(1, 1)];
        let placed: Vec<String> = lines(4, &rounds, &games).iter().map(|line| line.split(" +").next().unwrap().to_owned()).collect();
        assert_eq!(placed, ["1 P3 2", "2 P1 2", "3 P2 2", "4 P4 2"], "3 has beaten 2, who has a point; 1 has beaten 4, who has none");
    }

    #[test]
    fn a_bye_is_a_point_and_an_opponent_as_good_as_oneself() {
        let rounds = [round(&[(1, 2)], Some(3)), round(&[(3, 1)], Some(2))];
        assert_eq!(
            lines(3, &rounds, &[over(1, 1), GameState::Open]),
            ["1 P2 1 +0 =1 -0 1.5 2 1.75 1.½ bye", "2 P3 0 +0 =0 -0 1 1 1 bye 1:*", "3 P1 1 +0 =1 -0 0.5 1.5 0.75 2:½ 3.*"]
        );
    }

    #[test]
    fn a_void_game_brings_nothing_and_who_was_not_there_has_nothing() {
        let rounds = [round(&[(1, 2)], None)];
        assert_eq!(
            lines(3, &rounds, &[GameState::Void { left_by: None }]),
            ["1 P1 0 +0 =0 -0 0 0 0 2:v", "1 P2 0 +0 =0 -0 0 0 0 1.v", "1 P3 0 +0 =0 -0 0 0 0 ."]
        );
        assert_eq!(lines(2, &[], &[]), ["1 P1 0 +0 =0 -0 0 0 0 ", "1 P2 0 +0 =0 -0 0 0 0 "]);
    }

    #[test]
    fn who_stays_has_a_point_as_by_a_bye_and_who_leaves_has_none() {
        let rounds = [round(&[(1, 2)], None)];
        let left_by = |seat| [GameState::Void { left_by: Some(Seat(seat)) }];
        assert_eq!(lines(2, &rounds, &left_by(1)), ["1 P2 0 +0 =0 -0 1 1 1 1.+", "2 P1 0 +0 =0 -0 0 0 0 2:-"]);
        assert_eq!(lines(2, &rounds, &left_by(2)), ["1 P1 0 +0 =0 -0 1 1 1 2:+", "2 P2 0 +0 =0 -0 0 0 0 1.-"]);
    }

    #[test]
    fn a_round_is_settled_once_no_game_of_it_goes_on() {
        let is_settled = |games: &[GameState]| Course { players: &[], rounds: &[], games }.is_settled();
        assert_eq!(
            [is_settled(&[over(2, 0), GameState::Void { left_by: None }]), is_settled(&[over(2, 0), GameState::Open])],
            [true, false]
        );
    }
}
