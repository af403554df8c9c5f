//! `ashpost sandbox --orders DIR`: plays order files, turn by turn.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::{Context, bail, ensure};
use serde_json::{Value, json};

use super::args::SandboxArgs;
use crate::cli::common::{Common, EXIT_FINE};
use crate::cli::output::{print, print_json};
use crate::engine::{Adjudicated, AnyGame, Dice, Extent, Reading, Seat, Seed, Table, Viewer};
use crate::games;
use crate::office::{LooseScenario, likely_game};

/// One turn that was played.
struct SandboxTurn {
    turn: u32,
    seed: Seed,
    readings: BTreeMap<Seat, Reading>,
    adjudicated: Adjudicated,
}

pub(super) fn run(common: &Common, args: &SandboxArgs, scenario: &LooseScenario, folder: &Path) -> anyhow::Result<u8> {
    let seats: BTreeMap<Seat, String> = (1..=scenario.seats).map(|number| (Seat(number), format!("Seat {number}"))).collect();
    for seat in args.caretaker.iter().map(|number| Seat(*number)) {
        ensure!(seats.contains_key(&seat), "--caretaker {seat}: this scenario has seats 1 to {}", scenario.seats);
    }
    let (game, opening) = set_up(args.seed, scenario, &seats)?;
    let turns = args.turns.unwrap_or_else(|| turns_in(folder));
    ensure!(turns > 0, "there is no folder turn-1 in {}: orders are read from files such as turn-1/seat-1.orders", folder.display());
    let opening_view = opening.view_with_history(Viewer::GameMaster, 1);
    let (mut table, mut printed) = (opening, Vec::new());
    for turn in 1..=turns {
        if table.outcome().is_some() {
            break;
        }
        check_files(&folder.join(format!("turn-{turn}")), &seats)?;
        let readers = readers(game, table.as_ref(), seats.keys());
        let played = play(table.as_ref(), &readers, (folder, &args.caretaker), turn, args.seed)?;
        if common.json {
            printed.push(as_json(&played));
        } else {
            print(&as_text(&played))?;
        }
        table = played.adjudicated.table;
    }
    if common.json {
        let whole = json!({
            "game": game.id(),
            "rules": game.rules(),
            "opening": opening_view,
            "turns": printed,
            "outcome": table.outcome(),
        });
        print_json("ashpost-sandbox/1", &whole)?;
    }
    Ok(EXIT_FINE)
}

/// The scenario's game; if it names none, the first that can set it up. If none can, the error is that of the game which the scenario
/// resembles most.
fn set_up(seed: Seed, scenario: &LooseScenario, seats: &BTreeMap<Seat, String>) -> anyhow::Result<(&'static dyn AnyGame, Box<dyn Table>)> {
    let dice = Dice::new(seed.of_turn(0));
    if let Some(id) = &scenario.game {
        let game = games::named(id)?;
        return Ok((game, game.set_up(&scenario.text, seats, &dice)?));
    }
    let set_up = games::GAMES.iter().find_map(|game| Some((*game, game.set_up(&scenario.text, seats, &dice).ok()?)));
    if let Some(set_up) = set_up {
        return Ok(set_up);
    }
    let Some(game) = likely_game(&scenario.text).and_then(games::by_id) else {
        bail!("the scenario is not TOML, so no game can be set up from it");
    };
    let table = game.set_up(&scenario.text, seats, &dice);
    let table = table
        .with_context(|| format!("no game can be set up from this scenario; it looks like one for {} (--game names another)", game.id()))?;
    Ok((game, table))
}

/// How many folders `turn-1`, `turn-2` … exist without a gap.
fn turns_in(orders: &Path) -> u32 {
    (1..).take_while(|turn| orders.join(format!("turn-{turn}")).is_dir()).count() as u32
}

/// Fails if a folder holds orders for a seat that the scenario does not have; a missing folder needs no check.
fn check_files(folder: &Path, seats: &BTreeMap<Seat, String>) -> anyhow::Result<()> {
    for file in fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok) {
        let name = file.file_name().to_string_lossy().into_owned();
        let number = name.strip_prefix("seat-").and_then(|name| name.strip_suffix(".orders"));
        let is_meant = |number: &str| number.parse().is_ok_and(|number| seats.contains_key(&Seat(number)));
        ensure!(number.is_none_or(is_meant), "{}: this scenario has seats 1 to {}", file.path().display(), seats.len());
    }
    Ok(())
}

