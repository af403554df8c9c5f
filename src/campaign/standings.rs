//! The standings of a tournament: points, ties broken by Sonneborn-Berger, and who won against whom.

use serde::Serialize;

use crate::engine::{Outcome, Seat};

/// A game of a tournament; players are given by their index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TournamentGame {
    /// The player who begins …
    pub first: usize,
    /// … and the player who answers.
    pub second: usize,
    /// Whether it is over, and with what result.
    pub state: GameState,
}

/// The state of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameState {
    /// It is being played, or has not begun.
    Open,
    /// It ended with a result that counts.
    Over {
        /// The score of the two players.
        score: Score,
        /// Whether the loser ran out of time.
        on_time: bool,
    },
    /// It ended without a result, or before each side had moved. In a Swiss, if one player left it, the other gets a point.
    Void {
        /// The player who left: seat 1 is the first player, seat 2 the second.
        left_by: Option<Seat>,
    },
}

/// The half points of a game's first and second player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Score {
    /// From 0 to 2 …
    pub first: u32,
    /// … and the rest of 2.
    pub second: u32,
}

/// A player's line in the table; the best comes first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Standing {
    /// The place; players who are equal share one.
    pub place: u32,
    /// The player's name in the tournament.
    pub name: String,
    /// The player's number in a Swiss; `results` name opponents by it.
    pub number: Option<Seat>,
    /// The games with a result, without byes, void games and open ones.
    pub played: u32,
    /// How many of these were won …
    pub won: u32,
    /// … drawn …
    pub drawn: u32,
    /// … and lost.
    pub lost: u32,
    /// The points: 1 for a win, half for a draw: `2.5`.
    pub points: String,
    /// The points of all opponents, in a Swiss.
    pub buchholz: Option<String>,
    /// Sonneborn-Berger: the points of opponents who were beaten, and half of those of opponents with a draw: `3.25`.
    pub tie_break: String,
    /// The results against each player of the table in its order, a sign for each game: `1`, `0`, `½`, `+` for a win on time, `v` for a
    /// void game, `-` while it goes on; empty for oneself. A Swiss has `results` instead.
    pub cells: Vec<String>,
    /// The player's rounds in a Swiss.
    pub results: Vec<RoundResult>,
}

/// A player's round in a Swiss; all fields are empty if the player was not paired and had no bye.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct RoundResult {
    /// The opponent's number; null if there is none.
    pub opponent: Option<Seat>,
    /// Whether the player begins the game; false if there is none.
    pub begins: bool,
    /// The result as in the cells of a round robin, but `*` while the game goes on, and `+` or `-` if one player left before each side had
    /// moved, for who stayed and who left; empty without an opponent.
    pub sign: String,
    /// Whether the player got a point without a game.
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

/// The table of a tournament: by points, then Sonneborn-Berger. Players who are equal in both are in the order of the entry list.
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
    /// `None` for a game that brings nothing, or nothing yet.
    half_points: Option<u32>,
    sign: char,
}

/// A player's results, in the order of the games' numbers.
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

/// Joins names: `Ann`, `Ann and Bob`, `Ann, Bob and Cy`.
pub fn listed<Name: AsRef<str>>(names: &[Name]) -> String {
    match names {
        [before @ .., one, last] => {
            before.iter().fold(String::new(), |list, name| list + name.as_ref() + ", ") + one.as_ref() + " and " + last.as_ref()
        }
        _ => names.iter().map(AsRef::as_ref).collect(),
    }
}

/// Sonneborn-Berger, in quarters of a point.
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
        // Ann and Bob have a point and a half each, but Bob has beaten the stronger player.
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
