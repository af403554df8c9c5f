//! How a tournament stands: points, ties broken by Sonneborn-Berger, and who won against whom.

use serde::Serialize;

use crate::engine::{Outcome, Seat};

/// A game of a tournament, with its players by their index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TournamentGame {
    /// Who begins …
    pub first: usize,
    /// … and who answers.
    pub second: usize,
    /// Whether it is over, and with what result.
    pub state: GameState,
}

/// How far a game has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameState {
    /// It goes on, or has not begun.
    Open,
    /// It ended with a result that counts.
    Over {
        /// What it brought each of the two.
        score: Score,
        /// Whether it was won because the loser had no time left.
        on_time: bool,
    },
    /// It ended without a result, or before each side had moved. In a Swiss, if one player has left it, the other gets a point.
    Void {
        /// Seat 1 for the first player, seat 2 for the second.
        left_by: Option<Seat>,
    },
}

/// What a game brought its first and its second player, in half points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Score {
    /// From 0 to 2 …
    pub first: u32,
    /// … and what is left of 2.
    pub second: u32,
}

/// One player's line, best first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Standing {
    /// Players who are level share a place.
    pub place: u32,
    /// What the player is called in the tournament.
    pub name: String,
    /// Of a Swiss: the player's number, by which `results` name opponents.
    pub number: Option<Seat>,
    /// Games with a result: neither byes, nor void or open ones.
    pub played: u32,
    /// How many of these were won …
    pub won: u32,
    /// … so many drawn …
    pub drawn: u32,
    /// … and so many lost.
    pub lost: u32,
    /// A win is 1, a draw a half: `2.5`.
    pub points: String,
    /// Of a Swiss: the points of all opponents.
    pub buchholz: Option<String>,
    /// Sonneborn-Berger: the points of those who were beaten, and half of theirs who were drawn with: `3.25`.
    pub tie_break: String,
    /// What was won against each player of the table in its order, a sign a game: `1`, `0`, `½`,
    /// `+` for a win on time, `v` for a void game, `-` while it goes on; empty for oneself. There are
    /// none in a Swiss, which has `results` instead.
    pub cells: Vec<String>,
    /// Of a Swiss: what each round was for the player.
    pub results: Vec<RoundResult>,
}

/// What a round of a Swiss was for a player; nothing of all this if they were not in it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct RoundResult {
    /// The opponent's number; null without one.
    pub opponent: Option<Seat>,
    /// Whether the player begins the game; false without one.
    pub begins: bool,
    /// As in the cells of a round robin, but `*` while it goes on, and `+` and `-` for who stayed and who left before each side had
    /// moved; empty without an opponent.
    pub sign: String,
    /// Whether the player had a point without a game.
    pub is_bye: bool,
}

impl Score {
    /// The score of two seats by their places: the better place gets the point, and seats that share a place share it.
    pub fn of(outcome: &Outcome) -> Score {
        let place = |seat: u8| outcome.places.iter().find(|place| place.seat.0 == seat).map_or(u32::MAX, |place| place.place);
        match place(1).cmp(&place(2)) {
            std::cmp::Ordering::Less => Score { first: 2, second: 0 },
            std::cmp::Ordering::Equal => Score { first: 1, second: 1 },
            std::cmp::Ordering::Greater => Score { first: 0, second: 2 },
        }
    }
}

/// The table of a tournament: by points, then Sonneborn-Berger. Players who are level in both stand in the order of the entry list.
pub fn standings(names: &[String], games: &[TournamentGame]) -> Vec<Standing> {
    let results: Vec<Vec<Result>> = (0..names.len()).map(|player| results_of(player, games)).collect();
    let points: Vec<u32> = results.iter().map(|own| own.iter().filter_map(|result| result.half_points).sum()).collect();
    let tie_breaks: Vec<u32> = results.iter().map(|own| tie_break(own, &points)).collect();
    let merit = |player: usize| (points[player], tie_breaks[player]);
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by_key(|player| (std::cmp::Reverse(merit(*player)), *player));
    let row = |player: usize| {
        let count = |half_points| results[player].iter().filter(|result| result.half_points == Some(half_points)).count() as u32;
        Standing {
            place: order.iter().filter(|other| merit(**other) > merit(player)).count() as u32 + 1,
            name: names[player].clone(),
            number: None,
            played: count(0) + count(1) + count(2),
            won: count(2),
            drawn: count(1),
            lost: count(0),
            points: decimal(points[player] * 50),
            buchholz: None,
            tie_break: decimal(tie_breaks[player] * 25),
            cells: order.iter().map(|other| cell(&results[player], *other)).collect(),
            results: Vec::new(),
        }
    };
    order.iter().map(|player| row(*player)).collect()
}

/// One game as one of its players sees it.
struct Result {
    opponent: usize,
    /// Absent for a game that brings nothing, or nothing yet.
    half_points: Option<u32>,
    sign: char,
}

