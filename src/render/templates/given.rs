//! Templates whose texts are given, for programs that carry none.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use handlebars::no_escape;

use super::registry::Registry;
use super::{Model, TemplateError};
use crate::engine::Helper;
use crate::render::layout;

/// Text templates by name, such as `shared/receipt.txt`.
pub struct Given(Registry);

impl Given {
    /// Only these templates; `helpers` are those of their game.
    pub fn new(sources: BTreeMap<String, String>, helpers: &[&'static [Helper]]) -> Given {
        let sources = sources.into_iter().map(|(name, source)| (Cow::Owned(name), Cow::Owned(source))).collect();
        Given(Registry::new(&Arc::new(sources), &[".txt"], no_escape, helpers.to_vec()))
    }

    /// Renders plain text, as [`super::Templates::text`] does.
    ///
    /// # Errors
    /// When there is no such template, when it does not read, or when it asks for something that the model does not have.
    pub fn text(&self, name: &str, model: &Model) -> Result<String, TemplateError> {
        self.0.render(name, model).map(|text| layout::tidy(&text))
    }
}
