//! What a sheet would lead to, as far as its sender can know.

use serde::Serialize;

use super::event::Reason;
use super::order::Order;
use super::state::Stock;
use super::view::View;
use crate::engine::{Doubt, Sheet};
use crate::galaxy::PlanetId;

/// The sums behind a sheet, for the planets that it uses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Forecast {
    /// In board order; planets that the sheet does not build on or load from are left out.
    pub planets: Vec<PlanetForecast>,
    /// Political points spent and there.
    pub points_spent: u32,
    pub points_available: i32,
}

/// P4.3, P4.5: what the sheet uses of a planet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlanetForecast {
    pub planet: PlanetId,
    pub name: String,
    pub labour_used: u32,
    pub labour_available: u32,
    pub stock_used: Stock,
    pub stock_available: Stock,
    pub fighter_yards_used: u32,
    pub fighter_yards_available: u32,
    pub transporter_yards_used: u32,
    pub transporter_yards_available: u32,
    /// What would be built, as text in building order: `2 PDU`, `3 FI`.
    pub built: Vec<String>,
}

/// Judges a sheet by what its sender can see.
pub fn forecast(_sheet: &Sheet<Order>, view: &View) -> (Vec<Doubt<Reason>>, Forecast) {
    let points_available = view.me.as_ref().map_or(0, |me| me.political_points);
    (Vec::new(), Forecast { planets: Vec::new(), points_spent: 0, points_available })
}
