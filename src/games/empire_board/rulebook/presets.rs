//! The two presets: the rules as the rules file states them.

use super::{
    BattleTie, Closing, ConqueredTroops, ConqueredWorks, Conqueror, ConquerorTie, ContestedPlace, DefaultFactory, DefaultHangar,
    DefaultLanding, GrowthWhere, HomelessShips, LandingTie, Limits, LostProject, NewHome, OpeningFactory, PlanShortage, Points, PointsTie,
    Prices, RebelTroops, RelationPace, Rulebook, Ruleset, UnloadsOn, VolleyRounding, WithoutWish,
};
use crate::games::empire_board::goods::Goods;
use crate::games::empire_board::things::Relation;

impl Rulebook {
    /// The preset of a ruleset, unchanged.
    pub fn preset(ruleset: Ruleset) -> Rulebook {
        match ruleset {
            Ruleset::Basic => Rulebook::basic(),
            Ruleset::Extended => Rulebook::extended(),
        }
    }

    /// The basic game, and everything that both games share.
    pub fn basic() -> Rulebook {
        Rulebook {
            limits: Limits { fighters: 95, pirates_lend: false, transporters: 180, factories: 39, hangars: 36, pirates: 75, troops: None },
            opening_factory: OpeningFactory::InTurn,
            default_factory: DefaultFactory::Scarcest,
            opening_hangars: 0,
            default_hangar: DefaultHangar::InTurn,
            neutral_fighters: 0,
            plan_shortage: PlanShortage::LastLineFirst,
            contested_place: ContestedPlace::NextLater,
            without_wish: WithoutWish::LastFree,
            new_home: NewHome::LowestNumber,
            freight: false,
            carries_hangars: true,
            shipload: 1,
            unloads_on: UnloadsOn::OwnAndAllied,
            prices: Prices {
                fighter: Goods { oil: 1, steel: 1, high_tech: 2 },
                transporter: Goods { oil: 2, steel: 1, high_tech: 1 },
                troop: Goods { oil: 0, steel: 1, high_tech: 1 },
                factory: Goods { oil: 2, steel: 2, high_tech: 2 },
                hangar: Goods { oil: 2, steel: 2, high_tech: 2 },
            },
            ships_need_hangars: false,
            builds_works: false,
            factories_on_planet: 1,
            hangars_on_planet: 0,
            lost_project: LostProject::GoodsReturn,
            conversion_idles: true,
            growth_every: 3,
            growth_where: GrowthWhere::Garrisoned,
            politics: false,
            opening_relation: Relation::Hostile,
            relation_pace: RelationPace::OneStep,
            volley_rounding: VolleyRounding::Down,
            battle_tie: BattleTie::FireAgain,
            retreat_space: 1,
            homeless_ships: HomelessShips::Lost,
            transporters_fire: false,
            default_landing: DefaultLanding::All,
            landing_tie: LandingTie::ThrowAgain,
            conqueror: Conqueror::MostTransporters,
            conqueror_tie: ConquerorTie::Die,
            conquered_troops: ConqueredTroops::Taken,
            conquered_works: ConqueredWorks::Taken,
            revolt_bonus: 0,
            rebel_troops: RebelTroops::Population,
            conquest_calms: true,
            morale: false,
            pirates: false,
            pirates_every: 1,
            pirate_dice: 1,
            pirate_table: (1..=36).collect(),
            planets_to_win_of_two: 22,
            planets_to_win: 18,
            closing: Closing { first_round: 11, dice: 5, sum: 30, fall: 2 },
            points: Points {
                planet: 5,
                population: 1,
                works: 2,
                fighters_for_one: 3,
                transporters_for_one: 3,
                troops_for_one: 3,
                goods_for_one: 5,
            },
            points_tie: PointsTie::PlanetsThenPopulation,
        }
    }

    /// B2.2, B2.5, B4.4, B5.2, B9, B10.2: what the extended game adds.
    pub fn extended() -> Rulebook {
        Rulebook {
            opening_hangars: 2,
            neutral_fighters: 1,
            freight: true,
            ships_need_hangars: true,
            builds_works: true,
            factories_on_planet: 3,
            hangars_on_planet: 2,
            politics: true,
            opening_relation: Relation::Neutral,
            morale: true,
            pirates: true,
            ..Rulebook::basic()
        }
    }
}
