//! Bots of Ashes of Empire by post: simple folk who see what their reports say and nothing else.

use std::fmt::Write;

use serde_json::Value;

use super::sight::{distance, number, own_fleet, planets};
use crate::engine::Seat;

/// A planet as its owner's report shows it.
struct Holding {
    number: u64,
    workforce: u64,
    pdu: u64,
    home_defence: u64,
    fighters: u64,
    transporters: u64,
}

/// Fighters that stay at home when the others fly.
const GUARD: u64 = 3;

/// A sheet for one turn, as a player would type it.
pub(crate) fn sheet(seat: Seat, turn: u32, view: &Value) -> String {
    let mut text = String::new();
    if turn == 1 && view["rounds"].is_null() {
        let _ = writeln!(text, "VOTE {}", 12 + seat.0);
    }
    diplomacy(&mut text, seat, turn);
    let holdings = holdings(seat, view);
    for holding in &holdings {
        build(&mut text, holding, turn);
    }
    for holding in &holdings {
        fly(&mut text, seat, turn, holding, view);
    }
    bring_up_transporters(&mut text, seat, &holdings, view);
    move_cargo(&mut text, turn, &holdings);
    spend_points(&mut text, seat, &holdings, view);
    text
}

fn diplomacy(text: &mut String, seat: Seat, turn: u32) {
    let left = seat.0 % 8 + 1;
    let right = (seat.0 + 6) % 8 + 1;
    match turn {
        1 if seat.0 % 2 == 1 => drop(writeln!(text, "DECLARE PEACE ON {left}")),
        1 => drop(writeln!(text, "DECLARE PEACE ON {right}")),
        4 if seat.0.is_multiple_of(2) => drop(writeln!(text, "DECLARE WAR ON {left}")),
        3 if seat.0 == 3 => {
            text.push_str("ANNOUNCE\nThe Eastside League greets the galaxy.\nWe want nothing but what is ours, and what is yours.\nEND\n")
        }
        6 if seat.0 == 6 => text.push_str("ANNOUNCE \"Shadow remembers who stood by it; and who did not.\"\n"),
        _ => {}
    }
}

fn holdings(seat: Seat, view: &Value) -> Vec<Holding> {
    let own = planets(view).filter(|planet| number(&planet["owner"]) == u64::from(seat.0));
    own.map(|planet| {
        let orbit = own_fleet(planet, seat);
        let full = &planet["full"];
        Holding {
            number: number(&planet["number"]),
            workforce: number(&full["workforce"]),
            pdu: number(&full["pdu"]),
            home_defence: number(&full["home_defence"]),
            fighters: orbit.0,
            transporters: orbit.1,
        }
    })
    .collect()
}

fn build(text: &mut String, holding: &Holding, turn: u32) {
    let _ = writeln!(text, "ON {} DO", holding.number);
    let missing = holding.home_defence.saturating_sub(holding.pdu);
    if missing > 0 {
        let _ = writeln!(text, "  BUILD {missing} PDU");
    }
    if holding.workforce >= 150 {
        let _ = writeln!(text, "  BUILD 2 TR");
    }
    if turn.is_multiple_of(3) {
        let _ = writeln!(text, "  BUILD 1 FY");
    }
    let _ = writeln!(text, "  BUILD MAX FI");
    let _ = writeln!(text, "  BUILD 1 RP");
    let _ = writeln!(text, "  BUILD 2 FP");
    let _ = writeln!(text, "DONE");
}

/// Sends what can be spared to the nearest planet that is not one's own: neutral ones first, later anybody's.
fn fly(text: &mut String, seat: Seat, turn: u32, holding: &Holding, view: &Value) {
    if holding.fighters < GUARD + 6 {
        return;
    }
    let Some(target) = target(seat, turn, holding.number, view) else { return };
    let _ = writeln!(text, "SEND {} FI FROM {} TO {target}", holding.fighters - GUARD, holding.number);
    if holding.transporters > 1 {
        let _ = writeln!(text, "SEND {} TR FROM {} TO {target}", holding.transporters - 1, holding.number);
    }
}

fn target(seat: Seat, turn: u32, from: u64, view: &Value) -> Option<u64> {
    let strangers = planets(view).filter(|planet| number(&planet["owner"]) != u64::from(seat.0));
    let reachable = strangers.filter(|planet| turn >= 5 || number(&planet["owner"]) == 0);
    let key = |planet: &Value| (distance(view, from, number(&planet["number"])), number(&planet["number"]) * 7 % 11);
    reachable.min_by_key(|planet| key(planet)).map(|planet| number(&planet["number"]))
}

/// Fleets that hold an orbit without transporters need some to land.
fn bring_up_transporters(text: &mut String, seat: Seat, holdings: &[Holding], view: &Value) {
    let Some(base) = holdings.iter().max_by_key(|holding| holding.transporters).filter(|base| base.transporters > 4) else { return };
    if base.fighters >= GUARD + 6 {
        return;
    }
    let held = planets(view).filter(|planet| number(&planet["owner"]) == 0).find(|planet| own_fleet(planet, seat).0 > 0);
    if let Some(planet) = held {
        let _ = writeln!(text, "SEND ALL TR FROM {} TO {}", base.number, number(&planet["number"]));
    }
}

fn move_cargo(text: &mut String, turn: u32, holdings: &[Holding]) {
    let [first, second, ..] = holdings else { return };
    if turn.is_multiple_of(2) && first.transporters > 0 && first.fighters > 0 {
        let cargo = if turn.is_multiple_of(4) { "workforce" } else { "C7" };
        let _ = writeln!(text, "SEND 1 {cargo} FROM {} TO {}", first.number, second.number);
    }
}

fn spend_points(text: &mut String, seat: Seat, holdings: &[Holding], view: &Value) {
    let points = view["me"]["political_points"].as_i64().unwrap_or(0);
    let neighbour = planets(view).find(|planet| number(&planet["owner"]) != u64::from(seat.0));
    match (points, neighbour, holdings.first()) {
        (7.., Some(planet), _) => drop(writeln!(text, "SPY ON {}", number(&planet["number"]))),
        (2..=6, _, Some(home)) => drop(writeln!(text, "RESEARCH 1 PR ON {}", home.number)),
        (1, _, _) => text.push_str("RESEARCH 1 FM\n"),
        _ => {}
    }
}