/// In the order of the games' numbers.
fn results_of(player: usize, games: &[TournamentGame]) -> Vec<Result> {
    let result = |opponent: usize, state: GameState, own: fn(Score) -> u32| match state {
        GameState::Open => Result { opponent, half_points: None, sign: '-' },
        GameState::Void { .. } => Result { opponent, half_points: None, sign: 'v' },
        GameState::Over { score, on_time } => Result { opponent, half_points: Some(own(score)), sign: sign(own(score), on_time) },
    };
    let seen = games.iter().filter_map(|game| match game {
        TournamentGame { first, second, state } if *first == player => Some(result(*second, *state, |score| score.first)),
        TournamentGame { first, second, state } if *second == player => Some(result(*first, *state, |score| score.second)),
        _ => None,
    });
    seen.collect()
}

pub(super) fn sign(half_points: u32, on_time: bool) -> char {
    match half_points {
        0 => '0',
        1 => '½',
        _ if on_time => '+',
        _ => '1',
    }
}

/// `Ann`, `Ann and Bob`, `Ann, Bob and Cy`.
pub fn listed(names: &[&str]) -> String {
    match names {
        [before @ .., one, last] => before.iter().fold(String::new(), |list, name| list + name + ", ") + one + " and " + last,
        _ => names.concat(),
    }
}

/// In quarters of a point.
fn tie_break(own: &[Result], points: &[u32]) -> u32 {
    own.iter().map(|result| result.half_points.unwrap_or(0) * points[result.opponent]).sum()
}

fn cell(own: &[Result], opponent: usize) -> String {
    own.iter().filter(|result| result.opponent == opponent).map(|result| result.sign).collect()
}

/// Hundredths without trailing zeros: `2`, `2.5`, `3.25`.
pub(super) fn decimal(hundredths: u32) -> String {
    let text = format!("{}.{:02}", hundredths / 100, hundredths % 100);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Place;

    fn game(first: usize, second: usize, score: Option<(u32, u32)>) -> TournamentGame {
        let over = |(first, second)| GameState::Over { score: Score { first, second }, on_time: false };
        TournamentGame { first, second, state: score.map_or(GameState::Open, over) }
    }

    fn table(names: &[&str], games: &[TournamentGame]) -> Vec<String> {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let line = |row: Standing| {
            let Standing { place, name, played, won, drawn, lost, points, tie_break, cells, .. } = row;
            format!("{place} {name} {played} +{won} ={drawn} -{lost} {points} {tie_break} |{}|", cells.join("|"))
        };
        standings(&names, games).into_iter().map(line).collect()
    }

    #[test]
    fn points_then_sonneborn_berger_then_the_entry_list() {
        // Ann and Bob have a point and a half each, but Bob has beaten the stronger one.
        let games =
            [game(0, 1, Some((1, 1))), game(0, 2, Some((2, 0))), game(1, 3, Some((2, 0))), game(2, 3, Some((0, 2))), game(3, 0, None)];
        assert_eq!(
            table(&["Ann", "Bob", "Cid", "Dot"], &games),
            [
                "1 Bob 2 +1 =1 -0 1.5 1.75 ||½|1||",
                "2 Ann 2 +1 =1 -0 1.5 0.75 |½||-|1|",
                "3 Dot 2 +1 =0 -1 1 0 |0|-||1|",
                "4 Cid 2 +0 =0 -2 0 0 ||0|0||",
            ]
        );
    }

    #[test]
    fn who_is_level_shares_a_place_and_nothing_played_is_no_order() {
        assert_eq!(table(&["Ann", "Bob"], &[]), ["1 Ann 0 +0 =0 -0 0 0 |||", "1 Bob 0 +0 =0 -0 0 0 |||"]);
        let twice = [game(0, 1, Some((2, 0))), game(1, 0, Some((2, 0)))];
        assert_eq!(table(&["Ann", "Bob"], &twice), ["1 Ann 2 +1 =0 -1 1 1 ||10|", "1 Bob 2 +1 =0 -1 1 1 |01||"]);
        assert_eq!(table(&[], &[]), Vec::<String>::new());
    }

    #[test]
    fn a_void_game_brings_nothing_and_a_win_on_time_is_marked() {
        let on_time = GameState::Over { score: Score { first: 2, second: 0 }, on_time: true };
        let games = [
            TournamentGame { first: 0, second: 1, state: on_time },
            TournamentGame { first: 1, second: 0, state: GameState::Void { left_by: Some(Seat(1)) } },
        ];
        assert_eq!(table(&["Ann", "Bob"], &games), ["1 Ann 1 +1 =0 -0 1 0 ||+v|", "2 Bob 1 +0 =0 -1 0 0 |0v||"]);
    }

    #[test]
    fn names_are_listed_as_people_do() {
        let lists = [&[][..], &["Ann"], &["Ann", "Bob"], &["Ann", "Bob", "Cy"]];
        assert_eq!(lists.map(listed), ["", "Ann", "Ann and Bob", "Ann, Bob and Cy"]);
    }

    #[test]
    fn a_shared_place_is_a_draw() {
        let score = |one, two| {
            let places = [(1, one), (2, two)].map(|(seat, place)| Place { seat: Seat(seat), place }).into();
            Score::of(&Outcome { rule: "X".into(), places })
        };
        assert_eq!([score(1, 2), score(1, 1), score(2, 1)], [(2, 0), (1, 1), (0, 2)].map(|(first, second)| Score { first, second }));
    }
}
