//! The page in which orders are written by clicking, next to the archive. It changes only with the program and the campaign's templates.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::campaign::ticket::thinned;
use crate::engine::{Dice, ScenarioHead, Seat, Seed, Table, Viewer};
use crate::office::cabinet::desk::Campaign;
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::scenario::scenario_text;
use crate::render::SiteFile;
use crate::render::composer::{self, ComposerModel};

/// The seed of the openings' dice, which is no secret: `ashpost sandbox` uses the same.
const SEED: Seed = Seed([0; 32]);

/// The page as a file, if the archive has one.
pub(super) fn file(campaign: &Campaign) -> Result<Option<SiteFile>, DeskError> {
    let page = if campaign.composer_page().is_some() { campaign.composer()? } else { None };
    Ok(page.map(|page| (composer::PAGE.to_owned(), page.into_bytes())))
}

/// Where a game that nobody plays begins.
struct StartingPosition {
    title: String,
    table: Box<dyn Table>,
}

impl Campaign {
    /// The page; `None` if there is none for the game.
    ///
    /// # Errors
    /// When the program's own template cannot be rendered, or the campaign's opening cannot be read or set up.
    pub(crate) fn composer(&self) -> Result<Option<String>, DeskError> {
        let model = ComposerModel { campaign: &self.facts(), game: self.config.game, sandbox: self.sandbox()? };
        Ok(composer::page(&model, &self.templates)?)
    }

    /// A game that nobody plays; null for a game without openings. Mostly that is the opening as its first player sees it. Where the page plays
    /// on, it adjudicates and speaks for every seat, for which a view is not enough; so it gets the whole state of each opening. A state tells
    /// nothing there that players must find out: see [`Campaign::openings`].
    fn sandbox(&self) -> Result<Value, DeskError> {
        let openings = self.openings()?;
        if self.config.game.has_trials() {
            let told = openings.iter().map(|StartingPosition { title, table }| {
                let state: Value = serde_json::from_str(&table.state()).expect("a state is JSON");
                json!({ "title": title, "state": state })
            });
            let told: Vec<Value> = told.collect();
            return Ok(if told.is_empty() { Value::Null } else { json!({ "openings": told }) });
        }
        let view = |opening: &StartingPosition| json!({ "view": thinned(self.config.game, &opening.table.view(Viewer::Seat(Seat(1)))) });
        Ok(openings.first().map_or(Value::Null, view))
    }

    /// The campaign's opening, then those that the program carries. What a game master has written may hold what players must find out, so no others
    /// are set up.
    fn openings(&self) -> Result<Vec<StartingPosition>, DeskError> {
        let is_carried = self.config.scenario_file(&self.home).is_none();
        let own = match is_carried.then(|| scenario_text(&self.config, &self.home)).transpose() {
            Ok(own) => own,
            // What is edited after a game has begun has no effect, so it must not stop the archive.
            Err(_) if self.progress.is_some() => None,
            Err(error) => return Err(error.into()),
        };
        let carried = self.config.game.kit().scenarios.iter().map(|(_, text)| (*text).to_owned());
        let mut openings: Vec<StartingPosition> = Vec::new();
        for scenario in own.into_iter().chain(carried) {
            let name = |seat| Ok((Seat(seat), self.templates.text("composer/player", &json!({ "seat": seat }))?.trim().to_owned()));
            let ScenarioHead { title, seats, .. } = ScenarioHead::of(&scenario);
            let seats = (1..=seats).map(name).collect::<Result<BTreeMap<_, _>, DeskError>>()?;
            // Of several openings with one title only the first is set up, such as the campaign's own.
            if openings.iter().all(|known| known.title != title) {
                match self.config.game.set_up(&scenario, &seats, &Dice::new(SEED.of_turn(0))) {
                    Ok(table) => openings.push(StartingPosition { title, table }),
                    // Nor must its settings.
                    Err(_) if self.progress.is_some() => {}
                    Err(error) => return Err(error.into()),
                }
            }
        }
        Ok(openings)
    }
}
