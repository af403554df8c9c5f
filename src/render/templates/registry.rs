//! Templates of one format, each compiled when it is first rendered: reading all of them would take longer than most letters do.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, PoisonError, RwLock};

use handlebars::template::{Parameter, TemplateElement};
use handlebars::{Handlebars, RenderErrorReason, Template};

use super::{Model, TemplateError};
use crate::engine::Kit;
use crate::engine::nearness::nearest;
use crate::render::blocks::INCLUDE;
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
    pub(super) fn new(sources: &Sources, endings: &'static [&'static str], escape: fn(&str) -> String, kits: &[&'static Kit]) -> Registry {
        let mut compiled = Handlebars::new();
        compiled.set_strict_mode(true);
        compiled.register_escape_fn(escape);
        helpers::register(&mut compiled);
        for kit in kits {
            helpers::add(&mut compiled, kit.helpers);
        }
        Registry { sources: sources.clone(), endings, compiled: RwLock::new(compiled) }
    }

    /// Whether there is a template of that name, which has no ending.
    pub(super) fn has(&self, name: &str) -> bool {
        self.source(name).is_some()
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
                read.insert(name, template(file, source)?);
                wanted.extend(partials(source));
            }
        }
        let mut compiled = self.compiled.write().unwrap_or_else(PoisonError::into_inner);
        for (name, template) in read {
            compiled.register_template(name, template);
        }
        Ok(())
    }

    /// The file that a name stands for, and its text.
    fn source(&self, name: &str) -> Option<(&str, &str)> {
        let found = self.endings.iter().find_map(|ending| self.sources.get_key_value(&format!("{name}{ending}")));
        found.map(|(file, source)| (file.as_str(), source.as_ref()))
    }

    fn unknown(&self, name: &str) -> TemplateError {
        let known = self.sources.keys().filter_map(|file| self.endings.iter().find_map(|ending| file.strip_suffix(ending)));
        let ending = self.endings.first().copied().unwrap_or_default();
        let nearest = nearest(name, known).first().map(|near| format!("{near}{ending}"));
        TemplateError::Unknown { name: format!("{name}{ending}"), nearest }
    }
}

/// Reads the text of a template.
///
/// # Errors
/// When it is none, with its line.
pub(super) fn template(file: &str, source: &str) -> Result<Template, TemplateError> {
    let mut whole = Template::default();
    whole.name = Some(file.to_owned());
    let mut lines_before = 0;
    for piece in pieces(source) {
        let mut read = Template::compile(piece).map_err(|error| TemplateError::Syntax {
            template: file.to_owned(),
            line: error.pos().map_or(0, |(line, _)| line + lines_before),
            what: error.reason().to_string(),
        })?;
        move_down(&mut read, lines_before);
        include(&mut read);
        append(&mut whole, read);
        lines_before += piece.matches('\n').count();
    }
    Ok(whole)
}

/// Puts our own way of including a template in the place of the library's, which copies all facts for every partial.
///
/// Partials whose name is computed, that are given another model, or that are indented, stay what they are.
fn include(template: &mut Template) {
    for element in &mut template.elements {
        match element {
            TemplateElement::HelperBlock(block) => [&mut block.template, &mut block.inverse].into_iter().flatten().for_each(include),
            TemplateElement::PartialExpression(partial) => {
                let Parameter::Name(name) = &partial.name else { continue };
                let is_plain = partial.params.is_empty() && partial.indent.is_none();
                if let Some(call) = is_plain.then(|| inclusion(name, &partial.hash)).flatten() {
                    *element = call;
                }
            }
            _ => {}
        }
    }
}

/// `{{include "shared/closing"}}`, with values for names in it; `None` if the library does not read that as a call.
fn inclusion(name: &str, names: &HashMap<String, Parameter>) -> Option<TemplateElement> {
    let mut call = Template::compile(&format!("{{{{{INCLUDE} \"\"}}}}")).ok()?.elements.into_iter().next()?;
    let TemplateElement::Expression(call_of) = &mut call else { return None };
    call_of.params = vec![Parameter::Literal(name.into())];
    call_of.hash.clone_from(names);
    Some(call)
}

