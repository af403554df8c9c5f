//! Templates of one format, each compiled when it is first rendered: reading all of them would take longer than most letters do.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, PoisonError, RwLock};

use handlebars::{Handlebars, RenderErrorReason, Template};

use super::{Model, TemplateError, carried};
use crate::engine::Helper;
use crate::engine::nearness::nearest;
use crate::render::helpers;

/// The texts of all templates by their names, such as `shared/receipt.txt`.
pub(super) type Sources = Arc<BTreeMap<String, Cow<'static, str>>>;

/// What renders text, or what renders HTML.
pub(super) struct Registry {
    sources: Sources,
    /// What may stand behind a name, the best first.
    endings: &'static [&'static str],
    compiled: RwLock<Handlebars<'static>>,
}

impl Registry {
    /// `own` are helpers beside those of the house.
    pub(super) fn new(
        sources: &Sources,
        endings: &'static [&'static str],
        escape: fn(&str) -> String,
        own: &[&'static [Helper]],
    ) -> Registry {
        let mut compiled = Handlebars::new();
        compiled.set_strict_mode(true);
        compiled.register_escape_fn(escape);
        helpers::register(&mut compiled);
        for own in own {
            helpers::add(&mut compiled, own);
        }
        Registry { sources: sources.clone(), endings, compiled: RwLock::new(compiled) }
    }

    /// Whether there is a template of that name, which has no ending.
    pub(super) fn has(&self, name: &str) -> bool {
        self.source(name).is_some()
    }

    /// Whether there is one of that name with this ending.
    pub(super) fn has_file(&self, name: &str, ending: &str) -> bool {
        self.sources.contains_key(&format!("{name}{ending}"))
    }

    /// Renders the template of a name without ending.
    ///
    /// # Errors
    /// When there is no such template, when it does not read, or when it asks for something that the model does not have.
    pub(super) fn render(&self, name: &str, Model(model): &Model) -> Result<String, TemplateError> {
        let Some((file, _)) = self.source(name) else { return Err(self.unknown(name)) };
        self.compile(name)?;
        let mut called = BTreeSet::new();
        loop {
            let result = self.compiled.read().unwrap_or_else(PoisonError::into_inner).render_with_context(name, model);
            let error = match result {
                Ok(text) => return Ok(text),
                Err(error) => error,
            };
            match error.reason() {
                // The name of a partial may be computed, `(concat game "/reason")`, so that only rendering finds it.
                // Another thread may have compiled it meanwhile.
                RenderErrorReason::PartialNotFound(partial) if self.has(partial) && called.insert(partial.clone()) => {
                    self.compile(partial)?
                }
                reason => {
                    return Err(TemplateError::Render {
                        template: error.template_name.clone().unwrap_or_else(|| file.to_owned()),
                        line: error.line_no.unwrap_or(0),
                        what: explain(reason),
                    });
                }
            }
        }
    }

    /// Compiles a template and the partials that it names, unless it is compiled already.
    ///
    /// # Errors
    /// When one of them does not read.
    pub(super) fn compile(&self, name: &str) -> Result<(), TemplateError> {
        if self.compiled.read().unwrap_or_else(PoisonError::into_inner).has_template(name) {
            return Ok(());
        }
        let mut read: BTreeMap<&str, Template> = BTreeMap::new();
        let mut wanted = vec![name];
        while let Some(name) = wanted.pop() {
            // A partial that does not exist is an error only where it is rendered.
            let Some((file, source)) = self.source(name) else { continue };
            if !read.contains_key(name) {
                let template = match source {
                    Cow::Borrowed(source) => carried::template(file, source)?,
                    Cow::Owned(source) => carried::whole(file, source)?,
                };
                read.insert(name, template);
                wanted.extend(partials(source));
            }
        }
        let mut compiled = self.compiled.write().unwrap_or_else(PoisonError::into_inner);
        for (name, template) in read {
            compiled.register_template(name, template);
        }
        Ok(())
    }

    /// The texts of these templates and of all that they call, by file. A partial whose name is computed counts as called in each of `folders`.
    pub(super) fn printed(&self, names: &[String], folders: &[&str]) -> BTreeMap<String, String> {
        let mut printed = BTreeMap::new();
        let mut wanted: Vec<String> = names.to_vec();
        while let Some(name) = wanted.pop() {
            let Some((file, source)) = self.source(&name) else { continue };
            if printed.insert(file.to_owned(), source.to_string()).is_none() {
                wanted.extend(called(source, folders));
            }
        }
        printed
    }

    /// The file that a name stands for, and its text.
    fn source(&self, name: &str) -> Option<(&str, &Cow<'static, str>)> {
        let found = self.endings.iter().find_map(|ending| self.sources.get_key_value(&format!("{name}{ending}")));
        found.map(|(file, source)| (file.as_str(), source))
    }

    fn unknown(&self, name: &str) -> TemplateError {
        let known = self.sources.keys().filter_map(|file| self.endings.iter().find_map(|ending| file.strip_suffix(ending)));
        let ending = self.endings.first().copied().unwrap_or_default();
        let nearest = nearest(name, known).first().map(|near| format!("{near}{ending}"));
        TemplateError::Unknown { name: format!("{name}{ending}"), nearest }
    }
}

/// The names behind `{{>`: all partials but those whose name is computed.
pub(super) fn partials(source: &str) -> impl Iterator<Item = &str> {
    let name_in = |tag| str::trim_start_matches(tag, ['~', '#']).strip_prefix('>')?.trim_start().split([' ', '\n', '~', '}']).next();
    source.split("{{").skip(1).filter_map(name_in)
}

/// The names of all partials; those that are computed, `(concat game "/reason")`, in each of `folders`.
fn called(source: &str, folders: &[&str]) -> Vec<String> {
    let computed = source
        .split("{{")
        .skip(1)
        .filter_map(|tag| tag.trim_start_matches(['~', '#']).strip_prefix('>')?.trim_start().strip_prefix("(concat"));
    let ends = computed.filter_map(|name| name.split('"').nth(1));
    let computed = ends.flat_map(|end| folders.iter().map(move |folder| format!("{folder}{end}")));
    partials(source).filter(|name| !name.starts_with('(')).map(str::to_owned).chain(computed).collect()
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
