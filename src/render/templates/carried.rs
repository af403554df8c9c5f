//! Reading the templates that the program carries: the same as the library reads them, in a fraction of the time, and without copies of
//! all facts for every partial. What a game master writes is left to the library.

use std::sync::LazyLock;

use handlebars::Template;
use handlebars::template::{DecoratorTemplate, Parameter, TemplateElement};

use super::TemplateError;
use crate::render::blocks::INCLUDE;

/// Reads the text of a template of ours.
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
/// Partials that are given another model, or that are indented, stay what they are.
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

/// The call of [`INCLUDE`] that does the same as a plain partial, with the values that are named in it; `None` for other partials.
fn inclusion(partial: &DecoratorTemplate) -> Option<TemplateElement> {
    let name = match &partial.name {
        Parameter::Name(name) => Parameter::Literal(name.as_str().into()),
        computed => computed.clone(),
    };
    if !partial.params.is_empty() || partial.indent.is_some() {
        return None;
    }
    // An element cannot be made but by reading one.
    static CALL: LazyLock<Option<TemplateElement>> =
        LazyLock::new(|| Template::compile(&format!("{{{{{INCLUDE} \"\"}}}}")).ok()?.elements.into_iter().next());
    let mut call = CALL.clone()?;
    let TemplateElement::Expression(made) = &mut call else { return None };
    made.params = vec![name];
    made.hash.clone_from(&partial.hash);
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

/// A template in pieces of whole lines, none of which ends inside a block or a comment. It knows what our templates use of the language:
/// no blanks before `#` and `/`, no raw blocks, no escaped tags.
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
        let plain = template("x.txt", "{{> shared/closing}}\n").unwrap();
        assert!(matches!(plain.elements[0], TemplateElement::Expression(_)), "partials are left to the library");
    }
}
