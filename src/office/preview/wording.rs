//! A campaign's own templates, and what is wrong with them.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Serialize;

use crate::engine::nearness::nearest;
use crate::games::GAMES;
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::wording::own_templates;
use crate::render::templates::embedded;
use crate::render::{TemplateError, Templates};

/// The campaign's own templates that read, over the program's.
pub(super) struct Wording {
    pub templates: Arc<Templates>,
    folder: PathBuf,
    names: Vec<String>,
    /// Faults of templates that do not read, or that nothing is rendered by.
    unread: Vec<TemplateFault>,
}

/// Something that is wrong with a template.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct TemplateFault {
    /// The campaign's own file, or the name of one of the program's templates.
    pub file: PathBuf,
    /// The line, from 1; null if it is about the whole file.
    pub line: Option<usize>,
    /// The mistake in words.
    pub what: String,
}

impl fmt::Display for TemplateFault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(out, "{}:{line}: {}", self.file.display(), self.what),
            None => write!(out, "{}: {}", self.file.display(), self.what),
        }
    }
}

impl Wording {
    /// Reads the templates of the campaign whose file is in this folder.
    ///
    /// # Errors
    /// When a folder of them cannot be listed, or one of them cannot be read as text.
    pub(super) fn of(home: &Path) -> Result<Wording, DeskError> {
        let all = own_templates(home)?;
        let mut wording = Wording {
            templates: Templates::shared(&BTreeMap::new())?,
            folder: home.join("templates"),
            names: all.keys().cloned().collect(),
            unread: Vec::new(),
        };
        let mut good = BTreeMap::new();
        for (name, source) in &all {
            // Each is read by itself, so that one mistake hides no other.
            match Templates::of(GAMES, &BTreeMap::from([(name.clone(), source.clone())])) {
                Ok(_) => drop(good.insert(name.clone(), source.clone())),
                Err(error) => wording.unread.push(wording.slip(&error)),
            }
            wording.unread.extend(wording.unused(name, &all));
        }
        wording.templates = Templates::shared(&good)?;
        Ok(wording)
    }

    /// Whether the campaign has its own template of that name.
    pub(super) fn is_own(&self, template: &str) -> bool {
        self.names.iter().any(|name| name == template)
    }

    /// What is wrong, as far as it has shown.
    pub(super) fn slips(&self) -> Vec<TemplateFault> {
        let mut slips: Vec<TemplateFault> =
            self.unread.iter().cloned().chain(self.templates.failures().iter().map(|error| self.slip(error))).collect();
        slips.sort();
        slips.dedup();
        slips
    }

    fn slip(&self, error: &TemplateError) -> TemplateFault {
        match error {
            TemplateError::Syntax { template, line, what } | TemplateError::Render { template, line, what } => {
                let own = self.folder.join(format!("{template}.hbs"));
                let file = if self.is_own(template) { own } else { PathBuf::from(template) };
                TemplateFault { file, line: Some(*line).filter(|line| *line > 0), what: what.clone() }
            }
            error @ (TemplateError::Name { name } | TemplateError::Unknown { name, .. }) => {
                TemplateFault { file: self.folder.join(format!("{name}.hbs")), line: None, what: error.to_string() }
            }
        }
    }

    /// A file that replaces no template of the program, and that no template of the campaign calls.
    fn unused(&self, name: &str, all: &BTreeMap<String, String>) -> Option<TemplateFault> {
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        let known = embedded();
        let is_form_of_one = known.iter().any(|(known, _)| known.rsplit_once('.').is_some_and(|(known, _)| known == stem));
        let is_called = all.iter().any(|(other, source)| other != name && source.contains(stem));
        if is_form_of_one || is_called {
            return None;
        }
        let near = nearest(name, known.iter().map(|(name, _)| *name));
        let guess = near.first().map_or_else(String::new, |near| format!("; did you mean {near}.hbs?"));
        let what = format!("ashpost uses no template of this name{guess}");
        Some(TemplateFault { file: self.folder.join(format!("{name}.hbs")), line: None, what })
    }
}

/// What a template says of itself in the comment at its top, up to what it is given.
pub(super) fn about(template: &str) -> String {
    let embedded = embedded();
    let own = |name: &str| embedded.iter().find(|(known, _)| *known == name).map(|(_, source)| *source);
    let text = template.replace(".html", ".txt");
    let source = own(template).or_else(|| own(&text)).unwrap_or_default();
    let comment = source.trim_start().strip_prefix("{{!--").and_then(|rest| rest.split_once("--}}")).map_or("", |(comment, _)| comment);
    let words = comment.split_whitespace().collect::<Vec<_>>().join(" ");
    let told = words.split(" Model").next().unwrap_or_default().trim().to_owned();
    // A comment that only refers to the text form says nothing by itself.
    if told.starts_with("The same") && template.ends_with(".html") && own(&text).is_some() { about(&text) } else { told }
}
