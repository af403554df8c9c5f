//! The templates that the program carries, each replaceable by name, in one registry for text and one for HTML.

mod carried;
mod error;
mod given;
mod model;
mod reading;
mod registry;
mod shared;
mod tags;
mod values;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use handlebars::{html_escape, no_escape};
use serde::Serialize;

pub use error::TemplateError;
pub use given::Given;
pub use model::{Model, Nothing};
use registry::{Registry, Sources};
use shared::SHARED;

use super::layout;
use crate::engine::{AnyGame, Helper, Kit};
use crate::games::GAMES;

/// All templates of a campaign, ready to render.
pub struct Templates {
    text: Registry,
    html: Registry,
    /// The program's own templates, if any of these replaces one.
    carried: Option<Arc<Templates>>,
    /// The campaign's own templates that failed and were replaced by the program's.
    failures: Mutex<BTreeSet<TemplateError>>,
}

impl Templates {
    /// The templates that the program carries, replaced or extended by `overrides` (`shared/receipt.txt` -> text).
    ///
    /// A template is called by its name without `.txt` or `.html`, also as a partial. If there is no HTML template of a name, the text template
    /// serves in HTML too, with everything escaped, so that a sentence is written only once.
    ///
    /// # Errors
    /// When one of `overrides` does not read; the error has the line. The program's own templates are read when they are first rendered.
    pub fn new(overrides: &BTreeMap<String, String>) -> Result<Templates, TemplateError> {
        let carried = if overrides.is_empty() { None } else { Some(Templates::shared(&BTreeMap::new())?) };
        Ok(Templates { carried, ..Templates::of(GAMES, overrides)? })
    }

