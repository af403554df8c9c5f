//! What the postal game brings along besides its rules.

use crate::engine::{Kit, scenarios, templates};
use crate::galaxy;

pub(super) static KIT: Kit = Kit { family: Some(&galaxy::KIT), templates: TEMPLATES, helpers: &[], scenarios: SCENARIOS };

const SCENARIOS: &[(&str, &str)] = scenarios!["empire_postal": "postal-classic", "first-steps",];

const TEMPLATES: &[(&str, &str)] = templates![
    "empire_postal/battle-words.txt",
    "empire_postal/battles.html",
    "empire_postal/battles.txt",
    "empire_postal/before.txt",
    "empire_postal/cargo-name.txt",
    "empire_postal/cargo.html",
    "empire_postal/cargo.txt",
    "empire_postal/changes.html",
    "empire_postal/changes.txt",
    "empire_postal/distances.txt",
    "empire_postal/first-lines.txt",
    "empire_postal/first-orders.html",
    "empire_postal/first-orders.txt",
    "empire_postal/first-words.txt",
    "empire_postal/fleets.html",
    "empire_postal/fleets.txt",
    "empire_postal/fought-beside.html",
    "empire_postal/fought-beside.txt",
    "empire_postal/game-over.html",
    "empire_postal/game-over.txt",
    "empire_postal/glance.html",
    "empire_postal/glance.txt",
    "empire_postal/help.txt",
    "empire_postal/landing-words.txt",
    "empire_postal/landings.html",
    "empire_postal/landings.txt",
    "empire_postal/order-template.txt",
    "empire_postal/own-planets.html",
    "empire_postal/own-planets.txt",
    "empire_postal/peace-pays.txt",
    "empire_postal/public.html",
    "empire_postal/public.txt",
    "empire_postal/reach.html",
    "empire_postal/reach.txt",
    "empire_postal/reading.txt",
    "empire_postal/reason.txt",
    "empire_postal/report.html",
    "empire_postal/report.txt",
    "empire_postal/research.html",
    "empire_postal/research.txt",
    "empire_postal/rules.txt",
    "empire_postal/standings.html",
    "empire_postal/standings.txt",
    "empire_postal/terms.html",
    "empire_postal/terms.txt",
    "empire_postal/what-it-is-about.txt",
    "empire_postal/why-so-many.txt",
];
