//! How players stand to each other in this game (B9.1).

use serde::{Deserialize, Serialize};

use crate::galaxy::Stance;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Relation {
    Hostile,
    Neutral,
    Allied,
}

impl Stance for Relation {
    const ENEMIES: Relation = Relation::Hostile;
    const NEUTRAL: Relation = Relation::Neutral;
    const FRIENDS: Relation = Relation::Allied;
}
