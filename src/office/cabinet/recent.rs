//! The picture of a position, with what its viewer remembers of the turns that led to it.

use crate::campaign::journal::Story;
use crate::engine::{AnyGame, Played, Scene, Table, Viewer};
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::glance::Glance;
use crate::store::Ledger;

/// What was played in the last turns, newest first: as many as the game's pictures tell of.
pub(crate) struct Recent(Vec<Story>);

impl Recent {
    /// The stories of a turn in the archive and of those before it. A story that an older ashpost told in another form is left out, with those before
    /// it; pictures can do without.
    pub(crate) fn of(ledger: &Ledger<'_>, game: &dyn AnyGame, turn: u32) -> Result<Recent, DeskError> {
        let mut stories = Vec::new();
        for turn in (1..=turn).rev().take(game.memory()) {
            let story = ledger.story(turn)?.and_then(|text| serde_json::from_str(&text).ok());
            let Some(story) = story else { break };
            stories.push(story);
        }
        Ok(Recent(stories))
    }

    /// The position after the last of these turns, as far as the viewer may know it.
    pub(crate) fn scene(&self, table: &dyn Table, viewer: Viewer) -> Scene {
        let played = self.0.iter().map(|story| Played { events: &story.events, fates: &story.fates, orders: &story.orders });
        table.scene_after(viewer, &played.collect::<Vec<_>>())
    }
}

impl Glance {
    /// The picture of the position after a turn; `None` if that was not played.
    ///
    /// # Errors
    /// When the database or the position cannot be read.
    pub fn scene(&mut self, turn: u32, viewer: Viewer) -> Result<Option<Scene>, DeskError> {
        let ledger = self.store.look()?;
        let Some(stored) = ledger.turn(turn)? else { return Ok(None) };
        let table = self.campaign.position(&stored)?;
        Ok(Some(Recent::of(&ledger, self.campaign.config.game, turn)?.scene(&*table, viewer)))
    }
}
