//! What is answered of the view that is open.

use std::rc::Rc;

use serde::Serialize;
use serde_json::{Value, json};

use super::picture::{self, ClickablePicture};
use super::question::Question;
use crate::engine::{Choices, Doubt, NoOrder, Problem, Reading, Seeing, Sight, Unmet};
use crate::render::picture::diagram::{self, Alphabet};
use crate::render::templates::{Given, Model, TemplateError};

/// Why a question has no answer; a page says it in the words of its templates.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Refusal {
    /// It is none of the questions.
    Question {
        /// What is wrong with it, as the reader of JSON says it.
        why: String,
    },
    /// No view is open.
    Closed,
    /// There is no such game here.
    Game,
    /// The view is of other rules than these.
    Rules {
        /// The version of the rules that the view is of.
        theirs: u32,
        /// The version that answers here.
        ours: u32,
    },
    /// It is no view of the game, or no state.
    View {
        /// What is wrong with it, as the game's own reader says it.
        why: String,
    },
    /// The game that nobody plays has not come so far, or is over; or nobody has that seat.
    Turn,
    /// This entry is no order, from 0.
    Order {
        /// Its place among the orders that were to be written.
        entry: usize,
    },
    /// The line cannot be played, or the game knows none.
    Line,
    /// The template cannot be rendered.
    Template {
        /// What is wrong, and in which template.
        why: String,
    },
}

impl Refusal {
    pub(super) fn question(error: serde_json::Error) -> Refusal {
        Refusal::Question { why: error.to_string() }
    }

    /// As it is answered.
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
    /// All of it as the receipt prints it; null where a template cannot be rendered.
    says: Option<String>,
    /// What the orders lead to; null if that cannot be drawn.
    picture: Option<ClickablePicture>,
    /// The sheet makes the turn by itself.
    plays_at_once: bool,
    resigns: bool,
    ends_game: bool,
    /// Why something could not be put into words, each once.
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

/// Facts with their sentence.
#[derive(Serialize)]
struct Said<T> {
    #[serde(flatten)]
    facts: T,
    says: Option<String>,
}

/// A line of moves with its picture.
#[derive(Serialize)]
struct DrawnLine {
    #[serde(flatten)]
    choices: Choices,
    picture: ClickablePicture,
}

/// A view that is open.
pub(super) struct Open {
    game: &'static Seeing,
    pub(super) sight: Box<dyn Sight>,
    templates: Rc<Given>,
    /// What templates are given: `view`, and whatever they tell of besides.
    model: Model,
}

impl Open {
    /// What is open, with nothing told of it yet.
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
        let reading = self.sight.read(text);
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
            entries: entries.into_iter().map(|entry| ReadOrder { line: entry.line, order: entry.order, parts: entry.parts }).collect(),
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

    /// Facts with the sentence that the template of this name makes of them.
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

/// Answers are plain data with text keys, and such data always has a JSON form.
fn value(answer: &impl Serialize) -> Value {
    serde_json::to_value(answer).expect("answers are plain data")
}
