//! Games played through from files: `tests/golden/GAME/orders/turn-1/seat-3.orders`, the folder that
//! `ashpost sandbox --orders` reads, and `scenario.toml` beside it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use ashpost::engine::{AnyGame, Dice, Seat, Seed, Table};

/// The sheets of one turn by seat, and its dice.
pub struct PlayedTurn {
    pub sheets: BTreeMap<Seat, String>,
    pub dice: Dice,
}

pub fn folder(game: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(game)
}

/// The opening position; every seat that has sheets in turn 1 is taken.
pub fn opening(game: &dyn AnyGame) -> Box<dyn Table> {
    let scenario = fs::read_to_string(folder(game.id()).join("scenario.toml")).unwrap();
    let seats = sheets(game, 1).into_keys().map(|seat| (seat, format!("Player {seat}"))).collect();
    game.set_up(&scenario, &seats, &dice(0)).unwrap()
}

/// All turns that have sheets, in order.
pub fn turns(game: &dyn AnyGame) -> Vec<PlayedTurn> {
    let all = (1..).map(|turn| PlayedTurn { sheets: sheets(game, turn), dice: dice(turn) });
    all.take_while(|turn| !turn.sheets.is_empty()).collect()
}

/// The positions before each turn with that turn, for laws that hold anywhere.
pub fn positions(game: &dyn AnyGame) -> Vec<(Box<dyn Table>, PlayedTurn)> {
    let mut positions = Vec::new();
    let mut table = opening(game);
    for turn in turns(game) {
        let next = table.adjudicate(&turn.sheets, &turn.dice).table;
        positions.push((std::mem::replace(&mut table, next), turn));
    }
    positions
}

fn dice(turn: u32) -> Dice {
    Dice::new(Seed([9; 32]).derive(&turn.to_string()))
}

fn sheets(game: &dyn AnyGame, turn: u32) -> BTreeMap<Seat, String> {
    let folder = folder(game.id()).join(format!("orders/turn-{turn}"));
    let sheet = |seat: u8| Some((Seat(seat), fs::read_to_string(folder.join(format!("seat-{seat}.orders"))).ok()?));
    (1..=99).filter_map(sheet).collect()
}
