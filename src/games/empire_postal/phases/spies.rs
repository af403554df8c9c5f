//! P9.2: spies.

use super::play::Play;
use crate::engine::SheetLine;
use crate::galaxy::PlanetId;
use crate::games::empire_postal::event::{Event, Findings, People, Reason, Works};
use crate::games::empire_postal::state::{Planet, Power};

const RULE: &str = "P9.2";
const PRICE: u32 = 7;

/// Sends a seat's spy; `nth` counts its spies this turn from 1.
pub(super) fn spy(turn: &mut Play, line: SheetLine, on: PlanetId, nth: u32) {
    // P0: the spy sees the planet as it was when the turn began, whatever happens there in this phase.
    let Some(planet) = turn.before.planet(on) else {
        return turn.book.fail(line, RULE, Reason::Nothing);
    };
    if planet.owner == Power::Seat(line.seat) {
        return turn.book.fail(line, RULE, Reason::YourOwnPlanet { planet: on });
    }
    let available = turn.points_of(line.seat);
    if available < PRICE as i32 {
        return turn.book.fail(line, RULE, Reason::TooFewPoints { available });
    }
    turn.spend_points(line.seat, PRICE);
    let mut dice = turn.dice(&format!("spy/{}/{nth}", line.seat));
    let level = match dice.below(100) + 1 {
        1..=20 => 3,
        21..=50 => 2,
        _ => 1,
    };
    let findings = look(planet, level);
    turn.tell([Power::Seat(line.seat)], Event::SpyReport { seat: line.seat, planet: on, findings });
    let noticed = dice.below(500) < planet.morale;
    if noticed && planet.owner != Power::Neutral {
        turn.tell([planet.owner], Event::SpyNoticed { planet: on, spy: line.seat });
    }
    turn.book.done(line, RULE);
}

fn look(planet: &Planet, level: u8) -> Findings {
    let works = Works {
        pdu: planet.pdu,
        fuel_plants: planet.fuel_plants,
        ore_plants: planet.ore_plants,
        rare_plants: planet.rare_plants,
        fighter_yards: planet.fighter_yards,
        transporter_yards: planet.transporter_yards,
    };
    let people = People {
        industrial_product: planet.industrial_product(),
        morale: planet.morale,
        workforce: planet.workforce,
        production_rate: planet.production_rate,
        home_defence: planet.home_defence(),
        temper: planet.temper,
    };
    Findings {
        level,
        owner: planet.owner,
        stock: planet.stock,
        works: (level >= 2).then_some(works),
        people: (level >= 3).then_some(people),
    }
}
