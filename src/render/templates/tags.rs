//! Reads tags, as far as our own templates use the language; `None` for everything else.

use handlebars::template::{BlockParam, ExpressionSpec, Parameter};

use super::values::{Cursor, Values, is_of_name, is_of_partial};

/// A tag, with its beginning and end in the source.
pub(super) struct TemplateTag<'a> {
    pub(super) begin: usize,
    pub(super) end: usize,
    pub(super) content: TagContent<'a>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TagKind {
    /// `{{name}}`: escaped if the format escapes.
    Value,
    /// `{{{name}}}`: not escaped.
    Markup,
    /// `{{> name}}`
    Partial,
    /// `{{#name}}`
    Open,
    /// `{{else}}` or `{{^}}`
    Else,
    /// `{{else name}}`
    ElseIf,
    /// `{{/name}}`
    Close,
}

pub(super) enum TagContent<'a> {
    Call(TagKind, Box<ExpressionSpec>),
    Comment(&'a str),
}

impl<'a> Cursor<'a> {
    /// The next tag; `Some(None)` after the last one, `None` for what is not read here.
    pub(super) fn next_tag(&mut self) -> Option<Option<TemplateTag<'a>>> {
        let rest = self.rest();
        let Some((found, _)) = rest.match_indices('{').find(|(at, _)| rest[at + 1..].starts_with('{')) else { return Some(None) };
        let begin = self.at + found;
        // A tag after a backslash is text.
        if self.source[..begin].ends_with('\\') {
            return None;
        }
        self.at = begin;
        let content = self.tag()?;
        Some(Some(TemplateTag { begin, end: self.at, content }))
    }

    fn tag(&mut self) -> Option<TagContent<'a>> {
        if self.rest().starts_with("{{!") {
            return self.comment();
        }
        let is_markup = self.take("{{{");
        if !is_markup {
            self.take("{{");
        }
        let trims_before = self.take("~");
        let kind = match self.next()? {
            _ if is_markup => TagKind::Markup,
            b'>' => TagKind::Partial,
            b'#' => TagKind::Open,
            b'/' => TagKind::Close,
            b'^' => TagKind::Else,
            _ if self.is_keyword("else") => TagKind::Else,
            _ => TagKind::Value,
        };
        if matches!(kind, TagKind::Partial | TagKind::Open | TagKind::Close | TagKind::Else) {
            self.at += if self.rest().starts_with("else") { "else".len() } else { 1 };
            self.skip_blanks();
        }
        let (kind, name, values, block) = self.call(kind)?;
        self.skip_blanks();
        let trims_behind = self.take("~");
        if !self.take(if is_markup { "}}}" } else { "}}" }) {
            return None;
        }
        let mut call = self.samples.call(name, values, block);
        (call.omit_pre_ws, call.omit_pro_ws) = (trims_before, trims_behind);
        Some(TagContent::Call(kind, Box::new(call)))
    }

    fn comment(&mut self) -> Option<TagContent<'a>> {
        let [begin, end] = if self.rest().starts_with("{{!--") { ["{{!--", "--}}"] } else { ["{{!", "}}"] };
        let length = self.rest()[begin.len()..].find(end)? + begin.len() + end.len();
        let whole = &self.rest()[..length];
        self.at += length;
        Some(TagContent::Comment(whole.trim_start_matches(begin).trim_end_matches(end)))
    }

    /// What is called, with which values, and the names that a block gives to its items.
    fn call(&mut self, kind: TagKind) -> Option<(TagKind, Parameter, Values, Option<BlockParam>)> {
        match kind {
            TagKind::Value | TagKind::Markup => {
                let (name, values) = self.value_or_helper()?;
                Some((kind, name, values, None))
            }
            TagKind::Close => Some((kind, Parameter::Name(self.word(is_of_name).to_owned()), Values::default(), None)),
            TagKind::Partial => {
                let name = match self.word(is_of_partial) {
                    "" => self.subexpression()?,
                    name => Parameter::Name(name.to_owned()),
                };
                Some((kind, name, self.values()?, None))
            }
            TagKind::Else if matches!(self.next(), Some(b'}' | b'~')) => {
                Some((kind, Parameter::Name(String::new()), Values::default(), None))
            }
            TagKind::Else | TagKind::ElseIf | TagKind::Open => {
                let name = Parameter::Name(Some(self.word(is_of_name)).filter(|name| !name.is_empty())?.to_owned());
                let values = self.values()?;
                Some((if kind == TagKind::Else { TagKind::ElseIf } else { kind }, name, values, self.block_param()?))
            }
        }
    }
}
