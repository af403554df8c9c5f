//! Games played through from files in `tests/golden/<game id>/`, or `<game id>-<variant>/`: `scenario.toml`, and the sheets either as
//! `orders/turn-1/seat-3.orders`, the folder that `ashpost sandbox --orders` reads, or all in one `turns.toml`:
//! `turn = [{ 1 = "a1-a2" }, { 2 = "b1-b2" }]`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use ashpost::engine::{AnyGame, Dice, Game, Orders, Seat, Seed, Table, Viewer};
use ashpost::games::{GAMES, by_id};

/// A game that was played through.
pub(crate) struct Golden {
    pub game: &'static dyn AnyGame,
    pub folder: PathBuf,
}

/// The sheets of one turn by seat, and its dice.
pub(crate) struct PlayedTurn {
    pub sheets: BTreeMap<Seat, String>,
    pub dice: Dice,
}

/// The sheets of a whole game.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct TurnsFile {
    turn: Vec<BTreeMap<String, String>>,
}

/// All of them, every game at least once.
pub(crate) fn goldens() -> Vec<Golden> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut names: Vec<String> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    let found: Vec<Golden> = names.iter().filter_map(|name| golden(name)).collect();
    assert!(GAMES.iter().all(|game| found.iter().any(|golden| golden.game.id() == game.id())), "a game needs a played-through one");
    found
}

/// The one in the folder of that name.
pub(crate) fn golden(name: &str) -> Option<Golden> {
    let game = by_id(name.split('-').next()?)?;
    Some(Golden { game, folder: Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name) })
}

impl Golden {
    /// The opening position; every seat that ever has a sheet is taken.
    pub(crate) fn opening(&self) -> Box<dyn Table> {
        let scenario = fs::read_to_string(self.folder.join("scenario.toml")).unwrap();
        let seats = self.seats().into_iter().map(|seat| (seat, format!("Player {seat}"))).collect();
        self.game.set_up(&scenario, &seats, &dice(0)).unwrap()
    }

    /// Every seat that ever has a sheet.
    pub(crate) fn seats(&self) -> BTreeSet<Seat> {
        self.turns().into_iter().flat_map(|turn| turn.sheets.into_keys()).collect()
    }

    /// All turns that have sheets, in order.
    pub(crate) fn turns(&self) -> Vec<PlayedTurn> {
        let all = self.turns_of_one_file().unwrap_or_else(|| self.turns_of_folders());
        (1..).zip(all).map(|(turn, sheets)| PlayedTurn { sheets, dice: dice(turn) }).collect()
    }

    fn turns_of_one_file(&self) -> Option<Vec<BTreeMap<Seat, String>>> {
        let file: TurnsFile = toml::from_str(&fs::read_to_string(self.folder.join("turns.toml")).ok()?).unwrap();
        let by_seat = |turn: BTreeMap<String, String>| turn.into_iter().map(|(seat, sheet)| (Seat(seat.parse().unwrap()), sheet)).collect();
        Some(file.turn.into_iter().map(by_seat).collect())
    }

    fn turns_of_folders(&self) -> Vec<BTreeMap<Seat, String>> {
        let sheet = |turn: u32, seat: u8| {
            let file = self.folder.join(format!("orders/turn-{turn}/seat-{seat}.orders"));
            Some((Seat(seat), fs::read_to_string(file).ok()?))
        };
        let sheets = |turn| (1..=99).filter_map(|seat| sheet(turn, seat)).collect::<BTreeMap<Seat, String>>();
        (1..).map(sheets).take_while(|sheets| !sheets.is_empty()).collect()
    }

    /// The positions before each turn with that turn, for laws that hold anywhere.
    pub(crate) fn positions(&self) -> Vec<(Box<dyn Table>, PlayedTurn)> {
        let mut positions = Vec::new();
        let mut table = self.opening();
        for turn in self.turns() {
            let next = table.adjudicate(&turn.sheets, &turn.dice).table;
            positions.push((std::mem::replace(&mut table, next), turn));
        }
        positions
    }
}

/// The golden of that name in the types of its game: each position, the orders given in it as they were read, and the dice.
pub(crate) fn as_played<G: Game>(name: &str) -> Vec<(G::State, Orders<G::Order>, Dice)> {
    let positions = golden(name).unwrap().positions().into_iter().map(|(table, turn)| {
        let state: G::State = serde_json::from_str(&table.state()).unwrap();
        let orders = turn.sheets.iter().map(|(seat, sheet)| {
            let view = G::view(&state, Viewer::Seat(*seat));
            (*seat, G::parse(sheet, &view).orders().cloned().collect())
        });
        let orders = orders.collect();
        (state, orders, turn.dice)
    });
    positions.collect()
}

fn dice(turn: u32) -> Dice {
    Dice::new(Seed([9; 32]).derive(&turn.to_string()))
}
