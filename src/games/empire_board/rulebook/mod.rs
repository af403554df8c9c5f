//! What can be chosen about a game: two presets of one rulebook, in which every ruling has a name.
//!
//! The surviving text has holes. Where a hole had to be filled, a setting here says with what, so that a
//! game master who owns the box can set what that copy says. `B` ids cite the rules file.

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

/// The presets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ruleset {
    /// Without hangars, freight, politics, morale and pirates.
    Basic,
    /// With all of these; see [`Rulebook::extended`].
    Extended,
}

/// Every number and ruling that a scenario may change; [`Rulebook::preset`] has the defaults.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rulebook {
    /// B1.3: what the box holds.
    pub limits: Limits,
    /// B2.2: what the factory of an opening planet makes if its owner chooses nothing. Positions of rules version 1 have no such setting.
    #[serde(default = "OpeningFactory::of_rules_1")]
    pub opening_factory: OpeningFactory,
    /// B5.7: what the factory of a conquered planet makes if its owner wished for nothing.
    pub default_factory: DefaultFactory,
    /// B2.2: on how many planets of each player, lowest numbers first, a hangar stands at the start.
    pub opening_hangars: u32,
    /// B2.2: the kind of those hangars that nobody chose a kind for.
    pub default_hangar: DefaultHangar,
    /// B2.5: fighters of a neutral planet for each unit of its population.
    pub neutral_fighters: u32,
    /// B3.2: what is struck of a plan that the warehouse cannot pay.
    pub plan_shortage: PlanShortage,
    /// B3.3: where a player moves whose place of choice is taken.
    pub contested_place: ContestedPlace,
    /// B3.3: where a player moves who asks for no place.
    pub without_wish: WithoutWish,
    /// B4.3: the new home planet of a player who lost the old one and names none.
    pub new_home: NewHome,
    /// B4.4: whether transporters carry freight.
    pub freight: bool,
    /// B4.4: whether hangars are freight too.
    pub carries_hangars: bool,
    /// B4.4: units of freight in one transporter, at least 1.
    pub shipload: u32,
    /// B4.4: on whose planets freight is unloaded.
    pub unloads_on: UnloadsOn,
    /// B5.1.
    pub prices: Prices,
    /// B5.2: whether ships need a hangar of their kind on the planet.
    pub ships_need_hangars: bool,
    /// B5.2: whether factories and hangars can be built.
    pub builds_works: bool,
    /// B5.2: places for factories and hangars on a planet.
    pub factories_on_planet: u32,
    /// As `factories_on_planet`.
    pub hangars_on_planet: u32,
    /// B5.3: what becomes of the goods of a project that cannot be built any more.
    pub lost_project: LostProject,
    /// B5.4: whether a converted factory produces nothing in that round.
    pub conversion_idles: bool,
    /// B5.6: population grows every so many rounds; 0 for never.
    pub growth_every: u32,
    /// B5.6: on which planets. Positions of rules version 1 have no such setting.
    #[serde(default = "GrowthWhere::of_rules_1")]
    pub growth_where: GrowthWhere,
    /// B6.1, B9.1: whether players declare their relations; else everybody is everybody's enemy.
    pub politics: bool,
    /// B9.1: how players stand to each other at the start, where there are politics.
    pub opening_relation: Relation,
    /// B9.1: how relations follow the stances.
    pub relation_pace: RelationPace,
    /// B6.2: how a sixth of the dice is rounded in space. Positions of rules version 1 have no such setting.
    #[serde(default = "VolleyRounding::of_rules_1")]
    pub volley_rounding: VolleyRounding,
    /// B6.3: equal losses in space.
    pub battle_tie: BattleTie,
    /// B6.4: beaten ships enter the home planet's track no nearer than on this number space, 1 to 3.
    pub retreat_space: u32,
    /// B6.4: what becomes of beaten ships whose player has no planet.
    pub homeless_ships: HomelessShips,
    /// B6.5: whether transporters throw dice in space as fighters do.
    pub transporters_fire: bool,
    /// B7.1: what lands on a hostile planet when nothing is said.
    pub default_landing: DefaultLanding,
    /// B7.2: equal losses on the ground.
    pub landing_tie: LandingTie,
    /// B7.3: who of several attackers takes the planet, and who of equals.
    pub conqueror: Conqueror,
    /// Who of equals: see `conqueror`.
    pub conqueror_tie: ConquerorTie,
    /// B7.3: what becomes of the land troops that are left on a planet that is taken.
    pub conquered_troops: ConqueredTroops,
    /// B7.3: what becomes of factories and hangars of a planet that is taken.
    pub conquered_works: ConqueredWorks,
    /// B8.1: how much higher than (population - troops) a die may be with which a planet is lost; 6 for always.
    pub revolt_bonus: u32,
    /// B8.1: the land troops of a planet that was lost by revolt.
    pub rebel_troops: RebelTroops,
    /// B8.1: whether a planet conquered in the round is safe from revolt.
    pub conquest_calms: bool,
    /// B9.3 to B9.5: whether there are morale markers.
    pub morale: bool,
    /// B10.2.
    pub pirates: bool,
    /// B10.2: pirates come every so many rounds; 0 for never.
    pub pirates_every: u32,
    /// B10.2: dice that are thrown for the number of fighters of a pirate fleet.
    pub pirate_dice: u32,
    /// B10.2: 36 planets, those of the first row first; the first die is the column, the second the row.
    pub pirate_table: Vec<u16>,
    /// B11.1: planets that win at once, with two players and with more.
    pub planets_to_win_of_two: u32,
    /// With three players or more: see `planets_to_win_of_two`.
    pub planets_to_win: u32,
    /// B11.2.
    pub closing: Closing,
    /// B11.3.
    pub points: Points,
    /// B11.3: who wins of those with equal points.
    pub points_tie: PointsTie,
}

/// B1.3: at most so many; what is not there cannot be built.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Of each player.
    pub fighters: u32,
    /// Whether a player who has all of these may use the fighters that the pirates leave in the box.
    #[serde(default)]
    pub pirates_lend: bool,
    /// Of all players together, like everything below.
    pub transporters: u32,
    /// Of each product.
    pub factories: u32,
    /// Of each kind.
    pub hangars: u32,
    /// Fighters of the pirates, those that players use as their own included.
    pub pirates: u32,
    /// Absent for any number: the text has lost it.
    pub troops: Option<u32>,
}

/// B5.1.
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

/// B11.2: the dice that may close a round and the game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Closing {
    /// The first round that ends with these dice, at least 1.
    pub first_round: u32,
    /// How many are thrown, 1 to 100.
    pub dice: u32,
    /// What they must show at least in the first of these rounds, and how much less in each later one.
    pub sum: u32,
    /// As `sum` says; no round requires less than 0.
    pub fall: u32,
}

/// B11.3: points for each planet, unit of population, factory and hangar; and how many of the rest are worth one point, 0 for none.
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
    /// B6.1, B9.1: without politics everybody is everybody's enemy.
    pub fn relation_at_start(&self) -> Relation {
        if self.politics { self.opening_relation } else { Relation::Hostile }
    }

    /// B5.1.
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
    /// B11.2: what the closing dice must show in this round; `None` while they are not thrown.
    pub fn required(&self, round: u32) -> Option<u32> {
        let later = round.checked_sub(self.first_round)?;
        Some(self.sum.saturating_sub(self.fall.saturating_mul(later)))
    }
}
