//! A line of moves that a player thinks through: played on a copy, told to nobody else, and stored nowhere.

use serde_json::{Value, json};

use crate::engine::{LineAhead, Seat, Viewer};
use crate::office::cabinet::desk::Campaign;
use crate::office::cabinet::error::DeskError;
use crate::render::Model;

impl Campaign {
    /// Where a line of moves leads to; `None` if the game knows no such lines, or has not begun.
    pub(crate) fn look_ahead(&self, seat: Seat, moves: &str) -> Option<LineAhead> {
        self.progress.as_ref()?.table.look_ahead(seat, moves)
    }

    /// The same in the words of the game.
    ///
    /// # Errors
    /// When the program's own template cannot be rendered.
    pub(crate) fn line_text(&self, seat: Seat, line: Option<&LineAhead>) -> Result<String, DeskError> {
        let Some(line) = line else {
            let model = json!({ "by_moves": self.alternates(), "game_title": self.config.game.title() });
            return Ok(self.templates.text("shared/line-nowhere.txt", &model)?);
        };
        let view = self.progress.as_ref().map_or(Value::Null, |progress| progress.table.view(Viewer::Seat(seat)));
        let mut model = Model::from(json!({ "line": line, "diagram": self.diagram(Some(seat), &line.scene) }));
        model.set("view", view);
        Ok(self.templates.text_of(&format!("{}/line", self.config.game.templates()), &model)?)
    }
}
