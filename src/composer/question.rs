//! The questions that can be asked.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde_json::{Error, Map, Value};

use crate::engine::{Seat, Seed};

/// A question.
pub(super) enum Question {
    /// Opens a view for all following questions, and ends a trial game.
    Open {
        game: String,
        /// The version of the view's rules.
        rules: u32,
        view: Value,
        /// The templates that put answers into words, by name.
        sources: BTreeMap<String, String>,
    },
    /// Begins a trial game from its whole state. `sit` then shows it from a seat.
    Begin {
        game: String,
        /// The version of the state's rules.
        rules: u32,
        state: Value,
        /// The templates that put answers into words, by name.
        sources: BTreeMap<String, String>,
    },
    /// Opens the view of a seat after `turn` turns of the trial game.
    Sit { turn: u32, seat: Seat },
    /// Plays on after `turn` turns: by sheets for some seats, and by caretakers for the others.
    Play {
        turn: u32,
        sheets: Vec<(Seat, String)>,
        /// The seed from which all dice of the game follow.
        seed: Seed,
    },
    /// Reads a sheet.
    Read { text: String },
    /// Writes orders given as data.
    Write { orders: Vec<Value> },
    /// Draws the position of the view.
    Picture,
    /// Plays a line of moves, with the cells touched for the next move.
    Think { line: String, touched: Vec<String> },
    /// Asks what a caretaker would order, in a game of two after a line of moves.
    Caretake { line: String, salt: u64 },
    /// Renders one of the given templates.
    Say { template: String, model: Value },
}

/// A question in JSON, tagged by `do`. Fields are taken one by one, because a derived reader of tagged questions would be ten times as large in a
/// module.
struct QuestionFields(Map<String, Value>);

impl QuestionFields {
    fn take<T: DeserializeOwned>(&mut self, name: &str) -> Result<T, Error> {
        serde_json::from_value(self.0.remove(name).unwrap_or_default())
    }

    /// A text that may be absent.
    fn line(&mut self) -> Result<String, Error> {
        Ok(self.take::<Option<String>>("line")?.unwrap_or_default())
    }
}

impl Question {
    /// Reads a question.
    ///
    /// # Errors
    /// When it is not a question.
    pub(super) fn read(question: &[u8]) -> Result<Question, Error> {
        let mut asked = QuestionFields(serde_json::from_slice(question)?);
        let known = asked.take::<String>("do")?;
        Ok(match known.as_str() {
            "open" => Question::Open {
                game: asked.take("game")?,
                rules: asked.take("rules")?,
                view: asked.take("view")?,
                sources: asked.take("sources")?,
            },
            "begin" => Question::Begin {
                game: asked.take("game")?,
                rules: asked.take("rules")?,
                state: asked.take("state")?,
                sources: asked.take("sources")?,
            },
            "sit" => Question::Sit { turn: asked.take("turn")?, seat: asked.take("seat")? },
            "play" => Question::Play { turn: asked.take("turn")?, sheets: asked.take("sheets")?, seed: asked.take("seed")? },
            "read" => Question::Read { text: asked.take("text")? },
            "write" => Question::Write { orders: asked.take("orders")? },
            "picture" => Question::Picture,
            "think" => Question::Think { line: asked.line()?, touched: asked.take::<Option<_>>("touched")?.unwrap_or_default() },
            "caretake" => Question::Caretake { line: asked.line()?, salt: asked.take("salt")? },
            "say" => Question::Say { template: asked.take("template")?, model: asked.take("model")? },
            other => return Err(serde::de::Error::custom(format_args!("there is no question `{other}`"))),
        })
    }
}
