//! The games of a program that has nothing but views.

use serde_json::Value;

use super::sight::{TypedSight, opened};
use super::{Playing, Sight};
use crate::engine::{Game, Helper, ViewError};

/// What a program that has nothing but views must know of a game. It names neither states nor adjudication, so that such a program can be built
/// without them; but those of a game with trials ([`Game::TRIALS`]), which come along with their states.
#[derive(Clone, Copy)]
pub struct Seeing {
    /// [`Game::ID`].
    pub id: &'static str,
    /// [`Game::RULES`].
    pub rules: u32,
    /// [`Game::TEMPLATES`].
    pub templates: &'static str,
    /// What its templates may compute: what its family brings, and what it brings itself.
    pub helpers: [&'static [Helper]; 2],
    /// How it is played for trial, if it is.
    pub playing: Option<Playing>,
    open: fn(&Value) -> Result<Box<dyn Sight>, ViewError>,
}

impl Seeing {
    /// What there is to know of a game.
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