/// Puts the next piece behind those before it; text that goes on is one text.
fn append(whole: &mut Template, mut piece: Template) {
    if let (Some(TemplateElement::RawString(text)), Some(TemplateElement::RawString(more))) =
        (whole.elements.last_mut(), piece.elements.first())
    {
        text.push_str(more);
        piece.elements.remove(0);
        piece.mapping.remove(0);
    }
    whole.elements.extend(piece.elements);
    whole.mapping.extend(piece.mapping);
}

/// Lets a template and the blocks in it begin so many lines further down.
fn move_down(template: &mut Template, lines: usize) {
    template.mapping.iter_mut().for_each(|place| place.0 += lines);
    for element in &mut template.elements {
        let blocks = match element {
            TemplateElement::HelperBlock(block) => [block.template.as_mut(), block.inverse.as_mut()],
            TemplateElement::PartialBlock(block) | TemplateElement::DecoratorBlock(block) => [block.template.as_mut(), None],
            _ => [None, None],
        };
        blocks.into_iter().flatten().for_each(|block| move_down(block, lines));
    }
}

/// A template in pieces of whole lines, none of which ends inside a block or a comment.
///
/// For every tag handlebars counts the letters in front of it, which takes most of the time of a longer template; in pieces it is a
/// few letters each time.
fn pieces(source: &str) -> Vec<&str> {
    let (mut pieces, mut begin, mut open) = (Vec::new(), 0, 0_usize);
    let mut at = 0;
    while let Some(found) = source[at..].find(['\n', '{']) {
        at += found;
        let rest = &source[at..];
        let tag = rest.trim_start_matches('{').trim_start_matches('~');
        if rest.starts_with('\n') {
            at += 1;
            // `~` takes blanks away, and lines with them, across what would be the end of a piece.
            let is_joined = source[begin..at].trim_end().ends_with("~}}") || source[at..].trim_start().starts_with("{{~");
            if open == 0 && !is_joined {
                pieces.push(&source[begin..at]);
                begin = at;
            }
        } else if rest.starts_with("{{!--") {
            at += rest.find("--}}").map_or(rest.len(), |end| end + "--}}".len());
        } else if rest.starts_with("{{") {
            match tag.as_bytes() {
                [b'^', b'}' | b'~', ..] => {}
                [b'#' | b'^', ..] => open += 1,
                [b'/', ..] => open = open.saturating_sub(1),
                _ => {}
            }
            at += rest.find("}}").map_or(rest.len(), |end| end + "}}".len());
        } else {
            at += 1;
        }
    }
    pieces.push(&source[begin..]);
    pieces.retain(|piece| !piece.is_empty());
    pieces
}

/// The names behind `{{>`: all partials but those whose name is computed.
pub(super) fn partials(source: &str) -> impl Iterator<Item = &str> {
    let name_in = |tag| str::trim_start_matches(tag, ['~', '#']).strip_prefix('>')?.trim_start().split([' ', '\n', '~', '}']).next();
    source.split("{{").skip(1).filter_map(name_in)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;
    use crate::render::templates::{carried, kits};

    #[test]
    fn a_template_that_is_read_in_pieces_is_the_same() {
        let mut count = 0;
        for (file, source) in carried(&kits(GAMES)) {
            let mut whole = Template::compile_with_name(source, file.to_owned()).unwrap();
            include(&mut whole);
            let read = template(file, source).unwrap();
            assert_eq!(read.elements, whole.elements, "{file}");
            // Where text begins is told nowhere.
            for (index, element) in
                whole.elements.iter().enumerate().filter(|(_, element)| !matches!(element, TemplateElement::RawString(_)))
            {
                assert_eq!(read.mapping[index], whole.mapping[index], "{file}: {element:?}");
            }
            count += pieces(source).len();
        }
        assert!(count > 1000, "only {count} pieces");
        assert!(inclusion("shared/closing", &HashMap::new()).is_some(), "partials are left to the library");
    }
}
