//! Empire (board game): orders, problems, doubts and sums.

mod agreement;
mod laws;
mod position;
mod wording;

use std::fmt::Write;

use ashpost::games::empire_board::forecast::{FleetForecast, Forecast, MovementForecast, forecast};
use ashpost::games::empire_board::parse::parse;
use ashpost::games::empire_board::state::Goods;

use position::Position;

use crate::orders::case::reading;

/// Orders by line, then `?` problems, `!` doubts and `=` sums.
pub(super) fn read(position: &str, text: &str) -> String {
    let view = Position::read(position).view();
    let sheet = parse(text, &view);
    let (doubts, sums) = forecast(&sheet, &view);
    reading(&sheet, &doubts) + &sums_text(&sums)
}

fn sums_text(sums: &Forecast) -> String {
    let mut text = String::new();
    for planet in &sums.planets {
        let done = planet.loaded.iter().map(|loaded| format!("ship {loaded}")).chain(planet.built.clone()).collect::<Vec<_>>();
        let _ = writeln!(
            text,
            "= {}: FI {}/{}, TR {}/{}: {}",
            planet.planet,
            planet.fighters_used,
            planet.fighters_available,
            planet.transporters_used,
            planet.transporters_available,
            done.join(", ")
        );
    }
    // If nothing moves and nothing is built, the position says it.
    if !sums.planets.is_empty() {
        let fleets: Vec<String> = sums.fleets.iter().map(fleet_text).collect();
        let _ = writeln!(text, "= then {}", fleets.join(", "));
    }
    for shortage in &sums.shortages {
        let planets: Vec<String> = shortage.planets.iter().map(ToString::to_string).collect();
        let _ = writeln!(text, "= lacks {} TROOP on {}", shortage.missing, planets.join(", "));
    }
    if let Some(MovementForecast { choosers, chooses, wish: Some(wish) }) = sums.movement {
        let _ = writeln!(text, "= chooses place {wish} as {chooses} of {choosers}");
    }
    let (used, there) = (sums.goods_used, sums.goods_available);
    if used != Goods::default() {
        let _ = writeln!(
            text,
            "= oil {}/{}, steel {}/{}, high tech {}/{}",
            used.oil, there.oil, used.steel, there.steel, used.high_tech, there.high_tech
        );
    }
    text
}

/// `9/0 5 FI 3 TR`: planet, space and ships.
fn fleet_text(fleet: &FleetForecast) -> String {
    let FleetForecast { planet, space, fighters, transporters, laden } = fleet;
    let freight = if *laden > 0 { format!(" ({laden} laden)") } else { String::new() };
    format!("{planet}/{space} {fighters} FI {transporters} TR{freight}")
}
