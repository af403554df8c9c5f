//! The rulings that are no numbers; the first of each list is the rules' default.

use serde::{Deserialize, Serialize};

/// B2.2, B5.7: what a factory makes that nobody chose a product for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DefaultFactory {
    /// What the owner has fewest factories of, then least in stock; of equals oil, then steel.
    Scarcest,
    /// What he has least in stock, then fewest factories of.
    LeastInStock,
    Oil,
    Steel,
    HighTech,
}

/// B3.2: what is struck of a plan that the warehouse cannot pay.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlanShortage {
    /// From the last line upwards, as many units as it takes, and none that needs nothing of what is short.
    LastLineFirst,
    /// The same from the first line downwards.
    FirstLineFirst,
    /// The whole plan.
    Everything,
}

/// B3.3: where one moves whose wished-for place is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ContestedPlace {
    /// The next later free place, or else the last free one.
    NextLater,
    /// The last free place.
    LastFree,
}

/// B3.3: where one moves who has no wish.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WithoutWish {
    LastFree,
    FirstFree,
}

/// B4.3: the new home planet of one who lost his and names none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NewHome {
    LowestNumber,
    /// Of equals the lowest number.
    MostPopulous,
}

/// B4.4: on whose planets freight is unloaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UnloadsOn {
    OwnAndAllied,
    Own,
}

/// B5.3: what becomes of the goods of a project that cannot be built any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LostProject {
    GoodsReturn,
    GoodsLost,
}

/// B6.3: equal losses in space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BattleTie {
    /// Another round of fire at once.
    FireAgain,
    OwnerHolds,
}

/// B6.4: what becomes of beaten ships whose player has no planet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HomelessShips {
    Lost,
    /// They stay in the orbit.
    Stay,
}

/// B7.1: what lands on a hostile planet when nothing is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DefaultLanding {
    All,
    None,
}

/// B7.2: equal losses on the ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LandingTie {
    /// Another throw at once.
    ThrowAgain,
    PlanetHolds,
}

/// B7.3: who of several attackers takes the planet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Conqueror {
    /// Who has most transporters left.
    MostTransporters,
    /// Who landed with most.
    MostLanded,
    /// Everybody who has one left is as good as the others.
    Anybody,
}

/// B7.3: who of equal conquerors takes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ConquerorTie {
    Die,
    /// In the order of movement.
    FirstToMove,
}

/// B7.3: what becomes of the land troops that are left on a planet that is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ConqueredTroops {
    Taken,
    Disbanded,
}

/// B7.3: what becomes of factories and hangars of a planet that is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ConqueredWorks {
    Taken,
    Destroyed,
}

/// B8.1: the land troops of a planet that was lost by revolt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RebelTroops {
    /// As many as there are people.
    Population,
    /// Those that stood there.
    Remaining,
}

/// B9.1: how relations follow the stances.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RelationPace {
    /// One step a round.
    OneStep,
    AtOnce,
}

/// B11.3: who wins of those with equal points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PointsTie {
    /// More planets, then more population; else they share the place.
    PlanetsThenPopulation,
    Shared,
}
