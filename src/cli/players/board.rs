//! Bots of the board game of Ashes of Empire: troops where people lack some, ships, and flights to the nearest planet.

use std::fmt::Write;

use serde_json::Value;

use super::sight::{distance, number, own_fleet, planets};
use crate::engine::Seat;

/// Fighters that stay at home when the others fly.
const GUARD: u64 = 2;

/// A sheet for one round, as a player would type it.
pub(super) fn sheet(seat: Seat, turn: u32, view: &Value) -> String {
    let mut text = String::new();
    let own: Vec<&Value> = planets(view).filter(|planet| number(&planet["owner"]) == u64::from(seat.0)).collect();
    if turn == 1 {
        choose(&mut text, &own);
    }
    for planet in &own {
        let missing = number(&planet["population"]).saturating_sub(number(&planet["troops"]));
        if missing > 0 {
            let _ = writeln!(text, "PRODUCE {missing} TROOPS ON {}", number(&planet["number"]));
        }
    }
    if let Some(home) = own.first().map(|planet| number(&planet["number"])) {
        let _ = writeln!(text, "PRODUCE 1 TR ON {home}\nPRODUCE MAX FI ON {home}");
    }
    for planet in &own {
        fly(&mut text, seat, planet, view);
    }
    text
}

/// B2.2: what the first factories make; what is left open is chosen by the rules.
fn choose(text: &mut String, own: &[&Value]) {
    for (planet, product) in own.iter().zip(["HIGHTECH", "STEEL", "OIL"].into_iter().cycle()) {
        let _ = writeln!(text, "FACTORY {product} ON {}", number(&planet["number"]));
    }
}

/// Sends what can be spared to the nearest planet that nobody holds, else to the nearest of others.
fn fly(text: &mut String, seat: Seat, planet: &Value, view: &Value) {
    let (from, (fighters, transporters)) = (number(&planet["number"]), own_fleet(planet, seat));
    if fighters < GUARD + 3 {
        return;
    }
    let strangers = planets(view).filter(|planet| number(&planet["owner"]) != u64::from(seat.0));
    let key = |planet: &&Value| (number(&planet["owner"]) != 0, distance(view, from, number(&planet["number"])), number(&planet["number"]));
    let Some(target) = strangers.min_by_key(key).map(|planet| number(&planet["number"])) else { return };
    let _ = writeln!(text, "SEND {} FI FROM {from} TO {target}", fighters - GUARD);
    if transporters > 0 {
        let _ = writeln!(text, "SEND {transporters} TR FROM {from} TO {target}");
    }
}
