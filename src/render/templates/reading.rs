//! Reads a template as the library does, in a hundredth of the time: handlebars' own reader takes longer than everything else in a process that makes
//! one receipt. Only the program's own templates are read like this; a test compares the result with the library's.

use std::sync::LazyLock;

use handlebars::Template;
use handlebars::template::{DecoratorTemplate, ExpressionSpec, HelperTemplate, Parameter, TemplateElement, TemplateMapping};

use super::tags::{TagContent, TagKind, TemplateTag};
use super::values::{Cursor, Samples, without_blanks};

/// The template of a text; `None` if it has something that is not read here, or is no template. The library knows which.
pub(super) fn read(source: &str) -> Option<Template> {
    let samples = SAMPLES.as_ref()?;
    let mut tags = Cursor::new(source, samples);
    let mut reading = TemplateReading {
        source,
        place: samples.place.clone(),
        counted_to: 0,
        state: AfterTag::default(),
        level: Template::default(),
        open: Vec::new(),
    };
    while let Some(tag) = tags.next_tag()? {
        reading.text(tag.begin);
        reading.tag(tag)?;
    }
    reading.text(source.len());
    reading.open.is_empty().then_some(reading.level)
}

static SAMPLES: LazyLock<Option<Samples>> = LazyLock::new(Samples::made);

/// A half-read template.
struct TemplateReading<'a> {
    source: &'a str,
    /// The line and column of `counted_to`.
    place: TemplateMapping,
    counted_to: usize,
    state: AfterTag,
    /// The part of the innermost template read so far.
    level: Template,
    /// The blocks around it, the outermost first.
    open: Vec<OpenBlock>,
}

/// What the last tag means for the text after it.
#[derive(Default)]
struct AfterTag {
    /// Where the last tag ends.
    end: usize,
    /// Whether it ends with `~`, which removes all blanks.
    trims_blanks: bool,
    /// Whether it is alone on its line, which it removes.
    trims_line: bool,
}

/// A block whose end has not been read.
struct OpenBlock {
    /// The part of the surrounding template read so far.
    around: Template,
    /// The block itself, and one more for each `{{else if}}`.
    branches: Vec<HelperTemplate>,
    has_else: bool,
}

