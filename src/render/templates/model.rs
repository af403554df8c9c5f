//! What templates are given.

use handlebars::Context;
use serde::Serialize;
use serde_json::Value;

/// What templates are given: facts as JSON, made once for all templates that tell of them.
#[derive(Debug, Clone)]
pub struct Model(pub(super) Context);

impl Model {
    /// The model of some facts.
    pub fn of(facts: &impl Serialize) -> Model {
        Model::from(serde_json::to_value(facts).expect("facts are plain data with text keys"))
    }

    /// Gives a name another value.
    pub fn set(&mut self, name: &str, value: impl Into<Value>) {
        if let Some(facts) = self.0.data_mut().as_object_mut() {
            facts.insert(name.to_owned(), value.into());
        }
    }
}

impl From<Value> for Model {
    fn from(facts: Value) -> Model {
        Model(Context::from(facts))
    }
}
