//! The kinds of values that a key may have, described for the author of the file, and how a value of another kind would be written.

use toml::de::DeValue;

use super::fault::listed;

/// The kind of value that a key takes.
#[derive(Debug, Clone, Copy)]
pub(super) enum ValueKind {
    /// A whole number from 0 to this one.
    Number(u64),
    YesOrNo,
    Text,
    /// One of these words.
    Word(&'static [&'static str]),
    List,
    Section,
}

impl ValueKind {
    /// Whether a value is of this kind.
    pub(super) fn has(self, value: &DeValue<'_>) -> bool {
        match self {
            ValueKind::Number(most) => whole(value).and_then(|number| u64::try_from(number).ok()).is_some_and(|number| number <= most),
            ValueKind::YesOrNo => value.is_bool(),
            ValueKind::Text | ValueKind::Word(_) => value.is_str(),
            ValueKind::List => value.is_array(),
            ValueKind::Section => value.is_table(),
        }
    }

    /// What is wrong with a value of another kind, and how to write it. `key` is the last part of the key, or absent in a list.
    pub(super) fn what_is_wrong(self, key: Option<&str>, value: &DeValue<'_>, written: &str) -> String {
        let shown = match value {
            DeValue::Table(_) => "a section".to_owned(),
            _ if written.contains('\n') => "what stands here".to_owned(),
            _ => format!("`{written}`"),
        };
        let expected = match self {
            ValueKind::Number(most) if most >= u32::MAX.into() => "a whole number".to_owned(),
            ValueKind::Number(most) => format!("a whole number from 0 to {most}"),
            ValueKind::YesOrNo => "true or false".to_owned(),
            ValueKind::Text => "text in quotes".to_owned(),
            ValueKind::Word(words) => return format!("{shown} is none of {}", listed(words)),
            ValueKind::List => "a list in square brackets".to_owned(),
            ValueKind::Section => {
                let heading = key.map(|key| format!(": write its keys below a line `[{key}]`"));
                return format!("{shown} is not a section of keys{}", heading.unwrap_or_default());
            }
        };
        let line = |right: &str| key.map_or_else(|| format!("`{right}`"), |key| format!("`{key} = {right}`"));
        let advice = match self.right(value, written) {
            Some(right) => format!("write {}", line(&right)),
            None => format!("write, for example, {}", line(self.example())),
        };
        format!("{shown} is not {expected}: {advice}")
    }

    /// What a value of another kind was probably meant to be.
    fn right(self, value: &DeValue<'_>, written: &str) -> Option<String> {
        match (self, value) {
            (ValueKind::Number(most), DeValue::String(text)) => {
                text.trim().parse().ok().filter(|number: &u64| *number <= most).map(|number| number.to_string())
            }
            (ValueKind::YesOrNo, DeValue::String(text)) => yes_or_no(text).map(str::to_owned),
            (ValueKind::Text, DeValue::Array(list)) => match list.iter().collect::<Vec<_>>().as_slice() {
                [only] => only.get_ref().as_str().map(|text| format!("\"{text}\"")),
                _ => None,
            },
            (ValueKind::Text, DeValue::Table(_)) => None,
            (ValueKind::Text, _) => Some(format!("\"{written}\"")),
            (ValueKind::List, DeValue::Array(_) | DeValue::Table(_)) => None,
            (ValueKind::List, _) => Some(format!("[{written}]")),
            _ => None,
        }
    }

    fn example(self) -> &'static str {
        match self {
            ValueKind::Number(_) => "12",
            ValueKind::YesOrNo => "true",
            ValueKind::Text | ValueKind::Word(_) => "\"…\"",
            ValueKind::List => "[]",
            ValueKind::Section => "{}",
        }
    }
}

/// The value for a word that people write for yes or no.
pub(super) fn yes_or_no(word: &str) -> Option<&'static str> {
    match word.trim().to_lowercase().as_str() {
        "true" | "yes" | "on" => Some("true"),
        "false" | "no" | "off" => Some("false"),
        _ => None,
    }
}

/// A whole number as TOML writes it, in any of its bases.
pub(super) fn whole(value: &DeValue<'_>) -> Option<i64> {
    let number = value.as_integer()?;
    i64::from_str_radix(number.as_str(), number.radix()).ok()
}
