//! The games of a program that has only views.

use serde_json::Value;

use super::sight::{TypedSight, opened};
use super::{Playing, Sight};
use crate::engine::{Game, Helper, ViewError};

/// What a program that has only views must know of a game. It names neither states nor adjudication, so that such a program can be built without
/// them. The exception is a game with trials ([`Game::TRIALS`]), which needs both.
#[derive(Clone, Copy)]
pub struct Seeing {
    /// [`Game::ID`].
    pub id: &'static str,
    /// [`Game::RULES`].
    pub rules: u32,
    /// [`Game::TEMPLATES`].
    pub templates: &'static str,
    /// What its templates may compute: the helpers of its family, then its own.
    pub helpers: [&'static [Helper]; 2],
    /// How to play it for trial, if the game allows that.
    pub playing: Option<Playing>,
    open: fn(&Value) -> Result<Box<dyn Sight>, ViewError>,
}

impl Seeing {
    /// The entry of a game.
    pub const fn of<G: Game>() -> Seeing {
        let family: &'static [Helper] = match G::KIT.family {
            Some(family) => family.helpers,
            None => &[],
        };
        let playing = if G::TRIALS { Some(Playing::of::<G>()) } else { None };
        Seeing { id: G::ID, rules: G::RULES, templates: G::TEMPLATES, helpers: [family, G::KIT.helpers], playing, open: seen::<G> }
    }

    /// Opens a view that [`super::Table::view`] wrote.
    ///
    /// # Errors
    /// When it is not such a view.
    pub fn open(&self, view: &Value) -> Result<Box<dyn Sight>, ViewError> {
        (self.open)(view)
    }
}

fn seen<G: Game>(view: &Value) -> Result<Box<dyn Sight>, ViewError> {
    Ok(Box::new(TypedSight::<G> { view: opened::<G>(view)?, memory: Vec::new() }))
}
