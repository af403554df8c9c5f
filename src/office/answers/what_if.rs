//! A fight with forces given by hand, by the rules of a game or of a campaign.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value, json};

use crate::engine::{AnyGame, Forces, Viewer};
use crate::office::cabinet::desk::Keyless;
use crate::office::cabinet::error::DeskError;
use crate::render::Templates;

/// The answer to forces given by hand.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct WhatIf {
    /// The game's id.
    pub game: &'static str,
    /// The forces and what they come to; null where they do not read.
    pub result: Option<Forces>,
    /// Why they do not read; null where they do.
    pub misread: Option<Value>,
    /// The answer in words.
    #[serde(skip)]
    pub text: String,
}

impl Keyless {
    /// A fight by the rules of the campaign.
    ///
    /// # Errors
    /// When it has not begun, or the program's own template cannot be rendered.
    pub fn what_if(&self, forces: &str) -> Result<WhatIf, DeskError> {
        let progress = self.progress.as_ref().ok_or_else(|| DeskError::NotBegun { id: self.id().to_owned() })?;
        of_view(self.config.game, forces, Some(&progress.table.view(Viewer::Public)), &self.templates)
    }
}

/// A fight by the rules that a game has unless a scenario says otherwise.
///
/// # Errors
/// When the program's own template cannot be rendered.
pub fn what_if(game: &'static dyn AnyGame, forces: &str) -> Result<WhatIf, DeskError> {
    of_view(game, forces, None, &*Templates::shared(&BTreeMap::new())?)
}

fn of_view(game: &'static dyn AnyGame, forces: &str, view: Option<&Value>, templates: &Templates) -> Result<WhatIf, DeskError> {
    let answer = WhatIf { game: game.id(), result: None, misread: None, text: String::new() };
    let Some(explainer) = game.explainer() else {
        let text = templates.text("shared/explain-nothing", &json!({}))?;
        return Ok(WhatIf { misread: Some(json!({ "because": "nothing-to-explain" })), text, ..answer });
    };
    match explainer.what_if(forces, view)? {
        Ok(forces) => {
            let model = json!({ "view": forces.view, "events": {}, "forces": forces.forces, "facts": forces.facts });
            let text = templates.text(&format!("{}/what-if", game.templates()), &model)?;
            Ok(WhatIf { result: Some(forces), text, ..answer })
        }
        Err(misread) => {
            let misread = serde_json::to_value(&misread).unwrap_or_default();
            let text = templates.text(&format!("{}/what-if-misread", game.templates()), &misread)?;
            Ok(WhatIf { misread: Some(misread), text, ..answer })
        }
    }
}
