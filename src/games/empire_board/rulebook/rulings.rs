//! The rulings that are no numbers; the first of each list is the rules' default.

use serde::{Deserialize, Serialize};

/// B2.2: what the factory of an opening planet makes if its owner chooses nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningFactory {
    /// High tech, steel, oil in turn, by planet number.
    InTurn,
    /// What [`DefaultFactory`] says.
    AsConquered,
}

impl OpeningFactory {
    /// What positions of rules version 1 have, in which the setting is missing.
    pub fn of_rules_1() -> OpeningFactory {
        OpeningFactory::AsConquered
    }
}

/// B2.2: for which ships an opening hangar is if its owner chooses nothing.
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

/// B5.7: what the factory of a conquered planet makes if its owner wished for nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DefaultFactory {
    /// The product of which the owner has the fewest factories, those aboard included, then the least in stock; among equals oil, then steel.
    Scarcest,
    /// The product of which the owner has the least in stock, then the fewest factories.
    LeastInStock,
    /// Always oil, as long as the box has such factories; then as [`DefaultFactory::Scarcest`] says.
    Oil,
    /// Always steel, with the same exception.
    Steel,
    /// Always high tech, with the same exception.
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

/// B3.3: where a player moves whose place of choice is taken.
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
    /// The lowest number of those that are owned.
    LowestNumber,
    /// Among equals the lowest number.
    MostPopulous,
}

/// B4.4: on whose planets freight is unloaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UnloadsOn {
    /// On the sender's planets and on those of allies.
    OwnAndAllied,
    /// On the sender's planets alone.
    Own,
}

/// B5.3: what becomes of the goods of a project that cannot be built any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LostProject {
    /// They return to the warehouse.
    GoodsReturn,
    /// Nobody gets them back.
    GoodsLost,
}

/// B5.6: on which planets the population grows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GrowthWhere {
    /// Where more land troops than people stand, so that growth alone never makes a planet revolt.
    Garrisoned,
    /// On every planet that is not in revolt.
    Everywhere,
}

impl GrowthWhere {
    /// What positions of rules version 1 have, in which the setting is missing.
    pub fn of_rules_1() -> GrowthWhere {
        GrowthWhere::Everywhere
    }
}

/// B6.2: how a sixth of the dice is rounded in space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VolleyRounding {
    /// A single fighter hits on 6 alone.
    Down,
    /// Half up: a single fighter hits on 3 to 6.
    Nearest,
}

impl VolleyRounding {
    /// What positions of rules version 1 have, in which the setting is missing.
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

/// B6.3: equal losses in space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BattleTie {
    /// Another round of fire at once.
    FireAgain,
    /// The attackers are beaten.
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

/// B7.1: what lands on a hostile planet when nothing is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DefaultLanding {
    /// All empty transporters in the orbit.
    All,
    /// No transporter.
    None,
}

/// B7.2: equal losses on the ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LandingTie {
    /// Another throw at once.
    ThrowAgain,
    /// The attackers are beaten.
    PlanetHolds,
}

/// B7.3: who of several attackers takes the planet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Conqueror {
    /// The one with the most transporters left.
    MostTransporters,
    /// The one who landed with the most.
    MostLanded,
    /// Everybody with a transporter left is as good as the others.
    Anybody,
}

/// B7.3: who of equal conquerors takes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ConquerorTie {
    /// A die decides among them.
    Die,
    /// In the order of movement.
    FirstToMove,
}

/// B7.3: what becomes of the land troops that are left on a planet that is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ConqueredTroops {
    /// They are the conqueror's from now on.
    Taken,
    /// None are left.
    Disbanded,
}

/// B7.3: what becomes of factories and hangars of a planet that is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ConqueredWorks {
    /// They are the conqueror's from now on.
    Taken,
    /// None are left.
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
    /// To the lower of both stances within a round.
    AtOnce,
}

/// B11.3: who wins among players with equal points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PointsTie {
    /// The one with more planets, then with more population; else they share the place.
    PlanetsThenPopulation,
    /// They share the place.
    Shared,
}
