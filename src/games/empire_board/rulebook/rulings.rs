//! The rulings that are not numbers. The first of each is the rules' default.

use serde::{Deserialize, Serialize};

/// B2.2: what the factory of an opening planet makes if its owner chooses nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningFactory {
    /// High tech, steel and oil in turn, by planet number.
    InTurn,
    /// As [`DefaultFactory`] says.
    AsConquered,
}

impl OpeningFactory {
    /// The value for positions of rules version 1, which lack the setting.
    pub fn of_rules_1() -> OpeningFactory {
        OpeningFactory::AsConquered
    }
}

/// B2.2: what ships an opening hangar serves if its owner chooses nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DefaultHangar {
    /// Fighters on the home planet, transporters on the colony, and so on in turn.
    InTurn,
    /// For fighters everywhere.
    Fighter,
    /// For transporters everywhere.
    Transporter,
}

/// B5.7: what the factory of a conquered planet makes if its owner has no wish.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DefaultFactory {
    /// The product for which the owner has the fewest factories, including those aboard, then the least in stock; of equals oil, then steel.
    Scarcest,
    /// The product of which the owner has the least in stock, then the fewest factories.
    LeastInStock,
    /// Oil, while the box has such factories; then as [`DefaultFactory::Scarcest`].
    Oil,
    /// Steel, while the box has such factories; then as [`DefaultFactory::Scarcest`].
    Steel,
    /// High tech, while the box has such factories; then as [`DefaultFactory::Scarcest`].
    HighTech,
}

/// B3.2: what is struck from a plan that the warehouse cannot pay for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlanShortage {
    /// From the last line upwards, only as many units as necessary, and only units that need what is short.
    LastLineFirst,
    /// As `LastLineFirst`, but from the first line downwards.
    FirstLineFirst,
    /// All of the plan.
    Everything,
}

/// B3.3: where a player moves whose chosen place is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ContestedPlace {
    /// The next later free place, or else the last free one.
    NextLater,
    /// The last free place.
    LastFree,
}

/// B3.3: where a player moves who asks for no place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WithoutWish {
    /// The last free place.
    LastFree,
    /// The first free place.
    FirstFree,
}

/// B4.3: the new home planet of a player who lost the old one and names none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NewHome {
    /// The owned planet with the lowest number.
    LowestNumber,
    /// The owned planet with the most people; of equals the lowest number.
    MostPopulous,
}

/// B4.4: on whose planets freight is unloaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UnloadsOn {
    /// On the sender's planets and on allies' planets.
    OwnAndAllied,
    /// Only on the sender's planets.
    Own,
}

/// B5.3: what becomes of the goods of a project that can no longer be built.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LostProject {
    /// They return to the warehouse.
    GoodsReturn,
    /// They are lost.
    GoodsLost,
}

/// B5.6: on which planets the population grows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GrowthWhere {
    /// Where there are more land troops than people, so that growth alone never causes a revolt.
    Garrisoned,
    /// On every planet that is not in revolt.
    Everywhere,
}

impl GrowthWhere {
    /// The value for positions of rules version 1, which lack the setting.
    pub fn of_rules_1() -> GrowthWhere {
        GrowthWhere::Everywhere
    }
}

/// B6.2: how a sixth of the dice is rounded in space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VolleyRounding {
    /// Down: a single fighter hits only on 6.
    Down,
    /// To the nearest, half up: a single fighter hits on 3 to 6.
    Nearest,
}

impl VolleyRounding {
    /// The value for positions of rules version 1, which lack the setting.
    pub fn of_rules_1() -> VolleyRounding {
        VolleyRounding::Down
    }

    /// The hits of a volley whose dice show `sum`.
    pub fn hits(self, sum: u32) -> u32 {
        match self {
            VolleyRounding::Down => sum / 6,
            VolleyRounding::Nearest => sum.saturating_add(3) / 6,
        }
    }
}

/// B6.3: what happens after equal losses in space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BattleTie {
    /// Both sides fire again at once.
    FireAgain,
    /// The owner's side holds.
    OwnerHolds,
}

/// B6.4: what becomes of beaten ships whose player has no planet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HomelessShips {
    /// They leave the game.
    Lost,
    /// They stay in the orbit.
    Stay,
}

/// B7.1: what lands on an enemy's planet without an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DefaultLanding {
    /// All empty transporters in orbit.
    All,
    /// No transporter.
    None,
}

/// B7.2: what happens after equal losses on the ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LandingTie {
    /// Both sides throw again at once.
    ThrowAgain,
    /// The planet holds.
    PlanetHolds,
}

/// B7.3: which of several attackers takes the planet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Conqueror {
    /// The one with the most transporters left.
    MostTransporters,
    /// The one who landed with the most transporters.
    MostLanded,
    /// Everybody with a transporter left has an equal claim.
    Anybody,
}

/// B7.3: which of several attackers with equal claims takes the planet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ConquerorTie {
    /// A die decides.
    Die,
    /// The one who comes first in the order of movement.
    FirstToMove,
}

/// B7.3: what becomes of the remaining land troops of a planet that is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ConqueredTroops {
    /// The conqueror gets them.
    Taken,
    /// They are disbanded.
    Disbanded,
}

/// B7.3: what becomes of the factories and hangars of a planet that is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ConqueredWorks {
    /// The conqueror gets them.
    Taken,
    /// They are destroyed.
    Destroyed,
}

/// B8.1: the land troops of a planet lost by revolt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RebelTroops {
    /// As many as there are people.
    Population,
    /// As many as were there.
    Remaining,
}

/// B9.1: how relations follow stances.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RelationPace {
    /// At most one step a round towards the lower of both stances.
    OneStep,
    /// At once to the lower of both stances.
    AtOnce,
}

/// B11.3: who wins among players with equal points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PointsTie {
    /// The one with more planets, then with more population; otherwise they share the place.
    PlanetsThenPopulation,
    /// They share the place.
    Shared,
}
