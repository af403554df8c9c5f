//! Reads names, values and paths in tags, as far as our own templates use the language; `None` for everything else.

use handlebars::template::{BlockParam, ExpressionSpec, ExpressionSpecBuilder, Parameter, Subexpression, TemplateMapping};
use handlebars::{Path, PathSeg, Template};
use serde_json::{Value, from_str};

/// One sample of each thing that only the library can make, or that is made faster by copying.
pub(super) struct Samples {
    /// The segments of a path other than names.
    root: PathSeg,
    up: PathSeg,
    /// A call of nothing. The library's builder would copy everything it is given.
    call: ExpressionSpec,
    pub(super) place: TemplateMapping,
}

impl Samples {
    pub(super) fn made() -> Option<Samples> {
        let first = |path: &str| match Path::parse(path).ok()? {
            Path::Relative((segments, _)) => segments.into_iter().next(),
            Path::Local(_) => None,
        };
        let mut call = ExpressionSpecBuilder::default();
        call.name(Parameter::Name(String::new())).params(Vec::new()).hash([].into()).omit_pre_ws(false).omit_pro_ws(false);
        let place = Template::compile("{{name}}").ok()?.mapping.into_iter().next()?;
        Some(Samples { root: first("@root/name")?, up: first("../name")?, call: call.build().ok()?, place })
    }

    pub(super) fn call(&self, name: Parameter, values: Values, block_param: Option<BlockParam>) -> ExpressionSpec {
        let mut call = self.call.clone();
        (call.name, call.params, call.block_param) = (name, values.plain, block_param);
        call.hash.extend(values.named);
        call
    }
}

/// The values given to a helper, by position and by name.
#[derive(Default)]
pub(super) struct Values {
    pub(super) plain: Vec<Parameter>,
    pub(super) named: Vec<(String, Parameter)>,
}