/// The seats whose sheets count: those that are to move and, where moves alternate, the others, whose conditional moves may be played.
fn readers<'a>(game: &dyn AnyGame, table: &dyn Table, seats: impl Iterator<Item = &'a Seat>) -> Vec<Seat> {
    let movers = table.to_move();
    seats.copied().filter(|seat| game.alternates() || movers.contains(seat)).collect()
}

/// Plays a turn with the files of a folder, and with the caretaker's orders for the given seats that have none.
fn play(table: &dyn Table, readers: &[Seat], (orders, caretaken): (&Path, &[u8]), turn: u32, seed: Seed) -> anyhow::Result<SandboxTurn> {
    let seed = seed.of_turn(turn);
    let mut sheets = BTreeMap::new();
    let mut unsent = Vec::new();
    for &seat in readers {
        let path = orders.join(format!("turn-{turn}")).join(format!("seat-{seat}.orders"));
        if path.is_file() {
            let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
            sheets.insert(seat, String::from_utf8_lossy(&bytes).into_owned());
        } else if caretaken.contains(&seat.0) && table.to_move().contains(&seat) {
            unsent.push(seat);
        }
    }
    let mut orders = table.orders(&sheets);
    for seat in unsent {
        orders.enter_caretaker(seat, seed.caretaker(seat));
    }
    Ok(SandboxTurn { turn, seed, readings: orders.readings(), adjudicated: orders.adjudicate(&Dice::new(seed)) })
}

fn as_json(played: &SandboxTurn) -> Value {
    let SandboxTurn { turn, seed, readings, adjudicated } = played;
    let orders: Vec<Value> = adjudicated
        .fates
        .iter()
        .map(|fate| {
            let line = readings.get(&fate.seat).and_then(|reading| reading.entries.get(fate.entry)).map(|entry| entry.line);
            let order = adjudicated.orders.get(&fate.seat).and_then(|orders| orders.get(fate.entry));
            json!({
                "seat": fate.seat, "line": line, "order": order, "verdict": fate.verdict,
                "asked": fate.asked, "done": fate.done, "reason": fate.reason, "rule": fate.rule,
            })
        })
        .collect();
    let of_readings =
        |told: fn(&Reading) -> Value| -> BTreeMap<Seat, Value> { readings.iter().map(|(seat, reading)| (*seat, told(reading))).collect() };
    json!({
        "turn": turn,
        "seed": seed,
        "view": adjudicated.table.view_with_history(Viewer::GameMaster, 1),
        "events": adjudicated.events,
        "orders": orders,
        "problems": of_readings(|reading| json!(reading.problems)),
        "forecasts": of_readings(|reading| reading.forecast.clone()),
    })
}

/// A line for each order and event: enough to follow a game; `--json` has the rest.
fn as_text(played: &SandboxTurn) -> String {
    let mut text = format!("Turn {}\n", played.turn);
    for (seat, reading) in &played.readings {
        for problem in &reading.problems {
            let _ = writeln!(text, "  seat {seat} line {}: not read: {}", problem.line, problem.text);
        }
    }
    for fate in &played.adjudicated.fates {
        let order = played.adjudicated.orders.get(&fate.seat).and_then(|orders| orders.get(fate.entry)).map(String::as_str);
        let verdict = match (fate.verdict, fate.done, fate.asked) {
            (Extent::Done, _, _) => "done".to_owned(),
            (Extent::Cut, Some(done), Some(asked)) => format!("{done} of {asked}"),
            (Extent::Cut, _, _) => "in part".to_owned(),
            (Extent::Failed, _, _) => "failed".to_owned(),
        };
        let reason = fate.reason.as_ref().and_then(|reason| reason.get("reason")).and_then(Value::as_str);
        let reason = reason.map(|reason| format!(" ({reason}, {})", fate.rule)).unwrap_or_default();
        let _ = writeln!(text, "  seat {}: {}: {verdict}{reason}", fate.seat, order.unwrap_or("?").replace('\n', " / "));
    }
    for seen in &played.adjudicated.events {
        let _ = writeln!(text, "  {}: {}", seen.kind(), seen.event);
    }
    text
}
