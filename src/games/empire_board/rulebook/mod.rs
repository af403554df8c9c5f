//! What can be chosen about a game: two presets of one rulebook, in which every ruling has a name.
//!
//! The surviving text has holes. Each setting here says how one hole is filled, so that a game master who owns the box can follow that copy instead.
//! `B` ids cite the rules file.

mod presets;
mod rulings;
mod settings;

use serde::{Deserialize, Serialize};

use super::goods::Goods;
use super::things::{Relation, Unit};
pub use rulings::{
    BattleTie, ConqueredTroops, ConqueredWorks, Conqueror, ConquerorTie, ContestedPlace, DefaultFactory, DefaultHangar, DefaultLanding,
    GrowthWhere, HomelessShips, LandingTie, LostProject, NewHome, OpeningFactory, PlanShortage, PointsTie, RebelTroops, RelationPace,
    UnloadsOn, VolleyRounding, WithoutWish,
};

/// The two presets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ruleset {
    /// Without hangars, freight, politics, morale and pirates.
    Basic,
    /// With all of these; see [`Rulebook::extended`].
    Extended,
}

/// Every number and ruling that a scenario may change. [`Rulebook::preset`] has the defaults.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rulebook {
    /// B1.3: what the box holds.
    pub limits: Limits,
    /// B2.2: what the factory of an opening planet makes if its owner chooses nothing. Absent from positions of rules version 1.
    #[serde(default = "OpeningFactory::of_rules_1")]
    pub opening_factory: OpeningFactory,
    /// B5.7: what the factory of a conquered planet makes if its owner has no wish.
    pub default_factory: DefaultFactory,
    /// B2.2: how many planets of each player, lowest numbers first, begin with a hangar.
    pub opening_hangars: u32,
    /// B2.2: the kind of those hangars if their owner chooses none.
    pub default_hangar: DefaultHangar,
    /// B2.5: fighters of a neutral planet for each unit of population.
    pub neutral_fighters: u32,
    /// B3.2: what is struck from a plan that the warehouse cannot pay for.
    pub plan_shortage: PlanShortage,
    /// B3.3: where a player moves whose chosen place is taken.
    pub contested_place: ContestedPlace,
    /// B3.3: where a player moves who asks for no place.
    pub without_wish: WithoutWish,
    /// B4.3: the new home planet of a player who lost the old one and names none.
    pub new_home: NewHome,
    /// B4.4: whether transporters carry freight.
    pub freight: bool,
    /// B4.4: whether hangars are freight too.
    pub carries_hangars: bool,
    /// B4.4: units of freight that one transporter carries; at least 1.
    pub shipload: u32,
    /// B4.4: on whose planets freight is unloaded.
    pub unloads_on: UnloadsOn,
    /// B5.1: the prices.
    pub prices: Prices,
    /// B5.2: whether ships need a hangar of their kind on the planet.
    pub ships_need_hangars: bool,
    /// B5.2: whether factories and hangars can be built.
    pub builds_works: bool,
    /// B5.2: how many factories a planet can have.
    pub factories_on_planet: u32,
    /// B5.2: how many hangars a planet can have.
    pub hangars_on_planet: u32,
    /// B5.3: what becomes of the goods of a project that can no longer be built.
    pub lost_project: LostProject,
    /// B5.4: whether a converted factory produces nothing in that round.
    pub conversion_idles: bool,
    /// B5.6: how many rounds apart population grows; 0 for never.
    pub growth_every: u32,
    /// B5.6: on which planets it grows. Absent from positions of rules version 1.
    #[serde(default = "GrowthWhere::of_rules_1")]
    pub growth_where: GrowthWhere,
    /// B6.1, B9.1: whether players declare their relations; otherwise all are enemies.
    pub politics: bool,
    /// B9.1: the relation between players at the start, if there are politics.
    pub opening_relation: Relation,
    /// B9.1: how relations follow stances.
    pub relation_pace: RelationPace,
    /// B6.2: how a sixth of the dice is rounded in space. Absent from positions of rules version 1.
    #[serde(default = "VolleyRounding::of_rules_1")]
    pub volley_rounding: VolleyRounding,
    /// B6.3: what happens after equal losses in space.
    pub battle_tie: BattleTie,
    /// B6.4: the nearest number space, 1 to 3, on which beaten ships enter the home planet's track.
    pub retreat_space: u32,
    /// B6.4: what becomes of beaten ships whose player has no planet.
    pub homeless_ships: HomelessShips,
    /// B6.5: whether transporters throw dice in space as fighters do.
    pub transporters_fire: bool,
    /// B7.1: what lands on an enemy's planet without an order.
    pub default_landing: DefaultLanding,
    /// B7.2: what happens after equal losses on the ground.
    pub landing_tie: LandingTie,
    /// B7.3: which of several attackers takes the planet.
    pub conqueror: Conqueror,
    /// B7.3: which of several attackers with equal claims takes it.
    pub conqueror_tie: ConquerorTie,
    /// B7.3: what becomes of the remaining land troops of a planet that is taken.
    pub conquered_troops: ConqueredTroops,
    /// B7.3: what becomes of the factories and hangars of a planet that is taken.
    pub conquered_works: ConqueredWorks,
    /// B8.1: how much higher than (population - troops) a die may be and still lose the planet; 6 for always.
    pub revolt_bonus: u32,
    /// B8.1: the land troops of a planet lost by revolt.
    pub rebel_troops: RebelTroops,
    /// B8.1: whether a planet conquered in the round is safe from revolt.
    pub conquest_calms: bool,
    /// B9.3 to B9.5: whether there are morale markers.
    pub morale: bool,
    /// B10.2: whether pirates come.
    pub pirates: bool,
    /// B10.2: how many rounds apart pirates come; 0 for never.
    pub pirates_every: u32,
    /// B10.2: how many dice are thrown for the size of a pirate fleet.
    pub pirate_dice: u32,
    /// B10.2: 36 planets, row by row. The first die is the column, the second the row.
    pub pirate_table: Vec<u16>,
    /// B11.1: how many planets win at once, in a game of two players.
    pub planets_to_win_of_two: u32,
    /// B11.1: how many planets win at once, in a game of more players.
    pub planets_to_win: u32,
    /// B11.2: the closing dice.
    pub closing: Closing,
    /// B11.3: the points.
    pub points: Points,
    /// B11.3: who wins among players with equal points.
    pub points_tie: PointsTie,
}

