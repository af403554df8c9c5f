//! The templates: embedded, each replaceable by name, in a registry for text and one for HTML.

mod embedded;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use handlebars::{Handlebars, RenderErrorReason, Template, no_escape};
use serde::Serialize;

use super::{helpers, layout};
use crate::engine::nearness::nearest;
pub use embedded::EMBEDDED;

/// All templates of a campaign, ready to render.
pub struct Templates {
    text: Handlebars<'static>,
    html: Handlebars<'static>,
    /// The program's own, where some of these take their place.
    carried: Option<Arc<Templates>>,
    /// What could not be rendered and was said in the program's own words.
    failures: Mutex<BTreeSet<TemplateError>>,
}

/// A template that does not read, or that asks for something its model does not have.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum TemplateError {
    #[error("there is no template {name:?}{}", did_you_mean(nearest))]
    Unknown { name: String, nearest: Option<String> },
    /// An override for a name that nothing is rendered by.
    #[error("a template is named like \"shared/receipt.txt\" or \"empire_postal/report.html\", not {name:?}")]
    Name { name: String },
    #[error("template {template}, line {line}: {what}")]
    Syntax { template: String, line: usize, what: String },
    #[error("template {template}, line {line}: {what}")]
    Render { template: String, line: usize, what: String },
}

impl Templates {
    /// The embedded templates, with those of `overrides` (`shared/receipt.txt` -> text) in their place
    /// or beside them.
    ///
    /// A template is called, as a partial too, by its name without `.txt` or `.html`. Where there is no HTML template of a
    /// name, the text template serves in HTML as well, with everything escaped: so a sentence is written once.
    ///
    /// # Errors
    /// When a template does not read, with its line.
    pub fn new(overrides: &BTreeMap<String, String>) -> Result<Templates, TemplateError> {
        let mut sources: BTreeMap<&str, &str> = EMBEDDED.iter().copied().collect();
        sources.extend(overrides.iter().map(|(name, source)| (name.as_str(), source.as_str())));
        let (mut text, mut html) = (registry(), registry());
        text.register_escape_fn(no_escape);
        for (name, source) in &sources {
            let template = compile(name, source)?;
            match name.rsplit_once('.') {
                Some((stem, "txt")) => {
                    if !sources.contains_key(format!("{stem}.html").as_str()) {
                        html.register_template(stem, template.clone());
                    }
                    text.register_template(stem, template);
                }
                Some((stem, "html")) => html.register_template(stem, template),
                _ => return Err(TemplateError::Name { name: (*name).to_owned() }),
            }
        }
        let carried = if overrides.is_empty() { None } else { Some(Templates::shared(&BTreeMap::new())?) };
        Ok(Templates { text, html, carried, failures: Mutex::default() })
    }

    /// As [`Templates::new`]; the embedded ones alone are read once, however many campaigns use them.
    ///
    /// # Errors
    /// As [`Templates::new`].
    pub fn shared(overrides: &BTreeMap<String, String>) -> Result<Arc<Templates>, TemplateError> {
        static EMBEDDED_ALONE: OnceLock<Arc<Templates>> = OnceLock::new();
        match EMBEDDED_ALONE.get() {
            Some(templates) if overrides.is_empty() => Ok(templates.clone()),
            None if overrides.is_empty() => {
                let templates = Arc::new(Templates::new(overrides)?);
                Ok(EMBEDDED_ALONE.get_or_init(|| templates).clone())
            }
            _ => Ok(Arc::new(Templates::new(overrides)?)),
        }
    }

    /// Renders plain text: nothing is escaped, no blanks at line ends, no two empty lines in a row. Where a campaign's own template
    /// fails, the program's own of that name serves, so that a slip in a wording stops no letter; see [`Templates::failures`].
    ///
    /// # Errors
    /// When there is no such template, or it asks for something that the model does not have.
    pub fn text(&self, name: &str, model: &impl Serialize) -> Result<String, TemplateError> {
        let own = render(&self.text, name.strip_suffix(".txt").unwrap_or(name), ".txt", model).map(|text| layout::tidy(&text));
        own.or_else(|error| self.carried_instead(error, |carried| carried.text(name, model)))
    }

    /// Renders HTML; every value is escaped. A campaign's own template that fails is replaced as in [`Templates::text`].
    ///
    /// # Errors
    /// As [`Templates::text`].
    pub fn html(&self, name: &str, model: &impl Serialize) -> Result<String, TemplateError> {
        let own = render(&self.html, name.strip_suffix(".html").unwrap_or(name), ".html", model);
        own.or_else(|error| self.carried_instead(error, |carried| carried.html(name, model)))
    }

