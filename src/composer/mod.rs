//! Answers the questions of the page on which a player writes orders. Questions and answers are JSON, and answers depend only on the player's own
//! view.
//!
//! On the page this runs in the browser: `wasm/` builds it, with what it needs from the layers below, into the modules that pages carry
//! (`docs/decisions/0033-module.md`). Tests also run it natively, and compare the two.

mod answer;
mod picture;
mod question;

use std::collections::BTreeMap;
use std::rc::Rc;

use serde_json::{Value, json};

pub use answer::Refusal;

use crate::engine::{Seeing, Trial};
use crate::render::templates::Given;
use answer::Open;
use question::Question;

/// Answers questions about one view at a time.
pub struct Responder {
    games: &'static [Seeing],
    open: Option<Open>,
    /// The trial game, if one was begun.
    trial: Option<Begun>,
    /// The templates of the last view, which need not be read again for another view of the same game.
    templates: Option<ComposerTemplates>,
}

/// Templates as they were given, and ready to render.
struct ComposerTemplates {
    game: &'static str,
    sources: BTreeMap<String, String>,
    ready: Rc<Given>,
}

/// A trial game.
struct Begun {
    game: &'static Seeing,
    templates: Rc<Given>,
    trial: Box<dyn Trial>,
}

impl Responder {
    /// A responder for these games, with no view open. Games with trials can also be begun and played here, without a seat in a campaign.
    pub fn of(games: &'static [Seeing]) -> Responder {
        Responder { games, open: None, trial: None, templates: None }
    }

    /// Answers any question with an object. If there is no answer, the object has `error`, which says why.
    pub fn ask(&mut self, question: &[u8]) -> Vec<u8> {
        let answer = Question::read(question).map_err(Refusal::question).and_then(|question| self.answer(question));
        answer.unwrap_or_else(Refusal::answer).to_string().into_bytes()
    }

    fn answer(&mut self, question: Question) -> Result<Value, Refusal> {
        match question {
            Question::Open { game, rules, view, sources } => {
                (self.open, self.trial) = (None, None);
                let game = self.game(&game, rules)?;
                let sight = game.open(&view).map_err(|error| Refusal::View { why: error.to_string() })?;
                self.open = Some(Open::of(game, sight, self.words(game, sources)));
            }
            Question::Begin { game, rules, state, sources } => {
                (self.open, self.trial) = (None, None);
                let game = self.game(&game, rules)?;
                let playing = game.playing.as_ref().ok_or(Refusal::Game)?;
                let trial = playing.begin(&state).map_err(|error| Refusal::View { why: error.to_string() })?;
                self.trial = Some(Begun { game, templates: self.words(game, sources), trial });
            }
            Question::Sit { turn, seat } => {
                let Begun { game, templates, trial } = self.trial.as_ref().ok_or(Refusal::Closed)?;
                let open = Open::of(game, trial.sight(turn, seat).ok_or(Refusal::Turn)?, templates.clone());
                let seen = json!({ "view": open.sight.view(), "told": trial.told(turn, seat) });
                self.open = Some(open);
                return Ok(seen);
            }
            Question::Play { turn, sheets, seed } => {
                let Begun { trial, .. } = self.trial.as_mut().ok_or(Refusal::Closed)?;
                if !trial.play(turn, &sheets.into_iter().collect(), seed) {
                    return Err(Refusal::Turn);
                }
            }
            other => return self.open.as_mut().ok_or(Refusal::Closed)?.answer(other),
        }
        Ok(Value::Object(Default::default()))
    }

    fn game(&self, id: &str, rules: u32) -> Result<&'static Seeing, Refusal> {
        let game = self.games.iter().find(|known| known.id == id).ok_or(Refusal::Game)?;
        if game.rules == rules { Ok(game) } else { Err(Refusal::Rules { theirs: rules, ours: game.rules }) }
    }

    fn words(&mut self, game: &'static Seeing, sources: BTreeMap<String, String>) -> Rc<Given> {
        if let Some(words) = self.templates.as_ref().filter(|words| words.game == game.id && words.sources == sources) {
            return words.ready.clone();
        }
        let ready = Rc::new(Given::new(sources.clone(), &game.helpers));
        self.templates = Some(ComposerTemplates { game: game.id, sources, ready: ready.clone() });
        ready
    }
}