/// B1.3: the most that there can be of each thing. What is not there cannot be built.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Fighters of each player.
    pub fighters: u32,
    /// Whether players at that limit may also use the fighters that pirates leave in the box.
    #[serde(default)]
    pub pirates_lend: bool,
    /// Transporters of all players together; the following limits are for all together too.
    pub transporters: u32,
    /// Factories for each product.
    pub factories: u32,
    /// Hangars of each kind.
    pub hangars: u32,
    /// Pirate fighters, including those that players use as their own.
    pub pirates: u32,
    /// Land troops; `None` for any number, since the text has lost it.
    pub troops: Option<u32>,
}

/// B5.1: the price of one unit.
#[allow(missing_docs, reason = "the name of each says what one unit of it costs")]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prices {
    pub fighter: Goods,
    pub transporter: Goods,
    pub troop: Goods,
    pub factory: Goods,
    pub hangar: Goods,
}

/// B11.2: the dice that may end the game after a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Closing {
    /// The first round after which they are thrown; at least 1.
    pub first_round: u32,
    /// How many dice are thrown, from 1 to 100.
    pub dice: u32,
    /// The least sum that ends the game in the first of these rounds.
    pub sum: u32,
    /// How much lower that sum is in each later round, down to 0.
    pub fall: u32,
}

/// B11.3: points for each planet, unit of population, factory and hangar; and how many of the rest are worth one point, with 0 for no points.
#[allow(missing_docs, reason = "the names follow the order of the line above")]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Points {
    pub planet: u32,
    pub population: u32,
    pub works: u32,
    pub fighters_for_one: u32,
    pub transporters_for_one: u32,
    pub troops_for_one: u32,
    pub goods_for_one: u32,
}

impl Rulebook {
    /// B6.1, B9.1: without politics all players are enemies.
    pub fn relation_at_start(&self) -> Relation {
        if self.politics { self.opening_relation } else { Relation::Hostile }
    }

    /// B5.1: the price of a unit.
    pub fn price(&self, unit: Unit) -> Goods {
        match unit {
            Unit::Fighter => self.prices.fighter,
            Unit::Transporter => self.prices.transporter,
            Unit::Troop => self.prices.troop,
            Unit::Factory(_) => self.prices.factory,
            Unit::Hangar(_) => self.prices.hangar,
        }
    }
}

impl Closing {
    /// B11.2: the least sum that ends the game in this round; `None` before the dice are thrown.
    pub fn required(&self, round: u32) -> Option<u32> {
        let later = round.checked_sub(self.first_round)?;
        Some(self.sum.saturating_sub(self.fall.saturating_mul(later)))
    }
}
