//! What a page asks on which a player composes orders: questions and answers in JSON, from the player's own view and nothing else.
//!
//! It runs where the page is, in a browser: `wasm/` builds it, with what it needs of the layers below, as the modules that pages carry
//! (`docs/decisions/0033-module.md`). Here tests ask it, and compare the two.

mod answer;
mod picture;
mod question;

use std::collections::BTreeMap;
use std::rc::Rc;

use serde_json::Value;

pub use answer::Refusal;
use question::Question;

use crate::engine::{Seeing, Sight};
use crate::render::templates::{Given, Model};

/// Answers questions about one view at a time.
pub struct Desk {
    games: &'static [Seeing],
    open: Option<Open>,
    /// Those of the view that was opened last: a page that opens another of the same game need not read them again.
    templates: Option<Words>,
}

/// Templates as they were given, and ready to render.
struct Words {
    game: &'static str,
    sources: BTreeMap<String, String>,
    ready: Rc<Given>,
}

/// A view that is open.
struct Open {
    game: &'static Seeing,
    sight: Box<dyn Sight>,
    templates: Rc<Given>,
    /// What templates are given: `view`, and whatever they tell of besides.
    model: Model,
}

impl Desk {
    /// A desk for these games, at which no view is open.
    pub fn of(games: &'static [Seeing]) -> Desk {
        Desk { games, open: None, templates: None }
    }

    /// Answers a question, whatever it is: an object, with `error` and what is wrong where it cannot be answered.
    pub fn ask(&mut self, question: &[u8]) -> Vec<u8> {
        let answer = serde_json::from_slice(question).map_err(Refusal::question).and_then(|question| self.answer(question));
        answer.unwrap_or_else(Refusal::answer).to_string().into_bytes()
    }

    fn answer(&mut self, question: Question) -> Result<Value, Refusal> {
        if let Question::Open { game, rules, view, sources } = question {
            self.open = None;
            self.open = Some(self.opened(&game, rules, &view, sources)?);
            return Ok(Value::Object(Default::default()));
        }
        self.open.as_mut().ok_or(Refusal::Closed)?.answer(question)
    }

    fn opened(&mut self, game: &str, rules: u32, view: &Value, sources: BTreeMap<String, String>) -> Result<Open, Refusal> {
        let game = self.games.iter().find(|known| known.id == game).ok_or(Refusal::Game)?;
        if game.rules != rules {
            return Err(Refusal::Rules { theirs: rules, ours: game.rules });
        }
        let sight = game.open(view).map_err(|error| Refusal::View { why: error.to_string() })?;
        let mut model = Model::from(Value::Object(Default::default()));
        model.set("view", sight.view());
        Ok(Open { game, templates: self.words(game, sources), model, sight })
    }

    fn words(&mut self, game: &'static Seeing, sources: BTreeMap<String, String>) -> Rc<Given> {
        if let Some(words) = self.templates.as_ref().filter(|words| words.game == game.id && words.sources == sources) {
            return words.ready.clone();
        }
        let ready = Rc::new(Given::new(sources.clone(), &game.helpers));
        self.templates = Some(Words { game: game.id, sources, ready: ready.clone() });
        ready
    }
}
