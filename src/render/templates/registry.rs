//! Templates of one format, each compiled when first rendered, since reading all would take longer than most letters do.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use handlebars::{Handlebars, RenderErrorReason, Template};

use super::{Model, TemplateError, carried};
use crate::engine::Helper;
use crate::engine::nearness::nearest;
use crate::render::blocks::{INCLUDE, Include};
use crate::render::helpers;

/// The texts of all templates by name, such as `shared/receipt.txt`. Those that the program carries are borrowed.
pub(super) type Sources = Arc<BTreeMap<Cow<'static, str>, Cow<'static, str>>>;

/// Renders either text or HTML.
pub(super) struct Registry {
    shelf: Shelf,
    /// Set up at the first rendering, since a letter makes its HTML from its text.
    compiled: LazyLock<RwLock<Handlebars<'static>>, SetUp>,
}

type SetUp = Box<dyn FnOnce() -> RwLock<Handlebars<'static>> + Send + Sync>;

/// The texts of one format.
#[derive(Clone)]
struct Shelf {
    sources: Sources,
    /// The endings that a name may have, the preferred one first.
    endings: &'static [&'static str],
}

impl Registry {
    /// A registry; `own` are helpers besides the common ones.
    pub(super) fn new(
        sources: &Sources,
        endings: &'static [&'static str],
        escape: fn(&str) -> String,
        own: Vec<&'static [Helper]>,
    ) -> Registry {
        let shelf = Shelf { sources: sources.clone(), endings };
        let of_include = shelf.clone();
        let set_up = move || {
            let mut compiled = Handlebars::new();
            compiled.set_strict_mode(true);
            compiled.register_escape_fn(escape);
            helpers::register(&mut compiled);
            compiled.register_helper(INCLUDE, Box::new(Include { find: move |name: &str| of_include.carried(name) }));
            own.iter().for_each(|own| helpers::add(&mut compiled, own));
            RwLock::new(compiled)
        };
        Registry { shelf, compiled: LazyLock::new(Box::new(set_up)) }
    }

    /// Whether there is a template of this name, without ending.
    pub(super) fn has(&self, name: &str) -> bool {
        self.shelf.source(name).is_some()
    }

    /// Whether there is a template of this name with this ending.
    pub(super) fn has_file(&self, name: &str, ending: &str) -> bool {
        self.shelf.sources.contains_key(format!("{name}{ending}").as_str())
    }

    /// Renders the template of this name, without ending.
    ///
    /// # Errors
    /// When there is no such template, when it does not read, or when it asks for something that the model does not have.
    pub(super) fn render(&self, name: &str, Model(model): &Model) -> Result<String, TemplateError> {
        let Some((file, _)) = self.shelf.source(name) else { return Err(self.shelf.unknown(name)) };
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
                        template: error.template_name.clone().unwrap_or_else(|| file.to_string()),
                        line: error.line_no.unwrap_or(0),
                        what: explain(reason),
                    });
                }
            }
        }
    }

    /// Compiles a template unless this has been done; for a game master's template also the partials that it names.
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
            // A missing partial is an error only if it is rendered.
            let Some((file, source)) = self.shelf.source(name) else { continue };
            if read.contains_key(name) {
                continue;
            }
            match source {
                // `Include` finds what it calls, if needed.
                Cow::Borrowed(source) => {
                    read.insert(name, carried::template(file, source)?);
                }
                Cow::Owned(source) => {
                    read.insert(name, carried::whole(file, source)?);
                    wanted.extend(partials(source));
                }
            }
        }
        let mut compiled = self.compiled.write().unwrap_or_else(PoisonError::into_inner);
        for (name, template) in read {
            compiled.register_template(name, template);
        }
        Ok(())
    }

    /// The texts of these templates and all that they call, by file. A partial with a computed name counts as called in each of `folders`.
    pub(super) fn printed(&self, names: &[String], folders: &[&str]) -> BTreeMap<String, String> {
        let mut printed = BTreeMap::new();
        let mut wanted: Vec<String> = names.to_vec();
        while let Some(name) = wanted.pop() {
            let Some((file, source)) = self.shelf.source(&name) else { continue };
            if printed.insert(file.to_string(), source.to_string()).is_none() {
                wanted.extend(called(source, folders));
            }
        }
        printed
    }
}

impl Shelf {
    /// The file of a name, and its text.
    fn source(&self, name: &str) -> Option<(&Cow<'static, str>, &Cow<'static, str>)> {
        self.endings.iter().find_map(|ending| self.sources.get_key_value(format!("{name}{ending}").as_str()))
    }

    /// A template that the program carries, read when first needed; `None` if a game master has replaced it.
    fn carried(&self, name: &str) -> Option<&'static Template> {
        match self.source(name)? {
            (Cow::Borrowed(file), Cow::Borrowed(source)) => carried::kept(file, source).ok(),
            _ => None,
        }
    }

    fn unknown(&self, name: &str) -> TemplateError {
        let known = self.sources.keys().filter_map(|file| self.endings.iter().find_map(|ending| file.strip_suffix(ending)));
        let ending = self.endings.first().copied().unwrap_or_default();
        let nearest = nearest(name, known).first().map(|near| format!("{near}{ending}"));
        TemplateError::Unknown { name: format!("{name}{ending}"), nearest }
    }
}

/// The names of all partials, except computed ones.
pub(super) fn partials(source: &str) -> impl Iterator<Item = &str> {
    let name_in = |tag| str::trim_start_matches(tag, ['~', '#']).strip_prefix('>')?.trim_start().split([' ', '\n', '~', '}']).next();
    source.split("{{").skip(1).filter_map(name_in)
}

/// The names of all partials; a computed name, `(concat game "/reason")`, counts in each of `folders`.
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
        RenderErrorReason::MissingVariable(Some(path)) => format!("there is no value {path:?} here"),
        RenderErrorReason::MissingVariable(None) => "there is no such value here".to_owned(),
        RenderErrorReason::PartialNotFound(name) => format!("there is no partial {name:?}"),
        RenderErrorReason::HelperNotFound(name) => format!("there is no helper {name:?}, and a field takes no values and begins no block"),
        RenderErrorReason::ParamNotFoundForIndex(name, given) => format!("{{{{{name}}}}} takes more values than {given}"),
        other => other.to_string(),
    }
}
