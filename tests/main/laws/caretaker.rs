//! Caretakers: their orders can always be read, and they play whole games of every kind.

use std::collections::BTreeMap;

use ashpost::abstract_games::AbstractGame;
use ashpost::engine::{Dice, Pace, ScenarioHead, Seat, Seed, Stream, Table, Viewer};
use ashpost::games::{GAMES, anaash, ashes, autumn_ash, by_id, ex_nihilo};

use super::everywhere;

/// The orders of a caretaker are a sheet that can be read as it stands; where moves alternate it is a whole move.
fn assert_reads(table: &dyn Table, seat: Seat, salt: u64) -> String {
    let game = table.game();
    let sheet = table.caretaker(seat, salt);
    let reading = table.read(seat, &sheet);
    assert!(reading.problems.is_empty() && reading.unmet.is_empty(), "{} {seat}: {sheet}{:?}", game.id(), reading.problems);
    assert_eq!(reading.canonical(), sheet, "{} {seat}: canonical spelling", game.id());
    let is_awaited = table.to_move().contains(&seat);
    assert!(is_awaited || sheet.is_empty(), "{} {seat}: nobody waits for {sheet}", game.id());
    if game.pace() == Pace::Alternating {
        assert_eq!(reading.plays_at_once, is_awaited, "{} {seat}: {sheet}", game.id());
    }
    sheet
}

#[test]
fn caretakers_order_what_reads_in_every_position() {
    let mut positions = 0;
    everywhere(|game, table, turn| {
        // Where moves alternate a caretaker looks at thousands of positions, which takes its time unoptimised.
        if game.pace() == Pace::Alternating && !table.turn().is_multiple_of(3) {
            return;
        }
        positions += 1;
        for seat in table.players().into_keys().chain([Seat(200)]) {
            let sheet = assert_reads(table, seat, 0);
            if table.turn() < 3 {
                let again = game.restore(&table.state()).unwrap().caretaker(seat, 0);
                assert_eq!(again, sheet, "the same view, the same orders, whatever is played: {:?}", turn.sheets);
            }
        }
    });
    assert!(positions >= 100, "{positions} positions");
}

/// They keep the peace, say nothing, and leave the planets of others alone.
#[test]
fn caretakers_of_the_space_games_begin_no_quarrel() {
    everywhere(|game, table, _| {
        for seat in table.to_move().into_iter().filter(|_| game.pace() == Pace::Simultaneous) {
            let (sheet, view) = (table.caretaker(seat, 7), table.view(Viewer::Seat(seat)));
            for line in sheet.lines() {
                assert!(!["DECLARE", "ANNOUNCE", "SPY", "VOTE"].iter().any(|verb| line.starts_with(verb)), "{line}");
                let Some((_, to)) = line.split_once(" TO ").filter(|_| line.starts_with("SEND")) else { continue };
                let number: usize = to.parse().unwrap();
                assert_eq!(view["planets"][number - 1]["owner"], 0, "{}: {line}", game.id());
            }
        }
    });
}

/// Every scenario of every game, some turns by caretakers alone. Nearly all of their orders are carried out.
#[test]
fn caretakers_play_every_scenario() {
    for game in GAMES {
        for (name, text) in game.kit().scenarios {
            let seats = ScenarioHead::of(text).seats;
            let names: BTreeMap<Seat, String> = (1..=seats).map(|seat| (Seat(seat), format!("Player {seat}"))).collect();
            let mut table = game.set_up(text, &names, &Dice::new(Seed([1; 32]))).unwrap();
            let turns = if game.pace() == Pace::Alternating { 2 } else { 6 };
            for turn in 1..=turns {
                let sheets: BTreeMap<Seat, String> =
                    table.to_move().into_iter().map(|seat| (seat, assert_reads(&*table, seat, 3))).collect();
                assert!(turn > 1 || sheets.values().all(|sheet| !sheet.is_empty()), "{name}: {sheets:?}");
                table = table.adjudicate(&sheets, &Dice::new(Seed([turn; 32]))).table;
            }
        }
    }
}

/// Against somebody who plays any legal move.
#[test]
fn caretakers_of_the_games_of_two_beat_chance() {
    beats_chance::<anaash::Position>("6", Seat(1));
    beats_chance::<ashes::Position>("hexhex-3", Seat(2));
    beats_chance::<autumn_ash::Position>("beginner", Seat(1));
    beats_chance::<ex_nihilo::Position>("hexhex-3", Seat(2));
}

fn beats_chance<G: AbstractGame>(scenario: &str, caretaker: Seat) {
    let game = by_id(G::ID).unwrap();
    let (_, text) = game.kit().scenarios.iter().find(|(name, _)| *name == scenario).unwrap();
    let rulebook: G::Rulebook = serde_json::from_value(game.settings(text).unwrap()["rulebook"].take()).unwrap();
    let names = BTreeMap::from([1, 2].map(|seat| (Seat(seat), format!("Player {seat}"))));
    let dice = Dice::new(Seed([9; 32]));
    let mut chance = dice.stream(G::ID);
    let mut table = game.set_up(text, &names, &dice).unwrap();
    while let Some(seat) = table.to_move().into_iter().next() {
        let position = G::read(&rulebook, table.view(Viewer::Public)["position"].as_str().unwrap()).unwrap();
        let sheet = if seat == caretaker { table.caretaker(seat, 1) } else { any_move(position, &mut chance) };
        table = table.adjudicate(&BTreeMap::from([(seat, sheet)]), &dice).table;
    }
    let outcome = table.outcome().unwrap();
    assert_eq!(outcome.places[0].seat, caretaker, "{} {scenario}: {outcome:?}", G::ID);
}

fn any_move<G: AbstractGame>(mut position: G, chance: &mut Stream) -> String {
    let mut steps = Vec::new();
    loop {
        let step = *chance.choose(&position.steps().collect::<Vec<_>>()).unwrap();
        position.play(step);
        steps.push(step.to_string());
        if position.to_move().is_none() || !position.owes_step() {
            return steps.join(";");
        }
    }
}
