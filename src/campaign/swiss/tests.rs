//! What is true of every round of a Swiss.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;

/// Players 1, 2 … with these half points.
fn entrants(half_points: &[u32]) -> Vec<Entrant> {
    (1..).zip(half_points).map(|(number, half_points)| Entrant { number: Seat(number), half_points: *half_points }).collect()
}

fn round(text: &str) -> SwissRound {
    let number = |text: &str| Seat(text.parse().unwrap());
    let mut round = SwissRound::default();
    for part in text.split(' ') {
        match part.split_once('-') {
            Some((first, second)) => round.pairs.push([number(first), number(second)]),
            None => round.bye = Some(number(part)),
        }
    }
    round
}

fn told(round: &SwissRound) -> String {
    let pairs = round.pairs.iter().map(|[first, second]| format!("{first}-{second}"));
    pairs.chain(round.bye.map(|bye| bye.to_string())).collect::<Vec<_>>().join(" ")
}

fn drawn(half_points: &[u32], rounds: &[&str]) -> String {
    let rounds: Vec<SwissRound> = rounds.iter().map(|text| round(text)).collect();
    next_round(&entrants(half_points), &rounds).map_or("none".to_owned(), |round| told(&round))
}

#[test]
fn the_upper_half_meets_the_lower_half_and_sides_change_from_board_to_board() {
    assert_eq!(drawn(&[0; 8], &[]), "1-5 6-2 3-7 8-4");
    assert_eq!(drawn(&[0; 7], &[]), "1-4 5-2 3-6 7", "the last of the list has the bye");
    assert_eq!((drawn(&[0; 2], &[]), drawn(&[0], &[]), drawn(&[], &[])), ("1-2".into(), "none".into(), "none".into()));
}

#[test]
fn people_with_equally_many_points_meet_and_who_began_less_often_begins() {
    assert_eq!(drawn(&[2, 2, 2, 2, 0, 0, 0, 0], &["1-5 6-2 3-7 8-4"]), "4-1 2-3 5-8 7-6");
}

#[test]
fn nobody_meets_again_while_it_can_be_avoided_and_an_odd_one_comes_down_to_the_best_of_the_next() {
    assert_eq!(drawn(&[4, 2, 2, 0], &["1-2 3-4", "3-1 2-4"]), "4-1 2-3", "1 has met 2 and 3");
    assert_eq!(drawn(&[4, 4, 4, 2, 2, 0], &["1-4 2-5 3-6"]), "1-2 4-3 5-6");
    assert_eq!(drawn(&[2, 2, 2, 2, 2, 2], &["1-4 1-5 2-5 2-6 3-4 3-6"]), "6-1 4-2 5-3", "1 has met 4 and 5, and 2 has met 5 and 6");
}

#[test]
fn where_all_have_met_the_fewest_games_are_repeated() {
    assert_eq!(drawn(&[4, 2], &["1-2"]), "2-1");
    assert_eq!(drawn(&[2, 2, 2, 2], &["1-2 3-4", "3-1 4-2", "1-4 2-3"]).split(' ').count(), 2);
}

#[test]
fn a_bye_goes_to_the_lowest_who_has_had_none() {
    assert_eq!(drawn(&[2, 0, 2], &["1-2 3"]), "3-1 2");
    assert_eq!(drawn(&[2, 2, 2], &["1-2 3", "3-1 2", "2-3 1"]).chars().last(), Some('3'), "all have had one");
}

/// The fewest repeated games, found by trying every way to pair these people.
fn fewest(people: &[Seat], past: Past<'_>) -> usize {
    let Some((one, rest)) = people.split_first() else { return 0 };
    let ways = rest.iter().map(|other| {
        let others: Vec<Seat> = rest.iter().copied().filter(|person| person != other).collect();
        usize::from(past.meetings(*one, *other) > 0) + fewest(&others, past)
    });
    ways.min().unwrap_or(0)
}

/// A tournament in which chance decides games, withdrawals and late entries: who plays in a round, and with how many points.
#[derive(Debug, Clone)]
struct Course {
    players: u8,
    rounds: usize,
    chance: Vec<u8>,
}