    fn carried_instead(
        &self,
        error: TemplateError,
        render: impl FnOnce(&Templates) -> Result<String, TemplateError>,
    ) -> Result<String, TemplateError> {
        let Some(Ok(text)) = self.carried.as_deref().map(render) else { return Err(error) };
        self.failures.lock().unwrap_or_else(PoisonError::into_inner).insert(error);
        Ok(text)
    }

    /// The campaign's own templates that could not be rendered so far, each once.
    pub fn failures(&self) -> Vec<TemplateError> {
        self.failures.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    /// Whether a text template of that name exists.
    pub fn has_text(&self, name: &str) -> bool {
        self.text.has_template(name.strip_suffix(".txt").unwrap_or(name))
    }
}

fn registry() -> Handlebars<'static> {
    let mut registry = Handlebars::new();
    registry.set_strict_mode(true);
    helpers::register(&mut registry);
    registry
}

fn compile(name: &str, source: &str) -> Result<Template, TemplateError> {
    Template::compile_with_name(source, name.to_owned()).map_err(|error| TemplateError::Syntax {
        template: name.to_owned(),
        line: error.pos().map_or(0, |(line, _)| line),
        what: error.reason().to_string(),
    })
}

fn render(registry: &Handlebars<'_>, name: &str, suffix: &str, model: &impl Serialize) -> Result<String, TemplateError> {
    let Some(template) = registry.get_template(name) else {
        let mut known: Vec<&str> = registry.get_templates().keys().map(String::as_str).collect();
        known.sort_unstable();
        let near = nearest(name, known).first().map(|near| format!("{near}{suffix}"));
        return Err(TemplateError::Unknown { name: format!("{name}{suffix}"), nearest: near });
    };
    registry.render(name, model).map_err(|error| TemplateError::Render {
        template: error.template_name.clone().or_else(|| template.name.clone()).unwrap_or_default(),
        line: error.line_no.unwrap_or(0),
        what: explain(error.reason()),
    })
}

fn explain(reason: &RenderErrorReason) -> String {
    match reason {
        RenderErrorReason::MissingVariable(Some(path)) => format!("what it is given has no {path:?}"),
        RenderErrorReason::MissingVariable(None) => "what it is given has no such value".to_owned(),
        RenderErrorReason::PartialNotFound(name) => format!("there is no partial {name:?}"),
        RenderErrorReason::HelperNotFound(name) => format!("there is no helper {name:?}, and nothing of that name takes values"),
        other => other.to_string(),
    }
}

fn did_you_mean(nearest: &Option<String>) -> String {
    nearest.as_ref().map_or_else(String::new, |name| format!("; did you mean {name:?}?"))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use serde_json::json;

    use super::*;

    fn with(name: &str, source: &str) -> Result<Templates, TemplateError> {
        Templates::new(&BTreeMap::from([(name.to_owned(), source.to_owned())]))
    }

    #[test]
    fn every_file_is_in_the_table_and_every_entry_is_a_file() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates");
        let mut files = Vec::new();
        for folder in std::fs::read_dir(&root).unwrap() {
            let folder = folder.unwrap().path();
            for file in std::fs::read_dir(&folder).unwrap() {
                let file = file.unwrap().path();
                let name = file.strip_prefix(&root).unwrap().to_string_lossy().into_owned();
                files.extend(name.strip_suffix(".hbs").map(str::to_owned));
            }
        }
        files.sort();
        let mut table: Vec<String> = EMBEDDED.iter().map(|(name, _)| (*name).to_owned()).collect();
        table.sort();
        assert_eq!(files, table);
        assert!(Templates::new(&BTreeMap::new()).is_ok());
    }

    #[test]
    fn errors_name_the_template_the_line_and_what_is_missing() {
        let error = with("shared/receipt.txt", "one\n{{#if a}}").err().unwrap().to_string();
        assert!(error.starts_with("template shared/receipt.txt, line 2: "), "{error}");
        let templates = with("x/y.txt", "one\ntwo {{three.four}}").unwrap();
        let error = templates.text("x/y", &json!({})).unwrap_err().to_string();
        assert_eq!(error, "template x/y.txt, line 2: what it is given has no \"three.four\"");
        let error = templates.text("x/z", &json!({})).unwrap_err().to_string();
        assert_eq!(error, "there is no template \"x/z.txt\"; did you mean \"x/y.txt\"?");
        assert!(matches!(with("receipt", ""), Err(TemplateError::Name { .. })));
    }

    #[test]
    fn html_escapes_and_borrows_the_text_where_it_has_none_of_its_own() {
        let templates = with("x/y.txt", "{{name}}").unwrap();
        let model = json!({"name": "<b> & \"c\""});
        assert_eq!(templates.text("x/y.txt", &model).unwrap(), "<b> & \"c\"\n");
        assert_eq!(templates.html("x/y", &model).unwrap(), "&lt;b&gt; &amp; &quot;c&quot;");
    }
}
