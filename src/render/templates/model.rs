//! What templates are given.

use handlebars::Context;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
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

/// Names, with blanks between them, that templates may ask for although there is nothing to say about them. Facts that are written behind it
/// with `#[serde(flatten)]` take their names over in a [`Model`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Nothing {
    /// They are null.
    pub values: &'static str,
    /// They are false.
    pub flags: &'static str,
    /// They are empty.
    pub lists: &'static str,
}

impl Serialize for Nothing {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut names = serializer.serialize_map(None)?;
        for name in self.values.split_whitespace() {
            names.serialize_entry(name, &Value::Null)?;
        }
        for name in self.flags.split_whitespace() {
            names.serialize_entry(name, &false)?;
        }
        for name in self.lists.split_whitespace() {
            names.serialize_entry(name, &[(); 0])?;
        }
        names.end()
    }
}