fn courses() -> impl Strategy<Value = Course> {
    (2..9_u8, 1..9_usize, prop::collection::vec(any::<u8>(), 80)).prop_map(|(players, rounds, chance)| Course { players, rounds, chance })
}

impl Course {
    /// Plays it, and passes every round to `look`, with its players and the earlier rounds.
    fn play(&self, mut look: impl FnMut(&[Entrant], &[SwissRound], Option<&SwissRound>)) {
        let mut chance = self.chance.iter().cycle().copied();
        let mut chance = || chance.next().unwrap_or(0);
        let mut points = vec![0; usize::from(self.players) + 1];
        let mut rounds: Vec<SwissRound> = Vec::new();
        for _ in 0..self.rounds {
            let present = (1..=self.players).filter(|_| !chance().is_multiple_of(8)).map(Seat);
            let field: Vec<Entrant> = present.map(|number| Entrant { number, half_points: points[usize::from(number.0)] }).collect();
            let drawn = next_round(&field, &rounds);
            look(&field, &rounds, drawn.as_ref());
            let Some(drawn) = drawn else { continue };
            for [first, second] in &drawn.pairs {
                let won = u32::from(chance() % 3);
                points[usize::from(first.0)] += won;
                points[usize::from(second.0)] += 2 - won;
            }
            drawn.bye.iter().for_each(|bye| points[usize::from(bye.0)] += 2);
            rounds.push(drawn);
        }
    }
}

proptest! {
    #[test]
    fn everybody_is_in_a_round_once(course in courses()) {
        course.play(|field, _, drawn| {
            assert_eq!(drawn.is_some(), field.len() > 1);
            let Some(round) = drawn else { return };
            let people: Vec<Seat> = round.pairs.iter().flatten().copied().chain(round.bye).collect();
            assert_eq!(people.len(), field.len());
            assert_eq!(people.iter().collect::<BTreeSet<_>>(), field.iter().map(|entrant| &entrant.number).collect());
            assert_eq!(round.bye.is_some(), field.len() % 2 == 1);
        });
    }

    #[test]
    fn no_more_games_are_repeated_than_must_be(course in courses()) {
        course.play(|field, before, drawn| {
            let Some(round) = drawn else { return };
            let past = Past(before);
            let repeated = round.pairs.iter().filter(|[one, other]| past.meetings(*one, *other) > 0).count();
            let people: Vec<Seat> = field.iter().map(|entrant| entrant.number).filter(|number| round.bye != Some(*number)).collect();
            assert_eq!(repeated, fewest(&people, past), "{field:?} after {before:?}");
        });
    }

    #[test]
    fn nobody_has_another_bye_while_somebody_has_had_fewer(course in courses()) {
        course.play(|field, before, drawn| {
            let Some(bye) = drawn.and_then(|round| round.bye) else { return };
            assert!(field.iter().all(|other| Past(before).byes(other.number) >= Past(before).byes(bye)));
        });
    }

    #[test]
    fn who_has_begun_less_often_begins(course in courses()) {
        course.play(|_, before, drawn| {
            let past = Past(before);
            assert!(drawn.into_iter().flat_map(|round| &round.pairs).all(|[first, second]| past.balance(*first) <= past.balance(*second)));
        });
    }

    #[test]
    fn the_order_of_the_list_changes_nothing(course in courses()) {
        course.play(|field, before, drawn| {
            let mut turned = field.to_vec();
            turned.reverse();
            assert_eq!(next_round(&turned, before).as_ref(), drawn);
        });
    }
}

#[test]
fn a_full_field_is_paired_to_the_end_of_the_last_possible_round() {
    let players: Vec<Entrant> = entrants(&[0; 24]);
    let mut rounds: Vec<SwissRound> = Vec::new();
    for _ in 0..23 {
        rounds.push(next_round(&players, &rounds).unwrap());
    }
    let games: Vec<[Seat; 2]> = rounds.iter().flat_map(|round| &round.pairs).copied().collect();
    let met: BTreeSet<BTreeSet<Seat>> = games.iter().map(|pair| pair.iter().copied().collect()).collect();
    assert!(met.len() * 100 >= games.len() * 90, "{} of {} games are between two who had not met", met.len(), games.len());
}
