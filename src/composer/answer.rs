//! The answers about the open view.

use std::rc::Rc;

use serde::Serialize;
use serde_json::{Value, json};

use super::picture::{self, ClickablePicture};
use super::question::Question;
use crate::engine::{Choices, Doubt, NoOrder, Problem, Reading, Seeing, Sight, Unmet};
use crate::render::picture::diagram::{self, Alphabet};
use crate::render::templates::{Given, Model, TemplateError};

/// Why a question has no answer. The page puts this into words with its templates.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Refusal {
    /// There is no such question.
    Question {
        /// What is wrong, in the words of the JSON reader.
        why: String,
    },
    /// No view is open.
    Closed,
    /// There is no such game here.
    Game,
    /// The view is of another version of the rules.
    Rules {
        /// The version of the view's rules.
        theirs: u32,
        /// The version of the rules here.
        ours: u32,
    },
    /// It is no view or no state of the game.
    View {
        /// What is wrong, in the words of the game's own reader.
        why: String,
    },
    /// The trial game has not come so far or is over, or has no such seat.
    Turn,
    /// This entry is no order.
    Order {
        /// Its index among the orders to be written, from 0.
        entry: usize,
    },
    /// The line cannot be played, or the game has no lines.
    Line,
    /// A template cannot be rendered.
    Template {
        /// What is wrong, and in which template.
        why: String,
    },
}

impl Refusal {
    pub(super) fn question(error: serde_json::Error) -> Refusal {
        Refusal::Question { why: error.to_string() }
    }

    /// The refusal as an answer in JSON.
    pub(super) fn answer(self) -> Value {
        json!({ "error": self })
    }
}

impl From<NoOrder> for Refusal {
    fn from(NoOrder { entry }: NoOrder) -> Refusal {
        Refusal::Order { entry }
    }
}

impl From<TemplateError> for Refusal {
    fn from(error: TemplateError) -> Refusal {
        Refusal::Template { why: error.to_string() }
    }
}

/// How a sheet was read.
#[derive(Serialize)]
struct Read {
    entries: Vec<ReadOrder>,
    problems: Vec<Said<Problem>>,
    unmet: Vec<Unmet>,
    doubts: Vec<Said<DoubtOnLine>>,
    forecast: Value,
    /// The sheet in canonical spelling.
    canonical: String,
    /// The whole reading as the receipt prints it; null if a template cannot be rendered.
    says: Option<String>,
    /// The position that the orders lead to; null if it cannot be drawn.
    picture: Option<ClickablePicture>,
    /// Whether the sheet makes the turn by itself.
    plays_at_once: bool,
    resigns: bool,
    ends_game: bool,
    /// Why some things could not be put into words, each reason once.
    failures: Vec<String>,
}

/// An order that was read.
#[derive(Serialize)]
struct ReadOrder {
    line: u32,
    order: String,
    parts: Value,
}

/// A doubt with the line of its order.
#[derive(Serialize)]
struct DoubtOnLine {
    line: u32,
    #[serde(flatten)]
    doubt: Doubt<Value>,
}

/// Facts, with the sentence that tells them.
#[derive(Serialize)]
struct Said<T> {
    #[serde(flatten)]
    facts: T,
    says: Option<String>,
}

/// A line of moves, with its picture.
#[derive(Serialize)]
struct DrawnLine {
    #[serde(flatten)]
    choices: Choices,
    picture: ClickablePicture,
}

/// An open view.
pub(super) struct Open {
    game: &'static Seeing,
    pub(super) sight: Box<dyn Sight>,
    templates: Rc<Given>,
    /// The model of templates: `view`, and whatever they are to tell.
    model: Model,
}

impl Open {
    /// A view just opened, with nothing else in its model.
    pub(super) fn of(game: &'static Seeing, sight: Box<dyn Sight>, templates: Rc<Given>) -> Open {
        let mut model = Model::from(Value::Object(Default::default()));
        model.set("view", sight.view());
        Open { game, sight, templates, model }
    }

    pub(super) fn answer(&mut self, question: Question) -> Result<Value, Refusal> {
        match question {
            Question::Open { .. } | Question::Begin { .. } | Question::Sit { .. } | Question::Play { .. } => Err(Refusal::Closed),
            Question::Read { text } => Ok(value(&self.read(&text))),
            Question::Write { orders } => Ok(json!({ "text": self.sight.written(orders)? })),
            Question::Picture => Ok(json!({ "picture": picture::of(&self.sight.scene()) })),
            Question::Think { line, touched } => {
                let choices = self.sight.choices(&line, &touched).ok_or(Refusal::Line)?;
                Ok(value(&DrawnLine { picture: picture::of(&choices.line.scene), choices }))
            }
            Question::Caretake { line, salt } => Ok(json!({ "orders": self.caretake(&line, salt)? })),
            Question::Say { template, model } => Ok(json!({ "text": self.templates.text(&template, &Model::from(model))? })),
        }
    }

    fn caretake(&self, line: &str, salt: u64) -> Result<String, Refusal> {
        match self.sight.choices(line, &[]) {
            Some(_) => self.sight.answer(line, salt).map(|answer| answer + "\n").ok_or(Refusal::Line),
            None => Ok(self.sight.caretaker(salt)),
        }
    }

    fn read(&mut self, text: &str) -> Read {
        let (reading, parts) = self.sight.read(text);
        let ahead = reading.prospect.ahead.as_ref();
        self.model.set("diagram", ahead.map_or_else(String::new, |scene| diagram::text(scene, Alphabet::Unicode)));
        self.model.set("reading", value(&reading));
        let mut failures = Vec::new();
        let says = self.say("reading", &mut failures);
        let picture = ahead.map(picture::of);
        let canonical = reading.canonical();
        let Reading { entries, problems, unmet, doubts, forecast, prospect, has_move: _, plays_at_once } = reading;
        let line_of = |entry: usize| entries.get(entry).map_or(0, |entry| entry.line);
        let doubts: Vec<DoubtOnLine> = doubts.into_iter().map(|doubt| DoubtOnLine { line: line_of(doubt.entry), doubt }).collect();
        Read {
            problems: problems.into_iter().map(|problem| self.said("problem", problem, &mut failures)).collect(),
            doubts: doubts.into_iter().map(|doubt| self.said("doubt", doubt, &mut failures)).collect(),
            entries: entries
                .into_iter()
                .zip(parts)
                .map(|(entry, parts)| ReadOrder { line: entry.line, order: entry.order, parts })
                .collect(),
            unmet,
            forecast,
            canonical,
            says,
            picture,
            plays_at_once,
            resigns: prospect.resigns,
            ends_game: prospect.ends_game,
            failures,
        }
    }

    /// Facts, with the sentence that the template of this name makes of them.
    fn said<T: Serialize>(&mut self, name: &str, facts: T, failures: &mut Vec<String>) -> Said<T> {
        self.model.set(name, value(&facts));
        Said { says: self.say(name, failures).map(|text| text.trim().to_owned()), facts }
    }

    fn say(&self, name: &str, failures: &mut Vec<String>) -> Option<String> {
        let text = self.templates.text(&format!("{}/{name}", self.game.templates), &self.model);
        text.map_err(|error| error.to_string())
            .map_err(|why| {
                if !failures.contains(&why) {
                    failures.push(why)
                }
            })
            .ok()
    }
}

/// Cannot fail: answers are plain data with text keys, which always have a JSON form.
fn value(answer: &impl Serialize) -> Value {
    serde_json::to_value(answer).expect("answers are plain data")
}
