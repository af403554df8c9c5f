//! A line of moves that a player thinks through: played on a copy, told to nobody else, and stored nowhere.

use serde_json::{Value, json};

use crate::engine::{LineAhead, Scene, Seat, Viewer};
use crate::office::cabinet::desk::Campaign;
use crate::office::cabinet::error::DeskError;
use crate::post::Content;
use crate::post::commands::MailCommand;
use crate::render::Model;

impl Campaign {
    /// Where a line of moves leads to, in the words of the game.
    ///
    /// # Errors
    /// When a template of the campaign's own asks for something that is not there.
    pub(crate) fn line_text(&self, seat: Seat, moves: &str) -> Result<String, DeskError> {
        let Some(line) = self.look_ahead(seat, moves) else {
            let model = json!({ "by_moves": self.alternates(), "game_title": self.game.title() });
            return Ok(self.templates.text("shared/line-nowhere.txt", &model)?);
        };
        let view = self.progress.as_ref().map_or(Value::Null, |progress| progress.table.view(Viewer::Seat(seat)));
        let mut model = Model::from(json!({ "line": line, "diagram": self.diagram(Some(seat), &line.scene) }));
        model.set("view", view);
        Ok(self.templates.text_of(&format!("{}/line", self.game.templates()), &model)?)
    }

    /// The board that the last line of an email leads to, for those who read HTML.
    pub(crate) fn scene_ahead(&self, seat: Option<Seat>, content: &Content) -> Option<Scene> {
        let lines = content.commands().filter_map(|command| if let MailCommand::Line(moves) = command { Some(moves) } else { None });
        let ahead = self.look_ahead(seat?, lines.last()?)?;
        Some(ahead.scene).filter(|_| !ahead.moves.is_empty())
    }

    fn look_ahead(&self, seat: Seat, moves: &str) -> Option<LineAhead> {
        self.progress.as_ref()?.table.look_ahead(seat, moves)
    }
}
