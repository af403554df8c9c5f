//! Any text is a sheet in every game: read without panic, and the canonical sheet reads as itself.
//!
//! `cargo +nightly fuzz run sheet`

#![no_main]

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

use ashpost::engine::{AnyGame, Dice, Seat, Seed};
use ashpost::games::GAMES;
use libfuzzer_sys::fuzz_target;

/// A game, one of its openings, and the seat whose sheet is read.
struct Opening {
    game: &'static dyn AnyGame,
    state: String,
    seat: Seat,
}

static OPENINGS: LazyLock<Vec<Opening>> = LazyLock::new(|| GAMES.iter().flat_map(|game| openings(*game)).collect());

fn openings(game: &'static dyn AnyGame) -> Vec<Opening> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenarios").join(game.id());
    let files = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let texts = files.map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap());
    let openings: Vec<Opening> = texts.filter_map(|scenario| opening(game, &scenario)).collect();
    assert!(!openings.is_empty(), "no opening of {} can be set up", game.id());
    openings
}

/// Set up with as many seats as it takes.
fn opening(game: &'static dyn AnyGame, scenario: &str) -> Option<Opening> {
    (1..=20_u8).find_map(|count| {
        let seats: BTreeMap<Seat, String> = (1..=count).map(|seat| (Seat(seat), format!("Player {seat}"))).collect();
        let table = game.set_up(scenario, &seats, &Dice::new(Seed([7; 32]))).ok()?;
        let seat = table.to_move().first().copied()?;
        Some(Opening { game, state: table.state(), seat })
    })
}

fuzz_target!(|text: &str| {
    for opening in OPENINGS.iter() {
        let Ok(table) = opening.game.restore(&opening.state) else { panic!("{} does not restore its own state", opening.game.id()) };
        let canonical = table.read(opening.seat, text).canonical();
        let again = table.read(opening.seat, &canonical);
        assert!(again.problems.is_empty(), "{canonical:?} has {:?}", again.problems);
        assert_eq!(again.canonical(), canonical);
    }
});
