//! What a sheet would lead to, as far as its sender can know.
//!
//! Judged by the [`View`] alone, in the order of the turn's phases, so that a doubt says what the turn will say. What only dice or other players
//! decide is never doubted.

mod foresight;
mod points;
mod ships;
mod terms;
mod works;

use std::collections::BTreeSet;

use serde::Serialize;

use self::foresight::Foresight;
pub use self::works::PlanetForecast;
use super::event::Reason;
use super::order::Order;
use super::view::View;
use crate::engine::{Doubt, Seat, Sheet};
use crate::galaxy::PlannedFlight;

/// The sums behind a sheet, for the planets that it uses.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Forecast {
    /// In board order, without planets that the sheet neither builds on nor loads from.
    pub planets: Vec<PlanetForecast>,
    /// P4.3, P4.4: the ships that leave, if they are there.
    pub flights: Vec<PlannedFlight>,
    /// The political points that the sheet spends.
    pub points_spent: u32,
    /// The political points before this turn's are earned (P4.2); may be below 0.
    pub points_available: i32,
    /// P4.2: the players on whom the sheet declares war and who are not yet at war with the sender.
    pub wars: BTreeSet<Seat>,
}

/// Judges a sheet by what its sender can see. Doubts are in the order of the sheet, at most one for each order.
pub fn forecast(sheet: &Sheet<Order>, view: &View) -> (Vec<Doubt<Reason>>, Forecast) {
    let Some(me) = &view.me else {
        return (Vec::new(), Forecast::default());
    };
    let mut foresight = Foresight::of(sheet, view, me);
    let mut forecast = Forecast { points_available: me.political_points, ..Forecast::default() };
    if let Some(outcome) = &view.outcome {
        // P10.3, P10.4: no turn changes a game that has ended.
        (0..sheet.entries.len()).for_each(|entry| foresight.fail(entry, &outcome.rule, Reason::GameOver));
    } else if me.out {
        // P10.2: no order of a player who is out counts.
        (0..sheet.entries.len()).for_each(|entry| foresight.fail(entry, "P10.2", Reason::PlayerOut { seat: me.seat }));
    } else {
        terms::name_and_declare(&mut foresight); // P4.1
        forecast.wars = terms::new_wars(&foresight);
        forecast.points_spent = points::spend(&mut foresight); // P4.2
        let loaded = ships::load(&mut foresight); // P4.3
        ships::fly(&mut foresight); // P4.4
        forecast.flights = std::mem::take(&mut foresight.flights).flights(view.turn.saturating_add(1), &view.distance);
        forecast.planets = works::build(&mut foresight, loaded); // P4.5
        terms::refuse_cargo(&mut foresight); // P4.10
    }
    foresight.doubts.sort_by_key(|doubt| doubt.entry);
    (foresight.doubts, forecast)
}
