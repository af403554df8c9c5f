//! What a scenario may change about a preset, and what it may not.

use super::{Closing, Limits, Points, Prices, Rulebook};
use crate::engine::document::{Misreading, read};
use crate::games::empire_board::order::Product;

impl Rulebook {
    /// This rulebook with a scenario's settings in place of its own, table by table.
    ///
    /// # Errors
    /// When the rulebook has no such key or value. The text names the key, and the nearest one that exists.
    pub fn with(&self, settings: &toml::Table) -> Result<Rulebook, String> {
        let mut table = toml::Table::try_from(self).map_err(|error| error.to_string())?;
        for (key, value) in settings {
            match (table.get_mut(key), value) {
                (Some(toml::Value::Table(own)), toml::Value::Table(changes)) => own.extend(changes.clone()),
                _ => {
                    table.insert(key.clone(), value.clone());
                }
            }
        }
        let (rulebook, misread) = read::<Rulebook>(&table.to_string(), "", &[]);
        match misread.first() {
            // The lines of this table are not those of any file.
            Some(first) => Err(Misreading { place: None, ..first.clone() }.to_string()),
            None => rulebook.ok_or_else(|| "there is no rulebook".to_owned())?.check(),
        }
    }

    fn check(self) -> Result<Rulebook, String> {
        let wrong = [
            (self.shipload == 0, "shipload must be at least 1"),
            (!(1..=3).contains(&self.retreat_space), "retreat_space must be 1, 2 or 3"),
            (self.pirate_table.len() != 36, "pirate_table must have 36 planets"),
            (self.pirate_dice > 12, "pirate_dice must be 0 to 12"),
            (self.revolt_bonus > 6, "revolt_bonus must be 0 to 6"),
            (self.closing.first_round == 0, "closing.first_round must be at least 1"),
            (!(1..=100).contains(&self.closing.dice), "closing.dice must be 1 to 100"),
            (self.closing.never_ends(), "closing.sum is more than the dice can show, and closing.fall is 0: the game would never end"),
            (self.planets_to_win == 0 || self.planets_to_win_of_two == 0, "planets_to_win must be at least 1"),
            (self.limits.is_too_large(), "limits must be at most 10000 each"),
            (!(1..=100).contains(&self.factories_on_planet), "factories_on_planet must be 1 to 100: each owned planet begins with one"),
            (self.hangars_on_planet > 100, "hangars_on_planet must be 0 to 100"),
            (self.opening_hangars > 0 && self.hangars_on_planet == 0, "opening_hangars need a place: hangars_on_planet"),
            (self.ships_need_hangars && !self.has_hangars(), "ships_need_hangars, but there are none: set opening_hangars or builds_works"),
            (self.neutral_fighters > 100, "neutral_fighters must be 0 to 100"),
            (self.prices.troop.total() == 0 && self.limits.troops.is_none(), "land troops for nothing need a limit: limits.troops"),
            (self.points.is_too_large(), "points must be at most 1000 each"),
            (self.has_a_dear_price(), "prices must be at most 1000 of each of the goods"),
        ];
        wrong.into_iter().find(|(is_wrong, _)| *is_wrong).map_or(Ok(self), |(_, message)| Err(message.to_owned()))
    }

    /// B5.2: whether there can ever be a hangar.
    fn has_hangars(&self) -> bool {
        self.opening_hangars > 0 || (self.builds_works && self.hangars_on_planet > 0)
    }

    fn has_a_dear_price(&self) -> bool {
        let Prices { fighter, transporter, troop, factory, hangar } = &self.prices;
        [fighter, transporter, troop, factory, hangar]
            .into_iter()
            .any(|price| Product::ALL.into_iter().any(|product| price.of(product) > 1000))
    }
}

impl Closing {
    /// B11.2: whether no dice can ever show the sum.
    fn never_ends(&self) -> bool {
        self.fall == 0 && self.sum > 6 * self.dice
    }
}

impl Limits {
    /// Every unit in a fight throws a die, so nobody could read the reports of larger fleets.
    fn is_too_large(&self) -> bool {
        let Limits { fighters, pirates_lend: _, transporters, factories, hangars, pirates, troops } = self;
        [fighters, transporters, factories, hangars, pirates].into_iter().chain(troops).any(|limit| *limit > 10_000)
    }
}

impl Points {
    fn is_too_large(&self) -> bool {
        [self.planet, self.population, self.works].into_iter().any(|each| each > 1000)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::empire_board::goods::Goods;

    fn changed(settings: &str) -> Result<Rulebook, String> {
        Rulebook::extended().with(&settings.parse().unwrap())
    }

    #[test]
    fn a_scenario_changes_single_settings_and_leaves_the_others() {
        let rulebook = changed("growth_every = 2\nprices.factory = { oil = 1, steel = 1, high_tech = 9 }\nlimits.troops = 90").unwrap();
        let expected = Rulebook {
            growth_every: 2,
            limits: Limits { troops: Some(90), ..Rulebook::extended().limits },
            prices: Prices { factory: Goods { oil: 1, steel: 1, high_tech: 9 }, ..Rulebook::extended().prices },
            ..Rulebook::extended()
        };
        assert_eq!(rulebook, expected);
        assert_eq!(changed(""), Ok(Rulebook::extended()));
    }

    #[test]
    fn what_is_no_setting_or_cannot_be_played_is_refused() {
        for (settings, complaint) in [
            ("growth_evry = 2", "growth_evry: there is no such key; did you mean `growth_every`?"),
            ("points.plants = 2", "points.plants: there is no such key; did you mean `planet`?"),
            ("growth_every = -2", "growth_every: `-2` is not a whole number: write, for example, `growth_every = 12`"),
            ("politics = 'yes'", "politics: `\"yes\"` is not true or false: write `politics = true`"),
            ("battle_tie = 'coin'", "battle_tie: `coin` is none of `fire-again`, `owner-holds`"),
            ("shipload = 0", "shipload must be at least 1"),
            ("retreat_space = 4", "retreat_space"),
            ("pirate_table = [1]", "pirate_table"),
            ("factories_on_planet = 0", "factories_on_planet"),
            ("hangars_on_planet = 0", "opening_hangars need a place"),
            ("opening_hangars = 0\nbuilds_works = false", "ships_need_hangars"),
            ("revolt_bonus = 7", "revolt_bonus"),
            ("closing.first_round = 0", "closing.first_round"),
            ("closing.dice = 101", "closing.dice"),
            ("closing.dice = 0", "closing.dice"),
            ("closing = { first_round = 11, dice = 4, sum = 25, fall = 0 }", "the game would never end"),
            ("pirate_dice = 13", "pirate_dice"),
            ("neutral_fighters = 101", "neutral_fighters"),
            ("planets_to_win = 0", "planets_to_win"),
            ("planets_to_win_of_two = 0", "planets_to_win"),
            ("limits.fighters = 10001", "limits must be at most 10000"),
            ("limits.troops = 10001", "limits must be at most 10000"),
            ("points.planet = 1001", "points must be at most 1000"),
            ("prices.troop = { oil = 0, steel = 0, high_tech = 0 }", "limits.troops"),
            ("prices.fighter = { oil = 1001, steel = 0, high_tech = 0 }", "prices must be at most 1000"),
            ("prices.fighter = { oil = -1, steel = 0, high_tech = 0 }", "prices.fighter.oil: `-1` is not a whole number"),
            ("prices.fighter.oil = 2000", "prices.fighter.steel: it is missing"),
        ] {
            let answer = changed(settings).unwrap_err();
            assert!(answer.contains(complaint), "{settings}: {answer}");
        }
    }
}
