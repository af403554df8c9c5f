//! Reads the templates that the program carries, with the same result as the library in a fraction of the time, and without copying all facts for
//! each partial. Templates written by a game master are left to the library.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use handlebars::template::{DecoratorTemplate, ExpressionSpecBuilder, HelperTemplate, Parameter, TemplateElement};
use handlebars::{Template, TemplateErrorReason};

use super::{TemplateError, reading};
use crate::render::blocks::INCLUDE;

/// Our templates that were rendered within others, by file and text.
static KEPT: Mutex<BTreeMap<(&'static str, &'static str), &'static Template>> = Mutex::new(BTreeMap::new());

/// One of our templates, read once in a process and shared by campaigns. It is never freed; there are only as many as the program has texts.
///
/// # Errors
/// As [`template`].
pub(super) fn kept(file: &'static str, source: &'static str) -> Result<&'static Template, TemplateError> {
    let known = KEPT.lock().unwrap_or_else(PoisonError::into_inner).get(&(file, source)).copied();
    match known {
        Some(template) => Ok(template),
        None => {
            let template = Box::leak(Box::new(template(file, source)?));
            Ok(KEPT.lock().unwrap_or_else(PoisonError::into_inner).entry((file, source)).or_insert(template))
        }
    }
}

/// Reads one of our templates.
///
/// # Errors
/// When it does not read; the error has the line.
pub(super) fn template(file: &str, source: &str) -> Result<Template, TemplateError> {
    let mut template = match reading::read(source) {
        Some(template) => template,
        None => whole(file, source)?,
    };
    template.name = Some(file.to_owned());
    include(&mut template);
    Ok(template)
}

/// Reads any template, with the library.
///
/// # Errors
/// When it does not read; the error has the line.
pub(super) fn whole(file: &str, source: &str) -> Result<Template, TemplateError> {
    Template::compile_with_name(source, file.to_owned()).map_err(|error| TemplateError::Syntax {
        template: file.to_owned(),
        line: error.pos().map_or(0, |(line, _)| line),
        what: explain(error.reason()),
    })
}

/// Why a template does not read. Where the library lists the rules of its grammar, this says what an author can look for.
fn explain(reason: &TemplateErrorReason) -> String {
    match reason {
        TemplateErrorReason::InvalidSyntax(_) => "a tag here does not read, or a block is not closed".to_owned(),
        other => other.to_string(),
    }
}

/// Replaces the library's way of including a template, which copies all facts for each partial, by our own.
///
/// Partials with a model of their own, or with an indent, stay as they are.
fn include(template: &mut Template) {
    for element in &mut template.elements {
        match element {
            TemplateElement::HelperBlock(block) => [&mut block.template, &mut block.inverse].into_iter().flatten().for_each(include),
            TemplateElement::PartialExpression(partial) => {
                if let Some(call) = inclusion(partial) {
                    *element = call;
                }
            }
            _ => {}
        }
    }
}

/// The call of [`INCLUDE`] that does the same as a plain partial with its named values; `None` for other partials.
fn inclusion(partial: &DecoratorTemplate) -> Option<TemplateElement> {
    let name = match &partial.name {
        Parameter::Name(name) => Parameter::Literal(name.as_str().into()),
        computed => computed.clone(),
    };
    if !partial.params.is_empty() || partial.indent.is_some() {
        return None;
    }
    let mut call = ExpressionSpecBuilder::default();
    call.name(Parameter::Name(INCLUDE.to_owned())).params(vec![name]).hash(partial.hash.clone());
    let call = call.omit_pre_ws(false).omit_pro_ws(false).build().ok()?;
    Some(TemplateElement::Expression(Box::new(HelperTemplate::new(call, false, false))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;
    use crate::render::templates::{carried, kits};

    #[test]
    fn our_own_templates_are_read_as_the_library_reads_them() {
        let (mut count, mut left) = (0, Vec::new());
        for (file, source) in carried(&kits(GAMES)) {
            let library = Template::compile_with_name(source, file.to_owned()).unwrap();
            let Some(read) = reading::read(source) else {
                left.push(file);
                continue;
            };
            assert_eq!(read.elements, library.elements, "{file}");
            assert_eq!(read.mapping, library.mapping, "{file}");
            count += 1;
        }
        assert_eq!(left, [""; 0], "these are left to the library");
        assert!(count > 200, "only {count} templates");
        let plain = template("x.txt", "{{> shared/closing}}\n").unwrap();
        assert!(matches!(plain.elements[0], TemplateElement::Expression(_)), "partials are left to the library");
    }
}
