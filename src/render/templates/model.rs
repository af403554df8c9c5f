//! The models of templates.

use handlebars::Context;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::Value;

/// Facts as JSON, made once for all templates that tell of them.
#[derive(Debug, Clone)]
pub struct Model(pub(super) Context);

impl Model {
    /// The model of these facts.
    pub fn of(facts: &impl Serialize) -> Model {
        Model::from(serde_json::to_value(facts).expect("facts are plain data with text keys"))
    }

    /// The same, with what `others` says of the names that are missing here.
    #[must_use]
    pub fn or_from(mut self, others: &Model) -> Model {
        if let (Some(facts), Some(others)) = (self.0.data_mut().as_object_mut(), others.0.data().as_object()) {
            // The names of both are in order, so nobody has to seek the place of each.
            let mut own = std::mem::take(facts).into_iter().peekable();
            let mut all = Vec::with_capacity(own.len() + others.len());
            for (name, value) in others {
                all.extend(std::iter::from_fn(|| own.next_if(|(known, _)| known < name)));
                if own.peek().is_none_or(|(known, _)| known != name) {
                    all.push((name.clone(), value.clone()));
                }
            }
            *facts = all.into_iter().chain(own).collect();
        }
        self
    }

    /// Sets the value of a name.
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

/// Names, separated by blanks, that templates may ask for even when there is nothing to say. In a [`Model`], facts written after it with
/// `#[serde(flatten)]` replace these names; so do those of a model that is put on them by [`Model::or_from`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Nothing {
    /// Names that are null.
    pub values: &'static str,
    /// Names that are false.
    pub flags: &'static str,
    /// Names that are empty lists.
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn facts_count_before_what_others_say_of_the_same_names() {
        let own = Model::of(&json!({ "b": 1, "d": null, "e": [] }));
        let others = Model::of(&json!({ "a": 2, "b": 2, "c": 2, "d": 2, "f": 2 }));
        assert_eq!(*own.clone().or_from(&others).0.data(), json!({ "a": 2, "b": 1, "c": 2, "d": null, "e": [], "f": 2 }));
        let nothing = Model::of(&json!({}));
        assert_eq!((own.clone().or_from(&nothing).0.data(), nothing.or_from(&own).0.data()), (own.0.data(), own.0.data()));
    }
}
