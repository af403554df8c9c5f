//! P4.5: what is built with what loading has left, and the sums for each planet that is used.

use std::collections::BTreeMap;

use serde::Serialize;

use super::foresight::Foresight;
use super::ships::Loaded;
use crate::galaxy::PlanetId;
use crate::games::empire_postal::event::Reason;
use crate::games::empire_postal::order::{Count, Order, Unit};
use crate::games::empire_postal::phases::workshop::{BuildRequest, Built, Shortage, Workshop};
use crate::games::empire_postal::state::Stock;

/// P4.3, P4.5: what the sheet uses of a planet. The available amounts are what loading leaves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlanetForecast {
    /// The sender's planet that builds or loads.
    pub planet: PlanetId,
    /// Its present name.
    pub name: String,
    /// How much of `labour_available` building takes.
    pub labour_used: u32,
    /// WF that loading leaves.
    pub labour_available: u32,
    /// How much of `stock_available` building takes.
    pub stock_used: Stock,
    /// The goods that loading leaves.
    pub stock_available: Stock,
    /// Fighter yards that build a fighter this turn.
    pub fighter_yards_used: u32,
    /// Fighter yards that loading leaves.
    pub fighter_yards_available: u32,
    /// Transporter yards that build a transporter this turn.
    pub transporter_yards_used: u32,
    /// Transporter yards that loading leaves.
    pub transporter_yards_available: u32,
    /// The shiploads to be loaded, as text in the order of cargo codes: `2 C5`.
    pub loaded: Vec<String>,
    /// What would be built, as text in building order: `2 PDU`, `3 FI`.
    pub built: Vec<String>,
}

/// Returns the sums, in board order of the planets.
pub(super) fn build(foresight: &mut Foresight<'_>, loaded: Loaded) -> Vec<PlanetForecast> {
    let mut requests: BTreeMap<PlanetId, Vec<BuildRequest>> = BTreeMap::new();
    for (entry, order) in foresight.orders.clone() {
        let Order::Build { count, unit, on } = order else { continue };
        if foresight.is_own(*on) {
            requests.entry(*on).or_default().push(BuildRequest { entry, unit: *unit, count: *count });
        } else {
            foresight.refuse(entry, "P4.5", *count, Reason::NotYourPlanet { planet: *on });
        }
    }
    // A planet may have been loaded from even if nothing is built on it.
    for planet in loaded.keys() {
        requests.entry(*planet).or_default();
    }
    requests.into_iter().filter_map(|(planet, requests)| on_planet(foresight, planet, &requests, &loaded)).collect()
}

fn on_planet(foresight: &mut Foresight<'_>, planet: PlanetId, requests: &[BuildRequest], loaded: &Loaded) -> Option<PlanetForecast> {
    let before = Workshop::seen(foresight.planets.get(&planet)?);
    let mut workshop = before;
    let results = workshop.build(requests);
    for result in &results {
        doubt(foresight, planet, result);
    }
    let name = foresight.view.planets.iter().find(|known| known.number == planet).map(|known| known.name.clone());
    let shiploads = loaded.get(&planet).into_iter().flatten().filter(|(_, shiploads)| **shiploads > 0);
    Some(PlanetForecast {
        planet,
        name: name.unwrap_or_default(),
        labour_used: before.labour.saturating_sub(workshop.labour),
        labour_available: before.labour,
        stock_used: used(before.stock, workshop.stock),
        stock_available: before.stock,
        fighter_yards_used: before.fighter_yards.saturating_sub(workshop.fighter_yards),
        fighter_yards_available: before.fighter_yards,
        transporter_yards_used: before.transporter_yards.saturating_sub(workshop.transporter_yards),
        transporter_yards_available: before.transporter_yards,
        loaded: shiploads.map(|(cargo, shiploads)| format!("{shiploads} {}", cargo.code())).collect(),
        built: built_texts(&results),
    })
}

fn doubt(foresight: &mut Foresight<'_>, planet: PlanetId, result: &Built) {
    let Some(Shortage { resource, available }) = result.shortage else { return };
    let reason = Reason::ShortOf { resource, planet, available };
    let instead = |built| Some(Order::Build { count: Count::Exactly(built), unit: result.unit, on: planet });
    foresight.filled(result.entry, "P4.5", (result.asked, result.built), reason, instead);
}

fn used(before: Stock, after: Stock) -> Stock {
    Stock {
        fuel: before.fuel.saturating_sub(after.fuel),
        ore: before.ore.saturating_sub(after.ore),
        rare: before.rare.saturating_sub(after.rare),
    }
}

/// One text for each kind of unit, however many lines build it.
fn built_texts(results: &[Built]) -> Vec<String> {
    let count = |unit: Unit| results.iter().filter(|result| result.unit == unit).map(|result| result.built).sum::<u32>();
    let counts = Unit::ALL.into_iter().map(|unit| (unit, count(unit))).filter(|(_, count)| *count > 0);
    counts.map(|(unit, count)| format!("{count} {}", unit.code())).collect()
}