    /// As [`Templates::new`], with the templates and helpers of these games.
    ///
    /// # Errors
    /// As [`Templates::new`].
    pub fn of(games: &[&'static dyn AnyGame], overrides: &BTreeMap<String, String>) -> Result<Templates, TemplateError> {
        let kits = kits(games);
        let own = overrides.iter().map(|(name, source)| (Cow::Owned(name.clone()), Cow::Owned(source.clone())));
        let carried = carried(&kits).map(|(name, source)| (Cow::Borrowed(name), Cow::Borrowed(source)));
        let sources: Sources = Arc::new(carried.chain(own).collect());
        let helpers: Vec<&'static [Helper]> = kits.iter().map(|kit| kit.helpers).collect();
        let text = Registry::new(&sources, &[".txt"], no_escape, helpers.clone());
        let html = Registry::new(&sources, &[".html", ".txt"], html_escape, helpers);
        for name in overrides.keys() {
            match name.rsplit_once('.') {
                Some((stem, "txt")) => text.compile(stem)?,
                Some((stem, "html")) => html.compile(stem)?,
                _ => return Err(TemplateError::Name { name: name.clone() }),
            };
        }
        Ok(Templates { text, html, carried: None, failures: Mutex::default() })
    }

    /// As [`Templates::new`]; without overrides all campaigns share one copy.
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

    /// Renders plain text: nothing is escaped, lines have no blanks at their ends, and no two empty lines follow each other. If a campaign's own
    /// template fails, the program's own one is used instead, so that a slip in a wording stops no letter; see [`Templates::failures`].
    ///
    /// # Errors
    /// When there is no such template, or it asks for something that the model does not have.
    pub fn text(&self, name: &str, facts: &impl Serialize) -> Result<String, TemplateError> {
        self.text_of(name, &Model::of(facts))
    }

    /// As [`Templates::text`], with a model that serves several templates.
    ///
    /// # Errors
    /// As [`Templates::text`].
    pub fn text_of(&self, name: &str, model: &Model) -> Result<String, TemplateError> {
        let own = self.text.render(name.strip_suffix(".txt").unwrap_or(name), model).map(|text| layout::tidy(&text));
        own.or_else(|error| self.carried_instead(error, |carried| carried.text_of(name, model)))
    }

    /// Renders HTML, with every value escaped. A campaign's own template that fails is replaced as in [`Templates::text`].
    ///
    /// # Errors
    /// As [`Templates::text`].
    pub fn html(&self, name: &str, facts: &impl Serialize) -> Result<String, TemplateError> {
        self.html_of(name, &Model::of(facts))
    }

    /// As [`Templates::html`], with a model that serves several templates.
    ///
    /// # Errors
    /// As [`Templates::text`].
    pub fn html_of(&self, name: &str, model: &Model) -> Result<String, TemplateError> {
        let own = self.html.render(name.strip_suffix(".html").unwrap_or(name), model);
        own.or_else(|error| self.carried_instead(error, |carried| carried.html_of(name, model)))
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

    /// The campaign's own templates that have failed so far, each once.
    pub fn failures(&self) -> Vec<TemplateError> {
        self.failures.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    /// A part of a page; `None` if the game has no HTML template for it. A text template does not count.
    ///
    /// # Errors
    /// As [`Templates::html`].
    pub fn html_if_any(&self, name: &str, model: &Model) -> Result<Option<String>, TemplateError> {
        let has_one = self.html.has_file(name.strip_suffix(".html").unwrap_or(name), ".html");
        has_one.then(|| self.html_of(name, model)).transpose()
    }

    /// The texts of these text templates and all that they call, by file (`galaxy/reading.txt`), for code that renders them elsewhere. A partial with
    /// a computed name counts as called in each of `folders`.
    pub fn printed(&self, names: &[String], folders: &[&str]) -> BTreeMap<String, String> {
        self.text.printed(names, folders)
    }

    /// Whether a game master has worded any of them.
    pub fn has_own(&self) -> bool {
        self.carried.is_some()
    }

    /// Whether there is a text template of this name.
    pub fn has_text(&self, name: &str) -> bool {
        self.text.has(name.strip_suffix(".txt").unwrap_or(name))
    }
}

/// Every template that the program carries, by name, with its text.
pub fn embedded() -> Vec<(&'static str, &'static str)> {
    carried(&kits(GAMES)).collect::<BTreeMap<_, _>>().into_iter().collect()
}

/// The kits of these games, each once; a family's before those of its members.
fn kits(games: &[&'static dyn AnyGame]) -> Vec<&'static Kit> {
    games.iter().flat_map(|game| game.kit().with_family()).fold(Vec::new(), |mut kits, kit| {
        if !kits.iter().any(|known| std::ptr::eq(*known, kit)) {
            kits.push(kit);
        }
        kits
    })
}

fn carried(kits: &[&'static Kit]) -> impl Iterator<Item = (&'static str, &'static str)> {
    SHARED.iter().chain(kits.iter().flat_map(|kit| kit.templates)).copied()
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
        assert_eq!(files, embedded().iter().map(|(name, _)| (*name).to_owned()).collect::<Vec<_>>());
    }

    #[test]
    fn every_template_reads_and_names_partials_that_there_are() {
        let all = embedded();
        for (name, source) in &all {
            carried::template(name, source).unwrap();
            for partial in registry::partials(source).filter(|partial| !partial.starts_with('(')) {
                assert!(all.iter().any(|(name, _)| name.rsplit_once('.').unwrap().0 == partial), "{name} calls {partial}");
            }
        }
    }

    #[test]
    fn partials_are_compiled_when_they_are_called_by_name_or_by_a_computed_one() {
        let overrides = [
            ("x/y.txt", "{{> x/z}}{{~> (concat name \"/z\")}}{{> (concat name \"/none\")}}"),
            ("x/z.txt", "z{{#if name}}"),
            ("w/z.txt", "!"),
        ];
        let overrides =
            |z: &str| overrides.map(|(name, text)| (name.to_owned(), if name == "x/z.txt" { z } else { text }.to_owned())).into();
        let error = Templates::new(&overrides("z{{#if name}}")).err().unwrap().to_string();
        assert!(error.starts_with("template x/z.txt, line 1: "), "{error}");
        let error = Templates::new(&overrides("z")).unwrap().text("x/y", &json!({"name": "w"})).unwrap_err().to_string();
        assert_eq!(error, "template x/y.txt, line 1: there is no partial \"w/none\"");
    }

    #[test]
    fn a_game_master_may_write_whatever_the_library_reads() {
        let written = |source: &str| with("x/y.txt", source).unwrap().text("x/y", &json!({"name": "Rivet", "list": [1, 2]})).unwrap();
        assert_eq!(written("{{ #if name }}\nnamed\n{{ /if }}\nall"), "named\nall\n");
        assert_eq!(written("{{#*inline \"row\"}}{{this}};{{/inline}}{{#each list}}{{> row}}{{/each}}"), "1;2;\n");
        assert_eq!(written("{{{{if name}}}}\n{{raw}}\n{{{{/if}}}}"), "{{raw}}\n");
        assert_eq!(written("{{name~}}\n\n  b\n{{{~ name ~}}}\nc"), "RivetbRivetc\n");
        assert_eq!(written("{{#if name}}\nwrite \\{{/if}}\nat the end\n{{/if}}"), "write {{/if}}\nat the end\n");
    }

    #[test]
    fn what_a_game_master_words_stands_where_templates_of_ours_call_it() {
        let facts = json!({"press": [{"from": "<Bob>", "text": null}]});
        let theirs = with("shared/press-title.txt", "Says {{from}}").unwrap();
        // There is no HTML file of that name, so the text serves in HTML, escaped.
        assert!(theirs.html("shared/press-list", &facts).unwrap().contains("<p>Says &lt;Bob&gt;"));
        assert!(theirs.text("shared/press-list", &facts).unwrap().contains("  Says <Bob>\n"));
        assert!(Templates::new(&BTreeMap::new()).unwrap().html("shared/press-list", &facts).is_err(), "ours asks for more");
    }

    #[test]
    fn errors_name_the_template_the_line_and_what_is_missing() {
        let error = with("shared/receipt.txt", "one\n{{#if a}}").err().unwrap().to_string();
        assert_eq!(error, "template shared/receipt.txt, line 2: a tag here does not read, or a block is not closed");
        let templates = with("x/y.txt", "one\ntwo {{three.four}}").unwrap();
        let error = templates.text("x/y", &json!({})).unwrap_err().to_string();
        assert_eq!(error, "template x/y.txt, line 2: there is no value \"three.four\" here");
        let error = templates.text("x/z", &json!({})).unwrap_err().to_string();
        assert_eq!(error, "there is no template \"x/z.txt\"; did you mean \"x/y.txt\"?");
        let error = with("shared/receipt.md", "").err().unwrap().to_string();
        assert!(error.ends_with(" or shared/welcome.html.hbs, not shared/receipt.md.hbs"), "{error}");
    }

    #[test]
    fn html_escapes_and_borrows_the_text_where_it_has_none_of_its_own() {
        let templates = with("x/y.txt", "{{name}}").unwrap();
        let model = json!({"name": "<b> & \"c\""});
        assert_eq!(templates.text("x/y.txt", &model).unwrap(), "<b> & \"c\"\n");
        assert_eq!(templates.html("x/y", &model).unwrap(), "&lt;b&gt; &amp; &quot;c&quot;");
    }
}