impl TemplateReading<'_> {
    /// Takes in the text between the last tag and `end`.
    fn text(&mut self, end: usize) {
        let text = &self.source[self.state.end..end];
        if text.is_empty() || (self.state.trims_blanks && without_blanks(text).is_empty()) {
            return;
        }
        let kept = if self.state.trims_blanks {
            text.trim_start()
        } else if self.state.trims_line {
            let text = text.trim_start_matches([' ', '\t']);
            text.strip_prefix("\r\n").or_else(|| text.strip_prefix('\n')).unwrap_or(text)
        } else {
            text
        };
        self.state.trims_line = false;
        // The library places a text after its blanks, except at the very beginning.
        let blanks = if self.state.end == 0 { 0 } else { text.len() - without_blanks(text).len() };
        let place = self.place_of(self.state.end + blanks);
        self.push(TemplateElement::RawString(kept.to_owned()), place);
    }

    fn tag(&mut self, TemplateTag { begin, end, content }: TemplateTag<'_>) -> Option<()> {
        let place = self.place_of(begin);
        match content {
            TagContent::Comment(words) => {
                self.state.trims_line = self.stands_alone(begin, end);
                self.push(TemplateElement::Comment(words.to_owned()), place);
            }
            TagContent::Call(kind, call) => {
                if call.omit_pre_ws
                    && let Some(TemplateElement::RawString(text)) = self.level.elements.last_mut()
                {
                    text.truncate(text.trim_end().len());
                }
                self.state.trims_blanks = call.omit_pro_ws;
                match kind {
                    TagKind::Value => self.push(TemplateElement::Expression(Box::new(HelperTemplate::new(*call, false, false))), place),
                    TagKind::Markup => {
                        self.push(TemplateElement::HtmlExpression(Box::new(HelperTemplate::new(*call, false, false))), place)
                    }
                    _ => {
                        self.state.trims_line = self.stands_alone(begin, end);
                        self.part(kind, *call, (begin, place))?;
                    }
                }
            }
        }
        self.state.end = end;
        Some(())
    }

    /// Takes in a tag that may be alone on its line.
    fn part(&mut self, kind: TagKind, call: ExpressionSpec, (begin, place): (usize, TemplateMapping)) -> Option<()> {
        let begins_line = self.state.trims_line && !call.omit_pre_ws;
        match kind {
            TagKind::Partial => {
                let before = &self.source[..begin];
                let indent = &before[before.trim_end_matches([' ', '\t']).len()..];
                let has_indent = !call.omit_pre_ws && !indent.is_empty();
                let mut partial = DecoratorTemplate::new(call, begins_line);
                partial.indent = has_indent.then(|| indent.to_owned());
                self.push(TemplateElement::PartialExpression(Box::new(partial)), place);
            }
            TagKind::Open => {
                self.level.mapping.push(place);
                let around = std::mem::take(&mut self.level);
                self.open.push(OpenBlock { around, branches: vec![HelperTemplate::new(call, true, begins_line)], has_else: false });
            }
            TagKind::ElseIf => {
                self.branch(false)?.branches.push(HelperTemplate::new_chain(call, true, begins_line));
            }
            TagKind::Else => {
                self.branch(true)?;
            }
            TagKind::Close => self.close(&call.name)?,
            TagKind::Value | TagKind::Markup => return None,
        }
        Some(())
    }

    /// Ends a branch of the innermost block, and begins the next.
    fn branch(&mut self, is_else: bool) -> Option<&mut OpenBlock> {
        let block = self.open.last_mut().filter(|block| !block.has_else)?;
        block.branches.last_mut()?.template = Some(std::mem::take(&mut self.level));
        block.has_else = is_else;
        Some(block)
    }

    fn close(&mut self, name: &Parameter) -> Option<()> {
        let OpenBlock { around, mut branches, has_else } = self.open.pop()?;
        let last = Some(std::mem::replace(&mut self.level, around));
        let is_chain = branches.len() > 1;
        let mut inverse = if has_else {
            last
        } else {
            branches.last_mut()?.template = last;
            None
        };
        let mut block = branches.pop()?;
        while let Some(before) = branches.pop() {
            block.inverse = inverse.take();
            let mut chained = Template::default();
            chained.elements.push(TemplateElement::HelperBlock(Box::new(block)));
            inverse = Some(chained);
            block = before;
        }
        block.inverse = inverse;
        block.chain = is_chain;
        if block.name != *name {
            return None;
        }
        // Its place was noted at its beginning.
        self.level.elements.push(TemplateElement::HelperBlock(Box::new(block)));
        Some(())
    }

    /// Whether a tag is alone on its line; if so, drops the blanks before it.
    fn stands_alone(&mut self, begin: usize, end: usize) -> bool {
        let (before, behind) = (&self.source[..begin], &self.source[end..]);
        if !behind.is_empty() && !behind.trim_start_matches([' ', '\t']).starts_with(['\n', '\r']) {
            return false;
        }
        let line_before = before.trim_end_matches([' ', '\t']);
        let is_alone = line_before.is_empty() || line_before.ends_with(['\n', '\r']);
        if is_alone && let Some(TemplateElement::RawString(text)) = self.level.elements.last_mut() {
            text.truncate(text.trim_end_matches([' ', '\t']).len());
        }
        is_alone
    }

    fn push(&mut self, element: TemplateElement, place: TemplateMapping) {
        self.level.elements.push(element);
        self.level.mapping.push(place);
    }

    /// The line and column of a byte; each call must ask for the same byte or a later one.
    fn place_of(&mut self, at: usize) -> TemplateMapping {
        let (line, column) = (&mut self.place.0, &mut self.place.1);
        let passed = &self.source[self.counted_to..at];
        if let Some(last) = passed.rfind('\n') {
            *line += passed.matches('\n').count();
            *column = 1 + passed[last + 1..].chars().count();
        } else {
            *column += passed.chars().count();
        }
        self.counted_to = at;
        self.place.clone()
    }
}
