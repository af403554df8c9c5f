//! The page in which orders are written by clicking, beside the archive. It changes with the program and the campaign's templates alone.

use std::collections::BTreeMap;
use std::fs;

use serde_json::{Value, json};

use crate::campaign::ticket::thinned;
use crate::engine::{Dice, Seat, Seed, Viewer};
use crate::office::cabinet::desk::Campaign;
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::scenario::{scenario_seats, scenario_text};
use crate::render::SiteFile;
use crate::render::composer::{self, ComposerModel};

/// The dice of the game that nobody plays: anybody may know them.
const SEED: Seed = Seed([0; 32]);

/// The page, unless it lies there already as it should be: it is large, and a turn changes nothing in it.
pub(super) fn changed(campaign: &Campaign) -> Result<Option<SiteFile>, DeskError> {
    if campaign.composer_page().is_none() {
        return Ok(None);
    }
    let Some(page) = campaign.composer()? else { return Ok(None) };
    let there = fs::read(campaign.site_folder().join(composer::PAGE)).unwrap_or_default();
    Ok((there != page.as_bytes()).then(|| (composer::PAGE.to_owned(), page.into_bytes())))
}

impl Campaign {
    /// The page; `None` if there is none for the game.
    ///
    /// # Errors
    /// When a template of the campaign's own asks for something that is not there.
    pub(crate) fn composer(&self) -> Result<Option<String>, DeskError> {
        let model = ComposerModel { campaign: &self.facts(), game: self.game, sandbox: self.sandbox()? };
        Ok(composer::page(&model, &self.templates)?)
    }

    /// A game that nobody plays, as its first player sees it; null if it cannot be set up. What a game master has written may hold what players
    /// must find out, so that only scenarios that the program carries are set up.
    fn sandbox(&self) -> Result<Value, DeskError> {
        let usual = || self.game.kit().scenarios.first().map(|(_, text)| (*text).to_owned());
        let carried = self.config.scenario_file(&self.folder).is_none();
        let Some(scenario) = scenario_text(&self.config, &self.folder).ok().filter(|_| carried).or_else(usual) else {
            return Ok(Value::Null);
        };
        let name = |seat| Ok((Seat(seat), self.templates.text("composer/player", &json!({ "seat": seat }))?.trim().to_owned()));
        let seats = (1..=scenario_seats(&scenario)).map(name).collect::<Result<BTreeMap<_, _>, DeskError>>()?;
        let Ok(table) = self.game.set_up(&scenario, &seats, &Dice::new(SEED)) else { return Ok(Value::Null) };
        let view = thinned(self.game, table.view(Viewer::Seat(Seat(1))));
        Ok(json!({ "seat": 1, "name": seats.get(&Seat(1)), "view": view }))
    }
}
