//! How a game of the board game goes: planets lost to revolt, length, and what a seat and a missed first round are worth.
//!
//! `cargo test --bench empire_balance` plays 200 games of each scenario, `BALANCE_GAMES=20` so many; the table is that of
//! `docs/decisions/0011-empire-defaults.md`. In every game each seat misses the first round with even chances.

mod admiral;

use std::collections::{BTreeMap, BTreeSet};

use admiral::Temper;
use ashpost::engine::{Dice, Orders, Seat, Seed};
use ashpost::games::empire_board::event::Event;
use ashpost::games::empire_board::order::Order;
use ashpost::games::empire_board::phases::adjudicate;
use ashpost::games::empire_board::scenario::{Scenario, set_up};
use ashpost::games::empire_board::state::State;

const SCENARIOS: [&str; 8] =
    ["two-states", "shattered-empire", "three-powers", "four-powers", "five-powers", "six-powers", "seven-powers", "eight-powers"];

/// Settings that are compared, by name.
const RULEBOOKS: [(&str, &str); 2] = [
    ("Rules version 1", "opening_factory = 'as-conquered'\ndefault_hangar = 'fighter'\ngrowth_where = 'everywhere'"),
    ("Rules version 2", ""),
];

fn main() {
    let games = std::env::var("BALANCE_GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(200);
    for ((name, settings), temper) in RULEBOOKS.into_iter().flat_map(|rulebook| [(rulebook, Temper::Careful), (rulebook, Temper::Hasty)]) {
        println!("\n{name}, {temper:?} players, {games} games of each scenario\n");
        println!(
            "| Scenario | Rounds | Planets lost to revolt | of them by who missed round 1 | Planets at the end: played round 1 | missed it | Wins by seat, % |"
        );
        println!("|---|---|---|---|---|---|---|");
        for scenario in SCENARIOS {
            println!("{}", Tally::of(scenario, settings, temper, games).row(scenario));
        }
    }
}

/// What happened in all games of a scenario.
#[derive(Default)]
struct Tally {
    games: u32,
    rounds: u32,
    lost: u32,
    lost_by_late: u32,
    /// Planets at the end and seats, of those who gave first orders and of those who did not.
    played: (u32, u32),
    late: (u32, u32),
    /// Shares of wins, in 840ths: eight players can share one.
    wins: BTreeMap<Seat, u32>,
}

impl Tally {
    fn of(scenario: &str, settings: &str, temper: Temper, games: u32) -> Tally {
        let mut tally = Tally::default();
        (0..games).for_each(|game| tally.play(scenario, settings, temper, game));
        tally
    }

    fn play(&mut self, scenario: &str, settings: &str, temper: Temper, game: u32) {
        let seed = Seed([7; 32]).derive(&format!("{scenario}/{game}"));
        let mut state = opening(scenario, settings);
        let mut stream = Dice::new(seed).stream("who misses round 1");
        let late: BTreeSet<Seat> = state.players.keys().copied().filter(|_| stream.percent(50)).collect();
        while state.outcome.is_none() {
            let dice = Dice::new(seed.derive(&state.turn.to_string()));
            let plays = |seat: &Seat| state.turn > 0 || !late.contains(seat);
            let orders: Orders<Order> =
                state.seats_in_play().filter(plays).map(|seat| (seat, admiral::orders(&state, seat, temper))).collect();
            let round = adjudicate(&state, &orders, &dice);
            for seen in &round.events {
                if let Event::Revolt { owner, fell: true, .. } = &seen.event {
                    self.lost += 1;
                    self.lost_by_late += u32::from(late.contains(owner));
                }
            }
            state = round.state;
        }
        self.settle(&state, &late);
    }

    fn settle(&mut self, state: &State, late: &BTreeSet<Seat>) {
        self.games += 1;
        self.rounds += state.turn;
        for seat in state.players.keys() {
            let (planets, seats) = if late.contains(seat) { &mut self.late } else { &mut self.played };
            *planets += state.holdings(*seat).planets;
            *seats += 1;
        }
        let places = state.outcome.iter().flat_map(|outcome| &outcome.places);
        let winners: Vec<Seat> = places.filter(|place| place.place == 1).map(|place| place.seat).collect();
        for seat in state.players.keys() {
            let share = if winners.contains(seat) { 840 / winners.len() as u32 } else { 0 };
            *self.wins.entry(*seat).or_default() += share;
        }
    }

    fn row(&self, scenario: &str) -> String {
        let a_game = |count: u32| f64::from(count) / f64::from(self.games);
        let a_seat = |(planets, seats): (u32, u32)| f64::from(planets) / f64::from(seats.max(1));
        let wins: Vec<String> = self.wins.values().map(|share| format!("{:.0}", f64::from(*share) / 8.4 / f64::from(self.games))).collect();
        format!(
            "| {scenario} | {:.1} | {:.2} | {:.2} | {:.1} | {:.1} | {} |",
            a_game(self.rounds),
            a_game(self.lost),
            a_game(self.lost_by_late),
            a_seat(self.played),
            a_seat(self.late),
            wins.join(" ")
        )
    }
}

fn opening(name: &str, settings: &str) -> State {
    let path = format!("{}/scenarios/empire/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let text = format!("{}\n[rulebook]\n{settings}", std::fs::read_to_string(path).expect("the scenario is carried"));
    let scenario: Scenario = toml::from_str(&text).expect("the settings are settings");
    let seats = (1..=scenario.seats).map(|seat| (Seat(seat), format!("Player {seat}"))).collect();
    set_up(scenario, &seats).expect("the scenario opens")
}
