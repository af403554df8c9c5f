//! The postal game: orders, problems, doubts and sums.

mod agreement;
mod laws;
mod position;
mod wording;

use std::fmt::Write;

use ashpost::games::empire_postal::forecast::{Forecast, forecast};
use ashpost::games::empire_postal::parse::parse;

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
        let (used, there) = (planet.stock_used, planet.stock_available);
        let _ = writeln!(
            text,
            "= {}: labour {}/{}, fuel {}/{}, ore {}/{}, rare {}/{}, FY {}/{}, TY {}/{}: {}",
            planet.planet,
            planet.labour_used,
            planet.labour_available,
            used.fuel,
            there.fuel,
            used.ore,
            there.ore,
            used.rare,
            there.rare,
            planet.fighter_yards_used,
            planet.fighter_yards_available,
            planet.transporter_yards_used,
            planet.transporter_yards_available,
            planet.loaded.iter().map(|loaded| format!("load {loaded}")).chain(planet.built.clone()).collect::<Vec<_>>().join(", ")
        );
    }
    if sums.points_spent > 0 {
        let _ = writeln!(text, "= points {}/{}", sums.points_spent, sums.points_available);
    }
    text
}