/// A position in a source, for reading.
pub(super) struct Cursor<'a> {
    pub(super) source: &'a str,
    pub(super) at: usize,
    pub(super) samples: &'a Samples,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(source: &'a str, samples: &'a Samples) -> Cursor<'a> {
        Cursor { source, at: 0, samples }
    }

    /// Reads `helper with values` or `path.of.a.value`.
    pub(super) fn value_or_helper(&mut self) -> Option<(Parameter, Values)> {
        self.skip_blanks();
        let begin = self.at;
        let name = self.word(is_of_name);
        if !name.is_empty() && self.next().is_some_and(is_blank) {
            let values = self.values()?;
            if !values.plain.is_empty() || !values.named.is_empty() {
                return Some((Parameter::Name(name.to_owned()), values));
            }
        }
        self.at = begin;
        let name = if self.next() == Some(b'(') { self.subexpression()? } else { self.path()? };
        Some((name, Values::default()))
    }

    pub(super) fn values(&mut self) -> Option<Values> {
        let mut values = Values::default();
        loop {
            self.skip_blanks();
            if matches!(self.next(), Some(b'}' | b'~' | b')')) || self.is_keyword("as") {
                return Some(values);
            }
            let begin = self.at;
            let name = self.word(is_of_name);
            self.skip_blanks();
            if !name.is_empty() && self.take("=") {
                self.skip_blanks();
                let value = self.value()?;
                values.named.push((name.to_owned(), value));
            } else {
                self.at = begin;
                values.plain.push(self.value()?);
            }
        }
    }

    fn value(&mut self) -> Option<Parameter> {
        match self.next()? {
            b'(' => self.subexpression(),
            quote @ (b'"' | b'\'') => self.string(quote).map(Parameter::Literal),
            _ => match ["true", "false", "null"].into_iter().find(|word| self.is_keyword(word)) {
                Some(word) => {
                    self.at += word.len();
                    from_str(word).ok().map(Parameter::Literal)
                }
                None => self.number().map(Parameter::Literal).or_else(|| self.path()),
            },
        }
    }

    fn string(&mut self, quote: u8) -> Option<Value> {
        self.at += 1;
        let begin = self.at;
        loop {
            self.word(|byte| byte != quote && byte != b'\\' && !byte.is_ascii_control());
            match self.next()? {
                // The next character is escaped, as in JSON.
                b'\\' if quote == b'"' => self.at += 1 + self.source[self.at + 1..].chars().next()?.len_utf8(),
                end if end == quote => break,
                _ => return None,
            }
        }
        let inside = &self.source[begin..self.at];
        self.at += 1;
        if inside.contains('\\') { from_str(&self.source[begin - 1..self.at]).ok() } else { Some(inside.into()) }
    }

    /// A whole number; for anything else `None`, with nothing read.
    fn number(&mut self) -> Option<Value> {
        let begin = self.at;
        self.take("-");
        let digits = self.word(|byte| byte.is_ascii_digit());
        let is_number = !digits.is_empty() && !self.next().is_some_and(|next| is_of_name(next) || next == b'.');
        let value = if is_number { from_str(&self.source[begin..self.at]).ok() } else { None };
        if value.is_none() {
            self.at = begin;
        }
        value
    }

    pub(super) fn subexpression(&mut self) -> Option<Parameter> {
        if !self.take("(") {
            return None;
        }
        let (name, values) = self.value_or_helper()?;
        self.skip_blanks();
        self.take(")").then(|| Parameter::Subexpression(Subexpression::new(name, values.plain, values.named.into_iter().collect())))
    }

    fn path(&mut self) -> Option<Parameter> {
        let begin = self.at;
        let (mut segments, mut ups) = (Vec::new(), 0);
        if !self.take("this.") && !self.take("this/") {
            self.take("./");
        }
        if self.take("@root.") || self.take("@root/") {
            segments.push(self.samples.root.clone());
        }
        let is_local = self.take("@");
        while self.take("../") {
            segments.push(self.samples.up.clone());
            ups += 1;
        }
        loop {
            let name = if self.take("[") {
                let name = self.word(|byte| byte != b']');
                self.take("]").then_some(name)?
            } else {
                Some(self.word(is_of_name)).filter(|name| !name.is_empty())?
            };
            if name != "this" {
                segments.push(PathSeg::Named(name.to_owned()));
            }
            let is_inside = matches!(self.next(), Some(b'.' | b'/'))
                && self.source.as_bytes().get(self.at + 1).is_some_and(|next| *next == b'[' || is_of_name(*next));
            if !is_inside {
                break;
            }
            self.at += 1;
        }
        let raw = self.source[begin..self.at].to_owned();
        Some(Parameter::Path(match segments.get(ups) {
            Some(PathSeg::Named(name)) if is_local => Path::Local((ups, name.clone(), raw)),
            _ if is_local => return None,
            _ => Path::Relative((segments, raw)),
        }))
    }

    /// Reads `as |item|` or `as |item index|`.
    #[expect(clippy::option_option, reason = "the outer one says whether it can be read here, the inner one whether it is there")]
    pub(super) fn block_param(&mut self) -> Option<Option<BlockParam>> {
        if !self.is_keyword("as") {
            return Some(None);
        }
        self.at += "as".len();
        let mut names = [""; 2];
        self.skip_blanks();
        if !self.take("|") {
            return None;
        }
        for name in &mut names {
            self.skip_blanks();
            *name = self.word(is_of_name);
        }
        self.skip_blanks();
        let [first, second] = names.map(|name| Parameter::Name(name.to_owned()));
        let is_read = self.take("|") && !names[0].is_empty();
        is_read.then(|| Some(if names[1].is_empty() { BlockParam::Single(first) } else { BlockParam::Pair((first, second)) }))
    }

    pub(super) fn rest(&self) -> &'a str {
        &self.source[self.at..]
    }

    /// The next byte; every mark of the language is one, and all bytes of other characters are parts of names.
    pub(super) fn next(&self) -> Option<u8> {
        self.source.as_bytes().get(self.at).copied()
    }

    fn begins(&self, mark: &str) -> bool {
        self.source.as_bytes()[self.at..].starts_with(mark.as_bytes())
    }

    pub(super) fn skip_blanks(&mut self) {
        self.word(is_blank);
    }

    pub(super) fn take(&mut self, mark: &str) -> bool {
        let is_there = self.begins(mark);
        self.at += if is_there { mark.len() } else { 0 };
        is_there
    }

    /// The bytes from here on that belong to a word.
    pub(super) fn word(&mut self, is_of_word: impl Fn(u8) -> bool) -> &'a str {
        let begin = self.at;
        let rest = &self.source.as_bytes()[begin..];
        self.at += rest.iter().position(|byte| !is_of_word(*byte)).unwrap_or(rest.len());
        &self.source[begin..self.at]
    }

    pub(super) fn is_keyword(&self, word: &str) -> bool {
        let behind = || self.source.as_bytes().get(self.at + word.len());
        self.begins(word) && !behind().is_some_and(|next| is_of_name(*next) || matches!(next, b'.' | b'/' | b'='))
    }
}

/// A text without the blanks that the language skips before and between tags.
pub(super) fn without_blanks(text: &str) -> &str {
    text.trim_start_matches([' ', '\t', '\n', '\r'])
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

pub(super) fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'$' | b':') || !byte.is_ascii()
}

pub(super) fn is_of_partial(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'@' | b'/' | b'.') || !byte.is_ascii()
}
