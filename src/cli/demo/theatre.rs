//! Makes the demonstration worth reading: its players are caretakers who also talk, make friends, and betray them.

use std::fmt::Write;

use serde_json::Value;

use crate::cli::players::Client;

/// The first turn in which they attack each other's planets, and not only neutral ones.
const FIRST_RAIDS: u32 = 5;
/// How many fighters stay at home when the others fly, and the fewest with which a fleet leaves.
const GUARD: u64 = 3;
const FEWEST: u64 = 9;

/// The sheet of a player: the caretaker's orders, and some that only a person would give.
pub(super) fn sheet(client: &Client, turn: u32) -> String {
    let mut text = String::new();
    if turn == 1 && client.view["rounds"].is_null() {
        let _ = writeln!(text, "VOTE {}", 12 + client.seat.0);
    }
    diplomacy(&mut text, client.seat.0, turn);
    let spies = spies(client);
    // The spies cost what the caretaker would have spent on research.
    let kept = client.orders.lines().filter(|line| spies.is_none() || !line.starts_with("RESEARCH"));
    kept.chain(spies.as_deref()).for_each(|line| text.extend([line, "\n"]));
    if turn >= FIRST_RAIDS {
        raids(&mut text, client);
    }
    text
}

/// P9.2: spies on a neighbour if the power has the points for it.
fn spies(client: &Client) -> Option<String> {
    let points = client.view["me"]["political_points"].as_i64()?;
    let neighbour = planets(&client.view).find(|planet| number(&planet["owner"]) != u64::from(client.seat))?;
    (points >= 7).then(|| format!("SPY ON {}", number(&neighbour["number"])))
}

fn diplomacy(text: &mut String, seat: u8, turn: u32) {
    let left = seat % 8 + 1;
    let right = (seat + 6) % 8 + 1;
    match turn {
        1 if seat % 2 == 1 => drop(writeln!(text, "DECLARE PEACE ON {left}")),
        1 => drop(writeln!(text, "DECLARE PEACE ON {right}")),
        4 if seat.is_multiple_of(2) => drop(writeln!(text, "DECLARE WAR ON {left}")),
        3 if seat == 3 => {
            text.push_str("ANNOUNCE\nThe Eastside League greets the galaxy.\nWe want nothing but what is ours, and what is yours.\nEND\n")
        }
        6 if seat == 6 => text.push_str("ANNOUNCE \"Shadow remembers who stood by it; and who did not.\"\n"),
        _ => {}
    }
}

/// Sends what the caretaker leaves at home to the nearest planet of another power.
fn raids(text: &mut String, client: &Client) {
    let me = u64::from(client.seat);
    for planet in planets(&client.view).filter(|planet| number(&planet["owner"]) == me) {
        let from = number(&planet["number"]);
        let fighters = fighters_in_orbit(planet, me);
        if fighters < FEWEST || client.orders.contains(&format!("FROM {from} TO")) {
            continue;
        }
        let others = planets(&client.view).filter(|planet| ![0, me].contains(&number(&planet["owner"])));
        let nearest = others.map(|planet| number(&planet["number"])).min_by_key(|to| (distance(&client.view, from, *to), *to));
        if let Some(to) = nearest {
            let _ = writeln!(text, "SEND {} FI FROM {from} TO {to}", fighters - GUARD);
        }
    }
}

fn planets(view: &Value) -> impl Iterator<Item = &Value> {
    view["planets"].as_array().map(Vec::as_slice).unwrap_or_default().iter()
}

fn fighters_in_orbit(planet: &Value, seat: u64) -> u64 {
    let track = planet["track"].as_array().map(Vec::as_slice).unwrap_or_default();
    let orbit = track.iter().filter(|at| number(&at["position"]) == 0).filter_map(|at| at["fleets"].as_array()).flatten();
    orbit.filter(|fleet| number(&fleet["power"]) == seat).map(|fleet| number(&fleet["fighters"])).sum()
}

fn distance(view: &Value, from: u64, to: u64) -> u64 {
    let (low, high) = if from < to { (from, to) } else { (to, from) };
    view["distance"][high as usize - 1][low as usize - 1].as_u64().unwrap_or(99)
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or(0)
}
